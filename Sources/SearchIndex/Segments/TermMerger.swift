internal import DiarylogTextSearch

/// Merges segments term by term: terms of few documents are joined as they are written; of others, blocks are copied
/// where each segment has other documents, and decoded where they share some.
struct TermMerger {
    var writer: LeafWriter
    private var readers: [SegmentReader] = []
    /// The first eight bytes of each reader's term; the greatest number at its end.
    private var heads: [UInt64] = []
    /// The readers that stand at the least term.
    private var sources: [Int] = []
    private var joined: JoinedPostings
    private var postings = TermPostings()

    /// A merger whose readers stand at the first terms that are not before `first`; nil if a leaf is damaged.
    init?(_ inputs: [SegmentMerge.Input], from first: [UInt8]?, firstDocument: UInt32) {
        writer = LeafWriter(firstDocument: firstDocument)
        joined = JoinedPostings(base: firstDocument)
        for input in inputs {
            guard let reader = SegmentReader(input, from: first) else { return nil }
            readers.append(reader)
            heads.append(reader.head)
        }
    }

    /// Finds the least term, and the readers that stand at it; false at the end.
    mutating func findLeast() -> Bool {
        sources.removeAll(keepingCapacity: true)
        var least = UInt64.max
        for index in heads.indices where heads[index] <= least && !readers[index].isAtEnd {
            if heads[index] < least || sources.isEmpty {
                least = heads[index]
                sources.removeAll(keepingCapacity: true)
                sources.append(index)
            } else if readers[index].isAt(readers[sources[0]].term) {
                sources.append(index)
            } else if Term.precedes(readers[index].term, readers[sources[0]].term) {
                sources.removeAll(keepingCapacity: true)
                sources.append(index)
            }
        }
        return !sources.isEmpty
    }

    /// Whether the least term is at or after another, whose first eight bytes are these.
    func isLeast(atOrAfter other: [UInt8], _ head: UInt64) -> Bool {
        let own = heads[sources[0]]
        return own > head || (own == head && !Term.precedes(readers[sources[0]].term, other))
    }

    /// Writes the least term, and goes on to the next ones; false if the bytes are damaged.
    mutating func takeLeast() -> Bool {
        if copy() {
            for index in sources where !readers[index].advance() { return false }
        } else {
            let term = readers[sources[0]].term
            let copies = isApart
            postings.removeAll()
            writer.begin(term)
            for index in sources
            where !readers[index].takeTerm(into: &postings, copyingTo: &writer, copies: copies) { return false }
            postings.settle()
            if writer.isBegun {
                writer.add(postings)
                writer.end(net: postings.net)
            } else {
                writer.add(term, postings)
            }
        }
        for index in sources { heads[index] = readers[index].head }
        return true
    }

    /// Whether each reader of the least term has documents that are all behind those of the one before.
    private var isApart: Bool {
        for position in sources.indices.dropFirst()
        where readers[sources[position]].firstDocument <= readers[sources[position - 1]].lastDocument { return false }
        return true
    }

    /// Writes the least term without decoding it; false if it must be decoded.
    private mutating func copy() -> Bool {
        let first = sources[0]
        if sources.count == 1 {
            return writer.add(
                readers[first].term, readers[first].part, of: readers[first].bytes, from: readers[first].firstDocument)
        }
        joined.removeAll()
        for index in sources
        where !joined.add(readers[index].part, of: readers[index].bytes, from: readers[index].firstDocument) {
            return false
        }
        writer.add(readers[first].term, joined)
        return true
    }
}
