internal import DiaryEngine
internal import DiaryModel
internal import EventStore

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

    static func title(_ entry: Entry, _ session: Session) -> String {
        title(
            Headline(of: entry.text, previewLength: 0).title.map(String.init), isForgotten: entry.isForgotten,
            isUnderstood: entry.isUnderstood, session)
    }

    /// A title as a list shows it: the mark of a heading (`# `) is none of it.
    static func listed(_ title: String) -> String {
        let rest = title.drop { $0 == "#" }
        guard rest.count < title.count, title.count - rest.count <= 6, rest.first == " " else { return title }
        return String(rest.drop { $0 == " " })
    }

    /// A title, or why there is none.
    static func title(_ title: String?, isForgotten: Bool, isUnderstood: Bool, _ session: Session) -> String {
        title ?? session.text(isForgotten ? .forgotten : isUnderstood ? .noTitle : .newer)
    }

    /// The most columns of a title within a sentence.
    private static let shortWidth = 60

    /// An entry's title as a sentence tells it: cut, and safe to show.
    static func short(_ entry: Entry, _ session: Session) -> String { short(title(entry, session)) }

    /// A title as a sentence tells it.
    static func short(_ title: String) -> String { cut(safe(String(title.prefix(shortWidth + 1))), to: shortWidth) }

    /// The entry's own day, with its time unless a whole day is meant.
    static func date(_ date: EntryDate, _ session: Session) -> String {
        let day = session.dayText(date.civil)
        guard date.precision != .day else { return day }
        return day + " " + session.timeText(date.civil)
    }

    /// The same with the day of the week, where each language says it.
    static func dateWithWeekday(_ date: EntryDate, _ session: Session) -> String {
        let day = DateStyle.textWithWeekday(
            date.civil, style: session.dateStyle, language: session.language, form: session.dateForm)
        guard date.precision != .day else { return day }
        return day + " " + session.timeText(date.civil)
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

    /// Colours a text, if colours are wanted.
    static func paint(_ text: String, _ code: Int, _ session: Session) -> String { session.paint(text, "\(code)") }
}
