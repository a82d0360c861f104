internal import DiaryEngine
internal import DiaryModel

/// The pictures, recordings and papers beside Day One's entries: `photos/<md5>.<type>` and the like.
struct DayOneFiles {
    private let folder: SourceFolder?
    /// Their paths, by the name without its ending.
    private var paths: [String: String] = [:]

    /// How many of them no entry names.
    func unused(besides used: Set<String>) -> Int { Set(paths.values).subtracting(used).count }

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

    /// Gives an entry its files, and its text references by their names. What is not there is counted, and its
    /// reference stays as it is.
    func attach(
        _ value: JSONValue, to row: inout ImportedRow, _ entries: inout ReadEntries
    ) throws(ReadProblem) {
        var names: [String: String] = [:]
        for kind in DayOneKind.allCases {
            guard case .array(let files)? = value[kind.list] else { continue }
            for (index, file) in files.enumerated() {
                guard let md5 = file["md5"]?.words, let folder, let path = paths[md5.lowercased()] else {
                    entries.losses.note(.attachments)
                    continue
                }
                let dot = path.lastIndex(of: ".").map { String(path[$0...]) } ?? ""
                let name = file["filename"]?.words ?? "\(kind.word)-\(index + 1)\(dot)"
                guard let attached = try entries.attach(path, of: folder, name: name, to: &row) else {
                    entries.losses.note(.attachments)
                    continue
                }
                if let id = file["identifier"]?.words { names[id] = attached.name }
            }
        }
        if names.isEmpty { return }
        row.content.text = FileReferences.rewriting(row.content.text) { target in
            guard target.hasPrefix("dayone-moment:") else { return nil }
            return target.split(separator: "/").last.flatMap { names[String($0)] }.map(FileReferences.target)
        }
    }
}
