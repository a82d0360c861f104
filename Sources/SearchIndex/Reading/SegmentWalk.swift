internal import EventStore
internal import Host
internal import TextSearch

/// The documents of a term in one segment that it has something to say of, newest first: a leaf is read when the walk
/// comes to it, and a block is decoded when it may hold what is asked for.
struct SegmentWalk {
    /// The document it stands on; nil before the first and past the end.
    private(set) var document: DocumentID?
    /// What the segment says of it.
    private(set) var sign = PointSign(times: 0)

    private let segment: IndexManifest.Segment
    private let point: IndexPoint
    private var section = PostingSection()
    /// The current block; nil if the next leaf must be read.
    private var block: Int?
    private var decoded = DecodedBlock()
    private var place = 0
    private var hasBegun = false
    private var isAtEnd = false

    init(_ segment: IndexManifest.Segment, _ point: IndexPoint) {
        self.segment = segment
        self.point = point
    }

    mutating func last(
        _ term: [UInt8], atOrBefore limit: DocumentID, _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> DocumentID? {
        if let document, document <= limit { return document }
        while !isAtEnd {
            if let block {
                while place > 0 {
                    place -= 1
                    let found = decoded.documents[place]
                    guard found <= limit, try take(found, block) else { continue }
                    document = found
                    return found
                }
                if try nextBlock(atOrBefore: limit) { continue }
            }
            try nextLeaf(term, atOrBefore: limit, view, tables)
        }
        document = nil
        return nil
    }

    /// Notes what the segment says of the document at the current place; false if that begins after the point.
    @inline(__always)
    private mutating func take(_ found: DocumentID, _ block: Int) throws(EventStoreError) -> Bool {
        sign = PointSign(times: decoded.times(place))
        guard decoded.hasHistory(place), let version = point.version(of: found) else { return true }
        guard let history = decoded.history(place, of: block, in: section) else {
            throw .damaged("a leaf of the search index")
        }
        guard let then = PointSign(times: decoded.times(place), history, asOf: version) else { return false }
        sign = then
        return true
    }

    /// Where the term stands in the document it stands on.
    mutating func occurrences() throws(EventStoreError) -> ArraySlice<Occurrence> {
        if let older = sign.older { return older.history.occurrences(older.sign) }
        guard let block, let found = decoded.occurrences(place, of: block, in: section) else {
            throw .damaged("a leaf of the search index")
        }
        return found
    }

    /// Decodes the newest block before the current one that may hold a document at or before a limit; false if there is
    /// none.
    private mutating func nextBlock(atOrBefore limit: DocumentID) throws(EventStoreError) -> Bool {
        guard var index = block else { return false }
        while index > 0 {
            index -= 1
            // A block's documents come after its base; those of the first one begin at it.
            if index > 0, section.blocks[index].base >= limit { continue }
            block = index
            guard decoded.take(index, of: section) else { throw .damaged("a leaf of the search index") }
            place = decoded.documents.count
            return true
        }
        block = nil
        return false
    }

    /// Reads the leaf that holds the newest documents at or before a limit.
    private mutating func nextLeaf(
        _ term: [UInt8], atOrBefore limit: DocumentID, _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) {
        var bound = limit
        if hasBegun {
            // The leaf that was read has nothing left: go on to the leaf before it, if the term continues there.
            guard section.isContinued, let first = decoded.documents.first, first > 0 else { return isAtEnd = true }
            bound = min(limit, first - 1)
        }
        hasBegun = true
        let isFound = try read(term, Leaf.key(term, bound), view, tables)
        if isFound { block = section.blocks.count } else { isAtEnd = true }
    }

    /// Reads the term's part of the leaf at or before a key; false if it has none there.
    private mutating func read(
        _ term: [UInt8], _ key: [UInt8], _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> Bool {
        let key = LeafRow.key(segment.id, key)
        let found: Found = try { () throws(EventStoreError) in
            var cursor = try view.cursor(in: tables.leaves)
            let isHere = try cursor.seekAtOrBefore(key.span)
            guard isHere, cursor.key.bigEndian(at: 0) as UInt32 == segment.id else { return .nothing }
            return take(term, cursor.key, cursor.value)
        }()
        if found == .damaged { throw .damaged("a leaf of the search index") }
        return found == .postings
    }

    private enum Found { case postings, nothing, damaged }

    private mutating func take(_ term: [UInt8], _ key: Span<UInt8>, _ value: Span<UInt8>) -> Found {
        guard let leaf = SealedValue.open(value, under: key) else { return .damaged }
        var terms = LeafReader(leaf)
        guard let found = terms.find(term) else { return .nothing }
        return section.take(found, of: leaf, firstDocument: segment.least) ? .postings : .damaged
    }
}
