internal import DiarylogHost
internal import Synchronization

/// Postings in hand, which are to become a segment, and the events that brought them.
struct GatheredPostings: Sendable {
    /// The postings.
    var builder = SegmentBuilder()
    /// The events that brought them; `none` as long as there is none.
    private var events = Self.none

    private static let none = UInt64.max...UInt64.max
    /// The occurrences held in memory before they are to become a segment: some 48 MB.
    private static let room = 4 << 20

    /// From so many occurrences on, two threads are worth their beginning: some five milliseconds of work.
    private static let large = 50_000

    /// Whether they take so much memory that they are to become a segment.
    var isFull: Bool { builder.size > Self.room }

    /// Notes an event that brings postings.
    mutating func note(_ event: UInt64) {
        events = events == Self.none ? event...event : min(events.lowerBound, event)...max(events.upperBound, event)
    }

    /// Adds a new document, which an event brings; returns how many units its texts have.
    mutating func add(_ document: NewDocument) -> Int {
        let terms = document.document.terms
        builder.add(document.id, terms)
        note(document.event)
        return terms.length
    }

    /// Makes a segment of them, and begins anew; nil where there are none.
    mutating func takeSegment() -> DraftedSegment? {
        guard builder.size > 0 else { return nil }
        defer { self = GatheredPostings() }
        return DraftedSegment(
            least: builder.least, greatest: builder.greatest, events: events, leaves: leaves)
    }

    /// The leaves of a segment of them; those of a large one are made on two threads, for somebody waits for it.
    private var leaves: [Leaf] {
        let parts = builder.parts(builder.size < Self.large ? 1 : min(2, Threads.processors))
        let made = Mutex([[Leaf]](repeating: [], count: parts.count))
        Threads.run(parts.count) { number in
            let leaves = parts[number].leaves
            made.withLock { $0[number] = leaves }
        }
        return made.withLock { Array($0.joined()) }
    }
}

/// A document that an event made, on its way into the index.
struct NewDocument: Sendable {
    var id: DocumentID
    var document: IndexedDocument
    var event: UInt64

    /// The same without its texts, which only its terms are made of.
    var withoutText: NewDocument {
        var other = self
        other.document.text = []
        return other
    }
}

/// A segment that is not written yet.
struct DraftedSegment: Sendable {
    /// Its least document, and its greatest.
    var least: DocumentID
    var greatest: DocumentID
    /// The events that it tells of lie within these.
    var events: ClosedRange<UInt64>
    var leaves: [Leaf]
}
