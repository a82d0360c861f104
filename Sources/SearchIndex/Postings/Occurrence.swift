/// One position where a term stands in a document: the id of its token, and what surrounds it.
///
/// A document's text is a row of tokens, one for each unit. An edit keeps the ids of the tokens that stay, so the
/// postings of a term change only where the term came, went or moved.
struct Occurrence: Equatable, Sendable {
    /// `id × 4 + startsRun × 2 + endsRun`.
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(id: UInt32, surroundings: UInt32) { rawValue = id << 2 | surroundings }

    /// The token's id in the document's layout.
    var id: UInt32 { rawValue >> 2 }
    /// What surrounds it: the lowest two bits.
    var surroundings: UInt32 { rawValue & 3 }
    /// Whether nothing is joined to its first unit from the left.
    var startsRun: Bool { rawValue & 2 != 0 }
    /// Whether nothing is joined to its last unit from the right; the last unit of two characters is the second.
    var endsRun: Bool { rawValue & 1 != 0 }
    /// Where it stands if it is all that is looked for.
    var placement: Placement { !startsRun ? .inside : endsRun ? .whole : .start }
}
