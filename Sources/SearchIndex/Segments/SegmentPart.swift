/// A run of a segment's terms in the order of their bytes, from which its leaves are made: several parts can be written
/// at once.
struct SegmentPart: Sendable {
    /// A document as the index sees it, with the version from which on it is so.
    struct Change {
        var document: UInt32
        var version: UInt32
    }

    /// What parts of one segment share.
    struct Grouping: Sendable {
        var terms: TermTable
        var changes: [Change]
        /// The occurrences by term, each below its change; those of one term keep their order.
        var grouped: [UInt64]
        /// Where the occurrences of each term end.
        var ends: [Int]
        /// The numbers of the terms, in the order of their bytes.
        var order: [Int]
    }

    /// In place of an occurrence: the change took the term away.
    static let none = UInt32.max

    let grouping: Grouping
    let firstDocument: UInt32
    /// Its terms' positions in the order.
    let range: Range<Int>

    /// Its leaves, in the order of their keys.
    var leaves: [Leaf] {
        var writer = LeafWriter(firstDocument: firstDocument)
        forEachTerm { term, postings in writer.add(term, postings) }
        writer.finish()
        return writer.leaves
    }

    /// Visits its terms in order, each with its postings in order.
    func forEachTerm(_ visit: (_ term: [UInt8], _ postings: TermPostings) -> Void) {
        var postings = TermPostings()
        var term: [UInt8] = []
        for position in range {
            let id = grouping.order[position]
            postings.removeAll()
            postings.net = grouping.terms.net(id)
            gather(grouping.ends[id] - grouping.terms.count(id)..<grouping.ends[id], into: &postings)
            postings.settle()
            grouping.terms.copyBytes(id, to: &term)
            visit(term, postings)
        }
    }

    /// Adds a sign for each change among the occurrences of a term.
    private func gather(_ positions: Range<Int>, into postings: inout TermPostings) {
        var position = positions.lowerBound
        while position < positions.upperBound {
            let change = grouping.grouped[position] >> 32
            var next = position + 1
            var isAscending = true
            while next < positions.upperBound, grouping.grouped[next] >> 32 == change {
                if grouping.grouped[next] < grouping.grouped[next - 1] { isAscending = false }
                next += 1
            }
            let (document, version) = (grouping.changes[Int(change)].document, grouping.changes[Int(change)].version)
            postings.append(document, version)
            if isAscending {
                for index in position..<next { count(grouping.grouped[index], into: &postings) }
            } else {
                // After a change in the middle of a text, ids do not ascend.
                for occurrence in grouping.grouped[position..<next].sorted() { count(occurrence, into: &postings) }
            }
            position = next
        }
    }

    @inline(__always)
    private func count(_ grouped: UInt64, into postings: inout TermPostings) {
        let occurrence = UInt32(truncatingIfNeeded: grouped)
        if occurrence != Self.none { postings.count(occurrence) }
    }
}

extension SegmentPart.Grouping {
    /// Cuts the terms into so many parts with about as many occurrences each.
    func parts(_ count: Int, firstDocument: UInt32) -> [SegmentPart] {
        var parts: [SegmentPart] = []
        var (first, held) = (0, 0)
        for position in order.indices {
            held += terms.count(order[position])
            if held * count >= grouped.count * (parts.count + 1), parts.count + 1 < count {
                parts.append(SegmentPart(grouping: self, firstDocument: firstDocument, range: first..<position + 1))
                first = position + 1
            }
        }
        parts.append(SegmentPart(grouping: self, firstDocument: firstDocument, range: first..<order.count))
        return parts
    }
}
