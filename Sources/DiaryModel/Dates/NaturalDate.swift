@_spi(_Unicode) import Swift

/// Dates as people write them, in Korean and English: "yesterday 3pm", "지난주 금요일", "2 hours ago", "2026-11-01T10:00".
///
/// Strict: a phrase is refused unless all of it is understood. DateTable.swift says what is understood.
public enum NaturalDate {
    /// What a phrase means.
    public enum Parsed: Equatable, Sendable {
        /// A whole day, at its midnight.
        case day(CivilTime)
        /// A time on a day, as precise as it was said.
        case time(CivilTime, EntryDate.Precision)
        /// A time that says its offset from UTC, or parts of a second.
        case exact(ISODate)
        /// So many seconds of elapsed time before now, whatever the wall clock did meanwhile; 0 is now itself.
        case ago(seconds: Int64)
    }

    /// A longer phrase, in bytes, is not a date; so a text passed in by mistake costs nothing.
    private static let bytesMost = 200
    /// The longest date `leadingDate` looks for, in characters.
    private static let leadMost = 40

    /// Reads a phrase; `now` decides what "today" is. Composed and decomposed Hangul read the same.
    public static func parse(text: String, now: CivilTime) throws(DateProblem) -> Parsed {
        try parse(text: text, now: now, form: nil)
    }

    /// The same for who writes day and month in the order of this form.
    package static func parse(
        text: String, now: CivilTime, form: DateForm?
    ) throws(DateProblem) -> Parsed {
        guard text.utf8.count <= bytesMost else {
            throw DateProblem(reason: .unreadable, range: 0..<text.utf8.count)
        }
        if let iso = ISODate(text) {
            if iso.offset != nil || iso.microsecond != 0 { return .exact(iso) }
            return iso.precision == .day ? .day(iso.civil) : .time(iso.civil, iso.precision)
        }
        do throws(DateReading.Mistake) { return try DateReading(text, now: now, form: form).phrase() } catch {
            throw DateProblem(reason: error.reason, range: bytes(error.range, of: text))
        }
    }

    /// What a phrase says that names its year, so that `now` tells no more than the century of `24년`; nil if it says
    /// no day so.
    package static func written(_ text: String, now: CivilTime, isDayFirst: Bool) -> Parsed? {
        guard text.utf8.count <= bytesMost, hasFigure(text) else { return nil }
        return DateReading(text, now: now, isDayFirst: isDayFirst).written()
    }

    /// The same of what a text begins with, and what stands behind it.
    package static func beginning(
        of text: String, now: CivilTime, isDayFirst: Bool
    ) -> (date: Parsed, rest: Substring)? {
        let start = String(text.prefix(leadMost))
        guard hasFigure(start), let found = DateReading(start, now: now, isDayFirst: isDayFirst).beginning() else {
            return nil
        }
        let date = String(String.UnicodeScalarView(start._nfc.prefix(found.end)))
        return (found.date, text.dropFirst(date.count))
    }

    private static func hasFigure(_ text: String) -> Bool { text.utf8.contains { (0x30...0x39).contains($0) } }

    /// The days of a phrase that means more than one, in days since 1970-01-01; nil if it means none or one.
    package static func span(
        text: String, now: CivilTime, form: DateForm?
    ) throws(DateProblem) -> ClosedRange<Int>? {
        guard text.utf8.count <= bytesMost else { return nil }
        do throws(DateReading.Mistake) { return try DateReading(text, now: now, form: form).span() } catch {
            throw DateProblem(reason: error.reason, range: bytes(error.range, of: text))
        }
    }

    /// A date at the beginning of a text.
    public struct Leading: Equatable, Sendable {
        /// What it means.
        public let date: Parsed
        /// The text after it.
        public let rest: Substring
    }

    /// The date a text begins with, as in "yesterday 3pm: text" or "어제 오후 3시: 글"; nil if it begins with none.
    ///
    /// The date must be all that stands before the first colon that white space or the end of the text follows (the
    /// colon of 3:30 does not count), on the first line and within 40 characters. The rest begins after the white space
    /// that follows the colon. A part of the day alone ("저녁:"), a month's name, a season or a year is a heading, not a
    /// date.
    ///
    /// Throws if these words look like a date and cannot be one: they are words of dates alone, and name no day of the
    /// calendar, or more than one.
    public static func leadingDate(in text: String, now: CivilTime) throws(DateProblem) -> Leading? {
        try leadingDate(in: text, now: now, form: nil)
    }

    /// The same for who writes day and month in the order of this form.
    package static func leadingDate(
        in text: String, now: CivilTime, form: DateForm?
    ) throws(DateProblem) -> Leading? {
        guard let words = lead(of: text), let date = try date(ofLead: String(words), now, form) else { return nil }
        var rest = text[words.endIndex...].dropFirst()
        while let first = rest.first, first.isBlank { rest.removeFirst() }
        return Leading(date: date, rest: rest)
    }

    /// What stands where a text may begin with its date; nil if there is no such colon.
    package static func lead(of text: String) -> Substring? {
        for (index, character) in zip(text.indices, text).prefix(leadMost + 1) {
            if character.isNewline { return nil }
            let next = text.index(after: index)
            if character == ":", next == text.endIndex || text[next].isBlank { return text[..<index] }
        }
        return nil
    }

    private static func date(ofLead text: String, _ now: CivilTime, _ form: DateForm?) throws(DateProblem) -> Parsed? {
        let reading = DateReading(text, now: now, form: form)
        if reading.isHeading { return nil }
        do throws(DateProblem) { return try parse(text: text, now: now, form: form) } catch {
            guard error.reason != .unreadable || reading.looksLikeDate else { return nil }
            throw error
        }
    }

    /// A place in the scalars of a text's composed form, in bytes of the text; all of it if it is not composed.
    private static func bytes(_ range: Range<Int>, of text: String) -> Range<Int> {
        let scalars = Array(text._nfc)
        guard scalars.elementsEqual(text.unicodeScalars) else { return 0..<text.utf8.count }
        let before = scalars.prefix(range.lowerBound).reduce(0) { $0 + UTF8.width($1) }
        return before..<before + scalars[range].reduce(0) { $0 + UTF8.width($1) }
    }
}

/// Why a phrase is not a date.
public struct DateProblem: Error, Equatable, Sendable {
    /// What is wrong.
    public enum Reason: Error, Equatable, Sendable, CaseIterable {
        /// It is not a phrase we understand.
        case unreadable
        /// We understand it, but there is no such day or time: Feb 30, 25시.
        case impossible
        /// It is more than one day, or could be more than one day or time: last week, 엊그제, 밤 1시.
        case vague
        /// A day of the lunar calendar, of a year before 1900 or after 2100.
        case unreckoned
    }

    /// What is wrong with it.
    public let reason: Reason
    /// Where, in bytes of the phrase.
    public let range: Range<Int>

    /// A problem at these bytes of a phrase.
    public init(reason: Reason, range: Range<Int>) {
        self.reason = reason
        self.range = range
    }
}
