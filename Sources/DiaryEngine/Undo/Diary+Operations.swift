internal import DiaryModel
public import EventStore
internal import Host

/// What one command did, as `log --operations` shows it.
public struct LoggedOperation: Equatable, Sendable {
    /// Whether it does something, takes something back, or does it again.
    public enum Act: Sendable {
        case does
        case undoes
        case redoes
    }

    /// What names it in every copy of the log: the id of its first event.
    public var id: Digest
    /// The command that led to it.
    public var command: CommandCode
    /// What it is beside other operations.
    public var act: Act
    /// The operation it takes back or does again.
    public var target: Digest?
    /// The number of its first event in this log.
    public var first: SequenceNumber
    /// That of its last.
    public var last: SequenceNumber
    /// How many events it has.
    public var count: Int { Int(last.rawValue - first.rawValue) + 1 }
    /// When it was written, by the clock of its device.
    public var recordedAt: Stamp
    /// Who wrote it; nil where nothing that is left says so.
    public var device: DeviceID?
    /// The entry of its first event; nil for an operation on none.
    public var entry: EntryID?
}

extension Diary {
    /// The newest operations up to a point, newest first. An operation that the point cuts is left out.
    ///
    /// Costs two reads each.
    public func operations(
        limit: Int? = nil, at point: DiaryPoint = .head
    ) throws(DiaryError) -> [LoggedOperation] {
        try read(point) { (view, head) throws(EventStoreError) in
            var operations: [LoggedOperation] = []
            var origins = Origins()
            var sequence = head
            while sequence > 0, operations.count < limit ?? .max {
                guard let record = try view.operation(containing: sequence),
                    let operation = try view.logged(record, &origins)
                else {
                    sequence -= 1
                    continue
                }
                sequence = record.first - 1
                if record.last <= head { operations.append(operation) }
            }
            return operations
        }
    }

    /// What `undo` would take back next; nil where there is nothing.
    public func nextUndo() throws(DiaryError) -> LoggedOperation? {
        try read(.head) { (view, _) throws(EventStoreError) in
            var origins = Origins()
            guard let record = try view.undoTop() else { return nil }
            return try view.logged(record, &origins)
        }
    }

    /// What `redo` would bring back next: the undo that it would take back. Nil where there is none.
    public func nextRedo() throws(DiaryError) -> LoggedOperation? {
        try read(.head) { (view, _) throws(EventStoreError) in
            var origins = Origins()
            guard let record = try view.redoTop() else { return nil }
            return try view.logged(record, &origins)
        }
    }
}

extension StoreView {
    /// What the log says of an operation; nil where its first event cannot be read.
    fileprivate func logged(
        _ record: OperationRecord, _ origins: inout Origins
    ) throws(EventStoreError) -> LoggedOperation? {
        guard let frame = try soundFrame(record.first) else { return nil }
        let event = try logged(frame, &origins)
        let act: LoggedOperation.Act =
            switch event.acts {
            case .do: .does
            case .undo: .undoes
            case .redo: .redoes
            }
        return LoggedOperation(
            id: record.id, command: record.command, act: act, target: event.target, first: SequenceNumber(record.first),
            last: SequenceNumber(record.last), recordedAt: event.recordedAt, device: event.device, entry: event.entry)
    }
}
