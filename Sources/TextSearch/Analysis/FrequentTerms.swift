/// The pairs of characters, and the words, that stand in many texts of an index. Two of them side by side are a term of
/// their own, a joined term: what is made of frequent parts is found without a look at the places of these.
///
///     영화, 화를 are frequent      영화를    →  영화, 화를, 를, and joined 영화를
///     to, the are frequent        to the sea →  to, the, sea, and joined "to the"
///
/// The list belongs to an index, and stays as it is as long as that lives: what a text brings follows from the text and
/// the list.
///
///     bytes    count u16 ‖ end of each term u16, from the first term on ‖ terms, ascending
package struct FrequentTerms: Equatable, Sendable {
    /// As they are written.
    package let bytes: [UInt8]
    private let count: Int

    /// No terms: then no term is joined.
    package static let none = FrequentTerms([])

    /// At most so many pairs of characters.
    static let mostPairs = 1_024
    /// At most so many words.
    static let mostWords = 128
    /// Longer words are not listed.
    static let longestWord = 32

    package var isEmpty: Bool { count == 0 }

    /// These terms, each once.
    init(_ terms: [[UInt8]]) {
        let sorted = terms.sorted { Term.precedes($0, $1) }
        var bytes: [UInt8] = []
        bytes.append(littleEndian: sorted.count)
        var end = 0
        for term in sorted {
            end += term.count
            bytes.append(littleEndian: end)
        }
        for term in sorted { bytes += term }
        (self.bytes, count) = (bytes, sorted.count)
    }

    /// Terms as they are written; nil if the bytes are none.
    package init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= 2 else { return nil }
        let count = Int(bytes[0]) | Int(bytes[1]) << 8
        guard bytes.count >= 2 + count * 2 else { return nil }
        (self.bytes, self.count) = ([UInt8](copied: bytes), count)
        var last = 0
        for index in 0..<count {
            guard end(index) > last else { return nil }
            last = end(index)
        }
        if 2 + count * 2 + last != bytes.count { return nil }
    }

    /// Where a term ends, from the first term on.
    @inline(__always)
    private func end(_ index: Int) -> Int { Int(bytes[2 + index * 2]) | Int(bytes[3 + index * 2]) << 8 }

    /// Whether a term is one of them: some ten comparisons.
    func contains(_ term: borrowing Span<UInt8>) -> Bool {
        let first = 2 + count * 2
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let (start, end) = (first + (middle == 0 ? 0 : end(middle - 1)), first + end(middle))
            var index = 0
            while index < term.count, start + index < end, bytes[start + index] == term[index] { index += 1 }
            if index == term.count, start + index == end { return true }
            let isBefore = start + index == end || (index < term.count && bytes[start + index] < term[index])
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return false
    }
}

extension FrequentTerms {
    /// What stands at the units of a pattern, told by joined terms where they tell it: units that one of these tells of
    /// are left out.
    package func joining(_ placed: [PlacedProbe]) -> [PlacedProbe] {
        if isEmpty { return placed }
        var joining: [PlacedProbe] = []
        var isTold = false
        for index in placed.indices {
            if index + 1 < placed.count, let joined = joined(placed[index], placed[index + 1]) {
                joining.append(joined)
                isTold = true
            } else {
                if !isTold { joining.append(placed[index]) }
                isTold = false
            }
        }
        return joining
    }

    private func joined(_ first: PlacedProbe, _ second: PlacedProbe) -> PlacedProbe? {
        guard first.offset + 1 == second.offset, first.isPair == second.isPair, second.isPair == second.isJoined,
            let (one, other) = first.term.flatMap({ one in second.term.map { (one, $0) } }),
            contains(one.span), contains(other.span)
        else { return nil }
        var joined = first
        joined.probes = [.term(Term.joined(one.span, other.span, arePairs: first.isPair))]
        joined.provesEnd = second.provesEnd
        return joined
    }
}

extension PlacedProbe {
    /// Its term, if it is exactly one.
    fileprivate var term: [UInt8]? {
        if probes.count == 1, case .term(let term) = probes[0] { term } else { nil }
    }
}

extension Array where Element == UInt8 {
    fileprivate mutating func append(littleEndian number: Int) {
        append(UInt8(truncatingIfNeeded: number))
        append(UInt8(truncatingIfNeeded: number >> 8))
    }
}
