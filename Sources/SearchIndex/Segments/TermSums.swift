internal import DiarylogTextSearch

/// What each segment of an index says, as one number: a sum over the hashes of its terms' signs, in whatever order they
/// come; and if terms are to be named, what the index says of each term.
///
/// The signs of two indexes are compared by adding those of one and subtracting those of the other: a segment or a term
/// whose sum is not zero then has other signs. Costs some 20 ns a sign and an occurrence, and where terms are named
/// some 70 bytes a term.
///
/// What a history has forgotten is compared with nothing: only signs after that count, so the newest segments must be
/// added first, and all of them before anything is subtracted.
///
/// What is subtracted may be shared out by documents: each share is subtracted from an empty copy, on a thread of its
/// own, and the copies are added in the end.
struct TermSums: Sendable {
    private let namesTerms: Bool
    private var terms = TermTable()
    /// By the number of the term; empty unless terms are named.
    private var sums: [UInt64] = []
    /// By segment.
    private var segments: [UInt64]
    /// Up to which version the history of a term in a document is forgotten, by a hash of both.
    private(set) var forgotten: [UInt64: UInt32] = [:]
    /// In an empty copy, how many terms it has from the sums that it was made of.
    private var common = 0

    /// No signs, of so many segments.
    init(segments: Int, namingTerms: Bool) {
        self.segments = [UInt64](repeating: 0, count: segments)
        namesTerms = namingTerms
    }

    /// Zero for all terms and segments, with the same terms and what their histories have forgotten.
    var emptied: TermSums {
        var copy = self
        copy.common = sums.count
        copy.terms.clearNets()
        copy.sums = [UInt64](repeating: 0, count: sums.count)
        copy.segments = [UInt64](repeating: 0, count: segments.count)
        return copy
    }

    /// Adds what was subtracted from an empty copy of these sums.
    mutating func add(_ share: TermSums) {
        for id in share.sums.indices {
            // Terms that the copy met by itself have other numbers here.
            let own = id < share.common ? id : terms.id(of: share.terms.bytes(id).span)
            if own == sums.count { sums.append(0) }
            sums[own] &+= share.sums[id]
            terms.addNet(own, Int32(truncatingIfNeeded: share.terms.net(id)))
        }
        for segment in segments.indices { segments[segment] &+= share.segments[segment] }
    }

    /// Subtracts what a builder holds, as signs of a segment.
    mutating func subtract(_ builder: SegmentBuilder, from segment: Int) {
        builder.forEachTerm { term, postings in
            add(term, postings, net: postings.net, to: segment, times: -1)
        }
    }

    /// Adds signs of a term to a segment, and by how many documents more hold it afterwards; `weight` is 1 or −1.
    mutating func add(
        _ term: [UInt8], _ postings: TermPostings, net: Int, to segment: Int, times weight: Int
    ) {
        let seed = Self.hash(term)
        var (sum, mixed) = (UInt64(0), UInt64(0))
        for sign in postings.signs {
            if sign.times == TermPostings.unknown {
                let position = Self.scattered(seed ^ UInt64(sign.document))
                forgotten[position] = max(forgotten[position] ?? 0, sign.version)
                continue
            }
            if !forgotten.isEmpty, let cut = forgotten[Self.scattered(seed ^ UInt64(sign.document))],
                sign.version <= cut
            {
                continue
            }
            let hash = Self.hash(sign, postings)
            sum &+= hash
            mixed &+= Self.scattered(seed ^ hash)
        }
        let factor = UInt64(bitPattern: Int64(weight))
        segments[segment] &+= (mixed &+ seed &* UInt64(bitPattern: Int64(net))) &* factor
        guard namesTerms else { return }
        let id = terms.id(of: term.span)
        if id == sums.count { sums.append(0) }
        sums[id] &+= sum &* factor
        terms.addNet(id, Int32(truncatingIfNeeded: net * weight))
    }

    /// Whether nothing is left of any segment, and so of no term.
    var isEmpty: Bool { segments.allSatisfy { $0 == 0 } }

    /// The terms of which something is left, in the order of their bytes.
    var differing: [[UInt8]] {
        sums.indices.filter { sums[$0] != 0 || terms.net($0) != 0 }.map { terms.bytes($0) }
            .sorted { Term.precedes($0, $1) }
    }

    /// Whether something is left of a segment.
    func isLeft(of segment: Int) -> Bool { segments[segment] != 0 }

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
