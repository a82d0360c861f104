/// What phrases mean: the rules that fit, one after the other, and the day or time they come to.
struct DateReading {
    private let scanner: DateScanner
    let now: CivilTime
    private let count: Int

    /// A form tells in which order the reader's country writes day and month.
    init(_ text: String, now: CivilTime, form: DateForm?) {
        self.init(text, now: now, isDayFirst: form?.order == .dayFirst)
    }

    init(_ text: String, now: CivilTime, isDayFirst: Bool) {
        scanner = DateScanner(text, isDayFirst: isDayFirst)
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
            return .ago(seconds: Int64(match.captures.count) * unit + Int64(match.captures.minute ?? 0) * 60)
        }
        for reading in dayFirst(start) + timeFirst(start) {
            do throws(Mistake) { return try meaning(day: reading.day, time: reading.time) } catch {
                if first == nil { first = error }
            }
        }
        throw first ?? unread(from: start)
    }

    /// What a phrase says that names its year, and so means the same on any day; nil if it does not.
    func written() -> NaturalDate.Parsed? {
        let start = scanner.skippingSpace(0)
        for (day, time) in dayFirst(start) + timeFirst(start) {
            if let day, namesYear(day), let date = try? meaning(day: day, time: time) { return date }
        }
        return nil
    }

    /// What a text begins with that names its year, and how many of its scalars that takes: a day, and a time of
    /// figures or a weekday in parentheses behind it.
    func beginning() -> (date: NaturalDate.Parsed, end: Int)? {
        let found = scanner.matches(from: 0) { !$0.isTime }.filter(namesYear).flatMap { day in
            let times = scanner.matches(from: beginningOfTime(after: day.range.upperBound)) { $0 == .time }
            let all = [DateScanner.Match?.none] + times.map(Optional.some)
            return all.compactMap { time -> (date: NaturalDate.Parsed, end: Int)? in
                let end = time?.range.upperBound ?? day.range.upperBound
                guard scanner.endsWord(at: end), let date = try? meaning(day: day, time: time) else { return nil }
                return (date, end)
            }
        }.sorted { $0.end < $1.end }
        let longest = found.last { date in
            scanner.scalars[..<date.end].contains { ":시(".unicodeScalars.contains($0) }
        }
        return longest ?? found.first
    }

    /// Of two digits alone, where Korean says that they are a year.
    private func namesYear(_ day: DateScanner.Match) -> Bool {
        day.captures.year != nil || day.captures.shortYear != nil && scanner.scalars[day.range].contains("년")
    }

    /// The days of a phrase that means more than one, by their numbers; nil if it means none or one.
    func span() throws(Mistake) -> ClosedRange<Int>? {
        var first: Mistake?
        for match in scanner.matches(from: scanner.skippingSpace(0), where: { $0.isSpan })
        where isEnd(match.range.upperBound) {
            do throws(Mistake) { return try days(match) } catch {
                if first == nil { first = error }
            }
        }
        if let first { throw first }
        return nil
    }

    /// Whether a text that could not be read looks like a date: it begins with one, and has nothing but words of dates.
    var looksLikeDate: Bool {
        let start = scanner.skippingSpace(0)
        return scanner.matches(from: start) { _ in true }.contains { match in
            !match.isHeading && scanner.isVocabulary(from: match.range.upperBound)
        }
    }

    /// Whether it is no more than a part of the day, a month, a season or a year, as headings are.
    var isHeading: Bool {
        let start = scanner.skippingSpace(0)
        let whole = scanner.matches(from: start) { _ in true }.filter { isEnd($0.range.upperBound) }
        return !whole.isEmpty && whole.allSatisfy(\.isHeading)
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

    /// There is no such day or time, because of the first of these slots.
    func impossible(_ match: DateScanner.Match, _ slots: DateSlot...) -> Mistake {
        let range = slots.lazy.compactMap { match.captures.range(of: $0) }.first ?? match.range
        return Mistake(reason: .impossible, range: range)
    }
}

extension CivilTime {
    fileprivate func at(hour: Int) -> CivilTime { CivilTime(seconds: startOfDay.seconds + Int64(hour) * 3600) }
}
