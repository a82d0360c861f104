@_spi(_Unicode) import Swift

/// A text to be found exactly as it was typed: every sign counts, and only the normal form is folded, or case too.
///
/// It must match whole scalars of a text's NFC: "e" is not found in "é", however that is stored. Nor is a flag found in
/// two others, or 👩 in 👩‍🚀.
package struct ExactText: Equatable, Sendable {
    private let wanted: [UInt8]
    private let foldsCase: Bool

    /// Nil for an empty text. With `foldingCase`, capitals and small letters are the same.
    package init?(_ text: String, foldingCase: Bool = false) {
        foldsCase = foldingCase
        wanted = text._nfc.reduce(into: []) { Self.append($1, foldingCase, to: &$0) }
        if wanted.isEmpty { return nil }
    }

    /// Whether a text has a capital letter.
    package static func hasCapital(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            $0.properties.isUppercase || $0.properties.generalCategory == .titlecaseLetter
        }
    }

    /// What is looked for, in NFC.
    package var bytes: [UInt8] { wanted }

    /// Whether a text holds it.
    package func matches(_ text: Span<UInt8>) -> Bool {
        if isPlain(text) { return first(in: text, from: 0) != nil }
        return first(in: NormalText([UInt8](copied: text), foldsCase).bytes.span, from: 0) != nil
    }

    /// Whether a text can be compared byte by byte, but for ASCII capitals.
    private func isPlain(_ text: Span<UInt8>) -> Bool {
        Self.isComposed(text) && (!foldsCase || Self.hasCaseInASCIIOnly(text))
    }

    private func first(in text: Span<UInt8>, from start: Int) -> Int? {
        var start = start
        while let found =
            foldsCase
            ? Self.firstFolding(of: wanted, in: text, from: start) : Self.first(of: wanted, in: text, from: start)
        {
            if !Self.cutsSymbol(text, found..<found + wanted.count) { return found }
            start = found + 1
        }
        return nil
    }

    /// Appends a scalar; with `foldsCase` as its capital's small letters, by which ς is σ, and ß, ẞ are ss.
    private static func append(_ scalar: Unicode.Scalar, _ foldsCase: Bool, to bytes: inout [UInt8]) {
        guard foldsCase else { return Term.appendScalar(scalar.value, to: &bytes) }
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        for upper in small.flatMap(\.properties.uppercaseMapping.unicodeScalars) {
            for lower in upper.properties.lowercaseMapping.unicodeScalars {
                Term.appendScalar(lower.value, to: &bytes)
            }
        }
    }

    /// The ranges of a text that match, in bytes of that text; matches do not overlap.
    package func ranges(in text: [UInt8], limit: Int = .max) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        let normal = isPlain(text.span) ? nil : NormalText(text, foldsCase)
        let searched = normal?.bytes ?? text
        var start = 0
        while ranges.count < limit, let found = first(in: searched.span, from: start) {
            let end = found + wanted.count
            ranges.append(normal.map { $0.ranges[found].lowerBound..<$0.ranges[end - 1].upperBound } ?? found..<end)
            start = end
        }
        return ranges
    }

    /// A text in NFC, and for each of its bytes the range of the character that it comes from.
    private struct NormalText {
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []

        init(_ text: [UInt8], _ foldsCase: Bool) {
            var start = 0
            for character in String(decoding: text, as: UTF8.self) {
                let end = start + character.utf8.count
                for scalar in String(character)._nfc { append(scalar, foldsCase, to: &bytes) }
                while ranges.count < bytes.count { ranges.append(start..<end) }
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

    /// Whether a text surely has no cased letters but those of ASCII.
    ///
    /// Hangul, Han, Kana, punctuation and emoji have none.
    private static func hasCaseInASCIIOnly(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index < text.count {
            let byte = text[index]
            switch byte {
            case 0..<0x80: index += 1
            // U+2000 to U+203F
            case 0xE2 where index + 1 < text.count && text[index + 1] == 0x80: index += 3
            case 0xE3...0xE9, 0xEB...0xED: index += 3
            // U+A000 to U+A63F have no case, U+A640 to U+ABFF may, U+AC00 on is Hangul.
            case 0xEA where index + 1 < text.count && text[index + 1] >= 0xB0: index += 3
            case 0xF0 where index + 1 < text.count && text[index + 1] == 0x9F: index += 4
            default: return false
            }
        }
        return true
    }

    /// `wanted`, which has no capitals, in a text whose ASCII capitals count as small letters.
    private static func firstFolding(of wanted: [UInt8], in text: Span<UInt8>, from start: Int) -> Int? {
        guard text.count >= wanted.count, wanted.count > 0 else { return nil }
        var index = start
        let end = text.count - wanted.count
        while index <= end {
            var offset = 0
            while offset < wanted.count, folded(text[index + offset]) == wanted[offset] { offset += 1 }
            if offset == wanted.count { return index }
            index += 1
        }
        return nil
    }

    @inline(__always)
    private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

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
