/// Cuts the postings of a term into blocks, one after the other.
struct PostingBlocks {
    /// A block, written.
    struct Block {
        var first: UInt32
        var last: UInt32
        /// The number from which its first document is counted.
        var base: UInt32
        var count: Int
        var bytes: [UInt8]
    }

    /// A block ends once it takes so many bytes. One document takes at most about two thousand.
    private static let room = 1024

    private let postings: TermPostings
    /// The first sign of the next block, and that of the block before.
    private var position = 0
    private var start = 0
    private var base: UInt32

    init(_ postings: TermPostings, base: UInt32) {
        self.postings = postings
        self.base = base
    }

    /// Whether there is no further block.
    var isAtEnd: Bool { position == postings.signs.count }

    /// The block that was cut last, counted from another base.
    mutating func again(base: UInt32) -> Block? {
        position = start
        self.base = base
        return next()
    }

    /// Cuts the next block; nil at the end.
    mutating func next() -> Block? {
        let signs = postings.signs
        guard position < signs.count else { return nil }
        start = position
        var encoder = PostingEncoder(base: base)
        var last = signs[position].document
        while position < signs.count, encoder.count < PostingBlock.size, encoder.length < Self.room {
            var end = position + 1
            last = signs[position].document
            while end < signs.count, signs[end].document == last { end += 1 }
            encoder.add(signs[position..<end], of: postings)
            position = end
        }
        var block = Block(first: signs[start].document, last: last, base: base, count: encoder.count, bytes: [])
        encoder.finish(into: &block.bytes)
        base = last
        return block
    }
}
