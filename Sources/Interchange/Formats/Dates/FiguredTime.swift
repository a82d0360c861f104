internal import DiaryModel

/// A day in figures with which a text begins, and a time behind it:
///
///     2023-12-31T23:59:00.5    2023. 12. 31. 오후 11:59    12/31/2023 11:59 PM    31.12.23    20231231T235900
struct FiguredTime: Equatable {
    let civil: CivilTime
    let precision: EntryDate.Precision
    /// What stands behind.
    let rest: Substring

    /// All of a text; nil if something stands behind.
    init?(whole text: String, _ order: DateOrder) {
        self.init(text[...], order, isPart: false)
        guard rest.isEmpty else { return nil }
    }

    /// Of a part of a text other words may follow; a year has four figures there.
    init?(_ text: Substring, _ order: DateOrder, isPart: Bool) {
        var behind = text
        guard let (day, joined) = Self.joined(&behind, isPart) ?? Self.day(&behind, order, isPart) else { return nil }
        var clock = joined
        if clock == nil {
            var time = behind.first == "," ? behind.dropFirst() : behind
            let isApart = time.first == " " || time.first == "T" || time.first == "t"
            time = time.first == " " ? time.drop { $0 == " " } : time.dropFirst()
            clock = isApart ? Clock(&time) : nil
            if clock != nil { behind = time }
        }
        // No word of ASCII goes on, but behind a day of ISO.
        if let next = behind.first, next.isASCII, next.isLetter, Self.figures(text).count != 4 { return nil }
        (civil, precision, rest) = (clock?.on(day) ?? day, clock?.precision ?? .day, behind)
    }

    private static func figures(_ text: Substring) -> Substring { text.prefix { $0.isASCII && $0.isWholeNumber } }

    /// Figures with nothing between them, as a day and as a time.
    private static func joined(_ text: inout Substring, _ isPart: Bool) -> (CivilTime, Clock?)? {
        let figures = Self.figures(text)
        guard [8, 12, 14].contains(figures.count), let year = Int(figures.prefix(4)),
            !isPart || (1900...2100).contains(year), let monthAndDay = Int(figures.dropFirst(4).prefix(4)),
            let day = CivilTime(year: year, month: monthAndDay / 100, day: monthAndDay % 100)
        else { return nil }
        var (behind, time) = (text[figures.endIndex...], figures.dropFirst(8))
        if time.isEmpty, behind.first == "T" {
            time = Self.figures(behind.dropFirst())
            behind = behind[time.endIndex...]
        }
        let pairs = stride(from: 0, to: time.count, by: 2).map { time.dropFirst($0).prefix(2) }
        var written = pairs.joined(separator: ":")[...]
        let clock = Clock(&written)
        if !time.isEmpty, clock == nil || !written.isEmpty { return nil }
        text = behind
        return (day, clock)
    }

    /// Three numbers with the same sign between them; with points the month is the second.
    private static func day(_ text: inout Substring, _ order: DateOrder, _ isPart: Bool) -> (CivilTime, Clock?)? {
        var (behind, sign, numbers) = (text, Character?.none, [Substring]())
        while numbers.count < 3, case let figures = Self.figures(behind), (1...4).contains(figures.count) {
            numbers.append(figures)
            behind = behind[figures.endIndex...]
            guard numbers.count < 3 else { break }
            guard let next = behind.popFirst(), "/-.".contains(next), sign ?? next == next else { return nil }
            sign = next
            if next == "." { behind = behind.drop { $0 == " " } }
        }
        let values = numbers.compactMap { Int($0) }
        guard values.count == 3, numbers[1].count < 3 else { return nil }
        if sign == ".", behind.first == "." { behind.removeFirst() }
        func short(_ index: Int) -> Int? {
            isPart || numbers[index].count != 2 ? nil : values[index] + (values[index] < 69 ? 2000 : 1900)
        }
        let (year, month, day): (Int?, Int, Int) =
            switch (numbers[0].count, numbers[2].count, order) {
            case (4, ...2, _): (values[0], values[1], values[2])
            case (...2, 4, _) where sign == ".", (...2, 4, .dayFirst): (values[2], values[1], values[0])
            case (...2, 4, .monthFirst): (values[2], values[0], values[1])
            case (...2, ...2, .dayFirst): (short(2), values[1], values[0])
            case (...2, ...2, .monthFirst) where sign != ".": (short(2), values[0], values[1])
            case (...2, ...2, .yearFirst): (short(0), values[1], values[2])
            default: (nil, 0, 0)
            }
        text = behind
        return year.flatMap { CivilTime(year: $0, month: month, day: day) }.map { ($0, nil) }
    }
}

/// A time of day in figures: `23:59`, `11:59:00 PM`, `오후 11:59`. 24 o'clock is the next day's beginning; of a leap
/// second it is the one before.
struct Clock {
    private let seconds: Int
    let precision: EntryDate.Precision

    /// Takes it from the beginning of a text; nil if that begins with none.
    init?(_ text: inout Substring) {
        var rest = text
        var isAfternoon = Self.half(&rest)
        func number() -> Int? {
            let figures = rest.prefix(2).prefix { $0.isASCII && $0.isWholeNumber }
            rest = rest.dropFirst(figures.count)
            return Int(figures)
        }
        guard let hour = number(), rest.popFirst() == ":", let minute = number(), minute < 60 else { return nil }
        var second: Int?
        if rest.first == ":" {
            rest.removeFirst()
            second = number()
            let fraction = rest.dropFirst().prefix { $0.isASCII && $0.isWholeNumber }
            if let point = rest.first, ".,".contains(point), !fraction.isEmpty { rest = rest[fraction.endIndex...] }
        }
        isAfternoon = isAfternoon ?? Self.half(&rest)
        let hours = isAfternoon != nil ? 1...12 : 0...(minute == 0 ? 24 : 23)
        guard hours.contains(hour), second ?? 0 <= 60 else { return nil }
        let whole = isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? hour
        seconds = whole * 3600 + minute * 60 + min(second ?? 0, 59)
        precision = second == nil ? .minute : .second
        text = rest
    }

    /// Whether the half of the day that a text begins with is the second; nil if it begins with none.
    private static func half(_ text: inout Substring) -> Bool? {
        let start = text.drop { $0 == " " }
        guard let (index, length) = TimeNames.find(TimeNames.halves, start), case let rest = start.dropFirst(length),
            rest.first.map({ !$0.isLetter }) ?? true
        else { return nil }
        text = rest.drop { $0 == " " }
        return index % 2 == 1
    }

    func on(_ day: CivilTime) -> CivilTime { CivilTime(seconds: day.startOfDay.seconds + Int64(seconds)) }
}
