// What is looked for where few texts have a word as it was typed: Korean is written with a space or without, and other
// words have endings.

extension Pattern {
    /// A word of this many syllables at least is looked for in two parts as well: of two, every pair of neighbours
    /// would be one.
    private static let least = 3
    /// Longer ones are rarely written in one.
    private static let most = 8

    /// The same word in two parts with a space between, wherever one may stand; empty for all that is not one Korean
    /// word.
    ///
    ///     좋은날 → 좋 · 은날, 좋은 · 날
    package var spaced: [Pattern] {
        guard (Self.least...Self.most).contains(slots.count) else { return [] }
        for (index, slot) in slots.enumerated() {
            guard slot.isJoined || index == 0, let scalar = slot.element.scalar, Hangul.isSyllable(scalar) else {
                return []
            }
        }
        return (1..<slots.count).map { index in
            var parted = self
            (parted.slots[index].isJoined, parted.slots[index].isApart) = (false, true)
            return parted
        }
    }

    /// The same words, of which the last one may go on; empty if that is no word of two letters or more, but a number.
    ///
    ///     walk → walk, walked, walking …
    package var begun: [Pattern] {
        guard case .word(let word)? = slots.last?.element, word.contains(where: { !(0x30...0x39).contains($0) }),
            word.count(where: { $0 & 0xC0 != 0x80 }) > 1
        else { return [] }
        var open = self
        open.slots[slots.count - 1].element = .wordPrefix(word)
        return [open]
    }
}
