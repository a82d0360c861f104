internal import DiaryEngine
internal import DiaryModel

/// What Joplin calls resources: files in `resources`, by an identifier that notes refer to as `:/ID`.
struct JoplinResources {
    private let folder: SourceFolder
    /// Their paths by identifier.
    private var paths: [String: String] = [:]
    /// What they were called.
    private var titles: [String: String] = [:]
    private var used: Set<String> = []
    /// The identifiers of notes, to which others may link.
    var notes: Set<String> = []

    init(_ folder: SourceFolder) {
        self.folder = folder
        for name in folder.names where name.hasPrefix("resources/") {
            paths[name.dropFirst("resources/".count).prefix { $0 != "." }.lowercased()] = name
        }
    }

    /// Takes up what an item says of a resource.
    mutating func add(_ item: JoplinItem) {
        guard let id = item["id"]?.lowercased() else { return }
        titles[id] = String(decoding: item.title, as: UTF8.self)
    }

    /// How many of them no note refers to, or are not there.
    var unused: Int { titles.keys.count { !used.contains($0) } }

    /// Gives a note the files that it refers to, and its text references by their names.
    mutating func attach(to row: inout ImportedRow, _ entries: inout ReadEntries) throws(ReadProblem) {
        var failure: ReadProblem?
        let text = FileReferences.rewriting(row.content.text) { target in
            guard failure == nil, target.hasPrefix(":/") else { return nil }
            let id = target.dropFirst(2).prefix { $0.isHexDigit }.lowercased()
            guard let path = paths[id] else {
                // Another note, or a file that the export has not.
                if titles[id] == nil, !notes.contains(id) { entries.losses.note(.attachments) }
                return nil
            }
            let dot = path.lastIndex(of: ".").map { String(path[$0...]) } ?? ""
            var name = titles[id] ?? ""
            if name.isEmpty { name = "file" + dot }
            if !name.contains(".") { name += dot }
            do throws(ReadProblem) {
                let attachment = try entries.attach(path, of: folder, name: name, to: &row)
                used.insert(id)
                return FileReferences.target(attachment.name)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        row.content.text = text
    }
}
