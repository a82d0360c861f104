package import EventStore

/// The list by date as a projection: under which date an entry stood, alive or deleted, from which event to which.
package struct SpanProjection: TableProjection {
    package static let name = "spans"

    package init() {}

    package var name: String { Self.name }
    package var version: UInt16 { 2 }
    package var tables: [String] { ["spans", "spangroups", "deletedspans", "deletedgroups"] }

    package func apply(
        _ event: AppliedEvent, in view: inout StoreView, tables: [Table]
    ) throws(EventStoreError) -> String? {
        let old: EntryRow.ListPosition?
        let new: EntryRow.ListPosition
        do throws(FormatError) {
            old = try event.before.map { (state) throws(FormatError) in try EntryRow.ListPosition(state) }
            new = try EntryRow.ListPosition(event.after)
        } catch {
            return "the row of entry number \(event.ordinal) cannot be read"
        }
        if old?.head.born == new.head.born { return nil }
        if let old {
            let span = EntrySpan(old.head, date: old.date, of: event.stream, ordinal: event.ordinal)
            try SpanTable(of: SpanKind(old.head), tables).end(span, at: event.sequence.rawValue, in: &view)
        }
        let span = EntrySpan(new.head, date: new.date, of: event.stream, ordinal: event.ordinal)
        try SpanTable(of: SpanKind(new.head), tables).insert(span, in: &view)
        return nil
    }
}
