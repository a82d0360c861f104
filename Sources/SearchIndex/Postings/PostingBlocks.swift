/// Cuts the postings of a term into blocks, one after the other.
struct PostingBlocks {
    /// A block ends once it takes so many bytes. One document takes at most about two thousand.
    private static let room = 1024

    /// The first document of the current block, and its last.
    private(set) var first: UInt32 = 0
    private(set) var last: UInt32 = 0
    /// How many documents the current block has.
    private(set) var count = 0
    /// The current block, written.
    private(set) var bytes: [UInt8] = []

    /// The first sign of the next block.
    private var next = 0
    private var encoder = PostingEncoder()

    /// Begins with the postings of a term.
    mutating func begin() { next = 0 }

    /// Whether the current block is the last one.
    func isAtEnd(of postings: borrowing TermPostings) -> Bool { next == postings.signs.count }

    /// Cuts the next block, counted from its own first document, or from another number; false at the end.
    mutating func advance(_ postings: borrowing TermPostings, from base: UInt32? = nil) -> Bool {
        let signs = postings.signs.count
        guard next < signs else { return false }
        first = postings.signs[next].document
        encoder.begin(base: base ?? first)
        while next < signs, encoder.count < PostingBlock.size, encoder.length < Self.room {
            var end = next + 1
            last = postings.signs[next].document
            while end < signs, postings.signs[end].document == last { end += 1 }
            encoder.add(next..<end, of: postings)
            next = end
        }
        count = encoder.count
        bytes.removeAll(keepingCapacity: true)
        encoder.finish(into: &bytes)
        return true
    }
}
