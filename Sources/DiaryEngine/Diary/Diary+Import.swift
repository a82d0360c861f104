public import DiaryModel
public import EventStore
internal import Host
internal import LMDB

/// A row of an imported file: an entry, and the bytes that make it the same row when it is imported again.
public struct ImportedRow: Sendable {
    /// The entry that the row says.
    public var content: EntryContent
    /// What the file said, in one way of writing it; defaults that depend on the day are left out.
    public var identity: [UInt8]

    /// A row of a file.
    public init(content: EntryContent, identity: [UInt8]) {
        self.content = content
        self.identity = identity
    }
}

/// What an import led to.
public enum ImportOutcome: Sendable {
    /// `receipt` is nil where every row was there already, or with `dryRun`.
    case imported(receipt: OperationReceipt?, added: Int, skipped: Int)
    /// A row that cannot be an entry, numbered from 1; nothing was written.
    case refused(row: Int, Refusal)
}

extension Diary {
    /// Appends all rows as one operation, or none; rows imported before are skipped and counted.
    ///
    /// Equal rows are told apart by their number among each other, so that a file with a row twice gives two entries,
    /// once. `again` imports what was imported before once more.
    @available(*, noasync)
    public func `import`(
        _ rows: [ImportedRow], again: Bool = false, dryRun: Bool = false, on occasion: Occasion
    ) throws(DiaryError) -> ImportOutcome {
        for (index, row) in rows.enumerated() {
            if case .refused(let refusal) = decide(.create(row.content), nil) {
                return .refused(row: index + 1, refusal)
            }
        }
        return try bridging { () throws(EventStoreError) in
            try store.write { (writer) throws(EventStoreError) in
                let fresh = try Self.fresh(rows, again: again, in: writer)
                let skipped = rows.count - fresh.count
                guard !dryRun, !fresh.isEmpty else {
                    return .imported(receipt: nil, added: dryRun ? fresh.count : 0, skipped: skipped)
                }
                var occasion = try writer.settled(occasion)
                try Self.append(rows, fresh, to: &writer, on: &occasion)
                return .imported(receipt: writer.receipts.last, added: fresh.count, skipped: skipped)
            }
        }
    }

    /// The rows that are not in the diary yet, each with its key.
    private static func fresh(
        _ rows: [ImportedRow], again: Bool, in writer: borrowing StoreWriter
    ) throws(EventStoreError) -> [(row: Int, key: EventHeader.Key)] {
        let secret = try writer.transaction.secret(writer.log)
        var occurrences: [Digest: Int] = [:]
        var ledger = KeyLedger()
        var fresh: [(row: Int, key: EventHeader.Key)] = []
        for (index, row) in rows.enumerated() {
            var key = writer.transaction.rowKey(row.identity, occurrence: 0, secret: secret)
            let occurrence = occurrences[key.code, default: 0]
            occurrences[key.code] = occurrence + 1
            if occurrence > 0 {
                key = writer.transaction.rowKey(row.identity, occurrence: occurrence, secret: secret)
            }
            let holder = again ? nil : try ledger.holder(of: key.code, in: writer.transaction, writer.log)
            if holder == nil { fresh.append((index, key)) }
        }
        return fresh
    }

    private static func append(
        _ rows: [ImportedRow], _ fresh: [(row: Int, key: EventHeader.Key)], to writer: inout StoreWriter,
        on occasion: inout Occasion
    ) throws(EventStoreError) {
        let operation = EventHeader.Operation(command: CommandCode.import.rawValue)
        try writer.begin(operation, count: fresh.count, on: &occasion)
        for (index, key) in fresh {
            let content = rows[index].content.inOrder
            var data = EventData(
                kind: EntryEventCodec.Kind.create, object: occasion.entropy.identifier(), expecting: .noStream,
                body: ContentCodec.encode(content), salt: occasion.entropy.bytes(16), key: key, isKeyframe: true)
            data.schema = EntryEventCodec.schema(of: EntryEventCodec.Kind.create)
            try writer.append(data)
        }
    }
}
