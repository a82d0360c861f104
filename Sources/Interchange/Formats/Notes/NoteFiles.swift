internal import DiaryEngine
internal import DiaryModel

/// The files that notes in a folder refer to: by a path from the note's own folder, or as Obsidian does by their name
/// alone, wherever they lie.
struct NoteFiles {
    private let folder: SourceFolder
    private let isNote: (String) -> Bool
    /// The shortest path of each name, in small letters.
    private var paths: [String: String] = [:]
    /// Those that a note refers to.
    private(set) var used: Set<String> = []

    /// Of a folder's files, those that are no notes.
    init(_ folder: SourceFolder, besides isNote: @escaping (String) -> Bool) {
        self.folder = folder
        self.isNote = isNote
        for name in folder.names.filter({ !isNote($0) }).sorted(by: { ($0.count, $0) < ($1.count, $1) }) {
            let last = (name.split(separator: "/").last ?? "").lowercased()
            if paths[last] == nil { paths[last] = name }
        }
    }

    /// Gives an entry the files that its text and its front matter name, and the text references to them. What is not
    /// there is counted, and its reference stays as it is.
    mutating func attach(
        named listed: [String], to row: inout ImportedRow, of note: String, _ entries: inout ReadEntries
    ) throws(ReadProblem) {
        let parts = note.split(separator: "/")
        let own = parts.dropLast().joined(separator: "/")
        var given: [String: String] = [:]
        for target in listed {
            guard let path = path(target, from: own) else {
                entries.losses.note(.attachments)
                continue
            }
            given[path] = try attach(path, to: &row, &entries)
        }
        var text = row.content.text
        var failure: ReadProblem?
        text = FileReferences.rewriting(text) { target in
            guard failure == nil, let path = self.path(target, from: own) else { return nil }
            if let name = given[path] { return FileReferences.target(name) }
            do throws(ReadProblem) {
                let name = try attach(path, to: &row, &entries)
                given[path] = name
                return FileReferences.target(name)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        row.content.text = text
        entries.losses.note(.attachments, NoteName.links(in: text))
    }

    private mutating func attach(
        _ path: String, to row: inout ImportedRow, _ entries: inout ReadEntries
    ) throws(ReadProblem) -> String {
        used.insert(path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return try entries.attach(path, of: folder, name: name, to: &row).name
    }

    private func path(_ target: String, from own: String) -> String? {
        guard let path = FileReferences.path(target, from: own) else { return nil }
        // From the note's own folder; as Obsidian has it, from the folder's top, or by the name alone.
        for written in [path, target] {
            if let name = folder.name(like: written), !isNote(name) { return name }
        }
        return target.contains("/") ? nil : paths[target.lowercased()]
    }
}
