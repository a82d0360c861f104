/// Finds a file by a name that is spelled in another way than the folder has it.

/// The names of a folder's files, looked up as people and programs spell them: composed or decomposed, as a Mac hands
/// out Hangul, in other cases of letters, or with another ending of a picture's, where only one file can be meant.
struct FileNamesLike: Sendable {
    /// The first name of each spelling in small letters. Equal strings are those that are canonically equivalent.
    private var names: [String: String] = [:]
    /// The name without its ending; nil where several files have one.
    private var stems: [String: String?] = [:]

    private static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "gif", "heic", "heif", "webp", "tif", "tiff",
    ]

    init(_ all: [String]) {
        names.reserveCapacity(all.count)
        for name in all {
            let small = name.lowercased()
            if names.updateValue(names[small] ?? name, forKey: small) != nil { continue }
            if let stem = Self.stem(of: small) { stems[stem] = stems[stem] == nil ? name : .some(nil) }
        }
    }

    /// The name as the folder has it; nil if there is none.
    func name(like written: String) -> String? {
        let small = written.lowercased()
        if let name = names[small] { return name }
        return Self.stem(of: small).flatMap { stems[$0] ?? nil }
    }

    /// A path without the ending of a picture; nil for other files.
    private static func stem(of path: String) -> String? {
        guard let dot = path.lastIndex(of: "."), endings.contains(String(path[path.index(after: dot)...])) else {
            return nil
        }
        return String(path[..<dot])
    }
}
