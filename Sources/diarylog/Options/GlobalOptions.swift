internal import ArgumentParser
internal import DiaryModel

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The diary's folder.", valueName: "path"), completion: .diaries)
    var diary: String?

    @Option(
        help: ArgumentHelp("Answer as of then: e1234, 2026-11-01, yesterday, \"2 hours ago\".", valueName: "when"),
        completion: .moments)
    var at: String?

    @Flag(help: "One JSON document.")
    var json = false

    @Flag(help: "JSON, one object a line.")
    var jsonl = false

    @Flag(help: "Say nothing but results and errors.")
    var quiet = false

    @Option(help: "Colour: auto, always or never.")
    var color: ColorChoice?

    @Flag(help: "Never open a pager.")
    var noPager = false

    @Option(help: "Language: ko or en.")
    var lang: Language?

    @Option(help: ArgumentHelp("Time zone, as Asia/Seoul.", valueName: "zone"))
    var tz: String?

    @Option(help: "Dates on screen: long or numeric.")
    var dateStyle: DateStyle?
}

extension GlobalOptions {
    /// Their names without the dashes, and those that the parser itself adds to every command.
    static let names: Set = [
        "diary", "at", "json", "jsonl", "quiet", "color", "no-pager", "lang", "tz", "date-style", "help", "version",
    ]
}

/// When to use colours.
enum ColorChoice: String, Choice, Sendable {
    case auto
    case always
    case never
}

extension Language: Choice {}
extension DateStyle: Choice {}

/// A command of diarylog: it runs in a session, and its typed error says how it may end.
protocol DiaryCommand: ParsableCommand {
    var global: GlobalOptions { get }
    /// Whether it writes events.
    var changes: Bool { get }

    func carryOut(in session: Session) throws(Problem)
}

extension DiaryCommand {
    var changes: Bool { self is any ChangingCommand }
}

/// A command that says what it says in any zone, at any time.
protocol WithoutDates {}

/// A command that writes events.
protocol ChangingCommand: DiaryCommand {}
