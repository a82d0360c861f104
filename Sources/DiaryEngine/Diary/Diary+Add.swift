public import DiaryModel
public import EventStore
internal import Host
internal import LMDB

extension Diary {
    /// Appends a new entry.
    ///
    /// With a key, a second call with the same content writes nothing and gives the first receipt; with other
    /// content it is `keyTaken`. `again` uses a taken key once more. The date is compared only if `dateIsGiven`.
    @available(*, noasync)
    public func add(
        _ content: EntryContent, key: String? = nil, again: Bool = false, dateIsGiven: Bool = true,
        on occasion: Occasion
    ) throws(DiaryError) -> ChangeOutcome {
        try bridging { () throws(EventStoreError) in
            try store.write { (writer) throws(EventStoreError) in
                var occasion = try writer.settled(occasion)
                let id = occasion.entropy.identifier()
                if case .refused(let refusal) = decide(.create(content), nil) { return .refused(refusal, entry: id) }
                let content = content.inOrder
                var code: EventHeader.Key?
                if let key {
                    code = try writer.transaction.commandKey(key, writer.log)
                    if !again, let code, let earlier = try earlier(code, in: writer) {
                        return try repeated(content, earlier, dateIsGiven: dateIsGiven, in: writer)
                    }
                }
                var plan = ChangePlan()
                try plan.create(content, as: id, key: code)
                try plan.append(
                    to: &writer, as: EventHeader.Operation(command: CommandCode.add.rawValue), on: &occasion)
                return try plan.outcome(writer.receipts.last, on: occasion)
            }
        }
    }

    private func earlier(
        _ key: EventHeader.Key, in writer: borrowing StoreWriter
    ) throws(EventStoreError) -> UInt64? {
        var ledger = KeyLedger()
        return try ledger.holder(of: key.code, in: writer.transaction, writer.log)
    }

    private func repeated(
        _ content: EntryContent, _ sequence: UInt64, dateIsGiven: Bool, in writer: borrowing StoreWriter
    ) throws(EventStoreError) -> ChangeOutcome {
        var origins = Origins()
        var first: EntryContent?
        var id = Identifier.zero
        let log = writer.log
        _ = try writer.transaction.withEvent(sequence, log, &origins) { (event) throws(EventStoreError) in
            id = try writer.transaction.object(of: event.frame, bytes: event.bytes, log) ?? .zero
            first = try? EntryEventCodec.decode(kind: event.frame.kind, body: event.body).keyframe?.content
        }
        guard var first, let frame = try writer.transaction.soundFrame(sequence, log),
            let row = try writer.transaction.stream(id, log)
        else { throw .damaged("event \(sequence), which holds this key") }
        if !dateIsGiven { first.date = content.date }
        guard first == content else { return .keyTaken(by: id) }
        let start = frame.operationStart
        let head = try writer.transaction.soundFrame(start, log)
        return .repeated(
            OperationReceipt(id: head?.id ?? frame.id, first: start, last: start + UInt64(frame.operationCount) - 1),
            [try Entry(row)])
    }
}
