internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import Interchange

struct Stats: ReadingCommand {
    static let about = CommandWords(
        "stats",
        abstract: Sentence("Count entries, words, days, streaks and months.", "일기 수, 낱말, 쓴 날, 연속으로 쓴 날, 월별 수를 셉니다."),
        discussion: Sentence(
            """
            --at counts as of then; --on, --from, --to only those days. On a terminal the years stand side by side, \
            with a map of the last weeks, or of the last year of those days, and the tags.
            """,
            """
            --at은 그때의 수를, --on, --from, --to는 그 날들만 셉니다. 터미널에는 연도·월 표, 지난 한 해(또는 그 날들의 마지막 해)의 날짜 지도, 태그가 있습니다.
            """))

    @Option(
        "of", value: "key",
        help: Sentence(
            "The means of a measure, lines as \"mood: 4\" at the end of texts.", "글 끝에 “기분: 4”처럼 적은 수치의 평균."))
    var key: String?

    @OptionGroup private var filters: DayFilters

    func carryOut(in session: Session) throws {
        let point = try session.point()
        let diary = try session.open()
        if let key { return try measure(key, of: diary, at: point, session) }
        let today = try today(at: point, in: diary, session)
        let filters = try filters.filters(session)
        var request = ListRequest()
        request.point = point
        if !filters.isEmpty { request.filter = .all(filters) }
        let (days, totals, at) =
            filters.isEmpty
            ? try diary.statistics(today: today, at: point) : try counted(request, of: diary, today, session)
        if session.isJSON {
            try session.write(StatisticsJSON.object(days, totals, at: at))
        } else if session.isTerminal {
            try session.page(
                onTerminal(days, totals, filters.isEmpty ? nil : days.lastDay, today, session)
                    + tags(diary, request, session))
        } else {
            try session.write(plain(days, totals))
        }
    }

    /// The means of a measure by week and month.
    private func measure(_ key: String, of diary: Diary, at point: DiaryPoint, _ session: Session) throws {
        let measure = MeasureFilter(key: key)
        var request = SearchRequest()
        request.filter = .all(try filters.filters(session) + [.measure(measure)])
        request.point = point
        let page = try diary.search(request)
        if page.leftOut > 0 { throw Problem.leftOut(page.leftOut) }
        var figures = MeasureStatistics()
        try diary.forEachFound(page, by: request) { found in
            let content = found.entry.content
            for value in measure.values(in: content.text) { figures.add(value, on: content.date) }
        }
        if session.isJSON {
            try session.write(StatisticsJSON.measure(key, figures, at: page.at.rawValue))
        } else if figures.all.count > 0 {
            try session.page(MeasureText(key: key, figures: figures).text(session))
        }
        if figures.all.count == 0 { throw session.isJSON ? Problem.nothingFound : Problem.noMeasure(key) }
    }

    /// The same figures of some days alone, from their entries.
    private func counted(
        _ request: ListRequest, of diary: Diary, _ today: Int, _ session: Session
    ) throws -> (days: DayStatistics, totals: Totals, at: UInt64) {
        var days = DayCounts()
        var totals = Totals()
        let end = try session.pages(diary, request, limit: nil) { page, _ in
            for entry in page {
                days.add(entry.content.date.seconds)
                totals.live += 1
                totals.words += UInt64(wordCount(entry.content.text.span))
            }
        }
        if end.leftOut > 0 { throw Problem.leftOut(end.leftOut) }
        return (DayStatistics(days, today: today), totals, end.at)
    }

    /// The day that it was at the point asked for.
    private func today(at point: DiaryPoint, in diary: Diary, _ session: Session) throws -> Int {
        switch point {
        case .head: return try session.clock().civil.dayNumber
        case .instant(let instant): return try session.civil(ClockReading(wall: instant, offset: 0)).dayNumber
        case .event:
            let page = try diary.log(limit: 1, at: point)
            guard let event = page.events.first else { return try session.clock().civil.dayNumber }
            return try session.civil(event.recordedAt).dayNumber
        }
    }

    /// A name and a value per line, separated by a tab.
    private func plain(_ days: DayStatistics, _ totals: Totals) -> String {
        var lines = ["entries\t\(days.entries)", "words\t\(totals.words)", "days\t\(days.days)"]
        if let first = days.firstDay, let last = days.lastDay {
            lines += ["firstDay\t" + StatisticsJSON.day(first), "lastDay\t" + StatisticsJSON.day(last)]
        }
        lines += ["currentStreak\t\(days.currentStreak)", "longestStreak\t\(days.longestStreak)"]
        lines += days.months.map { StatisticsJSON.month($0) + "\t\($0.entries)" }
        return lines.map { $0 + "\n" }.joined()
    }

    private func onTerminal(
        _ days: DayStatistics, _ totals: Totals, _ last: Int?, _ today: Int, _ session: Session
    ) throws -> String {
        func day(_ number: Int?) -> String { number.map { session.dayText(CivilTime(day: $0)) } ?? "-" }
        let lines: [(Sentence, String)] = [
            (.entries, "\(days.entries)"), (.words, "\(totals.words)"), (.days, "\(days.days)"),
            (Sentence("first day", "첫날"), day(days.firstDay)), (Sentence("last day", "마지막 날"), day(days.lastDay)),
            (Sentence("current streak", "지금 연속 기록"), "\(days.currentStreak)"),
            (Sentence("longest streak", "가장 긴 연속 기록"), "\(days.longestStreak)"),
        ]
        var text = ""
        let room = max(18, lines.map { OnScreen.width(of: session.text($0.0)) + 1 }.max() ?? 0)
        for (word, value) in lines {
            text += OnScreen.padded(session.text(word), to: room) + session.paint(value, 1) + "\n"
        }
        let table = YearTable(months: days.months).text(session)
        if !table.isEmpty { text += "\n" + table }
        var map = Heatmap(days: days.byDay, today: today)
        if let last, let asked = Heatmap(days: days.byDay, year: CivilTime(day: last).year) { map = asked }
        return text + "\n" + map.text(session)
    }

    /// The tags that most entries have.
    private func tags(_ diary: Diary, _ request: ListRequest, _ session: Session) throws -> String {
        let text = try diary.tags(request).counts.onTerminal(session, first: 10)
        return text.isEmpty ? "" : "\n" + text
    }
}
