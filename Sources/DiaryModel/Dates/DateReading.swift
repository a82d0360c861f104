/// What phrases mean: the rules that fit, one after the other, and the day or time they come to.
struct DateReading {
    private let scanner: DateScanner
    private let now: CivilTime
    private let count: Int

    init(_ text: String, now: CivilTime) {
        scanner = DateScanner(text)
        self.now = now
        count = scanner.scalars.count
    }

    /// A problem, and where in the scalars it is.
    struct Mistake: Error {
        let reason: DateProblem.Reason
        let range: Range<Int>
    }

    func phrase() throws(Mistake) -> NaturalDate.Parsed {
        var first: Mistake?
        let start = scanner.skippingSpace(0)
        for match in scanner.matches(from: start, where: { $0.isElapsed }) where isEnd(match.range.upperBound) {
            guard case .elapsed(let unit) = match.meaning else { continue }
            return .ago(seconds: Int64(match.captures.count) * unit)
        }
        for reading in dayFirst(start) + timeFirst(start) {
            do throws(Mistake) { return try meaning(day: reading.day, time: reading.time) } catch {
                if first == nil { first = error }
            }
        }
        throw first ?? unread(from: start)
    }

    /// Whether a text that could not be read looks like a date: it begins with one, and has nothing but words of dates.
    var looksLikeDate: Bool {
        let start = scanner.skippingSpace(0)
        return scanner.matches(from: start) { _ in true }.contains { match in
            !match.isPartAlone && scanner.isVocabulary(from: match.range.upperBound)
        }
    }

    /// Whether it is no more than the name of a part of the day.
    var isPartAlone: Bool {
        let start = scanner.skippingSpace(0)
        let whole = scanner.matches(from: start) { _ in true }.filter { isEnd($0.range.upperBound) }
        return !whole.isEmpty && whole.allSatisfy(\.isPartAlone)
    }

    // MARK: The parts of a phrase

    private typealias Parts = (day: DateScanner.Match?, time: DateScanner.Match?)

    private func dayFirst(_ start: Int) -> [Parts] {
        scanner.matches(from: start) { !$0.isTime && !$0.isElapsed }.flatMap { day -> [Parts] in
            let end = day.range.upperBound
            if isEnd(end) { return [(day, nil)] }
            return times(beginningOfTime(after: end)).map { (day, $0) }
        }
    }

    /// Where a time may begin behind a day: after white space, a comma and "at"; or after the T of 2026-11-01T10:00.
    private func beginningOfTime(after end: Int) -> Int {
        var next = scanner.skippingSpace(end)
        if next == end, end + 1 < count, scanner.scalars[end] == "t" { return end + 1 }
        if next < count, scanner.scalars[next] == "," { next = scanner.skippingSpace(next + 1) }
        return scanner.end(ofAny: DateTable.joiners, at: next).map { scanner.skippingSpace($0) } ?? next
    }

    private func timeFirst(_ start: Int) -> [Parts] {
        var next = start
        if let joiner = scanner.end(ofAny: DateTable.joiners, at: start) { next = scanner.skippingSpace(joiner) }
        return scanner.matches(from: next) { $0.isTime }.flatMap { time -> [Parts] in
            let end = time.range.upperBound
            if isEnd(end) { return [(nil, time)] }
            let rest = scanner.skippingSpace(end)
            return scanner.matches(from: rest) { !$0.isTime && !$0.isElapsed }
                .filter { isEnd($0.range.upperBound) && rest > end }.map { ($0, time) }
        }
    }

    private func times(_ start: Int) -> [DateScanner.Match] {
        scanner.matches(from: start) { $0.isTime }.filter { isEnd($0.range.upperBound) }
    }

    /// Whether nothing more stands there than an ending, as in 어제쯤에.
    private func isEnd(_ index: Int) -> Bool {
        var index = scanner.skippingSpace(index)
        while index > 0, let end = scanner.end(ofAny: DateTable.endings, at: index) {
            index = scanner.skippingSpace(end)
        }
        return index == count
    }

    /// Everything that follows the longest day and time at the beginning is not understood.
    private func unread(from start: Int) -> Mistake {
        let first = scanner.matches(from: start) { _ in true }.first
        var known = first?.range.upperBound ?? start
        if let first, !first.meaning.isTime, !first.meaning.isElapsed,
            let time = scanner.matches(from: beginningOfTime(after: known), where: { $0.isTime }).first
        {
            known = time.range.upperBound
        }
        var range = scanner.skippingSpace(known)..<count
        if range.isEmpty { range = start..<count }
        return Mistake(reason: .unreadable, range: range)
    }

    // MARK: What they mean

    private func meaning(
        day: DateScanner.Match?, time: DateScanner.Match?
    ) throws(Mistake) -> NaturalDate.Parsed {
        let date = try day.map { (match) throws(Mistake) in try self.day(match) } ?? now.startOfDay
        let part = day?.captures.part
        guard let time else {
            guard let part else { return .day(date) }
            return .time(date.at(hour: part.usualHour), .minute)
        }
        let captures = time.captures
        let hour: Int
        switch time.meaning {
        case .hour(let fixed): hour = fixed
        case .usual: hour = captures.part?.usualHour ?? 0
        default:
            hour = captures.hour ?? 0
            guard (0...23).contains(hour) else { throw impossible(time, .hour) }
        }
        let named = captures.part ?? part
        var read = hour
        if let named, time.meaning == .time {
            do throws(DateProblem.Reason) { read = try named.hour(said: hour) } catch {
                throw Mistake(reason: error, range: captures.range(of: .hour) ?? time.range)
            }
        }
        let (minute, second) = (captures.minute ?? 0, captures.second ?? 0)
        guard minute <= 59 else { throw impossible(time, .minute, .twoDigitMinute) }
        guard second <= 59 else { throw impossible(time, .second, .looseSecond) }
        let civil = CivilTime(seconds: date.at(hour: read).seconds + Int64(minute * 60 + second))
        return .time(civil, captures.second == nil ? .minute : .second)
    }

    private func day(_ match: DateScanner.Match) throws(Mistake) -> CivilTime {
        let captures = match.captures
        let weekday = (captures.weekday ?? 0) - now.weekday
        switch match.meaning {
        case .fromToday(let days): return try shifted(days: days, match)
        case .before(let unit): return try shifted(-captures.count, unit, match)
        case .after(let unit): return try shifted(captures.count, unit, match)
        case .latestWeekday: return try shifted(days: weekday <= 0 ? weekday : weekday - 7, match)
        case .weekdayBefore: return try shifted(days: weekday < 0 ? weekday : weekday - 7, match)
        case .weekdayAfter: return try shifted(days: weekday > 0 ? weekday : weekday + 7, match)
        case .weekdayOfWeek(let weeks): return try shifted(days: weekday + weeks * 7, match)
        case .calendar(let years, let months): return try calendar(years: years, months: months, match)
        case .endOfMonth(let months):
            let first = now.startOfDay.adding(days: 1 - now.day)
            return first.adding(months: months + 1).adding(days: -1)
        case .vague: throw Mistake(reason: .vague, range: match.range)
        case .unread, .time, .hour, .usual, .elapsed: throw Mistake(reason: .unreadable, range: match.range)
        }
    }

    private func calendar(years: Int, months: Int, _ match: DateScanner.Match) throws(Mistake) -> CivilTime {
        let captures = match.captures
        let month = now.startOfDay.adding(days: 1 - now.day).adding(months: months)
        let year = captures.year ?? (captures.month == nil ? month.year : now.year + years)
        guard (1...9999).contains(year) else { throw impossible(match, .year) }
        guard CivilTime(year: year, month: captures.month ?? month.month, day: 1) != nil else {
            throw impossible(match, .month, .twoDigitMonth)
        }
        guard let date = CivilTime(year: year, month: captures.month ?? month.month, day: captures.day ?? 1) else {
            throw impossible(match, .day, .twoDigitDay)
        }
        // A weekday beside a date must be that day's.
        if let weekday = captures.weekday, weekday != date.weekday {
            throw impossible(match, .weekday, .shortWeekday)
        }
        return date
    }

    private func shifted(
        _ count: Int, _ unit: DateMeaning.Unit, _ match: DateScanner.Match
    ) throws(Mistake) -> CivilTime {
        switch unit {
        case .days: return try shifted(days: count, match)
        case .weeks: return try shifted(days: count * 7, match)
        case .months: return try shifted(months: count, match)
        case .years: return try shifted(months: count * 12, match)
        }
    }

    private func shifted(days: Int, _ match: DateScanner.Match) throws(Mistake) -> CivilTime {
        let day = now.startOfDay.adding(days: days)
        guard day.dayNumber - now.dayNumber == days else { throw impossible(match, .count) }
        return day
    }

    private func shifted(months: Int, _ match: DateScanner.Match) throws(Mistake) -> CivilTime {
        let day = now.startOfDay.adding(months: months)
        guard (day.year - now.year) * 12 + day.month - now.month == months else { throw impossible(match, .count) }
        return day
    }

    /// There is no such day or time, because of the first of these slots.
    private func impossible(_ match: DateScanner.Match, _ slots: DateSlot...) -> Mistake {
        let range = slots.lazy.compactMap { match.captures.range(of: $0) }.first ?? match.range
        return Mistake(reason: .impossible, range: range)
    }
}

extension CivilTime {
    fileprivate func at(hour: Int) -> CivilTime { CivilTime(seconds: startOfDay.seconds + Int64(hour) * 3600) }
}
