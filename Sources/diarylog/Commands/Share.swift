internal import Arguments
internal import DiaryEngine
internal import DiaryModel
internal import Interchange

/// Prints an entry to give away: its text alone, as Markdown, or with all its fields.
struct Share: DiaryCommand {
    static let about = CommandWords(
        "share", abstract: "Print an entry to give away: txt, md or json.",
        discussion: "txt is exactly the text, byte for byte, and nothing else.")

    @Argument(
        "entry", help: "An id or the beginning of one, @1 for the newest by date, or ENTRY@v3 for a version.",
        completion: .entries)
    var entry: String

    @Option("format", help: "txt, md or json.")
    var format = ShareFormat.txt

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
