internal import DiarylogTextSearch

/// Reads a segment leaf by leaf, adds its signs to sums, and finds leaves that no writer would have made.
///
/// What it looks at is what readers rely on: that the keys lead to the terms, that every term is found by looking it
/// up, that terms and documents ascend, and that a term which goes on says so.
struct LeafCheck {
    private let segment: Int
    private let documents: ClosedRange<UInt32>
    private let first: [UInt8]?
    /// The term that was read last, its last document, and what it was said to bring.
    private var term: [UInt8]?
    private var last: UInt32 = 0
    private var net = 0
    private var section = PostingSection()
    private var block = DecodedBlock()
    private var postings = TermPostings()

    /// A check of the segment at a position in the sums, which has these documents. Terms before `first` are passed
    /// over: they are found in another segment.
    init(_ segment: Int, documents: ClosedRange<UInt32>, from first: [UInt8]?) {
        self.segment = segment
        self.documents = documents
        self.first = first
    }

    /// Adds the signs of the next leaf; false if it is not what a writer makes.
    mutating func take(_ key: [UInt8], _ leaf: Span<UInt8>, into sums: inout SegmentSums) -> Bool {
        var reader = LeafReader(leaf)
        var isFirst = true
        while let part = reader.next() {
            defer { isFirst = false }
            if let first, Term.precedes(reader.term, first) { continue }
            var other = LeafReader(leaf)
            guard other.find(reader.term) == part else { return false }
            let isContinued = isFirst && term == reader.term
            guard part.isContinued == isContinued, isContinued || isNext(reader.term),
                read(part, of: leaf, isContinued: isContinued)
            else { return false }
            if isFirst, let start = postings.signs.first?.document, key != Leaf.key(reader.term, start) { return false }
            // The last leaf of a term tells what it brings.
            sums.add(reader.term, postings, net: part.net - (isContinued ? net : 0), to: segment)
            (term, net) = (reader.term, part.net)
        }
        return reader.isAtEnd && !isFirst
    }

    private func isNext(_ next: [UInt8]) -> Bool { term.map { Term.precedes($0, next) } ?? true }

    /// Reads all signs of a term in a leaf; false if they are not in order.
    private mutating func read(_ part: LeafTerm, of leaf: Span<UInt8>, isContinued: Bool) -> Bool {
        guard section.take(part, of: leaf, firstDocument: documents.lowerBound) else { return false }
        postings.removeAll()
        var count = 0
        for index in section.blocks.indices {
            guard block.take(index, of: section), block.append(to: &postings, index, of: section) else { return false }
            let own = block.documents.prefix(block.count)
            let (first, end) = (section.blocks[index].base, section.blocks[index].last)
            if end != nil, own.first != first || own.last != end { return false }
            var isFirst = count == 0 && !isContinued
            for document in own {
                guard documents.contains(document), isFirst || last < document else { return false }
                (last, isFirst) = (document, false)
            }
            count += block.count
        }
        return count > 0 && count == part.count
    }
}
