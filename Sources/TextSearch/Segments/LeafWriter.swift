/// Cuts the terms of a segment into leaves, in the order in which they are added.
package struct LeafWriter {
    /// The leaves that are full.
    package private(set) var leaves: [Leaf] = []

    private let firstDocument: UInt32
    private var key: [UInt8] = []
    private var bytes: [UInt8] = []
    private var last: [UInt8] = []
    private var terms = 0
    /// Where every sixteenth term begins.
    private var restarts: [Int] = []
    private var scratch: [UInt8] = []
    private var block: [UInt8] = []

    /// A writer for a segment whose least document is this.
    package init(firstDocument: UInt32) { self.firstDocument = firstDocument }

    /// Ends the current leaf.
    package mutating func finish() { endLeaf() }

    /// Adds a term greater than all before it, with its documents, ascending, and how often each holds it.
    package mutating func add(
        _ term: [UInt8], _ documents: Span<UInt32>, _ times: Span<UInt8>
    ) {
        if documents.count <= PostingBlock.size {
            scratch.removeAll(keepingCapacity: true)
            PostingBlock.encode(documents, times, base: firstDocument, into: &scratch)
            write(term, documents[0], count: documents.count, flags: 0)
            return
        }
        scratch.removeAll(keepingCapacity: true)
        var base = firstDocument
        var (first, count, flags) = (documents[0], 0, 1)
        var start = 0
        while start < documents.count {
            let range = start..<min(start + PostingBlock.size, documents.count)
            encodeBlock(documents.extracting(range), times.extracting(range), base)
            // Where one more block does not fit, the term continues in the next leaf.
            if count > 0, !hasRoom(for: term, scratch.count + block.count) {
                write(term, first, count: count, flags: flags)
                endLeaf()
                scratch.removeAll(keepingCapacity: true)
                (first, count, flags) = (documents[start], 0, 3)
                encodeBlock(documents.extracting(range), times.extracting(range), firstDocument)
            }
            scratch.append(contentsOf: block)
            count += range.count
            base = documents[range.upperBound - 1]
            start = range.upperBound
        }
        write(term, first, count: count, flags: flags)
    }

    private mutating func encodeBlock(
        _ documents: Span<UInt32>, _ times: Span<UInt8>, _ base: UInt32
    ) {
        block.removeAll(keepingCapacity: true)
        var postings: [UInt8] = []
        postings.reserveCapacity(documents.count * 2)
        PostingBlock.encode(documents, times, base: base, into: &postings)
        block.append(UInt8(truncatingIfNeeded: documents.count - 1))
        block.append(varint: Int(documents[documents.count - 1] - base))
        block.append(varint: postings.count)
        block.append(contentsOf: postings)
    }

    private mutating func write(_ term: [UInt8], _ first: UInt32, count: Int, flags: Int) {
        if !hasRoom(for: term, scratch.count) { endLeaf() }
        var shared = 0
        if key.isEmpty { key = Leaf.key(term, first) }
        if terms % Leaf.restart == 0 {
            restarts.append(bytes.count)
        } else {
            while shared < last.count, shared < term.count, last[shared] == term[shared] { shared += 1 }
        }
        bytes.append(varint: shared)
        bytes.append(varint: term.count - shared)
        bytes.append(contentsOf: term[shared...])
        bytes.append(varint: count << 2 | flags)
        bytes.append(varint: scratch.count)
        bytes.append(contentsOf: scratch)
        last = term
        terms += 1
    }

    /// Whether a term fits, with its lengths and one more row in the table of every sixteenth.
    private func hasRoom(for term: [UInt8], _ postings: Int) -> Bool {
        bytes.count + term.count + 10 + postings + restarts.count * 2 + 3 <= Leaf.room
    }

    private mutating func endLeaf() {
        if key.isEmpty { return }
        for restart in restarts {
            bytes.append(UInt8(truncatingIfNeeded: restart))
            bytes.append(UInt8(truncatingIfNeeded: restart >> 8))
        }
        bytes.append(UInt8(restarts.count))
        leaves.append(Leaf(key: key, bytes: bytes))
        (terms, restarts) = (0, [])
        key = []
        bytes = []
        bytes.reserveCapacity(Leaf.room)
        last = []
    }
}
