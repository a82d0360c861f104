/// What the index is asked for one unit of a pattern, where units must stand in order.
package struct PlacedProbe: Equatable, Sendable {
    /// Which unit of the pattern it is.
    package var offset: UInt32
    /// The terms that its token may have.
    package var probes: [Probe]
    /// Whether nothing may separate it from the unit before.
    package var isJoined: Bool
    /// Whether its terms are pairs of characters: then they tell of the next unit, too.
    package var isPair: Bool
    /// How many of its probes, at the end, are pairs beside a character alone: such a pair tells of the next unit.
    package var pairs = 0
    /// Whether the term tells how the pattern ends: then an occurrence's `endsRun` is that of the pattern.
    package var provesEnd: Bool
}

extension Pattern {
    /// What stands at each unit of the pattern; nil if terms do not tell, as for words of more than 64 bytes.
    ///
    /// A text holds the pattern exactly if it has occurrences of one term of each, side by side.
    package var placedProbes: [PlacedProbe]? {
        var placed: [PlacedProbe] = []
        for index in slots.indices {
            let slot = slots[index]
            let next = index + 1 < slots.count ? slots[index + 1] : nil
            var (provesEnd, isPair, besides) = (next == nil, false, 0)
            let probes: [Probe]
            if let next, !next.isJoined || !next.element.isCharacter, !next.isApart, isCoveredByPair(index) { continue }
            switch slot.element {
            case .word(let word), .symbol(let word):
                guard word.count < Term.longest else { return nil }
                probes = [.term(word)]
            case .wordPrefix(let word):
                guard word.count < Term.longest else { return nil }
                probes = [.prefix(word)]
                provesEnd = false
            case .character(let ranges):
                if let next, case .character(let second) = next.element {
                    // Their pair is the token's term where nothing separates them; else it is the character alone.
                    let pairs = Probe.character(ranges, then: second)
                    if next.isJoined {
                        probes = pairs
                        (provesEnd, isPair) = (index + 2 == slots.count, true)
                    } else if next.isApart, let scalar = slot.element.scalar {
                        // A character that nothing is joined to is a term of its own.
                        probes = [.term(Term.character(scalar))]
                    } else if let scalar = slot.element.scalar, next.element.scalar != nil {
                        probes = [.term(Term.character(scalar))] + pairs
                        besides = pairs.count
                    } else {
                        probes = Probe.character(ranges, then: nil)
                    }
                } else if next != nil, let scalar = slot.element.scalar {
                    probes = [.term(Term.character(scalar))]
                } else if isCoveredByPair(index) {
                    continue
                } else {
                    probes = Probe.character(ranges, then: nil)
                    provesEnd = false
                }
            }
            placed.append(
                PlacedProbe(
                    offset: UInt32(index), probes: probes, isJoined: index > 0 && slot.isJoined, isPair: isPair,
                    pairs: besides, provesEnd: provesEnd))
        }
        return placed
    }

    /// Whether the unit at an index is the second of a pair: that tells of it.
    private func isCoveredByPair(_ index: Int) -> Bool {
        index > 0 && slots[index].isJoined && slots[index].element.isCharacter
            && slots[index - 1].element.isCharacter
    }
}

extension Pattern.Element {
    fileprivate var isCharacter: Bool { if case .character = self { true } else { false } }
}
