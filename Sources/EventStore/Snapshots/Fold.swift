/// A value computed from the log, event by event, that can be written down, and read again to go on from there.
///
/// The value must be a function of the events alone. Another `version` is another fold: snapshots of the old version
/// are not read.
package protocol Fold: Sendable {
    /// Names the fold, for ever: ASCII, at most 32 bytes.
    static var name: String { get }
    static var version: UInt16 { get }

    /// The value before the first event.
    init()

    /// Reads what `bytes` gave, and must be strict: the checksum before it finds accidental damage only.
    init(bytes: Span<UInt8>) throws(FormatError)

    /// The value as bytes, with the same meaning on every machine.
    var bytes: [UInt8] { get }

    /// Applies a readable event. The stream's other events can be read in the transaction.
    mutating func apply(
        _ event: borrowing EventView, in view: borrowing StoreView
    ) throws(EventStoreError)
}

extension StoreView {
    /// The value after event `limit`, and the event of the snapshot with which it began, the newest that can
    /// be believed: the events since were applied to that. 0 if there is none, and all were.
    package func fold<Value: Fold>(
        _ type: Value.Type, to limit: UInt64
    ) throws(EventStoreError) -> (value: Value, start: UInt64) {
        var (value, start) = try newestSnapshot(of: type, notAfter: limit) ?? (Value(), 0)
        for sequence in stride(from: start + 1, through: limit, by: 1) {
            _ = try withEvent(sequence) { event in try value.apply(event, in: self) }
        }
        return (value, start)
    }

    /// The value of the newest snapshot at or before an event that can be believed, and the event after which it was
    /// taken.
    package func newestSnapshot<Value: Fold>(
        of type: Value.Type, notAfter limit: UInt64
    ) throws(EventStoreError) -> (value: Value, sequence: UInt64)? {
        for snapshot in try snapshots(of: Value.name, version: Value.version).reversed()
        where snapshot.sequence.rawValue <= limit {
            if let found = try read(snapshot, as: Value.self) { return (found, snapshot.sequence.rawValue) }
        }
        return nil
    }
}
