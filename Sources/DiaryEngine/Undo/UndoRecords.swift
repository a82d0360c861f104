package import DiaryModel
package import EventStore

/// The undos and redos of the log from one event on, read once, to tell for many entries which operations stand on
/// them.
///
/// `StoreView.inEffect(on:through:)` reads every operation since the entry's creation; this reads only the entry's own
/// events. It keeps only undos and redos: of all other operations, only the entry's own matter.
package struct UndoRecords {
    private let start: UInt64
    private var byID: [Digest: OperationRecord] = [:]
    /// The ids of the undos and redos of an operation, by the id of that operation.
    private var byTarget: [Digest: [Digest]] = [:]
    /// Undos and redos without a target, which no diary writes.
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

    /// The operations that stand on an entry; nil for an entry that is older than what was read.
    package func inEffect(
        on row: StreamRow, in view: borrowing StoreView
    ) throws(EventStoreError) -> OperationsInEffect<Digest>? {
        let first = try view.operation(containing: row.create)?.first ?? row.create
        guard first >= start else { return nil }
        var found: [Digest: (record: OperationRecord, touches: Bool)] = [:]
        var left: [OperationRecord] = []
        for sequence in try view.events(of: row) {
            guard let operation = try view.operation(containing: sequence) else { continue }
            if found.updateValue((operation, true), forKey: operation.id) == nil { left.append(operation) }
        }
        left += loose
        // Undos and redos of these operations, and of those in turn, matter too; all others concern other entries.
        while let operation = left.popLast() {
            if found[operation.id] == nil { found[operation.id] = (operation, false) }
            for id in byTarget[operation.id] ?? [] where found[id] == nil {
                guard let other = byID[id], other.first >= first else { continue }
                found[id] = (other, false)
                left.append(other)
            }
        }
        var fold = OperationsInEffect<Digest>()
        for (record, touches) in found.values.sorted(by: { $0.record.first < $1.record.first })
        where record.first >= first {
            fold.fold(record.note, touches: touches)
        }
        return fold
    }
}
