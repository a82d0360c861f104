internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments

struct Today: ReadingCommand {
    static let about = CommandWords(
        "today",
        abstract: Sentence("What was written on this day, in this year and before.", "지난 여러 해의 오늘 쓴 것을 보입니다."))

    @Argument(
        "day", help: Sentence("A day, or a span as \"last week\", instead of today.", "오늘 대신 볼 날이나 지난주 같은 여러 날."),
        completion: .days)
    var words: [String] = []

    func carryOut(in session: Session) throws {
        var request = ListRequest()
        request.point = try session.point()
        let day = words.isEmpty ? "today" : words.joined(separator: " ")
        request.filter = Self.filter(try session.days(day))
        request.isReversed = true
        let diary = try session.open()
        let page = try diary.list(request)
        if page.entries.isEmpty {
            let isSpan = try session.span(day) != nil
            session.notify(
                isSpan
                    ? Sentence("nothing was written on these days of any year", "어느 해에도 이때 쓴 일기가 없습니다")
                    : Sentence("nothing was written on this day of any year", "어느 해에도 이날 쓴 일기가 없습니다"))
        }
        try session.show(page.entries, of: diary, at: .event(page.at))
        if page.leftOut > 0 { throw Problem.leftOut(page.leftOut) }
    }

    /// The months and days of some days, in any year.
    private static func filter(_ span: ClosedRange<Int64>) -> EntryFilter {
        let first = CivilTime(seconds: span.lowerBound).dayNumber
        var months: [Int: [EntryFilter]] = [:]
        // In 366 days every day of the year comes, or all but 29 February.
        for day in (0..<366).lazy.map({ CivilTime(day: first + $0) }).prefix(while: { $0.seconds <= span.upperBound }) {
            months[day.month, default: []].append(.dayOfMonth(day.day))
        }
        return .any(months.map { .all([.month($0), .any($1)]) })
    }
}
