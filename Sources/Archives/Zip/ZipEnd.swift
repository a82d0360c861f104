/// The end of a zip file, where it says where its directory is.

internal import DiarylogHost

/// What the last record of a zip file says; where there is a record of zip64 before it, what that says.
///
///     [anything]  members  directory  [zip64 record  zip64 locator]  end record  [comment, anything]
struct ZipEnd {
    let directory: Range<Int>
    /// How many bytes stand before the archive: its own offsets do not count them.
    let prefix: Int

    private static let size = 22
    private static let commentMost = 65_535

    /// Finds it. The directory lies just before the records of the end, or else where they say.
    init(of source: ByteSource) throws(ArchiveProblem) {
        let tailSize = min(source.size, Self.size + Self.commentMost)
        let tail = try source.exactly(at: source.size - tailSize, count: tailSize)
        guard let place = Self.find(in: tail.span) else { throw .notAnArchive }
        let end = tail.span
        for index in 0..<2 {
            let part: UInt16 = end.littleEndian(at: place + 4 + index * 2)
            guard part == 0 || part == .max else { throw .severalParts }
        }
        var size = UInt64(end.littleEndian(at: place + 12) as UInt32)
        var offset = UInt64(end.littleEndian(at: place + 16) as UInt32)
        var behind = source.size - tailSize + place
        if let record = try Self.zip64(of: source, before: behind) {
            behind = record
            let bytes = try source.exactly(at: record, count: 56)
            size = bytes.span.littleEndian(at: 40)
            offset = bytes.span.littleEndian(at: 48)
        }
        guard size <= UInt64(behind), offset <= UInt64(behind) - size else { throw .damaged(nil) }
        var start = behind - Int(size)
        if size > 0, try Self.signature(at: start, of: source) != ZipMember.signature { start = Int(offset) }
        directory = start..<start + Int(size)
        prefix = start - Int(offset)
    }

    /// The last position at which a record of the end stands that is whole.
    private static func find(in tail: Span<UInt8>) -> Int? {
        var position = tail.count - size
        while position >= 0 {
            let signature: UInt32 = tail.littleEndian(at: position)
            if signature == 0x0605_4B50 {
                let comment: UInt16 = tail.littleEndian(at: position + 20)
                if position + size + Int(comment) <= tail.count { return position }
            }
            position -= 1
        }
        return nil
    }

    /// Where the record of zip64 stands whose locator ends here; nil if there is none.
    private static func zip64(of source: ByteSource, before end: Int) throws(ArchiveProblem) -> Int? {
        guard try signature(at: end - 20, of: source) == 0x0706_4B50 else { return nil }
        let locator = try source.exactly(at: end - 12, count: 8)
        let said: UInt64 = locator.span.littleEndian(at: 0)
        for place in [end - 76, Int(clamping: said)] {
            if try signature(at: place, of: source) == 0x0606_4B50 { return place }
        }
        return nil
    }

    private static func signature(at offset: Int, of source: ByteSource) throws(ArchiveProblem) -> UInt32 {
        let bytes = try source.read(at: offset, count: 4)
        return bytes.count == 4 ? bytes.span.littleEndian(at: 0) : 0
    }
}
