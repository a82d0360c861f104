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
            번호, 이름, 형식, 크기와 파일이 있는지를 보입니다. ENTRY@v3과 --at은 그때의 것입니다. 파이프에는 일기, 번호, 이름, 형식, 크기, 상태, SHA-256을 탭으로 \
            나누어 씁니다.
            """))

    @Argument("entry", help: .anEntryOrVersion, completion: .entries)
    var entry: String?

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let point = try session.point()
        let diary = try session.open()
        let entries = try session.entriesWithFiles(entry, in: diary, at: point)
        if session.isJSON {
            let rows = entries.flatMap { entry in
                entry.content.attachments.map { Self.json($0, of: entry, diary.state(of: $0)) }
            }
            return try session.write("attachments", rows, of: diary, at: point)
        }
        if session.isTerminal { return try show(entries, of: diary, session) }
        for entry in entries {
            for (index, file) in entry.content.attachments.enumerated() {
                let fields = [
                    entry.id.hexadecimal, String(index + 1), OnScreen.column(OnScreen.safe(file.name)),
                    OnScreen.safe(file.mediaType), String(file.size), diary.state(of: file).rawValue,
                    Hexadecimal.text(file.hash),
                ]
                try session.write(fields.joined(separator: "\t") + "\n")
            }
        }
    }

    private func show(_ entries: [Entry], of diary: Diary, _ session: Session) throws {
        var text = ""
        for entry in entries {
            if self.entry == nil {
                text += OnScreen.paint(OnScreen.shortID(entry.id), 33, session) + "  "
                text += OnScreen.date(entry.content.date, session) + "  " + OnScreen.short(entry, session) + "\n"
            }
            for line in AttachmentLines.of(entry, session, { diary.state(of: $0) }) { text += line + "\n" }
        }
        try session.page(text)
    }

    /// An attachment as the program's own JSON has it, with the entry that has it and whether the file is there.
    private static func json(_ file: Attachment, of entry: Entry, _ state: AttachedFileState) -> JSONValue {
        .object(
            [JSONMember("entry", .text(entry.id.hexadecimal)), JSONMember("version", .number(entry.version.rawValue))]
                + EntryJSON.members(of: file) + [JSONMember("state", .text(state.rawValue))])
    }
}
