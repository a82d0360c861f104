package import EventStore

/// The list by date as a projection: under which date an entry stood, alive or deleted, from which event to which.
package struct SpanProjection: TableProjection {
    package static let name = "spans"

    package init() {}

    package var name: String { Self.name }
    package var version: UInt16 { 2 }
    package var tables: [String] { ["spans", "spangroups", "deletedspans", "deletedgroups"] }

    package func batch(_ tables: [Table]) -> any ProjectionBatch { SpanBatch(tables) }
}

/// Writes with each event: where an entry's old span ends, and its new one begins.
private final class SpanBatch: ProjectionBatch {
    private let tables: [Table]

    init(_ tables: [Table]) { self.tables = tables }

    func apply(_ change: StreamChange, in view: inout StoreView) throws(EventStoreError) -> String? {
        let row = change.after
        let old: EntryRow.ListPosition?
        let new: EntryRow.ListPosition
        do throws(FormatError) {
            old = try change.before.map { (row) throws(FormatError) in try EntryRow.ListPosition(row.state) }
            new = try EntryRow.ListPosition(row.state)
        } catch {
            return "the row of entry number \(row.ordinal) cannot be read"
        }
        if old?.head.born == new.head.born { return nil }
        if let old {
            let span = EntrySpan(old.head, date: old.date, of: row.object, ordinal: row.ordinal)
            try SpanTable(of: SpanKind(old.head), tables).end(span, at: row.head, in: &view)
        }
        let span = EntrySpan(new.head, date: new.date, of: row.object, ordinal: row.ordinal)
        try SpanTable(of: SpanKind(new.head), tables).insert(span, in: &view)
        return nil
    }
}
