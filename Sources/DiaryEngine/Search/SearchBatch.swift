internal import DiaryModel
internal import DiarylogSearchIndex
internal import EventStore

/// Applies a transaction's events to the index: an entry is a document, by its row before and after each event.
final class SearchBatch: ProjectionBatch {
    private var writer: IndexWriter

    init(_ tables: IndexTables) { writer = IndexWriter(tables) }

    func apply(
        _ event: AppliedEvent, in view: inout StoreView
    ) throws(EventStoreError) -> String? {
        let change: IndexedChange?
        do throws(FormatError) { change = try IndexedChange(event) } catch {
            return "the row of entry number \(event.ordinal) cannot be read"
        }
        guard let change else { return nil }
        try writer.put(
            event.ordinal, change.after, replacing: change.before, event: event.sequence.rawValue, in: &view)
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
    init?(_ event: AppliedEvent) throws(FormatError) {
        let before = try event.rowBefore.map { (row) throws(FormatError) in try EntryRow(row.state) }
        let after = try EntryRow(event.after)
        if let before, before.searchesAlike(after) { return nil }
        if let before, let row = event.rowBefore { self.before = IndexedDocument(before, of: row) }
        self.after = IndexedDocument(after, of: event.rowAfter)
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
