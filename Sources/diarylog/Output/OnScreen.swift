internal import DiaryEngine
internal import DiaryModel

/// How things look to a person: cut to the screen, and without anything that a terminal would obey.
enum OnScreen {
    /// The text with controls shown as U+FFFD; with `lines`, line ends and tabs stay.
    static func safe(_ text: String, lines: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0, lines: lines) }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(isControl(scalar, lines: lines) ? "\u{FFFD}" : scalar) }
        return String(result)
    }

    private static func isControl(_ scalar: Unicode.Scalar, lines: Bool) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: !lines
        case 0..<0x20, 0x7F..<0xA0: true
        // These turn the direction of the text after them.
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    static func shortID(_ id: EntryID) -> String { String(id.hexadecimal.prefix(8)) }

    /// An entry's title as people read it, without the mark of a heading.
    static func title(_ entry: Entry, _ session: Session) -> String { unmarked(written(entry, session)) }

    /// An entry's title as it is written, for programs.
    static func written(_ entry: Entry, _ session: Session) -> String {
        title(
            Headline(of: entry.text, previewLength: 0).title.map(String.init), isForgotten: entry.isForgotten,
            isUnderstood: entry.isUnderstood, session)
    }

    /// A title without the mark of a heading (`# `).
    static func unmarked(_ title: String) -> String {
        let rest = title.drop { $0 == "#" }
        guard rest.count < title.count, title.count - rest.count <= 6, rest.first == " " else { return title }
        return String(rest.drop { $0 == " " })
    }

    /// A title, or why there is none.
    static func title(_ title: String?, isForgotten: Bool, isUnderstood: Bool, _ session: Session) -> String {
        title ?? session.text(isForgotten ? Sentence("[forgotten]", "[영구 삭제됨]") : isUnderstood ? .noTitle : .newer)
    }

    /// The most columns of a title within a sentence.
    private static let shortWidth = 60

    /// An entry's title as a sentence tells it: cut, and safe to show.
    static func short(_ entry: Entry, _ session: Session) -> String { short(title(entry, session)) }

    /// A title as a sentence tells it.
    static func short(_ title: String) -> String {
        cut(safe(unmarked(String(title.prefix(shortWidth + 8)).replacing("\t", with: " "))), to: shortWidth)
    }

    /// The entry's own day, with its time unless a whole day is meant.
    static func date(_ date: EntryDate, _ session: Session) -> String {
        timed(date, session.dayText(date.civil), session)
    }

    private static func timed(_ date: EntryDate, _ day: String, _ session: Session) -> String {
        date.precision == .day ? day : day + " " + session.timeText(date.civil)
    }

    /// The same with the day of the week, where each language says it.
    static func dateWithWeekday(_ date: EntryDate, _ session: Session) -> String {
        let day = DateStyle.textWithWeekday(
            date.civil, style: session.dateStyle, language: session.language, form: session.dateForm)
        return timed(date, day, session)
    }

    /// The same as short as a row has it.
    static func shortDate(_ date: EntryDate, _ session: Session) -> String {
        timed(date, session.shortDayText(date.civil), session)
    }

    /// An entry as a sentence tells it of others: its date and its title.
    static func named(_ entry: Entry, _ session: Session) -> String {
        shortDate(entry.content.date, session) + " " + short(entry, session)
    }

    /// The most columns of a title in a list for programs.
    private static let columnWidth = 200

    /// A title for a column: whole unless it is very long, and without a tab.
    static func column(_ title: String) -> String {
        // No text has more columns than bytes.
        if title.utf8.count <= columnWidth, !title.utf8.contains(0x09) { return title }
        return cut(title, to: columnWidth).replacing("\t", with: " ")
    }

    /// The columns that a character takes on a terminal: two for Hangul, Han, Kana and most emoji.
    static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        // A sign that is to be drawn as a picture: ❤️.
        if character.unicodeScalars.count > 1, character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.value {
        case 0x300...0x36F, 0x200B...0x200F: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// As much of the text as fits, with "…" if it was cut.
    static func cut(_ text: String, to columns: Int) -> String {
        let bytes = text.utf8.span
        var used = 0
        var next = text.startIndex
        // Where to cut if the text does not fit: the last position that leaves a column for the mark.
        var position = next
        while true {
            let start = text.utf8.distance(from: text.startIndex, to: next)
            let plain = PlainText(bytes, from: start, room: columns - used)
            used += plain.columns
            if plain.fitting > start { position = text.utf8.index(next, offsetBy: plain.fitting - start) }
            if used > columns { return text[..<position] + "…" }
            next = text.utf8.index(next, offsetBy: plain.end - start)
            if next == text.endIndex { return text }
            used += width(text[next])
            if used > columns { return text[..<position] + "…" }
            next = text.index(after: next)
            if used < columns { position = next }
        }
    }
}

/// A stretch of a text in which each character is one scalar of a known width: ASCII, syllables and letters of Hangul.
/// Most texts are so from end to end, and for them no table of Unicode is asked.
struct PlainText {
    /// Where it ends, in bytes of the text. A character that something joins, as an accent, is not part of it.
    private(set) var end: Int
    /// The columns that it takes. More than there is room for if that is not enough: it ends there.
    private(set) var columns = 0
    /// Where it has taken less than the room, and a column is left.
    private(set) var fitting: Int

    /// Reads a text from a byte on, at which a character begins, until more columns are taken than there is room for.
    init(_ text: Span<UInt8>, from start: Int, room: Int) {
        (end, fitting) = (start, start)
        var scalar = Self.scalar(in: text, at: start)
        while let (length, width) = scalar {
            let next = end + length
            scalar = Self.scalar(in: text, at: next)
            // What follows could belong to the same character.
            if scalar == nil, next < text.count { return }
            columns += width
            if columns > room { return }
            end = next
            if columns < room { fitting = end }
        }
    }

    /// The bytes and columns of a plain scalar; nil for any other, and at the end.
    private static func scalar(in text: Span<UInt8>, at index: Int) -> (length: Int, width: Int)? {
        guard index < text.count else { return nil }
        let first = text[index]
        if first >= 0x20, first < 0x7F { return (1, 1) }
        guard index + 2 < text.count else { return nil }
        let rest = UInt16(text[index + 1]) << 8 | UInt16(text[index + 2])
        switch first {
        case 0xE3: return (0x84B1...0x868E).contains(rest) ? (3, 2) : nil  // U+3131 to U+318E
        case 0xEA: return rest >= 0xB080 ? (3, 2) : nil  // from U+AC00
        case 0xEB, 0xEC: return (3, 2)
        case 0xED: return rest <= 0x9EA3 ? (3, 2) : nil  // to U+D7A3
        default: return nil
        }
    }
}
