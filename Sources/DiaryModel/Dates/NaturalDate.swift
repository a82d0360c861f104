/// Dates as people say them, in Korean and English: "yesterday 3pm", "지난주 금요일", "2 hours ago".
///
/// Strict: a phrase is refused unless all of it is understood. NaturalDate+Grammar.swift says what is understood.
public enum NaturalDate {
    /// What a phrase means.
    public enum Parsed: Equatable, Sendable {
        /// A whole day, at its midnight.
        case day(CivilTime)
        /// A time on a day, as precise as it was said.
        case time(CivilTime, EntryDate.Precision)
        /// So many seconds of elapsed time before now, whatever the wall clock did meanwhile.
        case ago(seconds: Int64)
    }

    /// A longer phrase, in bytes, is not a date; so a text passed in by mistake costs nothing.
    private static let bytesMost = 200
    /// The longest date `leadingDate` looks for, in characters.
    private static let leadMost = 40

    /// Reads a phrase; `now` decides what "today" is. Composed and decomposed Hangul read the same.
    public static func parse(text: String, now: CivilTime) throws(DateProblem) -> Parsed {
        guard text.utf8.count <= bytesMost, let lexemes = DateLexer.lexemes(of: text) else { throw .unreadable }
        var grammar = DateGrammar(lexemes: lexemes, now: now)
        return try grammar.phrase()
    }

    /// The date a text begins with, as in "yesterday 3pm: text" or "어제 오후 3시: 글", and the text after it.
    ///
    /// The date must be all that stands before the first colon that white space or the end of the text follows (the
    /// colon of 3:30 does not count), on the first line and within 40 characters. The rest begins after the white space
    /// that follows the colon.
    public static func leadingDate(in text: String, now: CivilTime) -> (date: Parsed, rest: Substring)? {
        for (index, character) in zip(text.indices, text).prefix(leadMost + 1) {
            if character.isNewline { return nil }
            guard character == ":" else { continue }
            var rest = text[text.index(after: index)...]
            guard rest.first?.isBlank ?? true else { continue }
            guard let date = try? parse(text: String(text[..<index]), now: now) else { return nil }
            while let first = rest.first, first.isBlank { rest.removeFirst() }
            return (date, rest)
        }
        return nil
    }
}

/// Why a phrase is not a date.
public enum DateProblem: Error, Equatable, Sendable {
    /// It is not a phrase we understand.
    case unreadable
    /// We understand it, but there is no such day or time: Feb 30, 25시.
    case impossible
}
