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
        guard EntryRow.head(of: row.state)?.born != change.before.flatMap({ EntryRow.head(of: $0.state)?.born }) else {
            return nil
        }
        if let before = change.before {
            let old = try DiaryStreams.entry(before)
            try SpanTable(of: SpanKind(old.head), tables).end(EntrySpan(row, old), at: row.head, in: &view)
        }
        let new = try DiaryStreams.entry(row)
        try SpanTable(of: SpanKind(new.head), tables).insert(EntrySpan(row, new), in: &view)
        return nil
    }
}
