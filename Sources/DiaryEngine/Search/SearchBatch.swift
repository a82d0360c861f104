internal import DiaryModel
internal import EventStore
internal import SearchIndex

/// Applies a transaction's events to the index: an entry is a document, by its row before and after each event.
final class SearchBatch: ProjectionBatch {
    private var writer: IndexWriter

    init(_ tables: IndexTables) { writer = IndexWriter(tables) }

    func apply(
        _ event: ProjectedEvent, in view: inout StoreView
    ) throws(EventStoreError) -> String? {
        let before: EntryRow?
        let after: EntryRow
        do throws(FormatError) {
            before = try event.rowBefore.map { (row) throws(FormatError) in try EntryRow(row.state) }
            after = try EntryRow(event.after)
        } catch {
            return "the row of entry number \(event.ordinal) cannot be read"
        }
        if let before, before.isFoundLike(after) { return nil }
        var replaced: IndexedDocument?
        if let before, let row = event.rowBefore { replaced = IndexedDocument(before, of: row) }
        try writer.put(
            event.ordinal, IndexedDocument(after, of: event.rowAfter), replacing: replaced,
            event: event.sequence.rawValue, in: &view)
        return nil
    }

    func finish(in view: inout StoreView) throws(EventStoreError) -> Bool { try writer.finish(in: &view) }
}

extension IndexedDocument {
    /// An entry as a document: its text, those that a conflict does not show, its tags and its date.
    init(_ row: EntryRow, of stream: StreamRow) {
        let content = row.state.content
        self.init(
            text: content.text, tags: content.tags.map(\.bytes),
            otherTexts: row.branches?.alternatives.map(\.text) ?? [], date: content.date.seconds,
            born: stream.create, version: UInt32(truncatingIfNeeded: stream.version), isDeleted: row.state.isDeleted)
    }
}

extension EntryRow {
    /// Whether every search that finds one of the two finds the other, alternatives and status included.
    func isFoundLike(_ other: EntryRow) -> Bool {
        state.isFoundLike(other.state) && branches?.status == other.branches?.status
            && branches?.alternatives.map(\.text) ?? [] == other.branches?.alternatives.map(\.text) ?? []
    }
}
