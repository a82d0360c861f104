internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import EventStore
internal import Interchange

struct Calendar: ReadingCommand {
    static let about = CommandWords(
        "calendar",
        abstract: Sentence(
            "Show a month, or a year, with the days that have entries.", "한 달이나 한 해의 달력에 일기를 쓴 날을 보입니다."),
        discussion: Sentence(
            "In a pipe each such day and its number of entries, with a tab between.",
            "파이프에서는 쓴 날과 일기 수를 탭을 사이에 두고 출력합니다."))

    @Argument(
        "when",
        help: Sentence(
            "A month (2026-11, \"last month\"), a year or a season; without it, this month.",
            "달(2026-11, 지난달)이나 해나 철. 없으면 이달."))
    var words: [String] = []

    func carryOut(in session: Session) throws {
        let point = try session.point()
        let today = try session.clock().civil
        let range: ClosedRange<Int64>
        if !words.isEmpty {
            // A day, or a week, stands for its month or its months.
            let days = try session.days(words.joined(separator: " "))
            let first = CivilTime(seconds: days.lowerBound).monthSeconds.lowerBound
            range = first...CivilTime(seconds: days.upperBound).monthSeconds.upperBound
        } else {
            range = today.monthSeconds
        }
        let diary = try session.open()
        let (days, at) = try diary.days(within: range, at: point)
        let first = CivilTime(seconds: range.lowerBound).dayNumber
        let last = CivilTime(seconds: range.upperBound).dayNumber
        if session.isTerminal, !session.isJSON {
            let counts = Dictionary(days.map { ($0.day, $0.entries) }, uniquingKeysWith: +)
            return try session.page(MonthGrid.text(from: first, through: last, counts, today: today, session))
        }
        let answer = Answer("days", session, ["at": .number(at)])
        for count in days {
            let day = CivilTime(day: count.day).isoDay
            try answer.write(
                ["day": .text(day), "entries": .number(count.entries)], or: "\(day)\t\(count.entries)\n")
        }
        try answer.finish(at: SequenceNumber(at))
    }
}

/// Months as grids: a row for each week, and a mark on each day with entries.
enum MonthGrid {
    static func text(
        from first: Int, through last: Int, _ counts: [Int: Int], today: CivilTime, _ session: Session
    ) -> String {
        var months: [String] = []
        var month = CivilTime(day: first)
        while month.dayNumber <= last {
            months.append(text(of: month, counts, today: today, session))
            let next = month.adding(months: 1)
            guard next > month, next.day == 1 else { break }
            month = next
        }
        return months.joined(separator: "\n")
    }

    /// The columns of a day.
    private static let room = 4

    private static func text(
        of month: CivilTime, _ counts: [Int: Int], today: CivilTime, _ session: Session
    ) -> String {
        let name = month.monthName(session.language)
        let space = max((room * 7 - OnScreen.width(of: name)) / 2, 0)
        var text = String(repeating: " ", count: space) + session.paint(name, 1) + "\n"
        for weekday in session.language.weekdayNames {
            let short = String(weekday.prefix(session.language == .ko ? 1 : 2))
            text += String(repeating: " ", count: room - 1 - OnScreen.width(of: short)) + short + " "
        }
        text += "\n" + String(repeating: " ", count: room * month.weekday)
        let end = CivilTime(seconds: month.monthSeconds.upperBound).dayNumber
        var (written, entries) = (0, 0)
        for day in month.dayNumber...end {
            let number = day - month.dayNumber + 1
            let count = counts[day] ?? 0
            written += count > 0 ? 1 : 0
            entries += count
            let figure = String(repeating: " ", count: number < 10 ? 2 : 1) + "\(number)"
            let colour = day == today.dayNumber ? 7 : 32
            text += count > 0 || day == today.dayNumber ? session.paint(figure, colour) : figure
            text += count > 1 ? "•" : count == 1 ? "·" : " "
            if CivilTime(day: day).weekday == 6, day < end { text += "\n" }
        }
        let total = Sentence(
            "\(entries, "entry", "entries") on \(written, "day", "days")", "\(written)일에 일기 \(entries)편")
        return text + "\n" + session.paint(session.text(total), 2) + "\n"
    }
}

extension CivilTime {
    /// The seconds of its month.
    var monthSeconds: ClosedRange<Int64> {
        let first = adding(days: 1 - day).startOfDay
        let next = first.adding(months: 1)
        return first.seconds...(next.second == 59 ? next.seconds : next.seconds - 1)
    }

    /// "November 2026", "2026년 11월".
    func monthName(_ language: Language) -> String {
        switch language {
        case .ko: "\(year)년 \(month)월"
        case .en: "\(language.monthNames[month - 1]) \(year)"
        }
    }
}
