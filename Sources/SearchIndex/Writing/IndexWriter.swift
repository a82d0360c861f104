package import EventStore
internal import TextSearch

/// Collects what a transaction adds to the index, and writes it.
package struct IndexWriter {
    private let tables: IndexTables
    private var draft: IndexDraft
    /// The leaves that this transaction has written; the work on merges is proportional to them.
    private var written = 0

    /// A writer for one transaction.
    package init(_ tables: IndexTables) {
        self.tables = tables
        draft = IndexDraft(after: tables)
    }

    /// Indexes what a document says after an event; `before` is what it said before, nil for a new document.
    ///
    /// Events must ascend from call to call, and from transaction to transaction. What the document said before stays
    /// in the index, and is found as of then.
    package mutating func put(
        _ document: DocumentID, _ after: IndexedDocument, replacing before: IndexedDocument?, event: UInt64,
        in view: inout StoreView
    ) throws(EventStoreError) {
        try draft.put(document, after, replacing: before, event: event, view)
        if draft.isFull { try writeSegment(in: &view) }
    }

    /// Writes what it holds, and merges what is due; called once, before the transaction commits.
    ///
    /// False if the index is damaged and must be built anew.
    package mutating func finish(in view: inout StoreView) throws(EventStoreError) -> Bool {
        guard draft.manifest != nil else { return true }
        if draft.isDamaged { return false }
        try writeSegment(in: &view)
        try draft.documents.write(in: &view)
        guard var settled = draft.manifest else { return true }
        do throws(EventStoreError) {
            try MergeScheduler.advance(&settled, written: written, tables, in: &view)
        } catch .damaged {
            return false
        } catch {
            throw error
        }
        try view.put(settled, in: tables)
        return true
    }

    /// Writes the postings in hand as a segment of their own.
    private mutating func writeSegment(in view: inout StoreView) throws(EventStoreError) {
        guard draft.builder.size > 0, var settled = draft.manifest else { return }
        let (builder, events) = draft.takePostings()
        let leaves = builder.leaves()
        let segment = IndexManifest.Segment(
            id: settled.nextSegment, least: builder.least, greatest: builder.greatest, events: events,
            leaves: UInt32(leaves.count))
        try view.put(leaves, of: segment.id, in: tables)
        settled.nextSegment += 1
        settled.segments.append(segment)
        written += leaves.count
        draft.manifest = settled
    }
}
