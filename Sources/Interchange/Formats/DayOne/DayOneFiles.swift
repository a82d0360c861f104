internal import DiaryEngine
internal import DiaryModel

/// The pictures, recordings and papers beside Day One's entries: `photos/<md5>.<type>` and the like.
struct DayOneFiles {
    private let folder: SourceFolder?
    /// Their paths, by the name without its ending.
    private var paths: [String: String] = [:]

    static let folders = DayOneKind.allCases.map(\.folder)

    init(_ folder: SourceFolder?) {
        self.folder = folder
        for name in folder?.names ?? [] {
            let parts = name.split(separator: "/")
            guard parts.count > 1, Self.folders.contains(String(parts[parts.count - 2])), let last = parts.last else {
                continue
            }
            paths[last.prefix { $0 != "." }.lowercased()] = name
        }
    }

    /// The files that an object lists, and which of them its text refers to, by their identifiers. One to which it
    /// refers and that no list has is not there either.
    func said(_ value: JSONValue, in text: [UInt8]) -> SaidFiles {
        func id(_ target: String) -> String? {
            target.hasPrefix("dayone-moment:") ? target.lastStep : nil
        }
        // Its own lists name them, by the names that they had elsewhere.
        var said = SaidFiles(folder: folder, hasNamed: true)
        var named: [String: SaidFiles.File] = [:]
        var unlisted = Set(FileReferences.all(in: text).compactMap { id($0.target) })
        for kind in DayOneKind.allCases {
            guard case .array(let files)? = value[kind.list] else { continue }
            for (index, file) in files.enumerated() {
                let found = (file["md5"]?.words).flatMap { paths[$0.lowercased()] }.map { path in
                    let dot = path.lastIndex(of: ".").map { String(path[$0...]) } ?? ""
                    let name = (file["filename"] ?? file["pdfName"])?.words ?? "\(kind.word)-\(index + 1)\(dot)"
                    return SaidFiles.File(path: path, name: name)
                }
                said.listed.append(found)
                if let id = file["identifier"]?.words {
                    named[id] = found
                    unlisted.remove(id)
                }
            }
        }
        for _ in unlisted { said.listed.append(nil) }
        let all = named
        said.meant = { target in id(target).flatMap { all[$0] } }
        return said
    }
}
