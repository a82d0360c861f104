/// A projection that reads and writes LMDB tables of its own, as it likes.
///
/// It is made for a model, and given to the store with it.
package protocol TableProjection: Sendable {
    var name: String { get }
    var version: UInt16 { get }

    /// The names of its tables in version 1; those of a later version end with its number.
    var tables: [String] { get }

    /// Applies one event of a stream; returns the reason if it could not, and has then written nothing.
    func apply(
        _ event: AppliedEvent, in view: inout StoreView, tables: [Table]
    ) throws(EventStoreError) -> String?

    /// Does a bounded part of what its tables need beside new events: little between two flushes, if there is a change,
    /// and more behind many events at once, where it is called until nothing is left.
    func tend(
        in view: inout StoreView, tables: [Table], behindMany: Bool
    ) throws(EventStoreError) -> TendedTables

    /// Makes what applies the events of one transaction, for projections that write better once than event by event.
    func batch(_ tables: [Table]) -> any ProjectionBatch
}

/// What a projection's tables need beside new events.
package enum TendedTables {
    case nothing, more
    /// They are damaged: the projection is then dropped.
    case damaged
}

/// What a projection holds while a transaction lasts.
package protocol ProjectionBatch: AnyObject {
    /// Applies one event of a stream; returns the reason if it could not, and has then changed nothing.
    func apply(
        _ event: AppliedEvent, in view: inout StoreView
    ) throws(EventStoreError) -> String?

    /// Writes what it holds; called once, before the transaction commits.
    ///
    /// `tended` says how often the projection tended its tables since the last flush. False if they are damaged: the
    /// projection is then dropped, so that it is built anew, and the log can still be written.
    func finish(in view: inout StoreView, tended: Int) throws(EventStoreError) -> Bool
}

extension TableProjection {
    package func tend(
        in view: inout StoreView, tables: [Table], behindMany: Bool
    ) throws(EventStoreError) -> TendedTables { .nothing }

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
        _ event: AppliedEvent, in view: inout StoreView
    ) throws(EventStoreError) -> String? {
        try projection.apply(event, in: &view, tables: tables)
    }

    func finish(in view: inout StoreView, tended: Int) -> Bool { true }
}

/// An event of a stream that changed its row, as the tables of projections apply it.
package struct AppliedEvent: Sendable {
    package let frame: Frame
    /// The frame's bytes; nil where only rows are looked at.
    let bytes: [UInt8]?
    package let rowBefore: StreamRow?
    package let rowAfter: StreamRow

    package var sequence: SequenceNumber { SequenceNumber(frame.sequence) }
    package var stream: StreamID { rowAfter.object }
    package var kind: UInt16 { frame.kind }
    package var ordinal: UInt32 { rowAfter.ordinal }
    package var before: [UInt8]? { rowBefore?.state }
    package var after: [UInt8] { rowAfter.state }

    init(_ frame: Frame, _ bytes: [UInt8]?, before: StreamRow?, after: StreamRow) {
        self.frame = frame
        self.bytes = bytes
        rowBefore = before
        rowAfter = after
    }
}
