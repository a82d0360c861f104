internal import DiaryModel
internal import EventStore

// Whether an idempotency or import key is taken: by an event whose operation still stands on its entry.

/// What an idempotency or import key stands for.
enum KeyClaim {
    /// Nothing: no event that stands holds the key, and no entry has its identifier.
    case free
    /// An entry whose creation was taken back: it is brought back rather than created again.
    case takenBack
    /// An entry, which may since have been deleted by a person.
    case taken
}

extension StoreView {
    /// What an addition under the key finds: of the entry `id`, or of the one whose identifier follows from the key.
    func claim(onKey code: Digest, for id: EntryID? = nil) throws(EventStoreError) -> KeyClaim {
        let own = id ?? EntryID(ofEntryKeyed: code)
        var row = try stream(own)
        if let row, !EntryRow.isDeleted(row.state) { return .taken }
        for sequence in try holders(ofKey: code) {
            // It made an entry with a drawn identifier, as `again` does, or its entry cannot be read.
            if try object(ofEvent: sequence) != own { return .taken }
            if row == nil { row = try stream(own, isNamed: true) }
        }
        if let row, !EntryRow.isDeleted(row.state) { return .taken }
        guard let row else { return .free }
        if EntryRow.isBranched(row.state), try DiaryStreams.entry(row).branches?.status == .forgotten { return .taken }
        return try isDeletedByRequest(row) ? .taken : .takenBack
    }

    /// The events that hold the key and whose operations stand, newest first.
    func holders(ofKey code: Digest) throws(EventStoreError) -> [UInt64] {
        var found: [UInt64] = []
        for sequence in try events(keyed: code).reversed() {
            if try stands(sequence) { found.append(sequence) }
        }
        return found
    }

    /// Whether the last operation that stands on a deleted entry deleted it: otherwise its creation was taken back.
    private func isDeletedByRequest(_ row: StreamRow) throws(EventStoreError) -> Bool {
        guard let step = try newestStep(on: row) else { return false }
        return try soundFrame(step.event)?.kind == EntryEventCodec.Kind.delete
    }

    /// What requests under a key are answered where an operation that stands holds it: its receipt, if the requests are
    /// what it carried out. Nil where the key is free.
    func outcome(of requests: [EntryRequest], keyed code: Digest) throws(EventStoreError) -> ChangeOutcome? {
        guard let holder = try holders(ofKey: code).first else { return nil }
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
