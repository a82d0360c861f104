// Korean is written with a space or without: 좋은날, 좋은 날.

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
}
