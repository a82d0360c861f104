// Appending to a program's own store.

extension Store {
    /// Appends events as one operation, all of them or none; durable when it returns.
    ///
    /// Costs two waits for the disk, however many events. With a `key`, an operation is appended once: where one was
    /// appended under that key before, by whatever process or copy, nothing is written and its receipt comes back; what
    /// the events say is not compared. `context` says when, where and with what random bytes they are written; without
    /// one, the system's clock, zone and random source are used.
    ///
    /// Throws `EventStoreError`: `conflict` if a stream is at another version than an event expects, `unacceptable` for
    /// a kind that the application does not have, `needsNewerProgram`, `overLimit`, `busy`, `readOnly` or `diskFull`.
    /// What the application throws at an event comes back as it was thrown. In each case nothing was written.
    @discardableResult
    public func append(
        _ events: [NewEvent], key: String? = nil, in context: WriteContext? = nil
    ) throws -> OperationReceipt {
        let (context, own) = (context ?? .now(), CallersError())
        return try own.unwrapped { () throws(EventStoreError) in
            try write { writer in try writer.append(events, key, in: context, own) }
        }
    }

    /// Appends from a task: operations that wait together share the disk's barriers. They are written in the order in
    /// which they came, and each has its own receipt or refusal.
    ///
    /// A task that is cancelled meanwhile gets its receipt all the same: the operation may be on the disk already, and
    /// an error would say that it is not.
    @discardableResult
    public func append(
        _ events: [NewEvent], key: String? = nil, in context: WriteContext? = nil
    ) async throws -> OperationReceipt {
        let (context, own) = (context ?? .now(), CallersError())
        return try await own.unwrapped { () async throws(EventStoreError) in
            try await queue.write(in: self) { .write { writer in try writer.append(events, key, in: context, own) } }
        }
    }
}

extension StoreWriter {
    /// Appends a program's events as one operation.
    fileprivate mutating func append(
        _ events: [NewEvent], _ key: String?, in context: WriteContext, _ own: CallersError
    ) throws(EventStoreError) -> OperationReceipt {
        guard let model = view.log.model as? ApplicationModel else {
            preconditionFailure("only a store that was opened for an application takes its events")
        }
        guard !events.isEmpty else { throw .unacceptable(record: 0, reason: "an operation has an event") }
        let code = try key.map { (key) throws(EventStoreError) in try view.commandKey(key) }
        if let code, let before = try view.receipt(keyed: code.code) { return before }
        var context = context
        context.entropy.mix(view.log.head)
        try begin(EventHeader.Operation(command: 0), count: events.count, in: &context)
        for (index, event) in events.enumerated() {
            let (schema, row) = try check(event, at: index + 1, model)
            let judged = StoredEvent(
                event, schema: schema, version: StreamVersion((row?.version ?? 0) + 1), in: context)
            try own.keeping { try model.judge(judged, from: row?.state) }
            var data = EventData(
                kind: event.kind, object: event.stream, expecting: event.expecting, body: event.body,
                salt: context.entropy.bytes(EventLimits.salt), key: index == 0 ? code : nil)
            data.schema = schema
            data.criticality = event.criticality
            try append(data)
        }
        guard let receipt = receipts.last else { preconditionFailure("an operation that was written has a receipt") }
        return receipt
    }

    /// The newest schema of an event's kind, and the row of its stream, which stands where the event expects it.
    private func check(
        _ event: NewEvent, at number: Int, _ model: ApplicationModel
    ) throws(EventStoreError) -> (schema: UInt16, row: StreamRow?) {
        guard event.stream != .zero else { throw .unacceptable(record: number, reason: "a stream's name is not zero") }
        guard let schema = model.newestSchema(of: event.kind) else {
            throw .unacceptable(record: number, reason: "the application has no kind \(event.kind)")
        }
        let row = try view.stream(event.stream)
        try event.expecting.check(event.stream, against: row)
        guard (row == nil) == model.isCreation(kind: event.kind) else {
            let reason = row == nil ? "does not begin a stream" : "begins a stream, and this one has begun"
            throw .unacceptable(record: number, reason: "kind \(event.kind) \(reason)")
        }
        return (schema, row)
    }
}

extension StoreView {
    /// The receipt of the operation that was appended under a key; nil if there is none.
    fileprivate func receipt(keyed code: Digest) throws(EventStoreError) -> OperationReceipt? {
        guard let first = try events(keyed: code).first else { return nil }
        guard let frame = try soundFrame(first) else { throw .damagedEvents([SequenceNumber(first)]) }
        let last = first + UInt64(frame.operationCount) - 1
        return OperationReceipt(id: frame.id, first: SequenceNumber(first), last: SequenceNumber(last))
    }
}
