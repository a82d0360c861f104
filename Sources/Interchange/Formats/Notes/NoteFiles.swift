internal import DiaryEngine
internal import DiaryModel

/// The files that notes in a folder refer to.
struct NoteFiles {
    private let folder: SourceFolder
    private let paths: LinkedPaths

    /// Of a folder's files, those that are no notes.
    init(_ folder: SourceFolder, besides isNote: @escaping (String) -> Bool) {
        self.folder = folder
        paths = LinkedPaths(folder.names.filter { !isNote($0) }, tops: [""]) { path in
            folder.name(like: path).flatMap { isNote($0) ? nil : $0 }
        }
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
            guard let path = paths.path(target, from: own) else { return nil }
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
}
