internal import DiaryEngine
internal import DiaryModel

/// What Joplin calls resources: files in `resources`, by an identifier that notes refer to as `:/ID`.
struct JoplinResources {
    private let folder: SourceFolder
    /// Their paths by identifier.
    private var paths: [String: String] = [:]
    /// What they were called.
    private var titles: [String: String] = [:]
    /// The identifiers of notes, to which others may link.
    var notes: Set<String> = []

    init(_ folder: SourceFolder) {
        self.folder = folder
        for name in folder.names {
            if let id = Self.id(of: name) { paths[id] = name }
        }
    }

    /// The identifier of the resource that a file is; nil for one that lies elsewhere.
    static func id(of name: String) -> String? {
        let parts = name.split(separator: "/")
        guard parts.count > 1, parts[parts.count - 2] == "resources" else { return nil }
        return parts[parts.count - 1].prefix { $0 != "." }.lowercased()
    }

    /// Takes up what an item says of a resource.
    mutating func add(_ item: JoplinItem) {
        guard let id = item["id"]?.lowercased() else { return }
        titles[id] = String(decoding: item.title, as: UTF8.self)
    }

    /// How many of them no note refers to, are not there, or are files that no item speaks of.
    func unused(besides used: Set<String>) -> Int {
        Set(titles.keys).union(paths.keys).count { id in paths[id].map { !used.contains($0) } ?? true }
    }

    /// The files that a note refers to. What is neither here nor known nor another note is counted.
    func said(of note: Said, _ losses: inout FormatLosses) -> SaidFiles {
        func id(_ target: String) -> String? {
            target.hasPrefix(":/") ? target.dropFirst(2).prefix { $0.isHexDigit }.lowercased() : nil
        }
        let missing = FileReferences.all(in: note.text).count { reference in
            id(reference.target).map { paths[$0] == nil && titles[$0] == nil && !notes.contains($0) } ?? false
        }
        losses.note(.attachments, missing)
        return SaidFiles(folder: folder) { target in
            guard let id = id(target), let path = paths[id] else { return nil }
            let dot = path.lastIndex(of: ".").map { String(path[$0...]) } ?? ""
            var name = titles[id] ?? ""
            if name.isEmpty { name = "file" + dot }
            if !name.contains(".") { name += dot }
            return SaidFiles.File(path: path, name: name)
        }
    }
}
