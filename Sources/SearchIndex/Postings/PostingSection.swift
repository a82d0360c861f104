/// A term's documents in one leaf, block by block.
struct PostingSection: Sendable {
    /// A block, not decoded yet.
    struct Block: Sendable {
        /// How many documents it has.
        var count: Int
        /// The number from which its first document is counted: a block with a header is counted from that document.
        var base: UInt32
        /// Its last document; nil for a few documents without a header, which would tell of it.
        var last: UInt32?
        var range: Range<Int>
    }

    private var bytes: [UInt8] = []
    /// Its blocks, ascending.
    private(set) var blocks: [Block] = []
    /// Whether the leaf before holds earlier documents.
    private(set) var isContinued = false

    /// A section without documents.
    init() {}

    /// Replaces the section by a term of a leaf; false if the term's blocks are damaged.
    mutating func take(_ term: LeafTerm, of leaf: Span<UInt8>, firstDocument: UInt32) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        let postings = leaf.extracting(term.postings)
        bytes.append(postings)
        blocks.removeAll(keepingCapacity: true)
        isContinued = term.isContinued
        guard term.hasBlocks else {
            blocks.append(Block(count: term.count, base: firstDocument, last: nil, range: bytes.indices))
            return true
        }
        var index = 0
        var before = firstDocument
        while index < bytes.count {
            let count = Int(bytes[index]) + 1
            index += 1
            guard let distance = PostingBlock.varint(bytes.span, &index),
                let extent = PostingBlock.varint(bytes.span, &index),
                let length = PostingBlock.varint(bytes.span, &index), length <= UInt64(bytes.count - index)
            else { return false }
            let first = before &+ UInt32(truncatingIfNeeded: distance)
            let last = first &+ UInt32(truncatingIfNeeded: extent)
            blocks.append(Block(count: count, base: first, last: last, range: index..<index + Int(length)))
            index += Int(length)
            before = last
        }
        return true
    }
}

extension PostingSection {
    @_lifetime(borrow self)
    func bytes(of block: Int) -> Span<UInt8> { bytes.span.extracting(blocks[block].range) }
}
