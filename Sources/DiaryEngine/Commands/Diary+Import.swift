public import DiaryModel
public import EventStore
internal import Host

/// A row of an imported file: an entry, and the bytes that identify the row when it is imported again.
public struct ImportedRow: Sendable {
    /// The entry that the row describes.
    public var content: EntryContent
    /// What the file said, in a canonical form; defaults that depend on the day of the import are left out.
    public var identity: [UInt8]

    /// A row of a file.
    public init(content: EntryContent, identity: [UInt8]) {
        self.content = content
        self.identity = identity
    }
}

/// What an import led to.
public enum ImportOutcome: Sendable {
    /// `receipt` is nil if every row had been imported before, or with `dryRun`.
    case imported(receipt: OperationReceipt?, added: Int, skipped: Int)
    /// A row, numbered from 1, cannot be an entry; nothing was written.
    case refused(row: Int, Refusal)
}

extension Diary {
    /// Appends all rows as one operation, or none of them; skips and counts rows that were imported before.
    ///
    /// An entry's identifier is derived from what its row says, so that a file imported on two devices makes the same
    /// entries. Equal rows are numbered among each other: a file that has a row twice makes two entries, and a second
    /// import of it makes none. Rows whose import was undone bring their entries back and count as added. `again`
    /// imports every row once more, as new entries.
    public func `import`(
        _ rows: [ImportedRow], again: Bool = false, dryRun: Bool = false, in context: WriteContext? = nil
    ) throws(DiaryError) -> ImportOutcome {
        let context = context ?? newContext()
        var rows = rows
        for index in rows.indices {
            switch decide(.create(rows[index].content), nil) {
            case .refused(let refusal): return .refused(row: index + 1, refusal)
            case .events(let events): for case .created(let content) in events { rows[index].content = content }
            }
        }
        return try bridging { () throws(EventStoreError) in
            try store.write { (writer) throws(EventStoreError) in
                let plan = try ImportPlan(rows, again: again, in: writer)
                let skipped = rows.count - plan.count
                guard !dryRun, plan.count > 0 else {
                    return .imported(receipt: nil, added: dryRun ? plan.count : 0, skipped: skipped)
                }
                var context = try writer.settled(context)
                try plan.append(rows, to: &writer, in: &context)
                return .imported(receipt: writer.receipts.last, added: plan.count, skipped: skipped)
            }
        }
    }
}

/// What the rows of a file lead to in this diary.
private struct ImportPlan {
    /// The new rows, each with its key and its identifier; nil for an identifier that is yet to be drawn.
    private var fresh: [(row: Int, key: EventHeader.Key, id: EntryID?)] = []
    /// The changes that bring back the entries of rows whose import was undone.
    private var back = ChangePlan()
    private var backCount = 0

    /// How many rows add an entry or bring one back.
    var count: Int { fresh.count + backCount }

    init(_ rows: [ImportedRow], again: Bool, in writer: borrowing StoreWriter) throws(EventStoreError) {
        let secret = try writer.view.secret()
        var occurrences: [Digest: Int] = [:]
        var ledger = KeyLedger()
        for (index, row) in rows.enumerated() {
            var key = writer.view.rowKey(row.identity, occurrence: 0, secret: secret)
            let occurrence = occurrences[key.code, default: 0]
            occurrences[key.code] = occurrence + 1
            if occurrence > 0 {
                key = writer.view.rowKey(row.identity, occurrence: occurrence, secret: secret)
            }
            guard !again else {
                fresh.append((index, key, nil))
                continue
            }
            let own = EntryID(ofEntryKeyed: key.code)
            switch try ledger.claim(on: key.code, in: writer.view) {
            case .free: fresh.append((index, key, own))
            case .takenBack:
                try back.bringBack(own, as: row.content, key: key, in: writer.view)
                backCount += 1
            case .taken: break
            }
        }
    }

    func append(
        _ rows: [ImportedRow], to writer: inout StoreWriter, in context: inout WriteContext
    ) throws(EventStoreError) {
        let operation = EventHeader.Operation(command: CommandCode.import.rawValue)
        try writer.begin(operation, count: fresh.count + back.count, in: &context)
        for (index, key, id) in fresh {
            var data = EventData(
                kind: EntryEventCodec.Kind.create, object: id ?? context.entropy.identifier(), expecting: .noStream,
                body: ContentCodec.encode(rows[index].content), salt: context.entropy.bytes(16), key: key,
                isKeyframe: true)
            data.schema = EntryEventCodec.schema(of: EntryEventCodec.Kind.create)
            try writer.append(data)
        }
        try back.write(to: &writer, in: &context)
    }
}
