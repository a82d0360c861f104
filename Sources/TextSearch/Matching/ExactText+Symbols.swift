// A flag is two scalars and 👩‍🚀 are three: what stands between them is no end of an exact text.

extension ExactText {
    /// Whether a range of a text begins or ends within a flag, or where a joiner binds a symbol to another.
    static func cutsSymbol(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        isWithinSymbol(text, range.lowerBound) || isWithinSymbol(text, range.upperBound)
    }

    /// Whether a symbol goes on over an index, which is the start of a scalar.
    private static func isWithinSymbol(_ text: Span<UInt8>, _ index: Int) -> Bool {
        guard index >= 3, index < text.count, text[index] >= 0xE2 else { return false }
        if isFlagLetter(text, index) {
            var letters = 0
            while index >= 4 * (letters + 1), isFlagLetter(text, index - 4 * (letters + 1)) { letters += 1 }
            return !letters.isMultiple(of: 2)
        }
        // Behind the joiner.
        if isJoiner(text, index - 3) { return isSymbol(text, index) }
        guard endsSymbol(text, index) else { return false }
        // Before the joiner, or the letters of a black flag; a sign of the form may stand between.
        var next = index
        while let length = formLength(text, next) { next += length }
        return isJoiner(text, next) && isSymbol(text, next + 3)
            || starts(text, next, [0xF3, 0xA0])
                && (next + 2 < text.count && (0x80...0x81).contains(text[next + 2]))
    }

    private static func starts(_ text: Span<UInt8>, _ index: Int, _ bytes: [UInt8]) -> Bool {
        guard index >= 0, index + bytes.count <= text.count else { return false }
        for offset in bytes.indices where text[index + offset] != bytes[offset] { return false }
        return true
    }

    private static func isJoiner(_ text: Span<UInt8>, _ index: Int) -> Bool { starts(text, index, [0xE2, 0x80, 0x8D]) }

    private static func isFlagLetter(_ text: Span<UInt8>, _ index: Int) -> Bool {
        starts(text, index, [0xF0, 0x9F, 0x87]) && index + 3 < text.count && text[index + 3] >= 0xA6
    }

    /// The length of a variation selector or a skin tone; nil for anything else.
    private static func formLength(_ text: Span<UInt8>, _ index: Int) -> Int? {
        if starts(text, index, [0xEF, 0xB8, 0x8F]) { return 3 }
        return starts(text, index, [0xF0, 0x9F, 0x8F]) && index + 3 < text.count && text[index + 3] >= 0xBB ? 4 : nil
    }

    /// Whether an emoji begins there, by its first bytes: U+2190 to U+2BFF, or U+1F000 on.
    private static func isSymbol(_ text: Span<UInt8>, _ index: Int) -> Bool {
        guard index >= 0, index + 1 < text.count else { return false }
        if text[index] == 0xE2 { return (0x86...0xAF).contains(text[index + 1]) }
        return text[index] == 0xF0 && text[index + 1] == 0x9F
    }

    /// Whether an emoji, or a sign of its form, ends before an index.
    private static func endsSymbol(_ text: Span<UInt8>, _ index: Int) -> Bool {
        starts(text, index - 3, [0xEF, 0xB8, 0x8F]) || isSymbol(text, index - 4) && text[index - 4] == 0xF0
            || isSymbol(text, index - 3) && text[index - 3] == 0xE2
    }
}
