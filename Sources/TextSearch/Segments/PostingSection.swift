/// A term's documents in one leaf, block by block.
package struct PostingSection: Sendable {
    /// A block, not decoded yet.
    package struct Block: Sendable {
        /// How many documents it has.
        package var count: Int
        /// The number from which its first document is counted.
        package var base: UInt32
        /// Its last document; nil for a single block, which does not record it.
        package var last: UInt32?
        var range: Range<Int>
    }

    private var bytes: [UInt8] = []
    /// Its blocks, ascending.
    package private(set) var blocks: [Block] = []
    /// Whether the leaf before holds earlier documents.
    package private(set) var isContinued = false

    /// A section without documents.
    package init() {}

    /// Replaces the section by a term of a leaf; false if the term's blocks are damaged.
    package mutating func take(_ term: LeafTerm, of leaf: Span<UInt8>, firstDocument: UInt32) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        let postings = term.postings
        bytes.append(addingCapacity: postings.count) { bytes in
            for index in postings { bytes.append(leaf[index]) }
        }
        blocks.removeAll(keepingCapacity: true)
        isContinued = term.isContinued
        guard term.hasBlocks else {
            let range = bytes.indices
            blocks.append(
                Block(count: term.count, base: firstDocument, last: nil, range: range))
            return true
        }
        var index = 0
        var base = firstDocument
        let copy = bytes
        let span = copy.span
        while index < span.count {
            let count = Int(span[index]) + 1
            index += 1
            guard let distance = PostingBlock.varint(span, &index) else { return false }
            guard let length = PostingBlock.varint(span, &index), length <= UInt64(span.count - index) else {
                return false
            }
            let last = base &+ UInt32(truncatingIfNeeded: distance)
            blocks.append(
                Block(count: count, base: base, last: last, range: index..<index + Int(length)))
            index += Int(length)
            base = last
        }
        return true
    }

    /// Decodes the documents of a block; false if the bytes are damaged.
    package func decode(_ block: Int, into documents: inout [UInt32], _ times: inout [UInt8]) -> Bool {
        let block = blocks[block]
        return PostingBlock.decode(
            bytes.span.extracting(block.range), count: block.count, base: block.base, into: &documents, &times)
    }
}
