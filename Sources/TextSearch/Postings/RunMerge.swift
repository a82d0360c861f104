/// Merges neighbouring runs, a stretch of terms at a time.
package enum RunMerge {
    /// What a stretch came to.
    package struct Stretch: Sendable {
        /// The leaves of the new run, in order.
        package var leaves: [Leaf]
        /// All terms before this one are merged; nil where all are.
        package var next: [UInt8]?

        /// A stretch that begins at a term and has come no farther.
        package init(leaves: [Leaf] = [], next: [UInt8]? = nil) {
            self.leaves = leaves
            self.next = next
        }
    }

    /// One run's part: its leaves from the one on that holds the first term wanted.
    package struct Input: Sendable {
        /// Its leaves, in order.
        package var leaves: [Leaf]
        /// The run's least document.
        package var firstDocument: UInt32
        /// Whether these are all the leaves it has left.
        package var isComplete: Bool

        /// A run's part.
        package init(leaves: [Leaf], firstDocument: UInt32, isComplete: Bool) {
            self.leaves = leaves
            self.firstDocument = firstDocument
            self.isComplete = isComplete
        }
    }

    /// Merges the terms from one on that all inputs hold whole; nil where the bytes are damaged.
    ///
    /// The inputs are older ones first; of a document that several have, the newest is kept. Where `next` is the term
    /// it began with, more leaves are needed.
    package static func merge(_ inputs: [Input], from first: [UInt8]?) -> Stretch? {
        guard let least = inputs.map(\.firstDocument).min() else { return Stretch(leaves: [], next: nil) }
        var end: [UInt8]?
        for input in inputs where !input.isComplete {
            guard let last = input.leaves.last.flatMap(lastTerm) else { return nil }
            if end.map({ last.lexicographicallyPrecedes($0) }) ?? true { end = last }
        }
        // The leaf that the first term wanted would be in may end before it.
        if let first, let known = end, known.lexicographicallyPrecedes(first) { end = first }
        var readers = inputs.map { RunReader($0) }
        for index in readers.indices {
            repeat { guard readers[index].advance() else { return nil } } while readers[index].isBefore(first)
        }
        var writer = LeafWriter(firstDocument: least)
        var list = PostingList()
        while let term = readers.compactMap(\.term).min(by: { $0.lexicographicallyPrecedes($1) }) {
            if let end, !term.lexicographicallyPrecedes(end) { break }
            list.removeAll()
            for index in readers.indices where readers[index].term == term {
                guard readers[index].takeTerm(into: &list) else { return nil }
            }
            list.settle()
            writer.add(term, list.documents.span, list.times.span)
        }
        writer.finish()
        return Stretch(leaves: writer.leaves, next: end)
    }

    private static func lastTerm(_ leaf: Leaf) -> [UInt8]? {
        let bytes = leaf.bytes
        var reader = LeafReader(bytes.span)
        while reader.next() != nil {}
        let term = reader.term
        return term.isEmpty ? nil : term
    }
}

/// Goes through one run's terms, each with all of its documents.
private struct RunReader {
    private let input: RunMerge.Input
    private var leaf = 0
    /// The entries of the leaf in hand.
    private var entries: [(term: [UInt8], entry: LeafEntry)] = []
    private var next = 0
    private(set) var term: [UInt8]?
    private var entry: LeafEntry?
    private var section = PostingSection()
    private var blockDocuments: [UInt32] = []
    private var blockTimes: [UInt8] = []

    init(_ input: RunMerge.Input) { self.input = input }

    func isBefore(_ first: [UInt8]?) -> Bool {
        guard let first, let term else { return false }
        return term.lexicographicallyPrecedes(first)
    }

    /// Goes to the next entry; the term is nil at the end. False where a leaf is damaged.
    mutating func advance() -> Bool {
        while next == entries.count {
            guard leaf < input.leaves.count else {
                term = nil
                return true
            }
            entries.removeAll(keepingCapacity: true)
            let bytes = input.leaves[leaf].bytes
            var reader = LeafReader(bytes.span)
            while let entry = reader.next() { entries.append((reader.term, entry)) }
            if entries.isEmpty { return false }
            leaf += 1
            next = 0
        }
        term = entries[next].term
        entry = entries[next].entry
        next += 1
        return true
    }

    /// Adds all documents of the term, from as many leaves as hold them, and goes on to the next term.
    mutating func takeTerm(into list: inout PostingList) -> Bool {
        let wanted = term
        repeat {
            let bytes = input.leaves[leaf - 1].bytes
            guard let entry, section.take(entry, of: bytes.span, firstDocument: input.firstDocument) else {
                return false
            }
            for block in section.blocks.indices {
                guard section.decode(block, into: &blockDocuments, &blockTimes) else { return false }
                for index in blockDocuments.indices { list.append(blockDocuments[index], blockTimes[index]) }
            }
            guard advance() else { return false }
        } while term == wanted
        return true
    }
}
