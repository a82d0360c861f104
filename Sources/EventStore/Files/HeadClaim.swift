internal import DiarylogHost

/// The newest event, as the file `lock` names it at its beginning: so that a commit is missed which the log has lost.
///
///     "DLT1" | seq u64 | id 32, zero for a hole that has none | crc32c u32 of all before
///
/// It is written after the commit, and is not synced: it may lag. Where it is ahead of the log, a commit is hidden:
/// LMDB went back to an older state of the file, or an older copy was laid over it.
enum HeadClaim {
    private static let magic: UInt32 = 0x3154_4c44  // "DLT1" as its four bytes lie
    static let length = 48

    /// Nil for bytes that are no claim, or are damaged.
    static func decode(_ bytes: Span<UInt8>) -> EventReference? {
        guard bytes.count == length, bytes.littleEndian(at: 0) as UInt32 == magic,
            bytes.littleEndian(at: length - 4) == CRC32C.checksum(bytes.extracting(0..<length - 4))
        else { return nil }
        return EventReference(sequence: bytes.littleEndian(at: 4), id: Digest(bytes, at: 12))
    }

    static func encode(_ head: EventReference) -> [UInt8] {
        var writer = ByteWriter(capacity: length)
        writer.littleEndian(magic)
        writer.littleEndian(head.sequence)
        writer.append(head.id)
        writer.littleEndian(CRC32C.checksum(writer.bytes.span))
        return writer.bytes
    }
}

extension StoreView {
    /// Notes a commit that only the lock file knows of, as `claimed`. To be asked of the file that is in use alone: one
    /// that another has taken the place of lacks what was written since.
    mutating func heed(_ claimed: EventReference?) {
        guard let claimed, claimed.sequence > 0 else { return }
        // Where a hole of an unknown event stood, the event may have come.
        let isOther =
            claimed.sequence == log.head && claimed.id != .zero && claimed.id != log.meta.newest && !log.metaIsDerived
        guard claimed.sequence > log.head || isOther else { return }
        log.hidden = claimed
        log.damage.note(event: claimed.sequence)
    }
}

extension LockFile {
    /// The newest event, as the last writer noted it here; nil if nobody has.
    var claimedHead: EventReference? {
        guard let bytes = try? read(count: HeadClaim.length) else { return nil }
        return HeadClaim.decode(bytes.span)
    }

    /// Notes the newest event. It is a hint, which may be lost: nothing is thrown, and nothing synced.
    func claim(_ head: EventReference) {
        let bytes = HeadClaim.encode(head)
        try? write(bytes.span)
    }
}
