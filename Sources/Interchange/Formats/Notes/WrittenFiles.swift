internal import DiaryModel

/// The files of an entry as they are written beside its note: in `attachments`, in a folder that is called as the note.
struct WrittenFiles {
    /// Their paths from the note's folder.
    private(set) var targets: [String] = []
    private(set) var parts: [WrittenPart] = []
    /// The text with references to them.
    let text: [UInt8]

    /// Of a note that is written by this relative path, in a folder of its own.
    init(of content: EntryContent, of note: String) {
        let folder = "attachments/\(note.stem)/"
        let up = String(repeating: "../", count: note.utf8.count { $0 == UInt8(ascii: "/") })
        var taken: [String] = []
        var paths: [String: String] = [:]
        for file in content.attachments {
            let name = Attachment.freeName(Attachment.properName(file.name), among: taken)
            taken.append(name)
            parts.append(.attachment(folder + name, file))
            targets.append(up + folder + name)
            if paths[file.name] == nil { paths[file.name] = up + folder + name }
        }
        if paths.isEmpty {
            text = content.text
        } else {
            text = FileReferences.rewriting(content.text) { target in
                FileReferences.name(target).flatMap { paths[$0] }.map(FileReferences.encodedPath)
            }
        }
    }
}
