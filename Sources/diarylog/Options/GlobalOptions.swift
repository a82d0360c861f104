internal import DiaryModel
internal import DiarylogArguments

/// The options that every command takes.
struct GlobalOptions: ArgumentGroup {
    @Option("diary", value: "path", help: Sentence("The diary's folder.", "일기장 폴더."), completion: .diaries)
    var diary: String?

    @Flag("json", help: Sentence("One JSON document.", "JSON 문서 하나로."))
    var json = false

    @Flag("jsonl", against: ["--json"], help: Sentence("JSON, one object a line.", "JSON을 한 줄에 하나씩."))
    var jsonl = false

    @Flag("quiet", help: Sentence("Say nothing but results and errors.", "결과와 오류만 말합니다."))
    var quiet = false

    @Option("color", help: Sentence("Colour: auto, always or never.", "색: auto(알아서), always(늘), never(안 씀)."))
    var color: ColorChoice?

    @Flag("no-pager", help: Sentence("Never open a pager.", "페이저를 열지 않습니다."))
    var noPager = false

    @Option("lang", help: Sentence("The language.", "언어."))
    var lang: Language?

    @Option("tz", value: "zone", help: Sentence("Time zone, as Asia/Seoul.", "시간대, Asia/Seoul처럼."))
    var tz: String?

    @Option(
        "date-style",
        help: Sentence("Dates on screen: long or numeric.", "화면의 날짜: long(2026년 11월 1일)이나 numeric(2026. 11. 01.)."))
    var dateStyle: DateStyle?
}

extension GlobalOptions {
    static let names = Set(declarations.map(\.name))
}

/// What every command takes that reads the diary.
struct ReadingOptions: ArgumentGroup {
    @Option(
        "at", value: "when",
        help: Sentence(
            "The diary as it was then: e1234, 2026-11-01, yesterday, \"2 hours ago\".",
            "그때의 일기장을 봅니다: e1234, 2026-11-01, 어제, \"2시간 전\"."),
        completion: .moments)
    var at: String?
}

/// The options that may stand before the name of a command.
struct LeadingOptions: ArgumentGroup {
    @OptionGroup var reading: ReadingOptions

    @OptionGroup var global: GlobalOptions
}

enum ColorChoice: String, Choice, Sendable {
    case auto, always, never
}

extension DateStyle: Choice {}

/// A command of diarylog: it runs in a session, and its typed error says how it may end. It declares what it alone
/// takes: the rest stands in `Whole`.
protocol DiaryCommand: Command {
    /// Whether it can read the diary as it was.
    static var readsThePast: Bool { get }
    /// Whether what it says depends on the zone or the time.
    var showsDates: Bool { get }
    /// Whether it writes events.
    var changes: Bool { get }

    func carryOut(in session: Session) throws
}

extension DiaryCommand {
    static var readsThePast: Bool { false }
    var showsDates: Bool { true }
    var changes: Bool { false }

    /// The command with all that it takes.
    static var whole: any Command.Type { Whole<Self>.self }
}

/// A command, and the options that it has in common with others.
struct Whole<Kind: DiaryCommand>: Command {
    static var about: CommandWords { Kind.about }

    let command: Kind
    /// The moment of the past that it is to read, as it was typed.
    let moment: String?
    let global: GlobalOptions

    init() {
        command = Kind()
        moment = Kind.readsThePast ? ReadingOptions().at : nil
        global = GlobalOptions()
    }
}

/// A command that reads the diary, as it is or as it was.
protocol ReadingCommand: DiaryCommand {}

extension ReadingCommand {
    static var readsThePast: Bool { true }
}

/// A command that says what it says in any zone, at any time.
protocol WithoutDates: DiaryCommand {}

extension WithoutDates {
    var showsDates: Bool { false }
}

/// A command that writes events.
protocol ChangingCommand: DiaryCommand {}

extension ChangingCommand {
    var changes: Bool { true }
}

/// Between which numbers the options lie that several commands have.
enum Bounds {
    /// How many of something: more than a diary has.
    static let limit = 1...1_000_000_000
    /// How many lines.
    static let lines = 1...100_000
}
