internal import DiaryModel
internal import EventStore
internal import Host
internal import LMDB

/// What stands under an idempotency or import key.
enum KeyClaim {
    /// Nothing does, and no entry has the identifier that follows from the key.
    case free
    /// That entry was made and taken back: it is brought back rather than made again.
    case takenBack
    /// An entry, which may since have been deleted by a person.
    case taken
}

/// Whether an idempotency or import key is taken: by an event whose operation still stands on its entry.
///
/// Good for one transaction. The log's operations are read once, when a used key is met first.
struct KeyLedger {
    /// Operations that take others back, with the events they span.
    private var takers: [OperationRecord] = []
    private var targets: Set<Digest> = []
    private var isRead = false
    /// What was found of operations that only whole undos and redos are about.
    private var known: [Digest: Bool] = [:]
    /// All undos and redos, once a deleted entry asks for them.
    private var taking: TakingOperations?

    /// What an addition under the key meets.
    mutating func claim(
        on code: Digest, in transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) -> KeyClaim {
        let own = Identifier(ofEntryKeyed: code)
        let row = try transaction.stream(own, log)
        if let row, !EntryRow.isDeleted(row.state) { return .taken }
        for sequence in try holders(of: code, in: transaction, log) {
            // One that drew another identifier, as `again` does, or whose entry cannot be told.
            if try transaction.object(ofEvent: sequence, log) != own { return .taken }
        }
        guard let row else { return .free }
        if EntryRow.isBranched(row.state), try DiaryStreams.entry(row).branches?.status == .forgotten { return .taken }
        return try isDeletedByRequest(row, transaction, log) ? .taken : .takenBack
    }

    /// The events that hold the key and stand, newest first.
    mutating func holders(
        of code: Digest, in transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) -> [UInt64] {
        var found: [UInt64] = []
        for sequence in try transaction.events(keyed: code, log).reversed() {
            if try stands(sequence, transaction, log) { found.append(sequence) }
        }
        return found
    }

    /// Whether what stands last on a deleted entry is a deletion: else it is deleted because its making was taken back.
    private mutating func isDeletedByRequest(
        _ row: StreamRow, _ transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) -> Bool {
        let read =
            if let taking { taking } else { try TakingOperations(from: 1, through: log.head, in: transaction, log) }
        taking = read
        guard let top = try read.standing(on: row, in: transaction, log)?.top else { return false }
        for sequence in try transaction.events(of: row, log).reversed() {
            guard let operation = try transaction.operation(containing: sequence, log), operation.id == top else {
                continue
            }
            return try transaction.soundFrame(sequence, log)?.kind == EntryEventCodec.Kind.delete
        }
        return true
    }

    private mutating func stands(
        _ sequence: UInt64, _ transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) -> Bool {
        guard let operation = try transaction.operation(containing: sequence, log) else { return true }
        if let answer = known[operation.id] { return answer }
        try read(transaction, log)
        guard targets.contains(operation.id) else {
            known[operation.id] = true
            return true
        }
        guard let id = try transaction.object(ofEvent: sequence, log), let row = try transaction.stream(id, log) else {
            return true
        }
        let answer = try transaction.standing(on: row, through: log.head, log).fold.stands(operation.id)
        let isWhole = takers.allSatisfy { $0.note.acts != .do || $0.note.target != operation.id }
        if isWhole { known[operation.id] = answer }
        return answer
    }

    private mutating func read(
        _ transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) {
        guard !isRead else { return }
        isRead = true
        var sequence: UInt64 = 1
        while sequence <= log.head {
            guard let operation = try transaction.operation(containing: sequence, log) else {
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

extension ReadableTransaction where Self: ~Copyable {
    /// The entry an event is of; nil where it cannot be told.
    func object(ofEvent sequence: UInt64, _ log: LogState) throws(EventStoreError) -> Identifier? {
        guard let frame = try soundFrame(sequence, log), let bytes = try frameCopy(sequence, log) else { return nil }
        return try object(of: frame, bytes: bytes.span, log)
    }
}
