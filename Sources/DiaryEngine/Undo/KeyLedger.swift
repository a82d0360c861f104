internal import DiaryModel
internal import EventStore

/// What an idempotency or import key stands for.
enum KeyClaim {
    /// Nothing: no event that stands holds the key, and no entry has its identifier.
    case free
    /// An entry whose creation was taken back: it is brought back rather than created again.
    case takenBack
    /// An entry, which may since have been deleted by a person.
    case taken
}

/// Answers whether an idempotency or import key is taken: by an event whose operation still stands on its entry.
///
/// Serves one transaction. Reads the log's operations once, when it first meets a used key.
struct KeyLedger {
    /// Operations that take others back or do them again, with the events they span.
    private var takers: [OperationRecord] = []
    private var targets: Set<Digest> = []
    private var isRead = false
    /// Whether an operation stands, for operations whose answer is the same on all of their entries.
    private var known: [Digest: Bool] = [:]
    /// All undos and redos, read once a deleted entry needs them.
    private var taking: UndoRecords?

    /// What an addition under the key finds: of the entry `id`, or of the one whose identifier follows from the key.
    mutating func claim(
        on code: Digest, for id: EntryID? = nil, in view: borrowing StoreView
    ) throws(EventStoreError) -> KeyClaim {
        let own = id ?? EntryID(ofEntryKeyed: code)
        var row = try view.stream(own)
        if let row, !EntryRow.isDeleted(row.state) { return .taken }
        for sequence in try holders(of: code, in: view) {
            // It made an entry with a drawn identifier, as `again` does, or its entry cannot be read.
            if try view.object(ofEvent: sequence) != own { return .taken }
            if row == nil { row = try view.stream(own, isNamed: true) }
        }
        if let row, !EntryRow.isDeleted(row.state) { return .taken }
        guard let row else { return .free }
        if EntryRow.isBranched(row.state), try DiaryStreams.entry(row).branches?.status == .forgotten { return .taken }
        return try isDeletedByRequest(row, view) ? .taken : .takenBack
    }

    /// The events that hold the key and whose operations stand, newest first.
    mutating func holders(
        of code: Digest, in view: borrowing StoreView
    ) throws(EventStoreError) -> [UInt64] {
        var found: [UInt64] = []
        for sequence in try view.events(keyed: code).reversed() {
            if try stands(sequence, view) { found.append(sequence) }
        }
        return found
    }

    /// Whether the last operation that stands on a deleted entry deleted it: otherwise its creation was taken back.
    private mutating func isDeletedByRequest(
        _ row: StreamRow, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        let read =
            if let taking { taking } else { try UndoRecords(from: 1, through: view.log.head, in: view) }
        taking = read
        guard let top = try read.inEffect(on: row, in: view)?.top else { return false }
        for sequence in try view.events(of: row).reversed() {
            guard let operation = try view.operation(containing: sequence), operation.id == top else {
                continue
            }
            return try view.soundFrame(sequence)?.kind == EntryEventCodec.Kind.delete
        }
        return true
    }

    /// Whether the operation of an event stands on the event's entry.
    mutating func stands(
        _ sequence: UInt64, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        guard let operation = try view.operation(containing: sequence) else { return true }
        if let answer = known[operation.id] { return answer }
        try read(view)
        guard targets.contains(operation.id) else {
            known[operation.id] = true
            return true
        }
        guard let id = try view.object(ofEvent: sequence), let row = try view.stream(id, isNamed: true) else {
            return true
        }
        let answer = try view.inEffect(on: row, through: view.log.head).fold.stands(operation.id)
        let isWhole = takers.allSatisfy { $0.note.acts != .do || $0.note.target != operation.id }
        if isWhole { known[operation.id] = answer }
        return answer
    }

    private mutating func read(
        _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard !isRead else { return }
        isRead = true
        var sequence: UInt64 = 1
        while sequence <= view.log.head {
            guard let operation = try view.operation(containing: sequence) else {
                sequence += 1
                continue
            }
            if let target = operation.note.target {
                takers.append(operation)
                targets.insert(target)
            }
            sequence = operation.last + 1
        }
    }
}

extension StoreView {
    /// The entry that an event belongs to; nil if that cannot be read.
    func object(ofEvent sequence: UInt64) throws(EventStoreError) -> EntryID? {
        try soundFrame(sequence)?.object
    }
}

extension StoreView {
    /// What requests under a key are answered where an operation that stands holds it: its receipt, if the requests are
    /// what it carried out. Nil where the key is free.
    func outcome(of requests: [EntryRequest], keyed code: Digest) throws(EventStoreError) -> ChangeOutcome? {
        var ledger = KeyLedger()
        guard let holder = try ledger.holders(of: code, in: self).first else { return nil }
        let other = try object(ofEvent: holder) ?? EntryID(ofEntryKeyed: code)
        guard let operation = try operation(containing: holder) else { return .keyTaken(by: other) }
        var touched: Set<EntryID> = []
        for sequence in operation.first...operation.last {
            if let id = try object(ofEvent: sequence) { touched.insert(id) }
        }
        var entries: [Entry] = []
        for request in requests {
            guard touched.contains(request.entry), let row = try stream(request.entry, isNamed: true),
                let then = try entry(row, asOf: operation.last),
                decide(request.command, then.state) == .events([])
            else { return .keyTaken(by: other) }
            entries.append(try Entry(row))
        }
        return .repeated(operation.receipt, entries)
    }
}
