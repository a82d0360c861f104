package import DiaryModel
package import EventStore
internal import Host
package import LMDB

/// The undos and redos of the log from one event on, read once, so that many entries can be asked what stands on them.
///
/// What `standing(on:)` gives for one entry by reading every operation since, this gives for each by reading only the
/// entry's own events. Kept are undos and redos alone: of the operations that do something, an entry's own count.
package struct TakingOperations {
    private let start: UInt64
    private var byID: [Digest: OperationRecord] = [:]
    /// Those that are about an operation, by its id.
    private var byTarget: [Digest: [Digest]] = [:]
    /// Those that are about none, which no diary writes.
    private var loose: [OperationRecord] = []

    /// Reads the first event of every operation from the one that `sequence` belongs to, through `head`.
    package init(
        from sequence: UInt64, through head: UInt64, in transaction: borrowing some ReadableTransaction & ~Copyable,
        _ log: LogState
    ) throws(EventStoreError) {
        start = try transaction.operation(containing: sequence, log)?.first ?? sequence
        var next = start
        while next <= head {
            guard let operation = try transaction.operation(containing: next, log) else {
                next += 1
                continue
            }
            next = operation.last + 1
            guard operation.note.acts != .do else { continue }
            byID[operation.id] = operation
            if let target = operation.note.target {
                byTarget[target, default: []].append(operation.id)
            } else {
                loose.append(operation)
            }
        }
    }

    /// Which operations stand on an entry; nil for an entry that is older than what was read.
    package func standing(
        on row: StreamRow, in transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) -> StandingOperations<Digest>? {
        let first = try transaction.operation(containing: row.create, log)?.first ?? row.create
        guard first >= start else { return nil }
        var found: [Digest: (record: OperationRecord, touches: Bool)] = [:]
        var left: [OperationRecord] = []
        for sequence in try transaction.events(of: row, log) {
            guard let operation = try transaction.operation(containing: sequence, log) else { continue }
            if found.updateValue((operation, true), forKey: operation.id) == nil { left.append(operation) }
        }
        left += loose
        // What an undo or redo is about, and what is about it, decide with it; all others are about other entries.
        while let operation = left.popLast() {
            var near = byTarget[operation.id] ?? []
            if let target = operation.note.target { near.append(target) }
            if found[operation.id] == nil { found[operation.id] = (operation, false) }
            for id in near where found[id] == nil {
                guard let other = byID[id], other.first >= first else { continue }
                found[id] = (other, false)
                left.append(other)
            }
        }
        var fold = StandingOperations<Digest>()
        for (record, touches) in found.values.sorted(by: { $0.record.first < $1.record.first })
        where record.first >= first {
            fold.fold(record.note, touches: touches)
        }
        return fold
    }
}
