// Most Korean texts need not be split into units to be decided: their bytes tell.

extension Pattern {
    /// Whether a text holds it, by the text's bytes alone; nil where these do not tell.
    ///
    /// They tell of patterns of whole syllables, unless the text has conjoining letters, or something else than
    /// syllables, ASCII letters and separators stands where the pattern might go on. Costs some 1 ns a character: a
    /// tenth of what splitting the text takes.
    package func isHeld(inBytes text: Span<UInt8>) -> Bool? {
        for slot in slots where slot.element.syllable == nil { return nil }
        guard let first = slots[0].element.syllable else { return nil }
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                index += 1
            } else if byte < 0xE0 {
                index += 2
            } else if byte >= 0xF0 {
                index += 4
            } else if byte == Self.conjoining {
                return nil
            } else {
                if Self.scalar(text, index) == first {
                    guard let goesOn = goesOn(text, index + 3) else { return nil }
                    if goesOn { return true }
                }
                index += 3
            }
        }
        return false
    }

    /// The first byte of all letters that may be a part of the syllable before them.
    private static let conjoining: UInt8 = 0xE1

    /// Whether the second slot and those behind it stand at an index; nil if the bytes do not tell.
    private func goesOn(_ text: Span<UInt8>, _ start: Int) -> Bool? {
        var index = start
        for slot in slots.dropFirst() {
            var isJoined = true
            while index < text.count, text[index] < 0x80 {
                // A word, where a syllable has to be.
                if TextUnits.isLetter(text[index]) { return false }
                isJoined = false
                index += 1
            }
            if index == text.count { return false }
            guard let scalar = Self.scalar(text, index), Hangul.isSyllable(scalar) else { return nil }
            index += 3
            if scalar != slot.element.syllable { return isFinished(text, index) ? false : nil }
            if isJoined ? slot.isApart : slot.isJoined { return false }
        }
        return isFinished(text, index) ? true : nil
    }

    /// Whether nothing at an index may be a part of the syllable before it.
    private func isFinished(_ text: Span<UInt8>, _ index: Int) -> Bool {
        index >= text.count || text[index] != Self.conjoining
    }

    /// The scalar of the three bytes at an index; nil if there are fewer, or it has another number of bytes.
    private static func scalar(_ text: Span<UInt8>, _ index: Int) -> UInt32? {
        guard index + 2 < text.count, text[index] & 0xF0 == 0xE0 else { return nil }
        return UInt32(text[index] & 0x0F) << 12 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
    }
}

extension Pattern.Element {
    /// The Korean syllable that it stands for, if it is exactly one.
    fileprivate var syllable: UInt32? { scalar.flatMap { Hangul.isSyllable($0) ? $0 : nil } }
}
