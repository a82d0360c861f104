internal import DiarylogTextSearch

// The term that begins at each unit of a text, and what surrounds it.

extension Term {
    /// In the second scalar of a `TermView`: something separates it from the first.
    static let apartMark: UInt32 = 1 << 31
}

extension TextUnits {
    /// Whether the unit at an index is a character with another one behind it: both are its token's term.
    @inline(__always)
    func isDouble(_ index: Int) -> Bool {
        index + 1 < units.count && units[index].kind == .character && units[index + 1].kind == .character
    }

    /// What an `Occurrence` tells of the surroundings of the token at a unit.
    @inline(__always)
    func surroundings(_ index: Int) -> UInt32 {
        let after = index + (isDouble(index) ? 2 : 1)
        let isOpen = after < units.count && units[after].isJoined
        return (units[index].isJoined ? 0 : 2) | (isOpen ? 0 : 1)
    }

    /// A term, without a copy of its bytes.
    enum TermView: ~Escapable {
        /// One character, or two; the second is 0 if there is none, and has the `apartMark` if it stands apart.
        case scalars(UInt32, UInt32)
        /// A word or symbol.
        case word(Span<UInt8>)
    }

    /// Passes on the term that begins at each unit, in order: as many terms as there are units.
    @inline(__always)
    func forEachTerm(_ take: (borrowing TermView) -> Void) {
        for index in units.indices {
            let unit = units[index]
            if unit.kind != .character {
                let word = word(unit)
                take(.word(word.extracting(0..<Swift.min(word.count, Term.longest))))
            } else if isDouble(index) {
                let next = units[index + 1]
                take(.scalars(unit.value, next.isJoined ? next.value : next.value | Term.apartMark))
            } else {
                take(.scalars(unit.value, 0))
            }
        }
    }
}
