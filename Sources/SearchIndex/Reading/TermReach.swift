internal import DiarylogTextSearch

/// How far the terms in a range reach behind what is looked for: that tells how it stands where they do.
///
///     비          비, 비가, 비␣온      a syllable: the term itself, one that goes on, one that something separates
///     walk*       walk, walking      a word's beginning: the word itself, or one that goes on
///     날ㅆ        날씨, 날쌔          two characters: the term is both
struct TermReach: Sendable {
    private enum Kind { case word(Int), character, characters }

    private let kind: Kind

    /// For terms from one on.
    init(from first: [UInt8], second: [ClosedRange<UInt32>]?) {
        let units = TextUnits(first).units
        if units.first?.kind != .character {
            kind = .word(first.count)
        } else {
            kind = second != nil || units.count > 1 ? .characters : .character
        }
    }

    /// How what is looked for stands where a term does.
    func placement(_ occurrence: Occurrence, of term: [UInt8]) -> Placement {
        switch kind {
        case .characters: return occurrence.placement
        case .word(let length):
            return term.count == length ? occurrence.placement : occurrence.startsRun ? .start : .inside
        case .character:
            var end = 1
            while end < term.count, term[end] & 0xC0 == 0x80 { end += 1 }
            if end == term.count { return occurrence.placement }
            return !occurrence.startsRun ? .inside : term[end] == 0x20 ? .whole : .start
        }
    }
}
