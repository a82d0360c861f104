// A program's own projection: a table that follows from the log.

/// Rows computed from the log: they apply every event of a stream, and can be thrown away and rebuilt.
///
/// A projection is a function. It is shown each event once, in the order of the log, with the rows as the events before
/// left them, and returns which rows change. It must return the same whenever it is shown the same: no clock, no
/// chance, no state of its own. The store writes the changes in the transaction that flushes the event, or later in
/// slices, and notes how far it has come. To answer for any point, put the event's number into the key:
///
///     key      value
///     m ‖ n    what m was after event n       as of N: the last row at or before m ‖ N
///
/// If it throws, the error is noted with the event's number. The event then changes no row, and the log can still be
/// written.
public protocol Projection: Sendable {
    /// Names its table, for ever: 1 to 32 of `a`–`z`, `0`–`9` and `-`.
    var name: String { get }

    /// The version of its rows. Another version has another table, built beside the old one, which other programs may
    /// still use.
    var version: UInt16 { get }

    /// The changes of rows after an event. Called inside the transaction that writes them: do not call the store.
    func changes(after event: ProjectedEvent, in rows: inout ProjectionRows) throws -> [RowChange]
}

/// An event as a projection is shown it, with the stream's state before and after.
public struct ProjectedEvent: Sendable {
    /// The event as it stands in the log, with its body in the newest layout.
    public let event: StoredEvent
    package let rowBefore: StreamRow?
    package let rowAfter: StreamRow

    /// The event's number in this log, from 1.
    public var sequence: SequenceNumber { event.sequence }
    /// The stream it belongs to.
    public var stream: StreamID { event.stream }
    /// The number of its kind.
    public var kind: UInt16 { event.kind }
    /// The stream's number, in the order in which streams began.
    public var ordinal: UInt32 { rowAfter.ordinal }
    /// The stream's state before it, as the program's model writes it; nil before its first event.
    public var before: [UInt8]? { rowBefore?.state }
    /// The stream's state after it; the same as before if the event is not understood.
    public var after: [UInt8] { rowAfter.state }
}

/// A change of one row.
public enum RowChange: Equatable, Sendable {
    /// Sets the value under a key of 1 to 511 bytes.
    case put([UInt8], [UInt8])
    /// Removes the row, if there is one.
    case remove([UInt8])

    /// The row's key.
    public var key: [UInt8] {
        switch self {
        case .put(let key, _), .remove(let key): key
        }
    }
}
