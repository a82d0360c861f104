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
