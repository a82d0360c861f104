package import DiaryModel
package import EventStore
internal import Host

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
        from sequence: UInt64, through head: UInt64, in view: borrowing StoreView
    ) throws(EventStoreError) {
        start = try view.operation(containing: sequence)?.first ?? sequence
        var next = start
        while next <= head {
            guard let operation = try view.operation(containing: next) else {
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
        on row: StreamRow, in view: borrowing StoreView
    ) throws(EventStoreError) -> StandingOperations<Digest>? {
        let first = try view.operation(containing: row.create)?.first ?? row.create
        guard first >= start else { return nil }
        var found: [Digest: (record: OperationRecord, touches: Bool)] = [:]
        var left: [OperationRecord] = []
        for sequence in try view.events(of: row) {
            guard let operation = try view.operation(containing: sequence) else { continue }
            if found.updateValue((operation, true), forKey: operation.id) == nil { left.append(operation) }
        }
        left += loose
        // Undos and redos of these, and of those again, decide with them; all others are about other entries.
        while let operation = left.popLast() {
            if found[operation.id] == nil { found[operation.id] = (operation, false) }
            for id in byTarget[operation.id] ?? [] where found[id] == nil {
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
