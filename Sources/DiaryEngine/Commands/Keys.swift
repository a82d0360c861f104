internal import EventStore

// Idempotency: the code of a command's key or of an imported row, and the entry it stands for.

private let entryPrefix = Array("diarylog/entry/1".utf8)

extension EntryID {
    /// The identifier of the entry that is created under a key: the same on every device.
    init(ofEntryKeyed code: Digest) {
        self.init(Digest(hashing: entryPrefix, code.bytes.span).bytes.span)
    }
}

extension StoreView {
    /// HMAC of an imported row and of its number among equal rows, from 0.
    func rowKey(_ row: [UInt8], occurrence: Int, by authenticator: Authenticator) -> EventHeader.Key {
        let kind = EventHeader.Key.Kind.importedRow
        var writer = ByteWriter(capacity: row.count + 16)
        writer.uint8(kind.rawValue)
        writer.counted(row)
        writer.varint(occurrence)
        return EventHeader.Key(kind: kind, code: authenticator.code(of: writer.bytes))
    }
}
