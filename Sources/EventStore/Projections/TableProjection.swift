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
    /// and more behind many events at once, where it is called until nothing is left. Returns whether there is more.
    func maintain(in view: inout StoreView, tables: [Table], behindMany: Bool) throws(EventStoreError) -> Bool

    /// Makes what applies the events of one transaction, for projections that write better once than event by event.
    func batch(_ tables: [Table]) -> any ProjectionBatch
}

/// What a projection holds while a transaction lasts.
package protocol ProjectionBatch: AnyObject {
    /// Applies one event of a stream; returns the reason if it could not, and has then changed nothing.
    func apply(
        _ event: AppliedEvent, in view: inout StoreView
    ) throws(EventStoreError) -> String?

    /// Writes what it holds; called once, before the transaction commits.
    ///
    /// `maintained` says how often the projection maintained its tables since the last flush.
    func finish(in view: inout StoreView, maintained: Int) throws(EventStoreError)
}

extension TableProjection {
    package func maintain(
        in view: inout StoreView, tables: [Table], behindMany: Bool
    ) throws(EventStoreError) -> Bool { false }

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

    func finish(in view: inout StoreView, maintained: Int) {}
}

/// What an event made of a stream's row, as projections apply it.
package struct AppliedEvent: Sendable {
    /// The event's number.
    package let sequence: SequenceNumber
    package let rowBefore: StreamRow?
    package let rowAfter: StreamRow

    package var stream: StreamID { rowAfter.object }
    package var ordinal: UInt32 { rowAfter.ordinal }
    package var before: [UInt8]? { rowBefore?.state }
    package var after: [UInt8] { rowAfter.state }

    init(_ sequence: UInt64, before: StreamRow?, after: StreamRow) {
        self.sequence = SequenceNumber(sequence)
        rowBefore = before
        rowAfter = after
    }
}
