public import DiaryModel
public import EventStore

/// How an undo treats what was changed since.
public struct UndoOptions: Sendable {
    /// Goes back to the state before the operation, discarding later changes.
    public var force = false
    /// Leaves out the entries whose later changes conflict with the undo.
    public var skipChanged = false
    /// The operation expected to be taken back, by a prefix of its id; if another one is next, nothing is written.
    public var expecting: String?

    /// Neither forced nor skipping.
    public init() {}
}

/// What an undo led to.
public enum UndoOutcome: Sendable {
    /// Written to disk: the new operation, its target, and the touched entries after it, at most 100.
    case changed(OperationReceipt, target: OperationID?, [Entry])
    /// Nothing is left to undo, or to redo.
    case nothing
    /// Nothing had to change; nothing was written.
    case unchanged
    /// Entries whose later changes cannot be separated from the undone ones; nothing was written.
    case conflicts([UndoConflict], more: Int)
    /// Not the expected operation is next, but this one.
    case movedOn(actual: Digest)
    case noSuchEntry
    case noSuchOperation
    /// The prefix fits several operations: up to ten of them, newest first.
    case ambiguousOperation([Digest])
}

/// An entry that prevents an undo.
public struct UndoConflict: Sendable {
    /// The entry that cannot go back.
    public var entry: EntryID
    /// Its fields that were changed since.
    public var fields: [ConflictField]
}

extension Diary {
    /// Takes back the last operation. Repeated calls walk back through the history.
    @discardableResult
    public func undo(_ options: UndoOptions = UndoOptions(), in context: WriteContext? = nil) throws(EventStoreError)
        -> UndoOutcome
    {
        let context = context ?? newContext()
        return try undoing(context, options) { writer in try writer.view.undoing() }
    }

    /// Brings the last undone operation back.
    @discardableResult
    public func redo(_ options: UndoOptions = UndoOptions(), in context: WriteContext? = nil) throws(EventStoreError)
        -> UndoOutcome
    {
        let context = context ?? newContext()
        return try undoing(context, options) { writer in try writer.view.redoing() }
    }

    /// Takes back the part on one entry of the last operation that stands on it.
    @discardableResult
    public func undo(
        entry id: EntryID, _ options: UndoOptions = UndoOptions(), in context: WriteContext? = nil
    ) throws(EventStoreError) -> UndoOutcome {
        let context = context ?? newContext()
        var isKnown = true
        let outcome = try undoing(context, options) { writer in
            guard let row = try writer.view.stream(id, searching: true) else {
                isKnown = false
                return nil
            }
            let (fold, operations) = try writer.view.inEffect(on: row, through: writer.view.log.head)
            guard let top = fold.top, let target = operations[top] else { return nil }
            return UndoPlan(
                operation: EventHeader.Operation(command: CommandCode.undo.rawValue, target: target.id),
                source: .operation(target, only: id))
        }
        return isKnown ? outcome : .noSuchEntry
    }

    /// Takes back any one operation, whatever came after it. This is an ordinary change, which `undo` takes back.
    @discardableResult
    public func undo(
        operation: OperationName, _ options: UndoOptions = UndoOptions(), in context: WriteContext? = nil
    ) throws(EventStoreError) -> UndoOutcome {
        let context = context ?? newContext()
        var candidates: [Digest] = []
        let outcome = try undoing(context, options) { writer in
            let found = try writer.view.operations(named: operation)
            candidates = found.map(\.id)
            guard let target = found.first, found.count == 1 else { return nil }
            return UndoPlan(
                operation: EventHeader.Operation(command: CommandCode.undo.rawValue, target: target.id),
                source: .operation(target, only: nil))
        }
        switch candidates.count {
        case 0: return .noSuchOperation
        case 1: return outcome
        default: return .ambiguousOperation(candidates)
        }
    }

    /// Makes the diary, or one entry, what it was at a point. This is an ordinary change, which `undo` takes back.
    ///
    /// A point inside an operation means the point before that operation.
    public func restore(
        to point: DiaryPoint, entry id: EntryID? = nil, in context: WriteContext? = nil
    ) throws(EventStoreError) -> UndoOutcome {
        let context = context ?? newContext()
        let asked = try resolve(point)
        if let id, try !knows(id) { return .noSuchEntry }
        return try undoing(context, UndoOptions()) { writer in
            try writer.view.restoring(to: asked, entry: id)
        }
    }

    /// Whether there is an entry of this id. None ever goes.
    private func knows(_ id: EntryID) throws(EventStoreError) -> Bool {
        try read(.head) { view, _ in try view.stream(id, searching: true) != nil }
    }

    private func undoing(
        _ context: WriteContext, _ options: UndoOptions,
        _ choose: (borrowing StoreWriter) throws -> UndoPlan?
    ) throws(EventStoreError) -> UndoOutcome {
        try store.write { writer in
            guard let plan = try choose(writer) else { return .nothing }
            return try writer.carryOut(plan, options, in: context)
        }
    }
}

// The same from tasks, in one transaction with what other tasks write meanwhile.
extension Diary {
    /// Takes back the last operation; see the synchronous form.
    @discardableResult
    public func undo(
        _ options: UndoOptions = UndoOptions(), in context: WriteContext? = nil
    ) async throws(EventStoreError) -> UndoOutcome {
        try await undoing(context ?? newContext(), options) { writer in
            try writer.view.undoing()
        }
    }

    /// Brings the last undone operation back; see the synchronous form.
    @discardableResult
    public func redo(
        _ options: UndoOptions = UndoOptions(), in context: WriteContext? = nil
    ) async throws(EventStoreError) -> UndoOutcome {
        try await undoing(context ?? newContext(), options) { writer in
            try writer.view.redoing()
        }
    }

    /// Makes the diary, or one entry, what it was at a point; see the synchronous form.
    public func restore(
        to point: DiaryPoint, entry id: EntryID? = nil, in context: WriteContext? = nil
    ) async throws(EventStoreError) -> UndoOutcome {
        let asked = try resolve(point)
        if let id, try !knows(id) { return .noSuchEntry }
        return try await undoing(context ?? newContext(), UndoOptions()) { writer in
            try writer.view.restoring(to: asked, entry: id)
        }
    }

    private func undoing(
        _ context: WriteContext, _ options: UndoOptions,
        _ choose: @escaping @Sendable (borrowing StoreWriter) throws -> UndoPlan?
    ) async throws(EventStoreError) -> UndoOutcome {
        try await store.queue.write(in: store) { writer in
            guard let plan = try choose(writer) else { return .nothing }
            return try writer.carryOut(plan, options, in: context)
        }
    }
}

extension StoreWriter {
    fileprivate mutating func carryOut(
        _ plan: UndoPlan, _ options: UndoOptions, in context: WriteContext
    ) throws(EventStoreError) -> UndoOutcome {
        if let expected = options.expecting, let target = plan.operation.target, !target.hexadecimal.hasPrefix(expected)
        {
            return .movedOn(actual: target)
        }
        var plan = plan
        var context = try settled(context)
        return try plan.carryOut(options, with: &self, in: &context)
    }
}

extension StoreView {
    /// What takes back the last operation; nil if nothing is left.
    fileprivate func undoing() throws(EventStoreError) -> UndoPlan? {
        try undoStack(limit: 1).first.map { (target) in
            UndoPlan(
                operation: EventHeader.Operation(command: CommandCode.undo.rawValue, acts: .undo, target: target.id),
                source: .operation(target, only: nil))
        }
    }

    /// What brings the last undone operation back; nil if nothing is left.
    fileprivate func redoing() throws(EventStoreError) -> UndoPlan? {
        try redoStack(limit: 1).first.map { (target) in
            UndoPlan(
                operation: EventHeader.Operation(command: CommandCode.redo.rawValue, acts: .redo, target: target.id),
                source: .operation(target, only: nil))
        }
    }

    /// What makes the diary, or one entry, what it was after an event.
    fileprivate func restoring(to asked: SequenceNumber, entry: EntryID?) throws(EventStoreError) -> UndoPlan {
        UndoPlan(
            operation: EventHeader.Operation(command: CommandCode.restore.rawValue),
            source: .point(try operationEnd(notAfter: asked.rawValue), only: entry))
    }
}

/// How a person names an operation: a prefix of its id, or the number of any event inside it.
public enum OperationName: Equatable, Sendable {
    case prefix(String)
    case event(UInt64)
}

extension StoreView {
    /// The operations of this name, newest first: none, one, or up to ten that a prefix fits.
    func operations(named name: OperationName) throws(EventStoreError) -> [OperationRecord] {
        switch name {
        case .event(let sequence): return try operation(containing: sequence).map { [$0] } ?? []
        case .prefix(let prefix):
            var found: [OperationRecord] = []
            var sequence = log.head
            while sequence > 0, found.count < 10 {
                guard let operation = try operation(containing: sequence) else {
                    sequence -= 1
                    continue
                }
                if operation.id.hexadecimal.hasPrefix(prefix) { found.append(operation) }
                sequence = operation.first - 1
            }
            return found
        }
    }

    /// The newest point at or before an event that is not inside an operation.
    func operationEnd(notAfter sequence: UInt64) throws(EventStoreError) -> UInt64 {
        guard sequence > 0, let operation = try operation(containing: sequence) else { return sequence }
        return operation.last <= sequence ? sequence : operation.first - 1
    }
}
