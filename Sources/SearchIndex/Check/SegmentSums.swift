/// What each segment of an index says, as one number: a sum over the hashes of its terms' signs, in whatever order they
/// come.
///
/// The signs of two indexes are compared by adding those of one and subtracting those of the other: a segment whose sum
/// is not zero then has other signs. Costs some 20 ns a sign and an occurrence.
///
/// What a history has forgotten is compared with nothing: only signs after that count, so the newest segments must be
/// added first, and all of them before anything is subtracted. What is subtracted may be shared out by documents: each
/// share is subtracted from an empty copy, on a thread of its own, and the copies are added in the end.
struct SegmentSums: Sendable {
    private var sums: [UInt64]
    /// Up to which version the history of a term in a document is forgotten, by a hash of both.
    private(set) var forgotten: [UInt64: UInt32] = [:]

    /// No signs, of so many segments.
    init(segments: Int) { sums = [UInt64](repeating: 0, count: segments) }

    /// Zero for all segments, with what their histories have forgotten.
    var emptied: SegmentSums {
        var copy = self
        copy.sums = [UInt64](repeating: 0, count: sums.count)
        return copy
    }

    /// Whether something is left of a segment.
    func isLeft(of segment: Int) -> Bool { sums[segment] != 0 }

    /// Adds what was subtracted from an empty copy of these sums.
    mutating func add(_ share: SegmentSums) {
        for segment in sums.indices { sums[segment] &+= share.sums[segment] }
    }

    /// Subtracts what a builder holds, as signs of a segment.
    mutating func subtract(_ builder: SegmentBuilder, from segment: Int) {
        builder.forEachTerm { term, postings in
            sums[segment] &-= sum(of: term, postings, net: postings.net)
        }
    }

    /// Adds signs of a term to a segment, and by how many documents more hold it afterwards.
    mutating func add(_ term: [UInt8], _ postings: TermPostings, net: Int, to segment: Int) {
        let seed = Self.hash(term)
        for sign in postings.signs where sign.times == TermPostings.unknown {
            let position = Self.scattered(seed ^ UInt64(sign.document))
            forgotten[position] = max(forgotten[position] ?? 0, sign.version)
        }
        sums[segment] &+= sum(of: term, postings, net: net)
    }

    private func sum(of term: [UInt8], _ postings: TermPostings, net: Int) -> UInt64 {
        let seed = Self.hash(term)
        var sum = seed &* UInt64(bitPattern: Int64(net))
        for sign in postings.signs where sign.times != TermPostings.unknown {
            if !forgotten.isEmpty, let cut = forgotten[Self.scattered(seed ^ UInt64(sign.document))],
                sign.version <= cut
            {
                continue
            }
            sum &+= Self.scattered(seed ^ Self.hash(sign, postings))
        }
        return sum
    }

    private static func hash(_ sign: TermPostings.Sign, _ postings: TermPostings) -> UInt64 {
        var hash = scattered(UInt64(sign.document) << 32 | UInt64(sign.version))
        hash = scattered(hash ^ UInt64(sign.times))
        for occurrence in postings.occurrences(of: sign) { hash = scattered(hash ^ UInt64(occurrence)) }
        return hash
    }

    private static func hash(_ term: [UInt8]) -> UInt64 {
        var hash = UInt64(term.count)
        for byte in term { hash = scattered(hash ^ UInt64(byte)) }
        return hash | 1
    }

    /// A hash of a number: each of its bits depends on all bits of the number.
    @inline(__always)
    private static func scattered(_ number: UInt64) -> UInt64 {
        var mixed = number &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
