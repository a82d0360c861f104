internal import DiaryModel
internal import EventStore

// Which operations stand on an entry. The table `keys` leads from an operation to those that take it back or do it
// again, so that no other operation of the log is read.

extension StoreView {
    /// The operations that take one back or do it again, oldest first; without those that cannot be read.
    func takers(of operation: Digest) throws(EventStoreError) -> [OperationRecord] {
        var takers: [OperationRecord] = []
        for sequence in try events(targeting: operation) {
            if let taker = try self.operation(containing: sequence) { takers.append(taker) }
        }
        return takers
    }

    /// The operations that touched an entry, what takes these back, and what takes that back in turn: as a fold that
    /// tells which of them stand.
    func inEffect(on row: StreamRow) throws(EventStoreError) -> OperationsInEffect<Digest> {
        var found: [UInt64: (record: OperationRecord, touches: Bool)] = [:]
        var left: [OperationRecord] = []
        for sequence in try events(of: row) {
            guard let operation = try operation(containing: sequence) else { continue }
            if found.updateValue((operation, true), forKey: operation.first) == nil { left.append(operation) }
        }
        while let operation = left.popLast() {
            for taker in try takers(of: operation.id) where found[taker.first] == nil {
                found[taker.first] = (taker, false)
                left.append(taker)
            }
        }
        var fold = OperationsInEffect<Digest>()
        for (record, touches) in found.values.sorted(by: { $0.record.first < $1.record.first }) {
            fold.fold(record.note, touches: touches)
        }
        return fold
    }

    /// Whether the operation of an event stands on the event's entry.
    func stands(_ sequence: UInt64) throws(EventStoreError) -> Bool {
        guard let operation = try operation(containing: sequence), try !events(targeting: operation.id).isEmpty,
            let id = try object(ofEvent: sequence), let row = try stream(id, isNamed: true)
        else { return true }
        return try inEffect(on: row).stands(operation.id)
    }

    /// The newest step that stands on an entry, with its newest event there; nil if none does.
    func newestStep(on row: StreamRow) throws(EventStoreError) -> (operation: OperationRecord, event: UInt64)? {
        guard let top = try inEffect(on: row).top else { return nil }
        for sequence in try events(of: row).reversed() {
            if let operation = try operation(containing: sequence), operation.id == top {
                return (operation, sequence)
            }
        }
        return nil
    }
}
