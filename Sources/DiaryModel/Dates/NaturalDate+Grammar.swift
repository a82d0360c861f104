/// What phrases mean, read word by word.
///
///     phrase    day [[,] [at] time]  ·  [at] time (today's)  ·  N hours|minutes ago  ·  N시간|분 전
///     day       today yesterday tomorrow  ·  [the] day before yesterday / after tomorrow  ·  오늘 어제 그제 … 모레
///               friday           the latest one that is not after today: on a Friday, today
///               last friday      the latest one before today
///               last|this|next week friday, 지난주 금요일     of the week that begins on its Monday
///               N days|weeks|months|years ago, N일|주|달|개월|년 전
///               [year 년] N월 N일  ·  2026. 11. 1.  ·  2026-11-01  ·  Nov 1[, 2026]  ·  1 Nov [2026]   (else this year)
///     time      3pm  3:30 pm  15:00[:30]  noon  midnight  [오전|오후] N시 [N분|반]  오후 3:30  정오  자정
///
/// Midnight and 자정 are the beginning of the day. 3시 alone is 03:00, as on a 24-hour clock.
struct DateGrammar {
    private let lexemes: [DateLexeme]
    private let now: CivilTime
    var index = 0

    init(lexemes: [DateLexeme], now: CivilTime) {
        self.lexemes = lexemes
        self.now = now
    }

    mutating func phrase() throws(DateProblem) -> NaturalDate.Parsed {
        if let seconds = ago() {
            guard index == lexemes.count else { throw .unreadable }
            return .ago(seconds: seconds)
        }
        let day = try day()
        if day != nil, index == lexemes.count { return .day((day ?? now).startOfDay) }
        if day != nil { _ = takes(mark: ",") }
        _ = takes(.at)
        guard let time = try time(), index == lexemes.count else { throw .unreadable }
        let date = day ?? now
        let civil = CivilTime(
            year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute,
            second: time.second ?? 0)
        guard let civil else { throw .impossible }
        return .time(civil, time.second == nil ? .minute : .second)
    }

    // MARK: Reading pieces

    private func peek(_ ahead: Int = 0) -> DateLexeme.Kind? {
        index + ahead < lexemes.count ? lexemes[index + ahead].kind : nil
    }

    func word(_ ahead: Int = 0) -> DateWord? {
        if case .word(let word)? = peek(ahead) { word } else { nil }
    }

    func number(_ ahead: Int = 0) -> (value: Int, digits: Int)? {
        if case .number(let value, let digits)? = peek(ahead) { (value, digits) } else { nil }
    }

    mutating func takes(_ wanted: DateWord) -> Bool {
        guard word() == wanted else { return false }
        index += 1
        return true
    }

    mutating func takes(mark: Unicode.Scalar) -> Bool {
        guard peek() == .mark(mark) else { return false }
        index += 1
        return true
    }

    /// Whether this mark is `ahead` pieces further on, with no white space on either side if `joined`.
    func isMark(_ mark: Unicode.Scalar, _ ahead: Int, joined: Bool) -> Bool {
        guard peek(ahead) == .mark(mark) else { return false }
        guard joined else { return true }
        return !lexemes[index + ahead].isApart
            && (index + ahead + 1 >= lexemes.count || !lexemes[index + ahead + 1].isApart)
    }

    // MARK: Ago

    private mutating func ago() -> Int64? {
        guard let count = number()?.value, word(2) == .ago else { return nil }
        let unit: Int64
        switch word(1) {
        case .hours: unit = 3600
        case .minutes, .minuteMark: unit = 60
        default: return nil
        }
        index += 3
        return Int64(count) * unit
    }

    private mutating func daysAgo() throws(DateProblem) -> CivilTime? {
        guard let count = number()?.value, word(2) == .ago, let unit = word(1) else { return nil }
        index += 3
        switch unit {
        case .days, .dayMark: return try shifted(days: -count)
        case .weeks: return try shifted(days: -count * 7)
        case .months: return try shifted(months: -count)
        case .years, .yearMark: return try shifted(months: -count * 12)
        default: throw .unreadable
        }
    }

    private func shifted(days: Int) throws(DateProblem) -> CivilTime {
        let day = now.startOfDay.adding(days: days)
        guard day.dayNumber - now.dayNumber == days else { throw .impossible }
        return day
    }

    private func shifted(months: Int) throws(DateProblem) -> CivilTime {
        let day = now.startOfDay.adding(months: months)
        guard (day.year - now.year) * 12 + day.month - now.month == months else { throw .impossible }
        return day
    }

    // MARK: Days

    private mutating func day() throws(DateProblem) -> CivilTime? {
        if let day = try daysAgo() { return day }
        if let day = try numericDay() { return day }
        if let day = try namedMonthDay() { return day }
        if let days = spokenDay() { return try shifted(days: days) }
        return try weekdayDay()
    }

    private mutating func spokenDay() -> Int? {
        if case .dayFromToday(let days)? = word() {
            index += 1
            return days
        }
        let start = index
        _ = takes(.the)
        if takes(.days) {
            if takes(.before), takes(.dayFromToday(-1)) { return -2 }
            if takes(.after), takes(.dayFromToday(1)) { return 2 }
        }
        index = start
        return nil
    }

    private mutating func weekdayDay() throws(DateProblem) -> CivilTime? {
        let week: Int?
        var isStrictlyPast = false
        switch (word(), word(1)) {
        case (.weekday, _): week = nil
        case (.weekFromThis(let number), _): (week, index) = (number, index + 1)
        case (.last, .weeks): (week, index) = (-1, index + 2)
        case (.this, .weeks): (week, index) = (0, index + 2)
        case (.next, .weeks): (week, index) = (1, index + 2)
        case (.this, .weekday): (week, index) = (0, index + 1)
        case (.last, .weekday): (week, isStrictlyPast, index) = (nil, true, index + 1)
        default: return nil
        }
        guard case .weekday(let weekday)? = word() else { throw .unreadable }
        index += 1
        let fromToday = weekday - now.weekday
        if let week { return try shifted(days: fromToday + week * 7) }
        let isPast = isStrictlyPast ? fromToday < 0 : fromToday <= 0
        return try shifted(days: isPast ? fromToday : fromToday - 7)
    }

    /// 2026년 11월 1일, 11월 1일, 2026. 11. 1. and 2026-11-01.
    private mutating func numericDay() throws(DateProblem) -> CivilTime? {
        guard let first = number() else { return nil }
        if word(1) == .yearMark, let month = number(2), word(3) == .monthMark, let day = number(4), word(5) == .dayMark
        {
            index += 6
            return try date(year: first, month: month.value, day: day)
        }
        if word(1) == .monthMark, let day = number(2), word(3) == .dayMark {
            index += 4
            return try date(year: nil, month: first.value, day: day)
        }
        for (mark, joined) in [(".", false), ("-", true)] as [(Unicode.Scalar, Bool)] {
            guard isMark(mark, 1, joined: joined), let month = number(2), isMark(mark, 3, joined: joined),
                let day = number(4), month.digits <= 2, joined ? month.digits == 2 && day.digits == 2 : true
            else { continue }
            index += 5
            if !joined { _ = takes(mark: ".") }
            return try date(year: first, month: month.value, day: day)
        }
        return nil
    }

    /// Nov 1, November 1, 2026, 1 Nov 2026, Nov 1st.
    private mutating func namedMonthDay() throws(DateProblem) -> CivilTime? {
        var month = 0
        var day = (value: 0, digits: 0)
        if case .month(let number)? = word() {
            index += 1
            _ = takes(mark: ".")
            guard let read = self.number() else { throw .unreadable }
            (month, day) = (number, read)
            index += 1
            takeOrdinal()
        } else if let read = number() {
            let isOrdinal = word(1) == .ordinal && !lexemes[index + 1].isApart
            guard case .month(let number)? = word(isOrdinal ? 2 : 1) else { return nil }
            (month, day) = (number, read)
            index += isOrdinal ? 3 : 2
            _ = takes(mark: ".")
        } else {
            return nil
        }
        let start = index
        _ = takes(mark: ",")
        if let year = number(), year.digits == 4, peek(1) != .mark(":") {
            index += 1
            return try date(year: year, month: month, day: day)
        }
        index = start
        return try date(year: nil, month: month, day: day)
    }

    private mutating func takeOrdinal() {
        if word() == .ordinal, !lexemes[index].isApart { index += 1 }
    }

    private func date(
        year: (value: Int, digits: Int)?, month: Int, day: (value: Int, digits: Int)
    ) throws(DateProblem) -> CivilTime {
        guard (1...2).contains(day.digits), year == nil || year?.digits == 4 else { throw .unreadable }
        guard let date = CivilTime(year: year?.value ?? now.year, month: month, day: day.value) else {
            throw .impossible
        }
        return date
    }
}
