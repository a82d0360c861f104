/// One position where a term stands in a document: the id of its token, and what surrounds it.
///
/// A document's text is a row of tokens, one for each unit. An edit keeps the ids of the tokens that stay, so the
/// postings of a term change only where the term came, went or moved.
package struct Occurrence: Equatable, Sendable {
    /// `id × 4 + startsRun × 2 + endsRun`.
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    init(id: UInt32, surroundings: UInt32) { rawValue = id << 2 | surroundings }

    /// The token's id in the document's layout.
    package var id: UInt32 { rawValue >> 2 }
    /// Whether nothing is joined to its first unit from the left.
    package var startsRun: Bool { rawValue & 2 != 0 }
    /// Whether nothing is joined to its last unit from the right; the last unit of two characters is the second.
    package var endsRun: Bool { rawValue & 1 != 0 }
    /// Where it stands if it is all that is looked for.
    package var placement: Placement { !startsRun ? .inside : endsRun ? .whole : .start }
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
}
