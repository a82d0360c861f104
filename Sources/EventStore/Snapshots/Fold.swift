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

/// How a value was computed.
package struct FoldReport: Equatable, Sendable {
    /// The event of the snapshot it began with; 0 if it was computed from the log's first event.
    package var start: UInt64 = 0
    /// Events folded after that.
    package var events: UInt64 = 0
    /// Those of them that could not be read.
    package var damaged: [UInt64] = []
    /// The events of snapshots that were not believed, newest first.
    package var ignored: [UInt64] = []
}

extension StoreView {
    /// The value after event `limit`: from the newest snapshot at or before it that can be believed, and the events
    /// since; from the log alone if there is none, or `usingSnapshots` is false.
    package func fold<Value: Fold>(
        _ type: Value.Type, to limit: UInt64, usingSnapshots: Bool = true
    ) throws(EventStoreError) -> (value: Value, report: FoldReport) {
        var report = FoldReport()
        var value = Value()
        if usingSnapshots, let found = try newestSnapshot(of: type, notAfter: limit, ignored: &report.ignored) {
            (value, report.start) = found
        }
        try advance(&value, from: report.start, to: limit, &report)
        return (value, report)
    }

    /// The value of the newest snapshot at or before an event that can be believed, and the event after which it was
    /// taken.
    package func newestSnapshot<Value: Fold>(
        of type: Value.Type, notAfter limit: UInt64
    ) throws(EventStoreError) -> (value: Value, sequence: UInt64)? {
        var ignored: [UInt64] = []
        return try newestSnapshot(of: type, notAfter: limit, ignored: &ignored)
    }

    private func newestSnapshot<Value: Fold>(
        of type: Value.Type, notAfter limit: UInt64, ignored: inout [UInt64]
    ) throws(EventStoreError) -> (value: Value, sequence: UInt64)? {
        for snapshot in try snapshots(of: Value.name, version: Value.version).reversed()
        where snapshot.sequence.rawValue <= limit {
            if let found = try read(snapshot, as: Value.self) { return (found, snapshot.sequence.rawValue) }
            ignored.append(snapshot.sequence.rawValue)
        }
        return nil
    }

    private func advance(
        _ value: inout some Fold, from start: UInt64, to limit: UInt64, _ report: inout FoldReport
    ) throws(EventStoreError) {
        var sequence = start
        while sequence < limit {
            sequence += 1
            let reading = try withEvent(sequence) { event in
                try value.apply(event, in: self)
            }
            if case .sound = reading {} else { report.damaged.append(sequence) }
        }
        report.events += limit - start
    }
}
