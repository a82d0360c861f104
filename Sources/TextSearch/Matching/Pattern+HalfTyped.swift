// Korean that is still being typed: the last syllable is not finished, or only initial consonants were typed.

extension Pattern {
    /// The pattern with its half-typed syllables open: a consonant after a syllable begins the next one, and consonants
    /// alone are initials of syllables. Nil if nothing is half typed.
    ///
    ///     날ㅆ → 날 + 싸…씿        ㄴㅆ → 나…닣 + 싸…씿
    package var halfTyped: Pattern? {
        var slots = slots
        var index = slots.count - 1
        guard case .character = slots[index].element else { return nil }
        // The consonants at the end of the last run of joined characters.
        var letters: [Int] = []
        while index >= 0, let scalar = slots[index].element.scalar, Hangul.leading(ofLetter: scalar) != nil {
            letters.append(index)
            if !slots[index].isJoined { break }
            index -= 1
        }
        guard !letters.isEmpty else { return nil }
        // After a syllable only one consonant can be half typed: 날ㅆㅆ is not Korean being typed.
        if index >= 0, letters.last != index, letters.count > 1 { return nil }
        for index in letters {
            guard let scalar = slots[index].element.scalar, let leading = Hangul.leading(ofLetter: scalar) else {
                continue
            }
            slots[index].element = .character([Hangul.syllables(withLeading: leading)])
        }
        return Pattern(slots: slots)
    }

    /// What it may become with the next keys: `halfTyped` if there is one. Otherwise a last word may go on, a last
    /// syllable may take a final consonant, and a final consonant may become a compound one or turn out to begin the
    /// next syllable. Empty if it ends with a symbol.
    ///
    ///     하 → 하…핳        한 → 핝 or 핞, 하 + 나…닣        갑 → 값, 가 + 바…빟
    package var continued: [Pattern] {
        if let halfTyped { return [halfTyped] }
        guard let last = slots.last else { return [] }
        var open = self
        switch last.element {
        case .word(let word):
            open.slots[slots.count - 1].element = .wordPrefix(word)
            return [open]
        case .character:
            guard let syllable = last.element.scalar, Hangul.isSyllable(syllable) else { return [] }
            return continued(syllable)
        default:
            return []
        }
    }

    private func continued(_ syllable: UInt32) -> [Pattern] {
        let trailing = Hangul.trailing(of: syllable)
        let last = slots.count - 1
        var open = self
        if trailing == 0 {
            open.slots[last].element = .character([syllable...syllable + 27])
            return [open]
        }
        var patterns: [Pattern] = []
        let wholes = Hangul.compounds.filter { $0.first == trailing }.map { syllable - trailing + $0.whole }
        if !wholes.isEmpty {
            open.slots[last].element = .character(wholes.map { $0...$0 })
            patterns.append(open)
        }
        var split = self
        var kept = syllable - trailing
        var moved = trailing
        if let compound = Hangul.compounds.first(where: { $0.whole == trailing }) {
            kept += compound.first
            moved = compound.second
        }
        if let leading = Hangul.leading(ofLetter: Hangul.trailingLetters[Int(moved)]) {
            split.slots[last].element = .character([kept...kept])
            split.slots.append(
                Slot(element: .character([Hangul.syllables(withLeading: leading)]), isJoined: true))
            patterns.append(split)
        }
        return patterns
    }
}
