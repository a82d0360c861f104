package import DiaryModel

/// How a date is written, in the letters of strftime: `%Y-%m-%d %H:%M`.
///
/// Read and written are Y m d H M S I p y b B a A j, e and k as d and H without a zero, and F T R r D as short for what
/// they are. Names of months and days are English; Korean 오전 and 오후 are read as AM and PM.
package struct TimeFormat: Equatable, Hashable, Sendable {
    private enum Part: Equatable, Hashable {
        case field(Unicode.Scalar)
        case literal(Character)
    }

    /// As it was typed.
    package let text: String
    private let parts: [Part]
    /// Whether it says which day it is.
    package let hasDay: Bool

    /// Nil if it has a letter that is not known, or says no date and no time.
    package init?(_ text: String) {
        var parts: [Part] = []
        guard Self.take(text, into: &parts), parts.contains(where: { Self.isField($0) }) else { return nil }
        self.init(text, parts)
    }

    private init(_ text: String, _ parts: [Part]) {
        (self.text, self.parts) = (text, parts)
        hasDay = Self.has("Yy", parts) && (Self.has("j", parts) || Self.has("mbB", parts) && Self.has("de", parts))
    }

    /// One that is written here and known to be right; an unknown letter would make it empty.
    init(known text: String) {
        var parts: [Part] = []
        _ = Self.take(text, into: &parts)
        self.init(text, parts)
    }

    private static func isField(_ part: Part) -> Bool {
        if case .field = part { true } else { false }
    }

    private static func take(_ text: String, into parts: inout [Part]) -> Bool {
        let short: [Unicode.Scalar: String] = [
            "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "r": "%I:%M:%S %p", "D": "%m/%d/%y",
        ]
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "%" else {
                parts.append(.literal(Character(scalar)))
                continue
            }
            guard let letter = scalars.next() else { return false }
            if letter == "%" {
                parts.append(.literal("%"))
            } else if let long = short[letter] {
                _ = take(long, into: &parts)
            } else if "YmdHMSIpybBaAjek".unicodeScalars.contains(letter) {
                parts.append(.field(letter))
            } else {
                return false
            }
        }
        return true
    }

    private static func has(_ letters: String, _ parts: [Part]) -> Bool {
        parts.contains { if case .field(let letter) = $0 { letters.unicodeScalars.contains(letter) } else { false } }
    }

    /// How exactly it says the time.
    package var precision: EntryDate.Precision {
        Self.has("S", parts) ? .second : Self.has("HIk", parts) ? .minute : .day
    }

    /// What a text says that is written in it, to the last character; nil for any other text. Where it names no day,
    /// `day` is the day.
    package func read(_ text: String, on day: CivilTime? = nil) -> CivilTime? {
        guard var reader = reader(of: text), reader.rest.isEmpty else { return nil }
        if !hasDay {
            guard let day else { return nil }
            (reader.year, reader.month, reader.day) = (day.year, day.month, day.day)
        }
        return reader.civil
    }

    /// The beginning of a text that is a day and a time written in it, up to a space or the end; nil if there is none.
    func beginning(of text: String) -> String? {
        guard let (_, rest) = leading(text), rest.isEmpty || rest.first == " " else { return nil }
        return String(text[..<rest.startIndex])
    }

    /// What a text begins with that is written in it, and what stands behind; nil if no day does.
    func leading(_ text: String) -> (time: CivilTime, rest: Substring)? {
        guard hasDay, let reader = reader(of: text), let time = reader.civil else { return nil }
        return (time, reader.rest)
    }

    /// What a text says as far as the format goes; nil if it does not go so far.
    private func reader(of text: String) -> TimeReader? {
        var reader = TimeReader(text)
        for part in parts {
            switch part {
            case .literal(let sign): guard reader.takes(sign) else { return nil }
            case .field(let letter): guard reader.take(letter) else { return nil }
            }
        }
        return reader
    }

    /// A time, written in it.
    package func write(_ time: CivilTime) -> String {
        parts.map { part in
            switch part {
            case .literal(let sign): String(sign)
            case .field(let letter): TimeNames.text(letter, time)
            }
        }.joined()
    }
}

/// What a text in a time format says, field by field.
private struct TimeReader {
    var rest: Substring
    var year = 1900
    var month = 1
    var day = 1
    private var dayOfYear: Int?
    private var hour = 0
    private var minute = 0
    private var second = 0
    private var isAfternoon: Bool?

    init(_ text: String) { rest = text[...] }

    /// A space stands for any white space but none.
    mutating func takes(_ sign: Character) -> Bool {
        if sign == " " {
            let spaces = rest.prefix { $0.isWhitespace }
            rest = rest.dropFirst(spaces.count)
            return !spaces.isEmpty
        }
        guard rest.first == sign else { return false }
        rest.removeFirst()
        return true
    }

    mutating func take(_ letter: Unicode.Scalar) -> Bool {
        switch letter {
        case "Y": return number(4, least: 4) { $0.year = $1 }
        case "y": return number(2, least: 2) { $0.year = $1 + ($1 < 69 ? 2000 : 1900) }
        case "m": return number(2) { $0.month = $1 }
        case "d", "e": return number(2) { $0.day = $1 }
        case "j": return number(3) { $0.dayOfYear = $1 }
        case "H", "k": return number(2) { $0.hour = $1 }
        case "I":
            guard number(2, { $0.hour = $1 % 12 + ($1 > 12 || $1 == 0 ? 99 : 0) }) else { return false }
            isAfternoon = isAfternoon ?? false
            return true
        case "M": return number(2) { $0.minute = $1 }
        case "S": return number(2) { $0.second = $1 }
        case "p":
            guard let (index, length) = TimeNames.find(TimeNames.halves, rest) else { return false }
            isAfternoon = index % 2 == 1
            rest = rest.dropFirst(length)
            return true
        case "b", "B": return name(TimeNames.months, 12) { $0.month = $1 + 1 }
        default: return name(TimeNames.days, 7) { _, _ in }
        }
    }

    private mutating func number(
        _ most: Int, least: Int = 1, _ set: (inout Self, Int) -> Void
    ) -> Bool {
        let digits = rest.prefix(most).prefix { $0.isASCII && $0.isWholeNumber }
        guard digits.count >= least, let value = Int(digits) else { return false }
        rest = rest.dropFirst(digits.count)
        set(&self, value)
        return true
    }

    private mutating func name(_ names: [String], _ count: Int, _ set: (inout Self, Int) -> Void) -> Bool {
        guard rest.first?.isLetter == true, case let whole = TimeNames.find(names, rest),
            let (index, length) = whole ?? TimeNames.find(names.map { String($0.prefix(3)) }, rest)
        else { return false }
        rest = rest.dropFirst(length)
        set(&self, index % count)
        return true
    }

    var civil: CivilTime? {
        let hour = hour + (isAfternoon == true && hour < 12 ? 12 : 0)
        guard
            let time = CivilTime(
                year: year, month: dayOfYear == nil ? month : 1, day: dayOfYear == nil ? day : 1, hour: hour,
                minute: minute, second: second)
        else { return nil }
        guard let dayOfYear else { return time }
        let moved = time.adding(days: dayOfYear - 1)
        return dayOfYear >= 1 && moved.year == year ? moved : nil
    }
}

/// The names that dates are written with.
enum TimeNames {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    static let halves = ["AM", "PM", "오전", "오후", "a.m.", "p.m."]

    /// The number of the month that a word is, in full or by its first three letters, with two figures.
    static func month(_ word: some StringProtocol) -> String? {
        let small = word.lowercased()
        let index = months.firstIndex { [$0.lowercased(), $0.prefix(3).lowercased()].contains(small) }
        return index.map { padded($0 + 1, 2) }
    }

    /// Which of the names a text begins with, in any case, and how many characters that is.
    static func find(_ names: [String], _ text: Substring) -> (index: Int, length: Int)? {
        // No name is longer.
        let start = text.prefix(9).lowercased()
        return names.firstIndex { start.hasPrefix($0.lowercased()) }.map { ($0, names[$0].count) }
    }

    /// A field of a time.
    static func text(_ letter: Unicode.Scalar, _ time: CivilTime) -> String {
        switch letter {
        case "Y": return padded(time.year, 4)
        case "y": return padded(time.year % 100, 2)
        case "m": return padded(time.month, 2)
        case "d": return padded(time.day, 2)
        case "e": return String(time.day)
        case "j":
            let first = CivilTime(year: time.year, month: 1, day: 1) ?? time
            return padded(time.dayNumber - first.dayNumber + 1, 3)
        case "H": return padded(time.hour, 2)
        case "k": return String(time.hour)
        case "I": return padded((time.hour + 11) % 12 + 1, 2)
        case "M": return padded(time.minute, 2)
        case "S": return padded(time.second, 2)
        case "p": return time.hour < 12 ? "AM" : "PM"
        case "b": return String(months[time.month - 1].prefix(3))
        case "B": return months[time.month - 1]
        case "a": return String(days[time.weekday].prefix(3))
        default: return days[time.weekday]
        }
    }
}
