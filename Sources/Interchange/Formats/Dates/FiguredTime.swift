internal import DiaryModel

/// A day in figures with which a text begins, and a time behind it:
///
///     2023-12-31T23:59:00.5    2023. 12. 31. 오후 11:59    12/31/2023 11:59 PM    31-Dec-23    20231231T235900
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

    /// Of a part of a text other words may follow. Unless it is of a name, a time has colons.
    init?(_ text: Substring, _ order: DateOrder, isPart: Bool, ofName: Bool = true) {
        var behind = text
        guard let (day, joined) = Self.joined(&behind, isPart, ofName) ?? Self.day(&behind, order, isPart) else {
            return nil
        }
        let isWhole = Self.figures(text).count == 8
        let clock = joined ?? Self.clock(&behind, isJoined: isWhole, ofName: ofName)
        // No word of ASCII goes on, but behind a day of ISO, and the Z of a time.
        if let next = behind.first, next.isASCII, next.isLetter, Self.figures(text).count != 4,
            clock == nil || next != "Z"
        {
            return nil
        }
        (civil, precision, rest) = (clock?.on(day) ?? day, clock?.precision ?? .day, behind)
    }

    fileprivate static func figures(_ text: Substring) -> Substring { text.prefix { $0.isASCII && $0.isWholeNumber } }

    /// The time behind a day, after a space, a comma, a T, a dash, or `at`.
    static func clock(_ behind: inout Substring, isJoined: Bool, ofName: Bool) -> Clock? {
        var time = behind.first == "," ? behind.dropFirst() : behind
        guard let sign = time.first, sign == " " || "Tt".contains(sign) || ofName && "-_".contains(sign) else {
            return nil
        }
        time = time.dropFirst().drop { $0 == " " }
        if ofName, sign == " ", let word = ["- ", "at "].first(where: { time.hasPrefix($0) }) {
            time = time.dropFirst(word.count)
        }
        // Behind a day, `-05:00` is an offset.
        let written = sign == "-" ? nil : Clock(&time)
        guard let clock = written ?? (ofName ? Clock(named: &time, behind: sign, isJoined: isJoined) : nil) else {
            return nil
        }
        behind = time
        return clock
    }

    /// Figures with nothing between them, as a day and as a time; in names the year may have two, if a time of six
    /// follows: `240501_223015`. Or a day of a week as ISO counts it: `2024-W18-3`.
    private static func joined(_ text: inout Substring, _ isPart: Bool, _ ofName: Bool) -> (CivilTime, Clock?)? {
        var figures = Self.figures(text)
        if figures.count == 4, text.dropFirst(4).hasPrefix("-W") {
            let parts = text.prefix(10).split(separator: "-")
            guard let year = Int(figures), let fourth = CivilTime(year: year, month: 1, day: 4),
                parts.count == 3, let week = Int(parts[1].dropFirst()), (1...53).contains(week),
                let day = Int(parts[2]), (1...7).contains(day)
            else { return nil }
            text = text[parts[2].endIndex...]
            return (CivilTime(seconds: fourth.seconds + Int64(week * 7 - 8 + day - fourth.weekday) * 86_400), nil)
        }
        if ofName, figures.count == 6, case let time = text[figures.endIndex...], time.first == "_",
            Self.figures(time.dropFirst()).count == 6
        {
            text = "20" + text
            figures = Self.figures(text)
        }
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

    /// Three numbers with the same sign between them; with points the month is the second, which may have its name
    /// between hyphens.
    private static func day(_ text: inout Substring, _ order: DateOrder, _ isPart: Bool) -> (CivilTime, Clock?)? {
        var (behind, sign, numbers, order, isNamed) = (text, Character?.none, [Substring](), order, false)
        while numbers.count < 3, case let figures = Self.figures(behind), (1...4).contains(figures.count) {
            numbers.append(figures)
            behind = behind[figures.endIndex...]
            guard numbers.count < 3 else { break }
            guard let next = behind.popFirst(), sign ?? next == next,
                "/-.".contains(next) || next == "_" && numbers[0].count == 4
            else { return nil }
            sign = next
            if next == "." { behind = behind.drop { $0 == " " } }
            if next == "-", numbers.count == 1, let month = TimeNames.month(behind.prefix { $0 != "-" }) {
                numbers.append(Substring(month))
                behind = behind.drop { $0 != "-" }.dropFirst()
                (order, isNamed) = (figures.count == 4 ? .yearFirst : .dayFirst, true)
            }
        }
        let values = numbers.compactMap { Int($0) }
        guard values.count == 3, numbers[1].count < 3 else { return nil }
        if sign == ".", behind.first == "." { behind.removeFirst() }
        // Among other words the year has four figures, but for `24-05-01`, as names have it.
        let isShort = !isNamed && sign == "-" && numbers.allSatisfy { $0.count == 2 }
        if isPart, isShort { order = .yearFirst }
        func short(_ index: Int) -> Int? {
            isPart && !isShort || numbers[index].count != 2 ? nil : values[index] + (values[index] < 69 ? 2000 : 1900)
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

    /// A time without colons, as names have it: `22-30`, `22.30.15`, `22_30`, `223015`, `10-30-00 PM`. Without seconds
    /// it is none where words follow, or where it may be a month and a day; nor `2230` behind a space, unless the day
    /// is joined as well.
    init?(named text: inout Substring, behind sign: Character, isJoined: Bool) {
        let first = FiguredTime.figures(text)
        var (parts, rest) = ([first], text[first.endIndex...])
        let mark = first.count == 2 ? rest.first.flatMap { "-._".contains($0) ? $0 : nil } : nil
        if first.count == 6 || first.count == 4 && (isJoined || sign != " ") {
            parts = stride(from: 0, to: first.count, by: 2).map { first.dropFirst($0).prefix(2) }
        }
        while let mark, parts.count < 3, rest.first == mark, case let next = FiguredTime.figures(rest.dropFirst()),
            next.count == 2
        {
            parts.append(next)
            rest = text[next.endIndex...]
        }
        var written = Substring(parts.joined(separator: ":") + rest)
        guard parts.count > 1, let clock = Clock(&written) else { return nil }
        let mayBeDay = sign == "-" || mark == "-" && sign == " "
        let isSure = !mayBeDay || !(1...12).contains(Int(parts[0]) ?? 0) || !(1...31).contains(Int(parts[1]) ?? 0)
        guard clock.precision == .second || written.count < rest.count || written.isEmpty && isSure else { return nil }
        self = clock
        text = text.suffix(written.count)
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
