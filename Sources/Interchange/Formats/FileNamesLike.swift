/// Finds a file by a name that is spelled in another way than the folder has it.

internal import DiarylogArchives

/// The names of a folder's files, looked up as people and programs spell them: composed or decomposed, as a Mac hands
/// out Hangul, in other cases of letters, or with another ending of a picture's. The name itself comes before one that
/// is the same to Unicode, and that before all that are like it; of several that are alike none is meant.
struct FileNamesLike: Sendable {
    /// The names by their loosest spelling.
    private var names: [String: [String]] = [:]
    private let isOfLastStep: Bool

    private static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "gif", "heic", "heif", "webp", "tif", "tiff",
    ]

    /// Of paths, or of their last steps alone: where several paths have one, the first of them counts.
    init(_ all: [String], byLastStep isOfLastStep: Bool = false) {
        self.isOfLastStep = isOfLastStep
        names.reserveCapacity(all.count)
        for name in all { names[Self.loosest(spelling(of: name)), default: []].append(name) }
    }

    /// The name as the folder has it; nil if there is none.
    func name(like written: String) -> String? {
        let written = ArchiveName.readable(written)
        guard let alike = names[Self.loosest(written)] else { return nil }
        if let same = alike.first(where: { spelling(of: $0).utf8.elementsEqual(written.utf8) }) { return same }
        let equal = alike.filter { spelling(of: $0) == written }
        let found = equal.isEmpty ? alike : equal
        let others = found.dropFirst().contains { !spelling(of: $0).utf8.elementsEqual(spelling(of: found[0]).utf8) }
        return others ? nil : found[0]
    }

    private func spelling(of path: String) -> String {
        ArchiveName.readable(isOfLastStep ? path.lastStep : path)
    }

    /// In small letters, and without what pictures end in; no path ends as those do here.
    private static func loosest(_ path: String) -> String {
        let small = path.lowercased()
        guard let dot = small.lastIndex(of: "."), endings.contains(String(small[small.index(after: dot)...])) else {
            return small
        }
        return small[..<dot] + "/"
    }
}
