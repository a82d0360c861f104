internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// The files of an entry as people read them: a line each, with the number by which `show --open` knows it.
enum AttachmentLines {
    static func of(
        _ entry: Entry, _ session: Session, _ state: (Attachment) -> AttachedFileState = { _ in .present }
    ) -> [String] {
        let files = entry.content.attachments
        let names = files.map { OnScreen.cut(OnScreen.safe($0.name), to: 48) }
        let room = names.map(Self.width).max() ?? 0
        return zip(files.indices, zip(files, names)).map { index, pair in
            let (file, name) = pair
            var line = OnScreen.paint("[\(index + 1)]", 33, session) + " " + name
            line += String(repeating: " ", count: room - width(name)) + "  "
            line += Notice.size(Int(clamping: file.size)) + "  " + OnScreen.safe(file.mediaType)
            let state = state(file)
            if state != .present {
                line += "  " + OnScreen.paint(session.text(state.words), 31, session)
            }
            return line
        }
    }

    /// A file by the first of its names, or by its hash where nobody has given it one.
    static func name(_ file: NamedAttachment) -> String {
        file.names.first.map { OnScreen.cut(OnScreen.safe($0), to: 48) } ?? file.file.hash.hexadecimal
    }

    private static func width(_ text: String) -> Int { text.reduce(0) { $0 + OnScreen.width($1) } }
}
