package import DiaryModel
package import EventStore

/// An operation as it stands in the log.
package struct OperationRecord {
    package var note: OperationNote<Digest>
    package var command: CommandCode
    package var first: UInt64
    package var last: UInt64

    package var id: Digest { note.id }

    var receipt: OperationReceipt {
        OperationReceipt(id: id, first: SequenceNumber(first), last: SequenceNumber(last))
    }
}

extension StoreView {
    /// The operation that an event belongs to; nil if the event, or the operation's first event, is damaged.
    func operation(containing sequence: UInt64) throws(EventStoreError) -> OperationRecord? {
        guard let frame = try soundFrame(sequence) else { return nil }
        let head = frame.operationIndex == 0 ? frame : try soundFrame(frame.operationStart)
        guard let head, let operation = head.operation else { return nil }
        let undoRole: OperationNote<Digest>.UndoRole =
            switch operation.undoRole {
            case .do: .do
            case .undo: .undo
            case .redo: .redo
            }
        return OperationRecord(
            note: OperationNote(
                id: head.id, undoRole: undoRole, target: operation.target, isAttended: operation.attended),
            command: CommandCode(rawValue: operation.command) ?? .none, first: head.sequence,
            last: head.sequence + UInt64(head.operationCount) - 1)
    }

    /// The undo stack, its top first: each `do` and `redo` of this store's lineage that nothing has taken back.
    ///
    /// Walks the log backwards, past as many operations as have been undone.
    func undoStack(limit: Int) throws(EventStoreError) -> [OperationRecord] {
        var taken: Set<Digest> = []
        return try newestOperations(limit) { operation in
            switch operation.note.undoRole {
            case .do, .redo: return taken.contains(operation.id) ? .pass : .found
            case .undo:
                if let target = operation.note.target { taken.insert(target) }
                return .pass
            }
        }
    }

    /// The redo stack, its top first: each undo that was not redone and has no `do` after it.
    func redoStack(limit: Int) throws(EventStoreError) -> [OperationRecord] {
        var taken: Set<Digest> = []
        return try newestOperations(limit) { operation in
            switch operation.note.undoRole {
            case .do: return .stop
            case .undo: return taken.contains(operation.id) ? .pass : .found
            case .redo:
                if let target = operation.note.target { taken.insert(target) }
                return .pass
            }
        }
    }

    /// The newest operations that `judge` finds; skips those of other lineages and those that no person asked for.
    private func newestOperations(
        _ limit: Int, _ judge: (OperationRecord) -> WalkVerdict
    ) throws(EventStoreError) -> [OperationRecord] {
        let lineage = try ownLineage()
        var found: [OperationRecord] = []
        if limit < 1 { return found }
        try forEachOperation(upTo: log.head) { (operation) throws(EventStoreError) in
            guard operation.note.isAttended, let frame = try soundFrame(operation.first),
                lineage.contains(frame.device, frame)
            else { return true }
            let verdict = judge(operation)
            if verdict == .found { found.append(operation) }
            return verdict != .stop && found.count < limit
        }
        return found
    }

    /// Visits the operations that can be read, from that of an event back, until the visitor returns false.
    func forEachOperation(
        upTo newest: UInt64, _ visit: (OperationRecord) throws(EventStoreError) -> Bool
    ) throws(EventStoreError) {
        var sequence = newest
        while sequence > 0 {
            guard let operation = try operation(containing: sequence) else {
                sequence -= 1
                continue
            }
            if try !visit(operation) { return }
            sequence = operation.first - 1
        }
    }
}

/// What a walk does with an operation.
private enum WalkVerdict {
    case found
    case pass
    case stop
}
