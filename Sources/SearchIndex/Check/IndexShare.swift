package import EventStore

/// One thread's share of a check of the index. Each thread is given some of the documents, in the order of their
/// events, and drafts what the index must say of them; `IndexCheck` puts the shares together.
package struct IndexShare: Sendable {
    private(set) var draft: IndexDraft
    /// What the postings drafted so far subtract from the index's sums.
    private(set) var sums: SegmentSums
    /// Events that brought postings, but that no segment covers.
    private(set) var unread: [UInt64] = []
    /// The stretches of events that segments tell of; nil if terms are not compared.
    private let stretches: [ClosedRange<UInt64>]?
    /// The stretch of the events that come now.
    private var stretch = 0

    /// How many occurrences are held before they are subtracted: some 6 MB, which a processor's caches hold in part.
    private static let room = 1 << 18

    init(_ stretches: [ClosedRange<UInt64>]?, _ sums: SegmentSums) {
        draft = IndexDraft(after: nil)
        self.stretches = stretches
        self.sums = sums
    }

    /// Notes what a document says after an event, in the order in which an index is told of it.
    package mutating func put(
        _ document: DocumentID, _ after: IndexedDocument, replacing before: IndexedDocument?, event: UInt64,
        in view: borrowing StoreView
    ) throws(EventStoreError) {
        while let stretches, stretch < stretches.count, stretches[stretch].upperBound < event {
            subtractPostings()
            stretch += 1
        }
        let size = draft.postings.builder.size
        try draft.put(document, after, replacing: before, event: event, view)
        if draft.postings.builder.size > size, let stretches,
            stretch == stretches.count || event < stretches[stretch].lowerBound
        {
            unread.append(event)
        }
        if draft.postings.builder.size > Self.room { subtractPostings() }
    }

    /// Called once the share has been told of all its documents.
    package mutating func finish() { subtractPostings() }

    private mutating func subtractPostings() {
        let postings = draft.takePostings()
        if stretches != nil { sums.subtract(postings.builder, from: stretch) }
    }
}
