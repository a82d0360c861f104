internal import DiarylogHost

/// Which event is the newest, written by each commit: so that an event whose key was changed is missed, and not merely
/// gone.
///
///     "H" -> "DLT1" | seq u64 | id 32, zero for a hole that has none | crc32c u32 of the key and all before
///
/// The file `lock` begins with the same bytes, written after the commit and not synced. Where it is ahead of the log, a
/// commit is hidden: LMDB went back to an older state of the file, or an older copy was laid over it.
struct HeadRecord: Equatable, Sendable {
    var sequence: UInt64
    var id: Digest

    private static let magic: UInt32 = 0x3154_4c44  // "DLT1" as its four bytes lie
    static let length = 48

    init(sequence: UInt64, id: Digest) { (self.sequence, self.id) = (sequence, id) }

    /// Nil for bytes that are not a head record, or are damaged.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count == Self.length, bytes.littleEndian(at: 0) as UInt32 == Self.magic,
            bytes.littleEndian(at: Self.length - 4) == Self.checksum(bytes.extracting(0..<Self.length - 4))
        else { return nil }
        (sequence, id) = (bytes.littleEndian(at: 4), Digest(bytes, at: 12))
    }

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: Self.length)
        writer.littleEndian(Self.magic)
        writer.littleEndian(sequence)
        writer.append(id)
        writer.littleEndian(Self.checksum(writer.bytes.span))
        return writer.bytes
    }

    private static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
        let key = TableKey.head
        return CRC32C.checksum(bytes, continuing: CRC32C.checksum(key.span))
    }
}

extension StoreView {
    /// Finds the newest event, and notes what may hide a newer one: the head record is gone or damaged, it names an
    /// event that is missing, or an event lies beyond it.
    ///
    /// Three look-ups. An event that is missing keeps its number.
    mutating func findHead() throws(EventStoreError) {
        let stored = try newestStored()
        // An event of this store's device that is gone still had its number.
        log.head = max(stored, log.meta.tip)
        if let record = try headRecord(), record.sequence >= log.meta.flushed {
            log.headRecord = record
            log.head = record.sequence
            if stored > record.sequence { log.doubts.note(table: Self.head) }
            if record.sequence > log.meta.flushed, try frameBytes(record.sequence) == nil {
                log.doubts.note(event: record.sequence)
            }
        } else if log.head > 0 {
            log.doubts.note(table: Self.head)
        }
    }

    /// Notes a commit that only the lock file knows of, as `claimed`. To be asked of the file that is in use alone: one
    /// that another has taken the place of lacks what was written since.
    mutating func heed(_ claimed: HeadRecord?) {
        guard let claimed, claimed.sequence > 0 else { return }
        let isOther = claimed.sequence == log.head && log.headRecord.map { $0.id != claimed.id } ?? false
        guard claimed.sequence > log.head || isOther else { return }
        log.hidden = claimed
        log.doubts.note(event: claimed.sequence)
    }

    /// The head record; nil if it is missing or damaged.
    private func headRecord() throws(EventStoreError) -> HeadRecord? {
        guard let bytes = try bytes(for: TableKey.head, in: log.tables.main) else { return nil }
        return HeadRecord(bytes)
    }

    /// What an answer says that could not trust the head record.
    private static var head: String { "head" }
}

extension LockFile {
    /// The newest event, as the last writer noted it here; nil if nobody has.
    var claimedHead: HeadRecord? {
        guard let bytes = try? read(count: HeadRecord.length) else { return nil }
        return HeadRecord(bytes.span)
    }

    /// Notes the newest event. It is a hint, which may be lost: nothing is thrown, and nothing synced.
    func claim(_ head: HeadRecord) {
        let bytes = head.bytes
        try? write(bytes.span)
    }
}
