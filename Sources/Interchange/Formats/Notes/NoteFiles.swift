internal import DiaryEngine
internal import DiaryModel

/// The files that notes in a folder refer to: by a path from the note's own folder, or as Obsidian does by their name
/// alone, wherever they lie.
struct NoteFiles {
    private let folder: SourceFolder
    private let isNote: (String) -> Bool
    /// All of them by their names alone, the shortest paths first.
    private let byName: FileNamesLike
    /// The names that several files have, in small letters.
    private let doubled: Set<String>

    /// Of a folder's files, those that are no notes.
    init(_ folder: SourceFolder, besides isNote: @escaping (String) -> Bool) {
        self.folder = folder
        self.isNote = isNote
        let others = folder.names.filter { !isNote($0) }.sorted { ($0.count, $0) < ($1.count, $1) }
        byName = FileNamesLike(others, byLastStep: true)
        let names = others.map { ($0.split(separator: "/").last ?? "").lowercased() }
        doubled = Set(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys)
    }

    /// Whether this file is there.
    func has(_ path: some StringProtocol) -> Bool { folder.name(like: String(path)) != nil }

    /// Gives an entry the files that its text and its front matter name, and the text references to them. What is not
    /// there is counted, and its reference stays as it is.
    func attach(
        named listed: [String], to row: inout ImportedRow, of note: String, _ entries: inout ReadEntries
    ) throws(ReadProblem) {
        let own = note.split(separator: "/").dropLast().joined(separator: "/")
        var given: [[UInt8]: String?] = [:]
        func attach(_ target: String) throws(ReadProblem) -> String? {
            guard let path = self.path(target, from: own) else { return nil }
            if let name = given[Array(path.utf8)] { return name }
            let last = path.split(separator: "/").last.map(String.init) ?? path
            let name = try entries.attach(path, of: folder, name: last, to: &row)?.name
            given[Array(path.utf8)] = .some(name)
            return name
        }
        for target in listed where try attach(target) == nil { entries.losses.note(.attachments) }
        let text = try FileReferences.rewriting(row.content.text) { (target) throws(ReadProblem) in
            try attach(target).map { FileReferences.target($0) }
        }
        row.content.text = text
        entries.losses.note(.attachments, FileReferences.unresolved(in: text))
    }

    /// The path of a file that a target means: as it is written, else without the part or the question behind it.
    private func path(_ target: String, from own: String) -> String? {
        let written = target.replacing("\\", with: "/")
        let shorter = ["#", "?"].compactMap { sign in
            written.firstRange(of: sign).map { String(written[..<$0.lowerBound]) }
        }
        return ([target, written] + shorter).lazy.compactMap { found($0, from: own) }.first
    }

    private func found(_ target: String, from own: String) -> String? {
        if target.isEmpty || target.hasPrefix("#") || target.contains("://") && !target.hasPrefix("file:") {
            return nil
        }
        // From the note's own folder; as Obsidian has it, from the folder's top, or by the name alone.
        let top = String(target.drop { $0 == "/" })
        for case let path? in [FileReferences.path(target, from: own), FileReferences.path(top, from: "")] {
            if let name = folder.name(like: path), !isNote(name) { return name }
        }
        // A path on another machine means a file here if only one has its name.
        let last = target.split(separator: "/").last.map(String.init) ?? ""
        return target.contains("/") && doubled.contains(last.lowercased()) ? nil : byName.name(like: last)
    }
}
