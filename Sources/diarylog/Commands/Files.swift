internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import EventStore
internal import Interchange

/// Lists the files of entries.
struct Files: ReadingCommand {
    static let about = CommandWords(
        "files",
        abstract: HelpText(
            "The files of an entry, or of all; add, remove, save them.", "일기 한 편이나 모든 일기의 파일. 붙이고, 떼고, 꺼냅니다."),
        discussion: HelpText(
            """
            Each with its number, name, media type, size, and whether the file is there. ENTRY@v3 and --at list \
            those of then. In a pipe a line is entry, number, name, type, size, state and SHA-256, with tabs between.
            """,
            """
            번호, 이름, 형식, 크기와 파일이 있는지를 보입니다. 일기@v3과 --at은 그때의 것입니다. 파이프에는 일기, 번호, 이름, 형식, 크기, 상태, SHA-256을 탭으로 \
            나누어 씁니다.
            """))

    @Argument("entry", help: .anEntryOrVersion, completion: .entries)
    var entry: String?

    func carryOut(in session: Session) throws {
        let point = try session.point()
        let diary = try session.open()
        let entries = try session.entriesWithFiles(entry, in: diary, at: point)
        let head = [JSONMember("at", .number(try diary.resolve(point).rawValue))]
        let answer = Answer("attachments", session, head)
        for entry in entries {
            let lines = session.isTerminal ? AttachmentLines.of(entry, session) { diary.state(of: $0) } : []
            if session.isTerminal, self.entry == nil { try answer.say(Self.heading(entry, session)) }
            for (index, file) in entry.content.attachments.enumerated() {
                let state = diary.state(of: file)
                try answer.write(
                    Self.json(file, of: entry, state),
                    or: (lines.isEmpty ? Self.columns(file, index + 1, of: entry, state) : lines[index]) + "\n")
            }
        }
        try answer.finish(at: diary.resolve(point))
    }

    private static func heading(_ entry: Entry, _ session: Session) -> String {
        session.paint(OnScreen.shortID(entry.id), 33) + "  "
            + OnScreen.date(entry.content.date, session) + "  " + OnScreen.short(entry, session) + "\n"
    }

    private static func columns(
        _ file: Attachment, _ number: Int, of entry: Entry, _ state: AttachedFileState
    ) -> String {
        [
            entry.id.hexadecimal, String(number), OnScreen.column(OnScreen.safe(file.name)),
            OnScreen.safe(file.mediaType), String(file.size), state.rawValue, Hexadecimal.text(file.hash),
        ].joined(separator: "\t")
    }

    /// An attachment as the program's own JSON has it, with the entry that has it and whether the file is there.
    private static func json(_ file: Attachment, of entry: Entry, _ state: AttachedFileState) -> JSONValue {
        .object(
            [JSONMember("entry", .text(entry.id.hexadecimal)), JSONMember("version", .number(entry.version.rawValue))]
                + EntryJSON.members(of: file) + [JSONMember("state", .text(state.rawValue))])
    }
}
