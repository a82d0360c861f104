/// Merges neighbouring segments, one stretch of terms at a time: all their signs, those of one document together.
package enum SegmentMerge {
    /// The result of merging a stretch.
    package struct Stretch: Sendable {
        /// The leaves of the new segment, in order.
        package var leaves: [Leaf]
        /// All terms before this one are merged; nil if all terms are.
        package var next: [UInt8]?

        /// A stretch of these leaves; with no leaves, one that has not come further than `next`.
        package init(leaves: [Leaf] = [], next: [UInt8]? = nil) {
            self.leaves = leaves
            self.next = next
        }
    }

    /// A part of one segment: its leaves, from the one that would hold the first wanted term.
    package struct Input: Sendable {
        /// Its leaves, in order.
        package var leaves: [Leaf]
        /// The segment's least document.
        package var firstDocument: UInt32
        /// Whether these are all the leaves it has left.
        package var isComplete: Bool

        /// A part of a segment.
        package init(leaves: [Leaf], firstDocument: UInt32, isComplete: Bool) {
            self.leaves = leaves
            self.firstDocument = firstDocument
            self.isComplete = isComplete
        }
    }

    /// Merges the terms, from `first` on, that the inputs' leaves hold completely; nil if the bytes are damaged.
    ///
    /// If `next` of the result is `first`, more leaves are needed.
    package static func merge(_ inputs: [Input], from first: [UInt8]?) -> Stretch? {
        guard let least = inputs.map(\.firstDocument).min() else { return Stretch(leaves: [], next: nil) }
        var end: [UInt8]?
        for input in inputs where !input.isComplete {
            guard let last = input.leaves.last.flatMap(lastTerm) else { return nil }
            if end.map({ last.lexicographicallyPrecedes($0) }) ?? true { end = last }
        }
        // The leaf that would hold the first wanted term may end before it.
        if let first, let known = end, known.lexicographicallyPrecedes(first) { end = first }
        var readers = inputs.map { SegmentReader($0) }
        for index in readers.indices {
            repeat { guard readers[index].advance() else { return nil } } while readers[index].isBefore(first)
        }
        var writer = LeafWriter(firstDocument: least)
        var postings = TermPostings()
        let endHead = end.map(Term.head) ?? .max
        while let least = leastReader(readers) {
            let term = readers[least].term
            let head = readers[least].head
            if let end, head > endHead || (head == endHead && !Term.precedes(term, end)) { break }
            postings.removeAll()
            for index in readers.indices
            where index == least || (readers[index].head == head && readers[index].isAt(term)) {
                guard readers[index].takeTerm(into: &postings) else { return nil }
            }
            postings.settle()
            writer.add(term, postings)
        }
        writer.finish()
        return Stretch(leaves: writer.leaves, next: end)
    }

    /// The reader with the least term; nil if all are at their ends.
    private static func leastReader(_ readers: [SegmentReader]) -> Int? {
        var least: Int?
        for index in readers.indices where !readers[index].isAtEnd {
            guard let other = least else {
                least = index
                continue
            }
            let (head, otherHead) = (readers[index].head, readers[other].head)
            if head < otherHead || (head == otherHead && Term.precedes(readers[index].term, readers[other].term)) {
                least = index
            }
        }
        return least
    }

    private static func lastTerm(_ leaf: Leaf) -> [UInt8]? {
        let bytes = leaf.bytes
        var reader = LeafReader(bytes.span)
        while reader.next() != nil {}
        let term = reader.term
        return term.isEmpty ? nil : term
    }
}

extension SegmentMerge.Input {
    /// How many bytes of terms a leaf has; 0 for the index before the first leaf.
    fileprivate func leafBytes(_ leaf: Int) -> Int {
        if leaf < 0 { return 0 }
        let bytes = leaves[leaf].bytes
        return LeafTerm.restarts(bytes.span).lowerBound
    }
}

/// Reads one segment's terms, each with all of its documents.
private struct SegmentReader {
    private let input: SegmentMerge.Input
    /// The current leaf, and where its next term begins.
    private var leaf = -1
    private var position = 0
    private var end = 0
    private var part: LeafTerm?
    private(set) var term: [UInt8] = []
    /// The first eight bytes of the term.
    private(set) var head: UInt64 = 0
    private(set) var isAtEnd = false
    private var section = PostingSection()
    private var block = DecodedBlock()

    init(_ input: SegmentMerge.Input) { self.input = input }

    func isBefore(_ first: [UInt8]?) -> Bool {
        guard let first, !isAtEnd else { return false }
        return Term.precedes(term, first)
    }

    func isAt(_ other: [UInt8]) -> Bool { !isAtEnd && term == other }

    /// Goes to the next term, or to the end. False if a leaf is damaged.
    mutating func advance() -> Bool {
        while position == end {
            leaf += 1
            guard leaf < input.leaves.count else {
                isAtEnd = true
                return true
            }
            (position, end) = (0, input.leafBytes(leaf))
            term.removeAll(keepingCapacity: true)
            if end == 0 { return false }
        }
        let bytes = input.leaves[leaf].bytes
        let span = bytes.span
        var index = position
        guard let letters = LeafTerm.head(span, &index), letters.shared <= term.count else { return false }
        term.removeLast(term.count - letters.shared)
        for place in letters.own { term.append(span[place]) }
        guard let found = LeafTerm(span, &index) else { return false }
        (part, position, head) = (found, index, Term.head(term))
        return true
    }

    /// Adds all signs of the term, from every leaf that holds some, and goes on to the next term.
    mutating func takeTerm(into postings: inout TermPostings) -> Bool {
        let wanted = term
        var net = 0
        repeat {
            let bytes = input.leaves[leaf].bytes
            guard let part, section.take(part, of: bytes.span, firstDocument: input.firstDocument) else {
                return false
            }
            // The last leaf tells the net.
            net = part.net
            for index in section.blocks.indices {
                guard block.take(index, of: section), block.append(to: &postings, index, of: section) else {
                    return false
                }
            }
            guard advance() else { return false }
        } while !isAtEnd && term == wanted
        postings.net += net
        return true
    }
}

extension DecodedBlock {
    /// Adds all signs of the block's documents; false if its bytes are damaged.
    mutating func append(to postings: inout TermPostings, _ block: Int, of section: PostingSection) -> Bool {
        for place in documents.indices {
            let document = documents[place]
            var version: UInt32 = 0
            if hasHistory(place) {
                guard let history = history(place, of: block, in: section) else { return false }
                for sign in history.older.reversed() {
                    postings.append(document, sign.version, times: sign.times)
                    postings.append(history.occurrences[sign.occurrences])
                }
                version = history.newest
            }
            postings.append(document, version, times: UInt16(times(place)))
            guard append(occurrencesOf: place, of: block, in: section, to: &postings) else { return false }
        }
        return true
    }
}
