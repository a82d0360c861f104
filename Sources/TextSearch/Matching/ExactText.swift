@_spi(_Unicode) import Swift

/// A text to be found exactly as it was typed: every sign counts, and only the normal form is folded.
///
/// It must match whole scalars of a text's NFC: "e" is not found in "é", however that is stored.
package struct ExactText: Equatable, Sendable {
    private let wanted: [UInt8]

    /// Nil for an empty text.
    package init?(_ text: String) {
        wanted = text._nfc.reduce(into: []) { Term.appendScalar($1.value, to: &$0) }
        if wanted.isEmpty { return nil }
    }

    /// What is looked for, in NFC.
    package var bytes: [UInt8] { wanted }

    /// Whether a text holds it.
    package func matches(_ text: Span<UInt8>) -> Bool {
        if Self.isComposed(text) { return Self.first(of: wanted, in: text, from: 0) != nil }
        return Self.first(of: wanted, in: NormalText([UInt8](copied: text)).bytes.span, from: 0) != nil
    }

    /// The ranges of a text that match, in bytes of that text; matches do not overlap.
    package func ranges(in text: [UInt8], limit: Int = .max) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        let normal = Self.isComposed(text.span) ? nil : NormalText(text)
        let searched = normal?.bytes ?? text
        var start = 0
        while ranges.count < limit, let found = Self.first(of: wanted, in: searched.span, from: start) {
            let end = found + wanted.count
            ranges.append(normal.map { $0.places[found].lowerBound..<$0.places[end - 1].upperBound } ?? found..<end)
            start = end
        }
        return ranges
    }

    /// A text in NFC, and for each of its bytes the range of the character that it comes from.
    private struct NormalText {
        var bytes: [UInt8] = []
        var places: [Range<Int>] = []

        init(_ text: [UInt8]) {
            var start = 0
            for character in String(decoding: text, as: UTF8.self) {
                let end = start + character.utf8.count
                for scalar in String(character)._nfc { Term.appendScalar(scalar.value, to: &bytes) }
                while places.count < bytes.count { places.append(start..<end) }
                start = end
            }
        }
    }

    /// Whether a text is surely in NFC, by the leading bytes of its scalars: true for ASCII, Hangul, Han and the Latin
    /// that keyboards make.
    static func isComposed(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                index += 1
            } else if byte < 0xCC {
                index += 2
            } else if byte >= 0xEA, byte <= 0xED {
                index += 3
            } else if byte >= 0xE4, byte <= 0xE9 {
                index += 3
            } else if byte == 0xE2, index + 1 < text.count, text[index + 1] != 0x84 {
                index += 3
            } else if byte == 0xE3, index + 2 < text.count, text[index + 1] != 0x82 || text[index + 2] < 0x99 {
                index += 3
            } else if byte == 0xF0, index + 1 < text.count, text[index + 1] == 0x9F {
                index += 4
            } else {
                return false
            }
        }
        return true
    }

    private static func first(of wanted: [UInt8], in text: Span<UInt8>, from start: Int) -> Int? {
        let count = wanted.count
        guard text.count >= count else { return nil }
        // The last byte of a scalar tells more than its first: all Hangul syllables begin with one of four bytes.
        let probe = count - 1
        let mark = wanted[probe]
        var index = start
        let end = text.count - count
        while index <= end {
            if text[index + probe] == mark {
                var offset = 0
                while offset < probe, text[index + offset] == wanted[offset] { offset += 1 }
                if offset == probe { return index }
            }
            index += 1
        }
        return nil
    }
}
