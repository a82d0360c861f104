internal import DiaryModel
package import EventStore
internal import Host
internal import LMDB

/// An operation as `log --operations` shows it.
package struct LoggedOperation: Sendable {
    package var id: Digest
    package var command: CommandCode
    package var acts: EventHeader.Acts
    /// The operation it takes back or does again.
    package var target: Digest?
    package var first: UInt64
    package var last: UInt64
    package var recordedAt: Stamp
    package var device: Identifier?
    /// The entry of its first event; nil for an operation on none.
    package var entry: Identifier?
}

extension Diary {
    /// The newest operations up to a moment, newest first. An operation that the moment cuts is left out.
    package func operations(
        limit: Int? = nil, at point: DiaryPoint = .head
    ) throws(DiaryError) -> [LoggedOperation] {
        try read(point) { (reader, head) throws(EventStoreError) in
            var operations: [LoggedOperation] = []
            var origins = Origins()
            var sequence = head
            while sequence > 0, operations.count < limit ?? .max {
                guard let record = try reader.transaction.operation(containing: sequence, reader.log),
                    let frame = try reader.transaction.soundFrame(record.first, reader.log)
                else {
                    sequence -= 1
                    continue
                }
                sequence = record.first - 1
                guard record.last <= head else { continue }
                let event = try reader.transaction.logged(frame, &origins, reader.log)
                operations.append(
                    LoggedOperation(
                        id: record.id, command: record.command, acts: event.acts, target: event.target,
                        first: record.first, last: record.last, recordedAt: event.recordedAt, device: event.device,
                        entry: event.entry))
            }
            return operations
        }
    }
}
