internal import DiaryModel
internal import DiarylogSearchIndex
internal import EventStore

/// Applies a transaction's events to the index: an entry is a document, by its row before and after each event.
final class SearchBatch: ProjectionBatch {
    private var writer: IndexWriter

    init(_ tables: IndexTables) { writer = IndexWriter(tables) }

    func apply(_ change: StreamChange, in view: inout StoreView) throws(EventStoreError) -> String? {
        let indexed: IndexedChange?
        do throws(FormatError) { indexed = try IndexedChange(change) } catch {
            return "the row of entry number \(change.after.ordinal) cannot be read"
        }
        guard let indexed else { return nil }
        let row = change.after
        try writer.put(row.ordinal, indexed.after, replacing: indexed.before, event: row.head, in: &view)
        return nil
    }

    func finish(in view: inout StoreView, maintained: Int) throws(EventStoreError) {
        try writer.finish(in: &view, maintained: maintained)
    }
}

/// What an event changes for searches: an entry as a document, before and after it.
struct IndexedChange {
    /// Nil for a new entry.
    var before: IndexedDocument?
    var after: IndexedDocument

    /// Nil if every search finds the entry as it did before.
    init?(_ change: StreamChange) throws(FormatError) {
        let before = try change.before.map { (row) throws(FormatError) in try EntryRow(row.state) }
        let after = try EntryRow(change.after.state)
        if let before, before.searchesAlike(after) { return nil }
        if let before, let row = change.before { self.before = IndexedDocument(before, of: row) }
        self.after = IndexedDocument(after, of: change.after)
    }
}

extension IndexedDocument {
    /// An entry as a document: its text with the name of its place, those that a conflict does not
    /// show, its tags and its date.
    init(_ row: EntryRow, of stream: StreamRow) {
        let content = row.state.content
        self.init(
            text: content.searchedText, tags: content.allTags.map(\.bytes),
            otherTexts: row.branches?.alternatives.map(\.text) ?? [], date: content.date.seconds,
            born: stream.create, version: UInt32(truncatingIfNeeded: stream.version), isDeleted: row.state.isDeleted,
            isBranched: row.branches != nil)
    }
}

extension EntryRow {
    /// Whether every search that finds one of the two finds the other, alternatives and status included.
    func searchesAlike(_ other: EntryRow) -> Bool {
        state.searchesAlike(other.state) && branches?.status == other.branches?.status
            && branches?.alternatives.map(\.text) ?? [] == other.branches?.alternatives.map(\.text) ?? []
    }
}
