internal import DiarylogHost
internal import EventStore

/// The documents of a term in one segment that it has something to say of, newest first: further leaves are read when
/// the walk comes to them, and a block is decoded when it may hold what is asked for.
struct SegmentWalk {
    /// The document it stands on; nil before the first and past the end.
    private(set) var document: DocumentID?
    /// How often the segment says that the document holds the term; 0 if no longer.
    private(set) var times: UInt8 = 0
    /// Whether that is known; if not, the text decides.
    private(set) var isKnown = true
    /// By how many documents more hold the term after the segment than before.
    private(set) var net = 0

    private let segment: IndexManifest.Segment
    private let index: IndexReader
    private let isNow: Bool
    private var section = PostingSection()
    /// The current block; nil if the next leaf must be read.
    private var block: Int?
    private var decoded = DecodedBlock()
    private var position = 0
    /// Where the term stood, if an older sign decides.
    private var older: [Occurrence]?
    /// The number of the leaf read last.
    private var leaf: UInt32?
    private var isAtEnd = false

    /// Reads the leaf with the term's newest documents, which tells the net. Throws `damaged`.
    init(
        _ term: [UInt8], in segment: IndexManifest.Segment, _ index: IndexReader, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        self.segment = segment
        self.index = index
        isNow = index.point.past == nil
        if try read(term, upTo: .max, view) { block = section.blocks.count } else { isAtEnd = true }
    }

    mutating func last(
        _ term: [UInt8], atOrBefore limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID? {
        if let document, document <= limit { return document }
        while !isAtEnd {
            if let block {
                while position >= 8, decoded.documents[position - 8] > limit { position -= 8 }
                while position > 0 {
                    position -= 1
                    let found = decoded.documents[position]
                    if found > limit { continue }
                    times = decoded.times(position)
                    if !isNow, try !takeThen(found, block) { continue }
                    document = found
                    return found
                }
                if try nextBlock(atOrBefore: limit) { continue }
            }
            try nextLeaf(term, atOrBefore: limit, view)
        }
        document = nil
        return nil
    }

    /// Visits the wanted ones of the documents of the current block that lie above a number, and then stands on the
    /// last of all these. Passes over those that no longer hold the term. Only as of now. Throws `damaged`.
    @inline(__always)
    mutating func forEachBeside(
        above floor: DocumentID, isWanted: (DocumentID, UInt8) -> Bool,
        visit: (DocumentID, UInt8, Placement) throws -> Void
    ) throws {
        guard isNow, document != nil, let block else { return }
        var next = position
        while next > 0, decoded.documents[next - 1] > floor {
            next -= 1
            let held = decoded.times(next)
            guard held > 0, isWanted(decoded.documents[next], held) else { continue }
            guard let placement = decoded.placement(next, of: block, in: section) else { throw IndexTables.damage }
            try visit(decoded.documents[next], held, placement)
        }
        if next < position { (position, document, times) = (next, decoded.documents[next], decoded.times(next)) }
    }

    /// Goes through all blocks, those of the newest documents first.
    mutating func forEachBlock(
        of term: [UInt8], _ view: borrowing StoreView, _ visit: (borrowing DecodedBlock) -> Void
    ) throws(EventStoreError) {
        while !isAtEnd {
            while try nextBlock(atOrBefore: .max) { visit(decoded) }
            try nextLeaf(term, atOrBefore: .max, view)
        }
    }

    /// The best placement of the term in the document it stands on. Throws `damaged`.
    mutating func placement() throws(EventStoreError) -> Placement {
        if let older {
            return older.map(\.placement).max() ?? .inside
        }
        guard let block, let placement = decoded.placement(position, of: block, in: section) else {
            throw IndexTables.damage
        }
        return placement
    }

    /// Appends where the term stands in the document it stands on.
    mutating func append(to occurrences: inout [Occurrence]) throws(EventStoreError) {
        if let older { return occurrences += older }
        guard let block, decoded.append(occurrencesOf: position, of: block, in: section, to: &occurrences) else {
            throw IndexTables.damage
        }
    }

    /// Notes what the segment says of the document at the current position; false if that begins after the point.
    private mutating func takeThen(_ found: DocumentID, _ block: Int) throws(EventStoreError) -> Bool {
        if older != nil { (older, isKnown) = (nil, true) }
        guard decoded.hasHistory(position), let version = index.point.past?[found]?.version else { return true }
        guard let history = decoded.history(position, of: block, in: section) else {
            throw IndexTables.damage
        }
        guard let sign = history.sign(asOf: version) else { return false }
        guard let sign else { return true }
        times = UInt8(truncatingIfNeeded: history.times(sign) ?? 0)
        isKnown = history.times(sign) != nil
        older = Array(history.occurrences(sign))
        return true
    }

    /// Decodes the newest block before the current one that may hold a document at or before a limit; false if there is
    /// none.
    private mutating func nextBlock(atOrBefore limit: DocumentID) throws(EventStoreError) -> Bool {
        guard var index = block else { return false }
        while index > 0 {
            index -= 1
            if section.blocks[index].base > limit { continue }
            block = index
            guard decoded.take(index, of: section, upTo: limit) else { throw IndexTables.damage }
            position = decoded.known
            return true
        }
        block = nil
        return false
    }

    /// Reads the leaf before the one that was read, if the term continues there.
    private mutating func nextLeaf(
        _ term: [UInt8], atOrBefore limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard section.isContinued, let first = section.blocks.first?.base, first > 0 else { return isAtEnd = true }
        if try read(term, upTo: min(limit, first - 1), view) { block = section.blocks.count } else { isAtEnd = true }
    }

    /// Reads the term's part of the leaf that holds documents up to one; false if it has none there.
    private mutating func read(
        _ term: [UInt8], upTo document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        let found = try find(term, LeafRow.key(segment.id, Leaf.key(term, document)), view)
        if found == .damaged { throw IndexTables.damage }
        return found == .postings
    }

    private mutating func find(
        _ term: [UInt8], _ key: [UInt8], _ view: borrowing StoreView
    ) throws(EventStoreError) -> Found {
        let id = segment.id
        if let leaves = index.tables.tail?.leaves(of: id, from: key) {
            return leaves.first.map { take(term, $0.key.span, $0.value.span).found } ?? .nothing
        }
        var cursor = try view.cursor(in: index.tables.leaves)
        guard try cursor.seekAtOrBefore(key.span), LeafRow.isRow(of: id, cursor.key) else {
            // All of the segment's leaves come after the term.
            return try cursor.next() && LeafRow.isLeaf(0, of: id, cursor.key, cursor.value) ? .nothing : .damaged
        }
        let (found, isAtEnd) = take(term, cursor.key, cursor.value)
        guard let number = LeafRow.number(cursor.value) else { return .damaged }
        // Where the term may go on behind the leaf's end, the one behind it must be there. There is none behind the
        // last one, and the one that was read before was there.
        let isKnown = number &+ 1 == segment.leaves || number &+ 1 == leaf
        leaf = number
        if found == .damaged || !isAtEnd || isKnown { return found }
        return try cursor.next() && LeafRow.isLeaf(number &+ 1, of: id, cursor.key, cursor.value) ? found : .damaged
    }

    private enum Found { case postings, nothing, damaged }

    /// The term's part of a leaf, and whether nothing follows it there.
    private mutating func take(
        _ term: [UInt8], _ key: Span<UInt8>, _ value: Span<UInt8>
    ) -> (found: Found, isAtEnd: Bool) {
        guard let leaf = LeafRow.open(value, under: key) else { return (.damaged, false) }
        var terms = LeafReader(leaf)
        guard let found = terms.find(term) else { return (.nothing, terms.isAtEnd) }
        net = found.net
        let isSound = section.take(found, of: leaf, firstDocument: segment.least)
        return (isSound ? .postings : .damaged, terms.isAtEnd)
    }
}
