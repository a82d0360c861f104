internal import EventStore
internal import TextSearch

/// The documents of a term, newest first, over all segments. A segment is opened only when documents as old as its
/// newest are asked for.
struct PostingWalk {
    let term: [UInt8]
    /// The document it stands on; nil before the first and past the end.
    private(set) var document: DocumentID?
    /// How often the term stands in it.
    private(set) var times: UInt8 = 0

    /// The segments of the newest documents first, each with its position in the order of the events.
    private let segments: [(segment: IndexManifest.Segment, place: Int)]
    private var walks: [SegmentWalk] = []

    init(_ term: [UInt8], _ manifest: IndexManifest) {
        self.term = term
        segments = manifest.segments(for: term)
    }

    /// Goes to the greatest document at or before a number, which must not ascend from call to call.
    mutating func last(
        atOrBefore limit: DocumentID, _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> DocumentID? {
        if let document, document <= limit { return document }
        var best: (document: DocumentID, place: Int)?
        for index in segments.indices {
            // No segment that follows can have one as great.
            if let best, segments[index].segment.greatest < best.document { break }
            if index == walks.count { walks.append(SegmentWalk(segments[index].segment)) }
            guard let found = try walks[index].last(term, atOrBefore: limit, view, tables) else { continue }
            // If several segments have a document, the posting that came last counts.
            if let best, (found, segments[index].place) < (best.document, best.place) { continue }
            best = (found, segments[index].place)
            times = walks[index].times
        }
        document = best?.document
        return document
    }
}

extension PostingWalk {
    /// How many documents a term has: costs a look at each of its leaves, or a walk if segments may share documents.
    static func count(
        _ term: [UInt8], _ manifest: IndexManifest, _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> UInt64 {
        let segments = manifest.segments(for: term).map(\.segment)
        // The segments with the newest documents come first.
        let isApart = zip(segments, segments.dropFirst()).allSatisfy { $0.least > $1.greatest }
        if !isApart { return try walked(term, manifest, view, tables) }
        var count: UInt64 = 0
        for segment in segments { count += try held(term, by: segment.id, view, tables) }
        return count
    }

    private static func walked(
        _ term: [UInt8], _ manifest: IndexManifest, _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> UInt64 {
        var walk = PostingWalk(term, manifest)
        var limit = DocumentID.max
        var count: UInt64 = 0
        while limit > 0, let document = try walk.last(atOrBefore: limit, view, tables) {
            count += 1
            limit = max(document, 1) - 1
        }
        return count
    }

    /// How many documents a segment has for a term, as its leaves state it, unchecked.
    private static func held(
        _ term: [UInt8], by segment: UInt32, _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> UInt64 {
        let key = LeafRow.key(segment, Leaf.key(term))
        let prefix = LeafRow.key(segment)
        var count: UInt64 = 0
        var cursor = try view.cursor(in: tables.leaves)
        var isHere = try cursor.seekAtOrBefore(key.span)
        while isHere, cursor.key.begins(with: prefix) {
            guard let part = part(of: term, in: cursor.value) else { break }
            count += UInt64(part.count)
            guard part.isContinued else { break }
            isHere = try cursor.previous()
        }
        return count
    }

    private static func part(of term: [UInt8], in value: Span<UInt8>) -> LeafTerm? {
        guard value.count >= SealedValue.sealLength else { return nil }
        var terms = LeafReader(value.extracting(0..<value.count - SealedValue.sealLength))
        return terms.find(term)
    }
}
