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

/// Tells whether an idempotency or import key is taken: by an event whose operation still stands on its entry.
///
/// It serves one transaction, and reads the operations since the one that took the key.
struct KeyUse {
    private var records: UndoRecords?

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
        guard let step = try records(since: row.create, view).newestStep(on: row, in: view) else { return false }
        return try view.soundFrame(step.event)?.kind == EntryEventCodec.Kind.delete
    }

    /// Whether the operation of an event stands on the event's entry.
    mutating func stands(
        _ sequence: UInt64, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        guard let operation = try view.operation(containing: sequence) else { return true }
        let records = try records(since: operation.first, view)
        guard records.isTarget(operation.id), let id = try view.object(ofEvent: sequence),
            let row = try view.stream(id, isNamed: true)
        else { return true }
        return try records.inEffect(on: row, in: view).stands(operation.id)
    }

    /// What takes back the operations since an event; read anew, and then from the log's first event on, where less was
    /// read.
    private mutating func records(
        since sequence: UInt64, _ view: borrowing StoreView
    ) throws(EventStoreError) -> UndoRecords {
        if let records, records.start <= sequence { return records }
        let read = try UndoRecords(from: records == nil ? sequence : 1, through: view.log.head, in: view)
        records = read
        return read
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
        var keys = KeyUse()
        guard let holder = try keys.holders(of: code, in: self).first else { return nil }
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
