/// The end of a zip file, where it says where its directory is.

internal import DiarylogHost

/// What the last record of a zip file says, and with it the record of zip64 before it.
///
///     … directory  [zip64 record  zip64 locator]  end record [comment]
struct ZipEnd {
    var count: Int
    /// Where the directory lies; what stands before it are members.
    var directory: Range<Int>

    private static let size = 22
    private static let commentMost = 65_535

    /// Finds it. The directory must end where the end records begin: an archive with something put before it, or
    /// between, is refused, since programs differ in what they take for its members.
    init(of source: ByteSource) throws(ArchiveProblem) {
        let tailSize = min(source.size, Self.size + Self.commentMost)
        let start = source.size - tailSize
        let tail = try source.exactly(at: start, count: tailSize)
        guard let position = Self.find(in: tail.span) else { throw .notAnArchive }
        let end = tail.span
        let numbers: [UInt16] = (0..<4).map { end.littleEndian(at: position + 4 + $0 * 2) }
        let size: UInt32 = end.littleEndian(at: position + 12)
        let offset: UInt32 = end.littleEndian(at: position + 16)
        let isFull = numbers[2...].contains(.max) || size == .max || offset == .max
        if !isFull, Int(offset) + Int(size) == start + position {
            guard numbers[0] == 0, numbers[1] == 0 else { throw .severalParts }
            guard numbers[2] == numbers[3] else { throw .damaged(nil) }
            count = Int(numbers[3])
            directory = Int(offset)..<start + position
            return
        }
        self = try Self.zip64(of: source, before: start + position)
        // What the older record has room for, both must say.
        let isSame =
            (numbers[3] == .max || Int(numbers[3]) == count) && (size == .max || Int(size) == directory.count)
            && (offset == .max || Int(offset) == directory.lowerBound)
        guard isSame else { throw .damaged(nil) }
    }

    private init(count: Int, directory: Range<Int>) {
        self.count = count
        self.directory = directory
    }

    /// The last position whose comment ends with the file.
    private static func find(in tail: Span<UInt8>) -> Int? {
        var position = tail.count - size
        while position >= 0 {
            let signature: UInt32 = tail.littleEndian(at: position)
            if signature == 0x0605_4B50 {
                let comment: UInt16 = tail.littleEndian(at: position + 20)
                if position + size + Int(comment) == tail.count { return position }
            }
            position -= 1
        }
        return nil
    }

    private static func zip64(of source: ByteSource, before end: Int) throws(ArchiveProblem) -> ZipEnd {
        let position = end - 20
        guard position >= 0 else { throw .surplus }
        let locator = try source.exactly(at: position, count: 20)
        let signature: UInt32 = locator.span.littleEndian(at: 0)
        // Without one, the directory ends somewhere else than it says.
        guard signature == 0x0706_4B50 else { throw .surplus }
        let parts: UInt32 = locator.span.littleEndian(at: 16)
        guard parts <= 1 else { throw .severalParts }
        guard let at = Int(exactly: locator.span.littleEndian(at: 8) as UInt64) else { throw .damaged(nil) }
        let record = try source.exactly(at: at, count: 56)
        let bytes = record.span
        let mark: UInt32 = bytes.littleEndian(at: 0)
        let length: UInt64 = bytes.littleEndian(at: 4)
        guard mark == 0x0606_4B50, length == UInt64(position - at - 12) else { throw .damaged(nil) }
        let disks: UInt64 = bytes.littleEndian(at: 16)
        guard disks == 0 else { throw .severalParts }
        let numbers: [UInt64] = (0..<4).map { bytes.littleEndian(at: 24 + $0 * 8) }
        guard numbers[0] == numbers[1], let count = Int(exactly: numbers[1]), let size = Int(exactly: numbers[2]),
            let offset = Int(exactly: numbers[3]), offset <= at
        else { throw .damaged(nil) }
        guard size == at - offset else { throw .surplus }
        return ZipEnd(count: count, directory: offset..<at)
    }
}
