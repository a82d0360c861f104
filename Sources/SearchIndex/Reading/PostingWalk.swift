internal import EventStore
internal import TextSearch

/// The documents that hold a term as of a point, newest first, over all segments. A segment is opened only when
/// documents as old as its newest are asked for.
struct PostingWalk {
    let term: [UInt8]
    /// The document it stands on; nil before the first and past the end.
    private(set) var document: DocumentID?

    private let point: IndexPoint
    /// The segments of the newest documents first, each with its position in the order of the events.
    private let segments: [(segment: IndexManifest.Segment, place: Int)]
    private var walks: [SegmentWalk] = []
    /// The walk of the segment that decides about the document.
    private var deciding = 0

    init(_ term: [UInt8], _ index: IndexReader) {
        self.term = term
        point = index.point
        segments = index.segments(for: term)
    }

    /// What the index says of the term in the document.
    var sign: PointSign { walks[deciding].sign }

    /// How often the term stands in the document; 1 if that is not known.
    var times: UInt8 { max(1, walks[deciding].sign.times) }

    /// Where the term stands in the document. Throws `damaged`.
    mutating func occurrences() throws(EventStoreError) -> ArraySlice<Occurrence> { try walks[deciding].occurrences() }

    /// Goes to the greatest document at or before a number, which must not ascend from call to call.
    mutating func last(
        atOrBefore limit: DocumentID, _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> DocumentID? {
        if let document, document <= limit { return document }
        var limit = limit
        while let found = try newest(atOrBefore: limit, view, tables) {
            if isHeld {
                document = found
                return found
            }
            if found == 0 { break }
            limit = found - 1
        }
        document = nil
        return nil
    }

    /// Whether the document that was found counts as one that holds the term.
    private var isHeld: Bool { if case .ever = point { true } else { walks[deciding].sign.isThere } }

    /// The greatest document at or before a number that a segment says something of.
    private mutating func newest(
        atOrBefore limit: DocumentID, _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> DocumentID? {
        var best: (document: DocumentID, place: Int)?
        for index in segments.indices {
            // No segment that follows can have one as great.
            if let best, segments[index].segment.greatest < best.document { break }
            if index == walks.count { walks.append(SegmentWalk(segments[index].segment, point)) }
            guard let found = try walks[index].last(term, atOrBefore: limit, view, tables) else { continue }
            // If several segments have a document, the sign that came last counts.
            if let best, (found, segments[index].place) < (best.document, best.place) { continue }
            best = (found, segments[index].place)
            deciding = index
        }
        return best?.document
    }
}

extension IndexReader {
    /// How many documents hold a term now: costs a look at one leaf of each segment.
    func holders(of term: [UInt8], _ view: borrowing StoreView) throws(EventStoreError) -> Int {
        var holders = 0
        for segment in manifest.segments(for: term) { holders += try net(term, of: segment.id, view) }
        return max(0, holders)
    }

    /// By how many documents more than before a segment hold a term after it.
    private func net(
        _ term: [UInt8], of segment: UInt32, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        let key = LeafRow.key(segment, Leaf.key(term))
        var cursor = try view.cursor(in: tables.leaves)
        guard try cursor.seekAtOrBefore(key.span), cursor.key.begins(with: LeafRow.key(segment)) else { return 0 }
        guard let leaf = SealedValue.open(cursor.value, under: cursor.key) else {
            throw .damaged("a leaf of the search index")
        }
        var terms = LeafReader(leaf)
        return terms.find(term)?.net ?? 0
    }
}
