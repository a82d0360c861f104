internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArchives

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

    /// Those that a file may refer to, which lie beside it.
    static func said(of file: SourceFile, besides isNote: @escaping (String) -> Bool = { _ in false }) -> SaidFiles {
        guard let folder = file.beside else { return SaidFiles(areAllMeant: true) }
        let isWithin = file.path.hasPrefix(folder.path + "/")
        let name = isWithin ? String(file.path.dropFirst(folder.path.count + 1)) : file.name
        return NoteFiles(folder, besides: isNote).said(of: name)
    }

    /// Whether this file is there.
    func has(_ path: some StringProtocol) -> Bool { folder.name(like: String(path)) != nil }

    /// The files that a note refers to, and those that its front matter lists.
    func said(of note: String, listed: [String] = []) -> SaidFiles {
        func meant(_ target: String) -> SaidFiles.File? {
            paths.path(target, from: note.folder).map { path in
                SaidFiles.File(path: path, name: ArchiveName.readable(path).lastStep)
            }
        }
        return SaidFiles(folder: folder, listed: listed.map(meant), meant: meant, areAllMeant: true)
    }
}
