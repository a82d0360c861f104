public import EventStore

/// What one command did, as `log --operations` shows it.
public struct LoggedOperation: Equatable, Sendable {
    /// Whether it does something, takes something back, or does it again.
    public enum Act: Sendable {
        case does
        case undoes
        case redoes
    }

    /// The id of its first event, the same in every copy of the log.
    public var id: OperationID
    /// The command that led to it.
    public var command: CommandCode
    /// What it does to another operation, if anything.
    public var act: Act
    /// The operation it takes back; of a redo, that is the undo.
    public var target: OperationID?
    /// The number of its first event in this log.
    public var first: SequenceNumber
    /// The number of its last event.
    public var last: SequenceNumber
    /// How many events it has.
    public var count: Int { Int(last.rawValue - first.rawValue) + 1 }
    /// When it was written, by the clock of its device.
    public var recordedAt: ClockReading
    /// When it came into this file, by the file's clock, in microseconds since 1970 UTC.
    public var arrivedAt: Int64
    /// The device that wrote it; nil if nothing that is left tells it.
    public var device: DeviceID?
    /// The entry of its first event; nil if that event is of no entry.
    public var entry: EntryID?
}

extension Diary {
    /// The newest operations up to a point, newest first, without one that goes on beyond the point.
    ///
    /// Costs two reads for each operation.
    public func operations(
        limit: Int? = nil, at point: DiaryPoint = .head
    ) throws(EventStoreError) -> [LoggedOperation] {
        try read(point) { view, head in
            var operations: [LoggedOperation] = []
            let most = limit ?? .max
            if most < 1 { return operations }
            try view.forEachOperation(upTo: head) { (record) throws(EventStoreError) in
                if record.last <= head, let operation = try view.logged(record) { operations.append(operation) }
                return operations.count < most
            }
            return operations
        }
    }

    /// The times by which an instant finds operations, given when all of them from the first on came into this file.
    package func times(ofArrivals arrivals: [Int64]) -> [Int64] {
        BelievedTimes.times(of: arrivals, now: newContext().wall)
    }

    /// The operation that `undo` would take back next; nil if there is none.
    public func nextUndo() throws(EventStoreError) -> LoggedOperation? { try undoStack(limit: 1).first }

    /// The undo that `redo` would take back next; nil if there is none.
    public func nextRedo() throws(EventStoreError) -> LoggedOperation? { try redoStack(limit: 1).first }

    /// The operations that `undo` would take back one after the other, the next one first.
    ///
    /// Walks the log backwards until it has so many: one read or two for each operation on the way.
    public func undoStack(limit: Int) throws(EventStoreError) -> [LoggedOperation] {
        try logged { view in try view.undoStack(limit: limit) }
    }

    /// The undos that `redo` would take back one after the other, the next one first.
    ///
    /// Costs what `undoStack` costs, and ends at the newest change that is neither an undo nor a redo.
    public func redoStack(limit: Int) throws(EventStoreError) -> [LoggedOperation] {
        try logged { view in try view.redoStack(limit: limit) }
    }

    private func logged(
        _ stack: (borrowing StoreView) throws -> [OperationRecord]
    ) throws(EventStoreError) -> [LoggedOperation] {
        try read(.head) { view, _ in
            var operations: [LoggedOperation] = []
            for record in try stack(view) {
                if let operation = try view.logged(record) { operations.append(operation) }
            }
            return operations
        }
    }
}

extension StoreView {
    /// An operation as `log --operations` shows it; nil if its first event cannot be read.
    fileprivate func logged(
        _ record: OperationRecord
    ) throws(EventStoreError) -> LoggedOperation? {
        guard let frame = try soundFrame(record.first) else { return nil }
        let event = try logged(frame)
        let act: LoggedOperation.Act =
            switch event.undoRole {
            case .do: .does
            case .undo: .undoes
            case .redo: .redoes
            }
        return LoggedOperation(
            id: OperationID(record.id), command: record.command, act: act, target: event.target,
            first: SequenceNumber(record.first),
            last: SequenceNumber(record.last), recordedAt: event.recordedAt, arrivedAt: frame.arrivedAt,
            device: event.device, entry: event.entry)
    }
}
