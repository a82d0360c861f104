internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import EventStore
internal import Interchange

/// Shows what was written on this day, through the years.
struct Today: DiaryCommand {
    static let about = CommandWords(
        "today",
        abstract: HelpText(
            "Show what was written on this day, this year and in years before.", "올해와 지난 해들의 오늘 쓴 것을 보입니다."))

    @Argument("day", help: HelpText("A day, instead of today.", "오늘 대신 볼 날."), completion: .days)
    var day: String?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let today =
            if let day { CivilTime(seconds: try session.days(day).lowerBound) } else { try session.clock().civil }
        var request = ListRequest()
        request.point = try session.point()
        request.filter = .all([.month(today.month), .dayOfMonth(today.day)])
        let diary = try session.open()
        let found = request
        let page = try diary.list(found)
        if session.options.jsonl {
            for entry in page.entries { try session.write(EntryJSON.object(entry, isFull: true)) }
            try session.writeEnd(of: diary, at: request.point)
        } else if session.options.json {
            try session.write([
                "at": .number(page.at.rawValue),
                "entries": .array(page.entries.map { EntryJSON.object($0, isFull: true) }), "next": .null,
            ])
        } else {
            if page.entries.isEmpty { session.notify(.nothingOnThisDay) }
            try session.show(page.entries)
        }
        if page.leftOut > 0 { throw Problem.leftOut(page.leftOut) }
    }
}
