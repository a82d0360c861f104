internal import Arguments
internal import DiaryModel

/// The options that every command takes.
struct GlobalOptions: ArgumentGroup {
    @Option("diary", value: "path", help: "The diary's folder.", completion: .diaries)
    var diary: String?

    @Option(
        "at", value: "when", help: "Answer as of then: e1234, 2026-11-01, yesterday, \"2 hours ago\".",
        completion: .moments)
    var at: String?

    @Flag("json", help: "One JSON document.")
    var json = false

    @Flag("jsonl", help: "JSON, one object a line.")
    var jsonl = false

    @Flag("quiet", help: "Say nothing but results and errors.")
    var quiet = false

    @Option("color", help: "Colour: auto, always or never.")
    var color: ColorChoice?

    @Flag("no-pager", help: "Never open a pager.")
    var noPager = false

    @Option("lang", help: "Language: ko or en.")
    var lang: Language?

    @Option("tz", value: "zone", help: "Time zone, as Asia/Seoul.")
    var tz: String?

    @Option("date-style", help: "Dates on screen: long or numeric.")
    var dateStyle: DateStyle?
}

extension GlobalOptions {
    /// Their names without the dashes.
    static let names = Set(declarations.map(\.name))
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
protocol DiaryCommand: Command {
    var global: GlobalOptions { get }
    /// Whether what it says depends on the zone or the time.
    var tellsDates: Bool { get }
    /// Whether it writes events.
    var changes: Bool { get }

    func carryOut(in session: Session) throws
}

extension DiaryCommand {
    var tellsDates: Bool { true }
    var changes: Bool { false }
}

/// A command that says what it says in any zone, at any time.
protocol WithoutDates: DiaryCommand {}

extension WithoutDates {
    var tellsDates: Bool { false }
}

/// A command that writes events.
protocol ChangingCommand: DiaryCommand {}

extension ChangingCommand {
    var changes: Bool { true }
}
