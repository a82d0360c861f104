// Appending to a program's own store.

extension EventStore {
    /// Appends events as one operation, all of them or none; durable when it returns.
    ///
    /// Costs two waits for the disk, however many events. `context` says when, where and with what random bytes they
    /// are written; without one, the system's clock, zone and random source are used. Throws `conflict` if a stream is
    /// at another version than an event expects, `unacceptable` if the application refuses an event,
    /// `needsNewerProgram`, `overLimit`, `busy`, `readOnly` or `diskFull`; then nothing was written.
    @discardableResult
    public func append(
        _ events: [NewEvent], in context: WriteContext? = nil
    ) throws(EventStoreError) -> OperationReceipt {
        let context = context ?? .now()
        return try write { writer in try writer.append(events, in: context) }
    }

    /// Appends from a task: operations that wait together share the disk's barriers. They are written in the order in
    /// which they came, and each has its own receipt or refusal.
    @discardableResult
    public func append(
        _ events: [NewEvent], in context: WriteContext? = nil
    ) async throws(EventStoreError) -> OperationReceipt {
        let context = context ?? .now()
        return try await queue.write(in: self) { .write { writer in try writer.append(events, in: context) } }
    }
}

extension StoreWriter {
    /// Appends a program's events as one operation.
    fileprivate mutating func append(
        _ events: [NewEvent], in context: WriteContext
    ) throws(EventStoreError) -> OperationReceipt {
        guard let model = view.log.model as? ApplicationModel else {
            preconditionFailure("only a store that was opened for an application takes its events")
        }
        guard !events.isEmpty else { throw .unacceptable(record: 0, reason: "an operation has an event") }
        var context = context
        context.entropy.mix(view.log.head)
        try begin(EventHeader.Operation(command: 0), count: events.count, in: &context)
        for (index, event) in events.enumerated() {
            guard event.stream != .zero, let schema = model.newestSchema(of: event.kind) else {
                throw .unacceptable(record: index + 1, reason: "the application has no kind \(event.kind)")
            }
            let row = try view.stream(event.stream)
            guard (row == nil) == model.isCreation(kind: event.kind) else {
                throw .conflict(expected: event.expecting.version, actual: row.map { StreamVersion($0.version) })
            }
            let judged = StoredEvent(event, version: StreamVersion((row?.version ?? 0) + 1), in: context)
            _ = try model.state(after: judged, at: index, from: row?.state)
            var data = EventData(
                kind: event.kind, object: event.stream, expecting: event.expecting, body: event.body,
                salt: context.entropy.bytes(EventLimits.salt))
            data.schema = schema
            data.criticality = event.criticality
            try append(data)
        }
        guard let receipt = receipts.last else { preconditionFailure("an operation that was written has a receipt") }
        return receipt
    }
}

extension ExpectedVersion {
    fileprivate var version: StreamVersion? { if case .exactly(let version) = self { version } else { nil } }
}
