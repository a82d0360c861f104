package import DiaryModel
package import EventStore

/// Which operations stand on entries, by the operations of the log that take others back: read once, from one event on,
/// and asked for many entries.
///
/// Whether an operation stands is decided by later ones alone, so what is told of those that were read is true whatever
/// came before them. Of all operations only those are kept that have a target, or are undos or redos: of the others,
/// only an entry's own matter, which its events lead to.
package struct UndoRecords {
    /// The first event that was read.
    package let start: UInt64
    private var byID: [Digest: OperationRecord] = [:]
    /// The ids of those that take an operation back or do it again, by the id of that operation.
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
            if let target = operation.note.target {
                byID[operation.id] = operation
                byTarget[target, default: []].append(operation.id)
            } else if operation.note.acts != .do {
                loose.append(operation)
            }
        }
    }

    /// Whether any operation that was read names this one as its target.
    func isTarget(_ operation: Digest) -> Bool { byTarget[operation] != nil }

    /// The operations that stand on an entry, of those that were read.
    package func inEffect(
        on row: StreamRow, in view: borrowing StoreView
    ) throws(EventStoreError) -> OperationsInEffect<Digest> {
        let first = max(start, try view.operation(containing: row.create)?.first ?? row.create)
        var found: [Digest: (record: OperationRecord, touches: Bool)] = [:]
        var left = loose
        for sequence in try view.events(of: row) where sequence >= start {
            guard let operation = try view.operation(containing: sequence) else { continue }
            if found.updateValue((operation, true), forKey: operation.id) == nil { left.append(operation) }
        }
        // What takes these back, and what takes that back in turn, matters too; all others concern other entries.
        while let operation = left.popLast() {
            if found[operation.id] == nil { found[operation.id] = (operation, false) }
            for id in byTarget[operation.id] ?? [] where found[id] == nil {
                guard let other = byID[id] else { continue }
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

    /// The newest step that stands on an entry, with its newest event there; nil if none of those that were read does.
    func newestStep(
        on row: StreamRow, in view: borrowing StoreView
    ) throws(EventStoreError) -> (operation: OperationRecord, event: UInt64)? {
        guard let top = try inEffect(on: row, in: view).top else { return nil }
        for sequence in try view.events(of: row).reversed() {
            if let operation = try view.operation(containing: sequence), operation.id == top {
                return (operation, sequence)
            }
        }
        return nil
    }
}

extension StoreView {
    /// The newest step that stands on an entry; nil if none does.
    ///
    /// Reads the operations since that step, and as far again at most.
    func newestStep(on row: StreamRow) throws(EventStoreError) -> OperationRecord? {
        let own = try events(of: row)
        var count = 1
        while count <= own.count {
            let records = try UndoRecords(from: own[own.count - count], through: log.head, in: self)
            if let step = try records.newestStep(on: row, in: self) { return step.operation }
            if count == own.count { return nil }
            count = min(2 * count, own.count)
        }
        return nil
    }
}
