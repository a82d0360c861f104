internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import Interchange

/// Prints an entry to give away: its text alone, as Markdown, or with all its fields.
struct Share: ReadingCommand {
    static let about = CommandWords(
        "share",
        abstract: HelpText(
            "Print an entry for somebody else: txt, md or json.", "다른 사람에게 보낼 일기 한 편을 출력합니다: txt, md, json."),
        discussion: HelpText("txt is exactly the text, byte for byte, and nothing else.", "txt는 글만, 한 바이트도 다르지 않습니다."))

    @Argument(
        "entry", help: .anEntryOrVersion,
        completion: .entries)
    var entry: String

    @Option("format", help: HelpText("txt, md or json.", "txt, md, json 가운데 하나."))
    var format = ShareFormat.txt

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let point = try session.point()
        let diary = try session.open()
        let entry = try session.entry(entry, in: diary, at: point)
        switch session.isJSON ? .json : format {
        case .json: try session.write(EntryJSON.object(entry, isFull: true))
        case .md:
            let markdown = EntryMarkdown.text(entry, date: OnScreen.date(entry.content.date, session))
            try session.page(session.shown(markdown, lines: true))
        case .txt:
            guard session.isTerminal else { return try session.write(entry.content.text) }
            try session.page(OnScreen.safe(entry.text, lines: true) + "\n")
        }
    }
}

enum ShareFormat: String, Choice, Sendable {
    case txt
    case md
    case json
}
