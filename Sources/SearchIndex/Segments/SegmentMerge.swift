internal import DiarylogTextSearch

/// Merges neighbouring segments with all their signs, one stretch of terms at a time. The signs of one document stand
/// side by side afterwards.
enum SegmentMerge {
    /// The result of merging a stretch.
    struct Stretch: Sendable {
        /// The leaves of the new segment, in order; none if nothing was merged.
        var leaves: [Leaf]
        /// All terms before this one are merged, and the next stretch begins there; nil if all terms are.
        var next: [UInt8]?
    }

    /// A part of one segment: its leaves, from the one that would hold the first wanted term.
    struct Input: Sendable {
        /// Its leaves, in order.
        var leaves: [Leaf]
        /// The segment's documents lie in this range, and the first is its least.
        var documents: ClosedRange<UInt32>
        /// Whether these are all the leaves it has left.
        var isComplete: Bool
    }

    /// Merges the terms, from `first` on, that the inputs' leaves hold completely, and stops once `most` leaves are
    /// full; nil if the bytes are damaged.
    ///
    /// Only full leaves are made, unless the inputs end: a segment has as few leaves as if it were merged at once. If
    /// `next` of the result is `first`, or empty where that is nil, more leaves are needed.
    static func merge(_ inputs: [Input], from first: [UInt8]?, most: Int = .max) -> Stretch? {
        guard let least = inputs.map(\.documents.lowerBound).min() else { return Stretch(leaves: [], next: nil) }
        var end: [UInt8]?
        for input in inputs where !input.isComplete {
            guard let last = input.leaves.last.flatMap(lastTerm) else { return nil }
            if end.map({ last.lexicographicallyPrecedes($0) }) ?? true { end = last }
        }
        // The leaf that would hold the first wanted term may end before it.
        if let first, let known = end, known.lexicographicallyPrecedes(first) { end = first }
        guard var merger = TermMerger(inputs, from: first, firstDocument: least) else { return nil }
        let endHead = end.map(Term.head) ?? .max
        while merger.findLeast() {
            if let end, merger.isLeast(atOrAfter: end, endHead) { break }
            guard merger.takeLeast() else { return nil }
            if merger.writer.leaves.count >= most, let next = merger.writer.takeBackLeaf() {
                return Stretch(leaves: merger.writer.leaves, next: next)
            }
        }
        if end == nil {
            merger.writer.finish()
            return Stretch(leaves: merger.writer.leaves, next: nil)
        }
        if merger.writer.leaves.isEmpty { return Stretch(leaves: [], next: first ?? []) }
        if let next = merger.writer.takeBackLeaf() { return Stretch(leaves: merger.writer.leaves, next: next) }
        merger.writer.finish()
        return Stretch(leaves: merger.writer.leaves, next: end)
    }

    private static func lastTerm(_ leaf: Leaf) -> [UInt8]? {
        let bytes = leaf.bytes
        var reader = LeafReader(bytes.span)
        return reader.lastTerm()
    }
}
