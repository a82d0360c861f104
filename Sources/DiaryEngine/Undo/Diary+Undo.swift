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

extension DiaryCommand where Outcome == UndoOutcome {
    /// Takes back the last operation. Repeated, it walks back through the history.
    public static func undo(_ options: UndoOptions = UndoOptions()) -> DiaryCommand {
        DiaryCommand { writer, context in
            let plan = try writer.view.undoStack(limit: 1).first.map { UndoPlan(takingBack: $0, undoRole: .undo) }
            return try writer.carryOut(plan, options, in: context)
        }
    }

    /// Brings the last undone operation back.
    public static func redo(_ options: UndoOptions = UndoOptions()) -> DiaryCommand {
        DiaryCommand { writer, context in
            let plan = try writer.view.redoStack(limit: 1).first.map { UndoPlan(takingBack: $0, undoRole: .redo) }
            return try writer.carryOut(plan, options, in: context)
        }
    }

    /// Takes back the part on one entry of the last operation that stands on it.
    public static func undo(entry id: EntryID, _ options: UndoOptions = UndoOptions()) -> DiaryCommand {
        DiaryCommand { writer, context in
            guard let row = try writer.view.stream(id, isNamed: true) else { return .noSuchEntry }
            let target = try writer.view.newestStep(on: row)?.operation
            return try writer.carryOut(target.map { UndoPlan(takingBack: $0, only: id) }, options, in: context)
        }
    }

    /// Takes back any one operation, whatever came after it. This is an ordinary change, which `undo` takes back.
    public static func undo(operation: OperationName, _ options: UndoOptions = UndoOptions()) -> DiaryCommand {
        DiaryCommand { writer, context in
            let found = try writer.view.operations(named: operation)
            guard let target = found.first else { return .noSuchOperation }
            guard found.count == 1 else { return .ambiguousOperation(found.map(\.id)) }
            return try writer.carryOut(UndoPlan(takingBack: target), options, in: context)
        }
    }

    /// Makes the diary, or one entry, what it was at a point. This is an ordinary change, which `undo` takes back.
    ///
    /// A point inside an operation means the point before that operation.
    public static func restore(to point: DiaryPoint, entry id: EntryID? = nil) -> DiaryCommand {
        DiaryCommand(preparing: { diary, context in
            let asked = try diary.resolve(point)
            return .write { writer in
                if let id, try writer.view.stream(id, isNamed: true) == nil { return .noSuchEntry }
                let plan = try writer.view.restoring(to: asked, entry: id)
                return try writer.carryOut(plan, UndoOptions(), in: context)
            }
        })
    }
}

extension Diary {
    /// Takes back the last operation. Repeated calls walk back through the history.
    @available(*, noasync, message: "a task awaits write(.undo(…))")
    @discardableResult
    public func undo(
        _ options: UndoOptions = UndoOptions(), in context: WriteContext? = nil
    ) throws(EventStoreError) -> UndoOutcome { try write(.undo(options), in: context) }

    /// Brings the last undone operation back.
    @available(*, noasync, message: "a task awaits write(.redo(…))")
    @discardableResult
    public func redo(
        _ options: UndoOptions = UndoOptions(), in context: WriteContext? = nil
    ) throws(EventStoreError) -> UndoOutcome { try write(.redo(options), in: context) }
}

extension UndoPlan {
    /// What takes back an operation, or its part on one entry: the last one, of those done or of the undos; with `do`
    /// any.
    fileprivate init(
        takingBack target: OperationRecord, only entry: EntryID? = nil, undoRole: EventHeader.UndoRole = .do
    ) {
        let command: CommandCode = undoRole == .redo ? .redo : .undo
        self.init(
            operation: EventHeader.Operation(command: command.rawValue, undoRole: undoRole, target: target.id),
            source: .operation(target, only: entry))
    }
}

extension StoreWriter {
    /// Carries out what was planned; nil: there is nothing to undo.
    fileprivate mutating func carryOut(
        _ plan: UndoPlan?, _ options: UndoOptions, in context: WriteContext
    ) throws(EventStoreError) -> UndoOutcome {
        guard let plan else { return .nothing }
        if let expected = options.expecting, let target = plan.operation.target, !target.hexadecimal.hasPrefix(expected)
        {
            return .movedOn(actual: target)
        }
        var context = try seeded(context)
        return try plan.carryOut(options, with: &self, in: &context)
    }
}

extension StoreView {
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
            try forEachOperation(upTo: log.head) { operation in
                if operation.id.hexadecimal.hasPrefix(prefix) { found.append(operation) }
                return found.count < 10
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
