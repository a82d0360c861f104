/// What the index is asked for one unit of a pattern, where units must stand in order.
package struct PlacedProbe: Equatable, Sendable {
    /// Which unit of the pattern it is.
    package var offset: UInt32
    /// The terms that its token may have: some terms, or ranges of terms.
    package var probes: [Probe]
    /// Whether nothing may separate it from the unit before.
    package var isJoined: Bool
    /// Whether something must.
    package var isApart: Bool
    /// Whether its terms are two characters: then they tell of the next unit, too, and how it stands to it.
    package var isDouble: Bool
    /// Whether the term tells how the pattern ends: then an occurrence's `endsRun` is that of the pattern.
    package var provesEnd: Bool

    /// Whether ranges of terms tell of it.
    package var isOpen: Bool { if case .terms? = probes.first { true } else { false } }
}

extension Pattern {
    /// What stands at each unit of the pattern, but for those of which the term before tells.
    ///
    /// If `isToldByTerms`, a text holds the pattern exactly if it has occurrences of one term of each, side by side.
    package var probes: [PlacedProbe] {
        var placed: [PlacedProbe] = []
        for (index, slot) in slots.enumerated() {
            let isDouble = isDouble(index)
            var provesEnd = index + (isDouble ? 2 : 1) == slots.count
            let probes: [Probe]
            switch slot.element {
            case .character(let ranges):
                if isDouble {
                    probes = doubles(index, ranges)
                } else if index > 0, self.isDouble(index - 1) {
                    continue
                } else if let scalar = slot.element.scalar, index + 1 < slots.count, !isCharacter(index + 1) {
                    // Before what is no character, it is a term by itself.
                    probes = [.term(Term.character(scalar))]
                } else {
                    probes = Probe.character(ranges, then: nil)
                    provesEnd = false
                }
            case .word(let word), .symbol(let word): probes = [.term(Array(word.prefix(Term.longest)))]
            case .wordPrefix(let word):
                probes = [.prefix(Array(word.prefix(Term.longest)))]
                provesEnd = false
            }
            placed.append(
                PlacedProbe(
                    offset: UInt32(index), probes: probes, isJoined: index > 0 && slot.isJoined, isApart: slot.isApart,
                    isDouble: isDouble, provesEnd: provesEnd))
        }
        return placed
    }

    /// Whether terms and their places tell which texts hold the pattern: they are the beginnings of long words.
    package var isToldByTerms: Bool {
        slots.allSatisfy { slot in
            switch slot.element {
            case .word(let word), .wordPrefix(let word), .symbol(let word): word.count < Term.longest
            case .character: true
            }
        }
    }

    private func isCharacter(_ index: Int) -> Bool {
        if case .character = slots[index].element { true } else { false }
    }

    /// Whether the term of the unit at an index tells of the next one, too.
    private func isDouble(_ index: Int) -> Bool {
        guard isCharacter(index), index + 1 < slots.count, isCharacter(index + 1) else { return false }
        return slots[index + 1].isJoined || slots[index].element.scalar != nil && slots[index + 1].element.scalar != nil
    }

    /// The terms of a character and the next one, joined or apart as the pattern wants them.
    private func doubles(_ index: Int, _ ranges: [ClosedRange<UInt32>]) -> [Probe] {
        let next = slots[index + 1]
        guard case .character(let second) = next.element else { return [] }
        let joined = next.isApart ? [] : Probe.character(ranges, then: second)
        guard !next.isJoined, let first = slots[index].element.scalar, let last = next.element.scalar else {
            return joined
        }
        return [.term(Term.apart(first, last))] + joined
    }
}
