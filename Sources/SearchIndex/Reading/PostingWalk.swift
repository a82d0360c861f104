internal import EventStore

/// The documents that hold a term as of a point, newest first, over all segments.
struct PostingWalk {
    let term: [UInt8]
    /// How many documents hold the term after the segments that reach the point: now, where that is the point.
    let holders: Int
    /// The document it stands on; nil before the first and past the end.
    private(set) var document: DocumentID?
    /// How often the term stands in the document; 1 if that is not known.
    private(set) var times: UInt8 = 0
    /// Whether the index knows that the document holds the term; if not, the text decides.
    private(set) var isKnown = true

    private let isEver: Bool
    /// The segments of the newest documents first, each with its position in the order of the events.
    private let segments: [PlacedSegment]
    private(set) var walks: [SegmentWalk] = []
    /// The walk of the segment that decides about the document.
    private var deciding = 0
    /// No other segment says something of a document after this one, up to the document it stands on.
    private var floor = DocumentID.max

    /// Costs a leaf of each segment. Throws `damaged`.
    init(_ term: [UInt8], _ index: IndexReader, _ view: borrowing StoreView) throws(EventStoreError) {
        self.term = term
        isEver = index.point.isEver
        segments = index.segments(for: term)
        var sum = 0
        for placed in segments {
            let walk = try SegmentWalk(term, in: placed.segment, index, view)
            sum += walk.net
            walks.append(walk)
        }
        holders = max(0, sum)
    }

    /// Whether several segments may speak of the same document.
    var hasSharedDocuments: Bool {
        var least = DocumentID.max
        for placed in segments {
            if placed.segment.greatest >= least { return true }
            least = min(least, placed.segment.least)
        }
        return false
    }

    /// Goes to the greatest document at or before a number, which must not ascend from call to call.
    @inline(__always)
    mutating func last(
        atOrBefore limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID? {
        if let document, document <= limit { return document }
        return try search(limit, view)
    }

    private mutating func search(
        _ limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID? {
        // Nothing was indexed by then, or all of it was forgotten.
        guard !segments.isEmpty else { return nil }
        // Most documents lie side by side in one segment.
        if floor < limit, let found = try walks[deciding].last(term, atOrBefore: limit, view), found > floor {
            (times, isKnown) = (walks[deciding].times, walks[deciding].isKnown)
            if times > 0, isKnown {
                document = found
                return found
            }
        }
        var limit = limit
        while let found = try newest(atOrBefore: limit, view) {
            times = walks[deciding].times
            isKnown = walks[deciding].isKnown
            if times > 0 || !isKnown || isEver {
                times = max(1, times)
                document = found
                return found
            }
            if found == 0 { break }
            limit = found - 1
        }
        document = nil
        return nil
    }

    /// The greatest document at or before a number that a segment says something of.
    private mutating func newest(
        atOrBefore limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID? {
        var best: DocumentID?
        var bestPosition = 0
        floor = 0
        for index in segments.indices {
            // No segment that follows can have one as great.
            if let best, segments[index].segment.greatest < best {
                floor = max(floor, segments[index].segment.greatest)
                break
            }
            guard let found = try walks[index].last(term, atOrBefore: limit, view) else { continue }
            // If several segments have a document, the sign that came last counts.
            let position = segments[index].position
            if let best, found < best || (found == best && position < bestPosition) {
                floor = max(floor, found)
                continue
            }
            floor = max(floor, best ?? 0)
            (best, bestPosition, deciding) = (found, position, index)
        }
        return best
    }

    /// Visits the wanted ones of the documents that only one segment speaks of, and that lie side by side in it, and
    /// then stands on the last of all these. Throws `damaged`.
    mutating func forEachBeside(
        isWanted: (DocumentID, UInt8) -> Bool, visit: (DocumentID, UInt8, Placement) throws -> Void
    ) throws {
        guard document != nil, !isEver else { return }
        try walks[deciding].forEachBeside(above: floor, isWanted: isWanted, visit: visit)
        document = walks[deciding].document
        times = max(1, walks[deciding].times)
    }

    /// The best placement of the term in the document. Throws `damaged`.
    mutating func placement() throws(EventStoreError) -> Placement { try walks[deciding].placement() }

    /// Appends where the term stands in the document. Throws `damaged`.
    mutating func append(to occurrences: inout [Occurrence]) throws(EventStoreError) {
        try walks[deciding].append(to: &occurrences)
    }

    /// Visits all blocks of its segments in the order of the events. Only at the start. Throws `damaged`.
    func forEachBlock(
        _ view: borrowing StoreView, _ visit: (borrowing DecodedBlock) -> Void
    ) throws(EventStoreError) {
        for index in segments.indices.sorted(by: { segments[$0].position < segments[$1].position }) {
            var walk = walks[index]
            try walk.forEachBlock(of: term, view, visit)
        }
    }
}

/// The terms that one search has looked up, each with a walk at its start.
package final class OpenTerms {
    private var walks: [[UInt8]: PostingWalk] = [:]

    package init() {}

    /// A walk of a term. Throws `damaged`.
    func walk(
        of term: [UInt8], _ index: IndexReader, _ view: borrowing StoreView
    ) throws(EventStoreError) -> PostingWalk {
        if let known = walks[term] { return known }
        let walk = try PostingWalk(term, index, view)
        walks[term] = walk
        return walk
    }
}

/// A segment with its position in the order of the events.
struct PlacedSegment: Sendable {
    var segment: IndexManifest.Segment
    var position: Int
}
