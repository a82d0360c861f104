/// A projection that reads and writes LMDB tables of its own, as it likes.
///
/// An engine's own projections are of this kind; `RowProjection` makes a program's `Projection` one.
package protocol TableProjection: Sendable {
    var name: String { get }
    var version: UInt16 { get }

    /// The names of its tables in version 1; those of a later version end with its number.
    var tables: [String] { get }

    /// Applies one event of a stream; returns the reason if it could not, and has then written nothing.
    func apply(
        _ event: ProjectedEvent, in view: inout StoreView, tables: [Table]
    ) throws(EventStoreError) -> String?

    /// Does a bounded part of what its tables need beside new events; called between two flushes, if there is a change.
    ///
    /// False if the tables are damaged: the projection is then dropped.
    func tend(in view: inout StoreView, tables: [Table]) throws(EventStoreError) -> Bool

    /// Makes what applies the events of one transaction, for projections that write better once than event by event.
    func batch(_ tables: [Table]) -> any ProjectionBatch
}

/// What a projection holds while a transaction lasts.
package protocol ProjectionBatch: AnyObject {
    /// Applies one event of a stream; returns the reason if it could not, and has then changed nothing.
    func apply(
        _ event: ProjectedEvent, in view: inout StoreView
    ) throws(EventStoreError) -> String?

    /// Writes what it holds; called once, before the transaction commits.
    ///
    /// `tended` says how often the projection tended its tables since the last flush. False if they are damaged: the
    /// projection is then dropped, so that it is built anew, and the log can still be written.
    func finish(in view: inout StoreView, tended: Int) throws(EventStoreError) -> Bool
}

extension TableProjection {
    package func tend(in view: inout StoreView, tables: [Table]) throws(EventStoreError) -> Bool { true }

    package func batch(_ tables: [Table]) -> any ProjectionBatch { EventByEvent(self, tables) }
}

/// A projection that writes with each event.
private final class EventByEvent: ProjectionBatch {
    private let projection: any TableProjection
    private let tables: [Table]

    init(_ projection: any TableProjection, _ tables: [Table]) {
        self.projection = projection
        self.tables = tables
    }

    func apply(
        _ event: ProjectedEvent, in view: inout StoreView
    ) throws(EventStoreError) -> String? {
        try projection.apply(event, in: &view, tables: tables)
    }

    func finish(in view: inout StoreView, tended: Int) -> Bool { true }
}

/// Presents a program's `Projection` as one with the table `projection.NAME`.
package struct RowProjection: TableProjection {
    package let projection: any Projection

    package init(_ projection: any Projection) { self.projection = projection }

    package var name: String { Self.prefix + projection.name }
    package var version: UInt16 { projection.version }
    package var tables: [String] { [name] }

    private static let prefix = "projection."
    private static let longestKey = 511

    /// Whether a name is one that a projection may have.
    package static func isProper(_ name: String) -> Bool {
        (1...32).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    package func apply(
        _ event: ProjectedEvent, in view: inout StoreView, tables: [Table]
    ) throws(EventStoreError) -> String? {
        let changes: [RowChange]
        do {
            var rows = try view.projectionRows(in: tables[0])
            switch try Self.changes(projection, event, &rows) {
            case .success(let found): changes = found
            case .failure(let reason): return reason.text
            }
        }
        for change in changes { try Self.write(change, to: tables[0], in: &view) }
        return nil
    }

    /// Why a projection could not apply an event, in its own words.
    struct Reason: Error { var text: String }

    /// The changes that a projection returns for an event, or why it could not; a failure of the store beneath it is
    /// thrown, not noted.
    @_lifetime(rows: copy rows)
    static func changes(
        _ projection: any Projection, _ event: ProjectedEvent, _ rows: inout ProjectionRows
    ) throws(EventStoreError) -> Result<[RowChange], Reason> {
        let result: Result<[RowChange], Reason>
        do {
            let changes = try projection.changes(after: event, in: &rows)
            let isSound = changes.allSatisfy { (1...longestKey).contains($0.key.count) }
            result = isSound ? .success(changes) : .failure(Reason(text: "a key of 0 or more than 511 bytes"))
        } catch {
            result = .failure(Reason(text: "\(error)"))
        }
        if let failure = rows.failure { throw failure }
        return result
    }

    private static func write(
        _ change: RowChange, to table: Table, in view: inout StoreView
    ) throws(EventStoreError) {
        switch change {
        case .put(let key, let value): try view.put(value.span, for: key.span, in: table)
        case .remove(let key): _ = try view.delete(key.span, in: table)
        }
    }
}
