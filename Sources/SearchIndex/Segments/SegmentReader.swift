internal import DiarylogTextSearch

/// Reads the terms of one segment that is merged, each with all of its documents.
struct SegmentReader {
    private let leaves: [Leaf]
    /// The number from which the documents of its terms are counted, and the greatest of them.
    let firstDocument: UInt32
    let lastDocument: UInt32
    /// The current leaf, and where its next term begins.
    private var leaf = -1
    private(set) var bytes: [UInt8] = []
    private var position = 0
    private var end = 0
    /// What the current leaf has of the term.
    private(set) var part = LeafTerm(count: 0, net: 0, isContinued: false, hasBlocks: false, postings: 0..<0)
    private(set) var term: [UInt8] = []
    /// The first eight bytes of the term; the greatest number at the end.
    private(set) var head: UInt64 = 0
    private(set) var isAtEnd = false
    private var section = PostingSection()
    private var block = DecodedBlock()

    /// Blocks of fewer documents are decoded, and joined with those beside them.
    private static let many = PostingBlock.size / 2

    /// A reader at the first term that is not before `first`, or at the end; nil if a leaf is damaged.
    init?(_ input: SegmentMerge.Input, from first: [UInt8]?) {
        leaves = input.leaves
        (firstDocument, lastDocument) = (input.documents.lowerBound, input.documents.upperBound)
        if let first, !leaves.isEmpty {
            beginLeaf(0)
            position = LeafReader(bytes.span).start(of: first)
        }
        repeat { guard advance() else { return nil } } while isBefore(first)
    }

    func isAt(_ other: [UInt8]) -> Bool { !isAtEnd && term == other }

    /// Goes to the next term, or to the end. False if a leaf is damaged.
    mutating func advance() -> Bool {
        while position == end {
            guard leaf + 1 < leaves.count else {
                (isAtEnd, head) = (true, .max)
                return true
            }
            beginLeaf(leaf + 1)
            if end == 0 { return false }
        }
        var index = position
        guard let letters = LeafTerm.head(bytes.span, &index), letters.shared <= term.count else { return false }
        term.shorten(to: letters.shared)
        for position in letters.own { term.append(bytes[position]) }
        guard let found = LeafTerm(bytes.span, &index) else { return false }
        (part, position, head) = (found, index, Term.head(term))
        return true
    }

    /// Adds all signs of the term, from every leaf that holds some, and goes on to the next term.
    ///
    /// With `copies`, blocks of many documents go to the writer as they are, behind the postings before them.
    mutating func takeTerm(into postings: inout TermPostings, copyingTo writer: inout LeafWriter, copies: Bool) -> Bool
    {
        let wanted = term
        var net = 0
        repeat {
            let leaf = bytes
            guard section.take(part, of: leaf.span, firstDocument: firstDocument) else { return false }
            // The last leaf tells the net.
            net = part.net
            for index in section.blocks.indices {
                let held = section.blocks[index]
                if copies, held.count >= Self.many, let last = held.last, held.base <= last {
                    writer.add(postings)
                    postings.removeSigns()
                    writer.add(section.bytes(of: index), count: held.count, held.base...last)
                } else if !block.take(index, of: section) || !block.append(to: &postings, index, of: section) {
                    return false
                }
            }
            guard advance() else { return false }
        } while isAt(wanted)
        postings.net += net
        return true
    }

    private mutating func beginLeaf(_ number: Int) {
        leaf = number
        bytes = leaves[number].bytes
        (position, end) = (0, LeafTerm.restarts(bytes.span).lowerBound)
        term.removeAll(keepingCapacity: true)
    }

    private func isBefore(_ first: [UInt8]?) -> Bool {
        guard let first, !isAtEnd else { return false }
        return Term.precedes(term, first)
    }
}

extension DecodedBlock {
    /// Adds all signs of the block's documents; false if its bytes are damaged.
    mutating func append(
        to postings: inout TermPostings, _ block: Int, of section: PostingSection
    ) -> Bool {
        for position in 0..<count {
            let document = documents[position]
            var version: UInt32 = 0
            if hasHistory(position) {
                guard let history = history(position, of: block, in: section) else { return false }
                for sign in history.older.reversed() {
                    postings.append(document, sign.version, times: sign.times)
                    postings.append(history.occurrences[sign.occurrences])
                }
                version = history.newest
            }
            postings.append(document, version, times: UInt16(times(position)))
            guard append(occurrencesOf: position, of: block, in: section, to: &postings) else { return false }
        }
        return true
    }
}
