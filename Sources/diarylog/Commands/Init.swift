internal import DiaryEngine
internal import DiarylogArguments
internal import EventStore
internal import Interchange

/// Makes a diary.
struct Init: DiaryCommand {
    static let about = CommandWords(
        "engine init",
        abstract: HelpText(
            "Make a diary, or the same one again from an exported log.", "일기장을 만들거나, 내보낸 기록에서 다시 만듭니다."),
        discussion: HelpText("Refuses to touch anything that is not an empty place.", "빈 곳이 아니면 아무것도 건드리지 않습니다."))

    @Argument(
        "path", help: HelpText("Where; without it, as --diary.", "만들 곳. 없으면 --diary와 같습니다."), completion: .folders)
    var path: String?

    @Option(
        "from-events", value: "file",
        help: HelpText(
            "A log written by `export --events`, or - for standard input.", "`export --events`로 낸 기록, 또는 표준 입력이면 -."),
        completion: .files)
    var fromEvents: String?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let path: String
        if let given = self.path { path = given } else { path = try session.path() }
        var context = try session.context()
        var made = AdoptedLog()
        if let fromEvents {
            let content = try TextInput.content(fromEvents, spoolingIn: Import.spoolFolders(for: path))
            made = try session.make(path, from: content, in: context).made
        } else {
            try Diary.create(at: path, in: &context, allowingNetwork: Session.allowsNetwork)
            session.opened.noteNew()
            session.noteMade(path)
            made.events = 1
        }
        if session.isJSON { try session.write(["diary": .text(path), "events": .number(made.events)]) }
        if !made.holes.isEmpty { throw Problem.holesKept(made.holes) }
    }
}
