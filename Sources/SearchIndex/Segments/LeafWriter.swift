/// Cuts the terms of a segment into leaves, in the order in which they are added.
struct LeafWriter {
    /// The leaves that are full.
    private(set) var leaves: [Leaf] = []

    private let firstDocument: UInt32
    private var key: [UInt8] = []
    private var bytes: [UInt8] = []
    private var last: [UInt8] = []
    private var terms = 0
    /// Where every sixteenth term begins.
    private var restarts: [Int] = []
    private var scratch: [UInt8] = []
    private var blocks = PostingBlocks()
    /// Whether the current leaf begins with a term that another one does not hold.
    private var beginsWithTerm = false
    private var open = OpenTerm(term: [], last: 0, flags: 0)

    /// The term that is written block by block: what of it lies in `scratch`.
    private struct OpenTerm {
        var term: [UInt8]
        /// How many documents there are, the first of them, and the last of all so far in this leaf.
        var count = 0
        var first: UInt32 = 0
        var last: UInt32
        var flags: Int
    }

    /// A writer for a segment whose least document is this.
    init(firstDocument: UInt32) { self.firstDocument = firstDocument }

    /// Ends the current leaf.
    mutating func finish() { endLeaf() }

    /// Gives up the current leaf, whose terms are to be added again later; returns the first of them.
    ///
    /// Nil, and the leaf is kept, if it has no term, or begins in the middle of one.
    mutating func takeBackLeaf() -> [UInt8]? {
        guard beginsWithTerm, !key.isEmpty else { return nil }
        let first = Leaf.term(ofKey: key)
        beginLeaf()
        return first
    }

    /// Adds a term greater than all before it, with its postings as another segment's leaf has them, counted from that
    /// one's least document. False, and nothing is added, if they must be decoded.
    mutating func add(_ term: [UInt8], _ part: LeafTerm, of bytes: [UInt8], from base: UInt32) -> Bool {
        guard JoinedPostings.isShort(part) else { return false }
        let leaf = bytes.span
        var index = part.postings.lowerBound
        // In damaged bytes the number may go on behind the postings.
        guard let coded = PostingBlock.varint(leaf, &index), index <= part.postings.upperBound else { return false }
        let first = base &+ UInt32(truncatingIfNeeded: coded >> 3)
        scratch.removeAll(keepingCapacity: true)
        scratch.append(varint: Int(first &- firstDocument) << 3 | Int(coded & 7))
        scratch.append(leaf.extracting(index..<part.postings.upperBound))
        write(term, first, count: part.count, flags: 0, net: part.net)
        return true
    }

    /// Adds a term greater than all before it, with postings that are counted from the writer's least document.
    mutating func add(_ term: [UInt8], _ postings: borrowing JoinedPostings) {
        scratch.removeAll(keepingCapacity: true)
        postings.append(to: &scratch)
        write(term, postings.first, count: postings.count, flags: 0, net: postings.net)
    }

    /// Adds a term greater than all before it, with its postings in order.
    mutating func add(_ term: [UInt8], _ postings: borrowing TermPostings) {
        if postings.signs.count == 1, let sign = postings.signs.first, sign.version == 0,
            (1...TermPostings.most).contains(sign.times)
        {
            scratch.removeAll(keepingCapacity: true)
            PostingEncoder.append(sign, of: postings, base: firstDocument, into: &scratch)
            write(term, sign.document, count: 1, flags: 0, net: postings.net)
            return
        }
        blocks.begin()
        if postings.signs.count < PostingBlock.fewest {
            guard blocks.advance(postings, from: firstDocument) else { return }
            if blocks.isAtEnd(of: postings) {
                scratch.removeAll(keepingCapacity: true)
                scratch.append(contentsOf: blocks.bytes)
                write(term, blocks.first, count: blocks.count, flags: 0, net: postings.net)
                return
            }
        }
        begin(term)
        add(postings)
        end(net: postings.net)
    }

    /// Begins a term greater than all before it, which is written block by block.
    mutating func begin(_ term: [UInt8]) {
        scratch.removeAll(keepingCapacity: true)
        open = OpenTerm(term: term, last: firstDocument, flags: 1)
    }

    /// Adds postings to the term that was begun.
    mutating func add(_ postings: borrowing TermPostings) {
        blocks.begin()
        while blocks.advance(postings) {
            let bytes = blocks.bytes
            add(bytes.span, count: blocks.count, blocks.first...blocks.last)
        }
    }

    /// Adds a block to the term that was begun: its bytes, its documents, and the first and the last of them.
    mutating func add(_ block: Span<UInt8>, count: Int, _ documents: ClosedRange<UInt32>) {
        // Where one more block does not fit, the term continues in the next leaf.
        if open.count > 0, !hasRoom(for: open.term, scratch.count + block.count + 13) {
            write(open.term, open.first, count: open.count, flags: open.flags, net: nil)
            endLeaf()
            begin(open.term)
            open.flags = 3
        }
        if open.count == 0 { open.first = documents.lowerBound }
        scratch.append(UInt8(truncatingIfNeeded: count - 1))
        scratch.append(varint: Int(documents.lowerBound &- open.last))
        scratch.append(varint: Int(documents.upperBound &- documents.lowerBound))
        scratch.append(varint: block.count)
        scratch.append(block)
        open.count += count
        open.last = documents.upperBound
    }

    /// Whether the term that was begun has a block.
    var isBegun: Bool { open.count > 0 }

    /// Ends the term that was begun.
    mutating func end(net: Int) { write(open.term, open.first, count: open.count, flags: open.flags, net: net) }

    private mutating func write(_ term: [UInt8], _ first: UInt32, count: Int, flags: Int, net: Int?) {
        if !hasRoom(for: term, scratch.count) { endLeaf() }
        var shared = 0
        if key.isEmpty {
            key = Leaf.key(term, first)
            beginsWithTerm = flags & 2 == 0
        }
        if terms % Leaf.restart == 0 {
            restarts.append(bytes.count)
        } else {
            while shared < last.count, shared < term.count, last[shared] == term[shared] { shared += 1 }
        }
        bytes.append(varint: shared)
        bytes.append(varint: term.count - shared)
        last.shorten(to: shared)
        let own = term.span.extracting(shared..<term.count)
        bytes.append(own)
        last.append(own)
        if let net, net != count {
            bytes.append(varint: count << 3 | 4 | flags)
            bytes.append(varint: net << 1 ^ net >> (Int.bitWidth - 1))
        } else {
            bytes.append(varint: count << 3 | flags)
        }
        bytes.append(varint: scratch.count)
        bytes.append(contentsOf: scratch)
        terms += 1
    }

    /// Whether a term fits, with its lengths and one more row in the table of every sixteenth.
    private func hasRoom(for term: [UInt8], _ postings: Int) -> Bool {
        bytes.count + term.count + 16 + postings + restarts.count * 2 + 3 <= Leaf.room
    }

    private mutating func endLeaf() {
        if key.isEmpty { return }
        for restart in restarts {
            bytes.append(UInt8(truncatingIfNeeded: restart))
            bytes.append(UInt8(truncatingIfNeeded: restart >> 8))
        }
        bytes.append(UInt8(restarts.count))
        leaves.append(Leaf(key: key, bytes: bytes))
        beginLeaf()
    }

    private mutating func beginLeaf() {
        (terms, restarts) = (0, [])
        key = []
        bytes = []
        bytes.reserveCapacity(Leaf.room)
        last.removeAll(keepingCapacity: true)
    }
}
