internal import DiaryModel
internal import EventStore
internal import Host
internal import LMDB

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

    /// The newest event that holds the key; nil where the key is free.
    mutating func holder(
        of code: Digest, in transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) -> UInt64? {
        for sequence in try transaction.events(keyed: code, log).reversed() {
            if try stands(sequence, transaction, log) { return sequence }
        }
        return nil
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
        guard let frame = try transaction.soundFrame(sequence, log),
            let bytes = try transaction.frameCopy(sequence, log),
            let id = try transaction.object(of: frame, bytes: bytes.span, log),
            let row = try transaction.stream(id, log)
        else { return true }
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
