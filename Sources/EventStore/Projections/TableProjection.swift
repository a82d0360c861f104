/// A projection that reads and writes LMDB tables of its own, as it likes.
///
/// It is made for a model, and given to the store with it.
package protocol TableProjection: Sendable {
    var name: String { get }
    var version: UInt16 { get }

    /// The names of its tables in version 1; those of a later version end with its number.
    var tables: [String] { get }

    /// Does a bounded part of what its tables need beside new events: little between two flushes, if there is a change,
    /// and more behind many events at once, where it is called until nothing is left. Returns whether there is more.
    func maintain(in view: inout StoreView, tables: [Table], behindMany: Bool) throws(EventStoreError) -> Bool

    /// Makes what applies the events of one transaction.
    func batch(_ tables: [Table]) -> any ProjectionBatch
}

/// What a projection holds while a transaction lasts.
package protocol ProjectionBatch: AnyObject {
    /// Applies what an event changes of its stream; returns the reason if it could not, and has then changed nothing.
    func apply(_ change: StreamChange, in view: inout StoreView) throws(EventStoreError) -> String?

    /// Writes what it holds, if it has not written with each event; called once, before the transaction commits.
    ///
    /// `maintained` says how often the projection maintained its tables since the last flush.
    func finish(in view: inout StoreView, maintained: Int) throws(EventStoreError)
}

extension TableProjection {
    package func maintain(
        in view: inout StoreView, tables: [Table], behindMany: Bool
    ) throws(EventStoreError) -> Bool { false }
}

extension ProjectionBatch {
    package func finish(in view: inout StoreView, maintained: Int) throws(EventStoreError) {}
}
