package import EventStore

extension IndexDraft {
    /// The index with all that was put. What events bring is read as it will be written, a segment and the pages that
    /// they change; so nothing is found, counted or weighed otherwise once they are flushed.
    package func reader(over tables: IndexTables, in view: borrowing StoreView) throws(EventStoreError) -> IndexReader {
        var tables = tables
        tables.tail = TailRows(self)
        return try IndexReader(tables, in: view)
    }
}

/// What a tail puts in the place of rows of the tables: the manifest, whole pages, and the leaves of one more segment.
final class TailRows: Sendable {
    let manifest: IndexManifest
    let records: [UInt32: RowPage<DocumentRecord>]
    let briefs: [UInt32: RowPage<DocumentBrief>]
    let dates: [UInt32: RowPage<NewestDate>]
    /// The layouts that its changes left, by their events.
    let layouts: [UInt64: TokenLayout]
    private let segment: UInt32
    /// The segment's leaves as rows, in the order of their keys.
    private let leaves: [(key: [UInt8], value: [UInt8])]

    /// Nil where nothing was drafted.
    init?(_ draft: IndexDraft) {
        guard var manifest = draft.manifest else { return nil }
        let documents = draft.documents
        (records, briefs, dates) = (documents.records.pages, documents.briefs.pages, documents.dates.pages)
        layouts = draft.documents.layouts
        segment = manifest.nextSegment
        var postings = draft.postings
        let drafted = postings.takeSegment()
        if let drafted { manifest.append(drafted) }
        leaves = (drafted?.leaves ?? []).enumerated().map { [segment] (number, leaf) in
            let key = LeafRow.key(segment, leaf.key)
            return (key, LeafRow.value(leaf, UInt32(number), under: key))
        }
        self.manifest = manifest
    }

    /// The leaves of a segment from the one that may hold a key of the table; nil for a segment of the tables.
    func leaves(of segment: UInt32, from key: [UInt8]) -> ArraySlice<(key: [UInt8], value: [UInt8])>? {
        guard segment == self.segment else { return nil }
        let end = leaves.firstIndex { key.lexicographicallyPrecedes($0.key) } ?? leaves.count
        return leaves[max(0, end - 1)...]
    }
}
