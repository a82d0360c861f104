/// A member's bytes, a part at a time.

internal import DiarylogHost
internal import DiarylogZlib

/// Reads one member from its start to its end; its size and checksum are compared when the end is reached.
package struct ZipMemberReader: ~Copyable {
    private let member: ZipMember
    private let source: ByteSource
    /// Where the next compressed bytes are.
    private var offset: Int
    private let dataEnd: Int
    private var inflation: Inflation
    private var isInflated: Bool
    private var waiting: [UInt8] = []
    private var given = 0
    private var checksum: UInt32 = 0
    private var isFinished = false

    private static let portion = 65_536

    /// Compares the local header with the directory, and what stands after the member, too.
    init(_ member: ZipMember, in source: ByteSource) throws(ArchiveProblem) {
        let start = try Self.start(of: member, in: source)
        self.member = member
        self.source = source
        offset = start
        dataEnd = start + member.compressedSize
        isInflated = member.method == 8
        inflation = Inflation(.raw)
    }

    /// Where the member's bytes begin, once all that is said of it agrees.
    private static func start(of member: ZipMember, in source: ByteSource) throws(ArchiveProblem) -> Int {
        let header = try source.exactly(at: member.offset, count: 30 + member.written.count)
        let bytes = header.span
        let nameLength: UInt16 = bytes.littleEndian(at: 26)
        let extraLength: UInt16 = bytes.littleEndian(at: 28)
        let flags: UInt16 = bytes.littleEndian(at: 6)
        guard bytes.littleEndian(at: 0) as UInt32 == 0x0403_4B50, Int(nameLength) == member.written.count,
            Array(header[30...]) == member.written, bytes.littleEndian(at: 8) as UInt16 == member.method,
            flags & 0b0010_1000_0100_1001 == member.flags & 0b0010_1000_0100_1001
        else { throw .disagrees(member.name) }
        let start = member.offset + header.count + Int(extraLength)
        let dataEnd = start + member.compressedSize
        guard dataEnd <= member.end else { throw .overlaps(member.name) }
        let extra = try source.exactly(at: start - Int(extraLength), count: Int(extraLength))
        let sizes = try ZipSizes(
            size: bytes.littleEndian(at: 22), compressed: bytes.littleEndian(at: 18), offset: nil, part: nil,
            extra: extra.span, of: member.name)
        let hasDescriptor = flags & ZipMember.hasDescriptor != 0
        // What is not known yet when the header is written is 0 there, or all ones.
        func agrees(_ said: UInt64, _ wanted: UInt64) -> Bool {
            said == wanted || hasDescriptor && (said == 0 || said == UInt64(UInt32.max))
        }
        let isSame =
            agrees(UInt64(bytes.littleEndian(at: 14) as UInt32), UInt64(member.checksum))
            && agrees(sizes.compressed, UInt64(member.compressedSize)) && agrees(sizes.size, UInt64(member.size))
        guard isSame else { throw .disagrees(member.name) }
        if hasDescriptor {
            let rest = try source.read(at: dataEnd, count: min(24, member.end - dataEnd))
            guard repeats(member, rest) else { throw .disagrees(member.name) }
        }
        return start
    }

    /// Whether the bytes after a member say its checksum and sizes, in one of the four ways that there are: with and
    /// without a signature, in four bytes each and in eight.
    private static func repeats(_ member: ZipMember, _ bytes: [UInt8]) -> Bool {
        ([0x0807_4B50, 0] as [UInt32]).contains { signature in
            [4, 8].contains { width in
                var wanted: [UInt8] = []
                if signature != 0 { wanted.append(littleEndian: signature) }
                wanted.append(littleEndian: member.checksum)
                for size in [member.compressedSize, member.size] {
                    if width == 8 {
                        wanted.append(littleEndian: UInt64(size))
                    } else {
                        wanted.append(littleEndian: UInt32(truncatingIfNeeded: size))
                    }
                }
                return bytes.starts(with: wanted)
            }
        }
    }

    /// The next bytes, some 64 KiB; nil at the end.
    package mutating func next() throws(ArchiveProblem) -> [UInt8]? {
        guard !isFinished else { return nil }
        let part = try part()
        guard !part.isEmpty else {
            guard given == member.size, checksum == member.checksum else { throw .checksum(member.name) }
            isFinished = true
            return nil
        }
        given += part.count
        // Told before more is inflated than the directory promised.
        guard given <= member.size else { throw .disagrees(member.name) }
        checksum = CRC32.checksum(part.span, continuing: checksum)
        return part
    }

    private mutating func refill() throws(ArchiveProblem) {
        guard waiting.isEmpty, offset < dataEnd else { return }
        waiting = try source.exactly(at: offset, count: min(Self.portion, dataEnd - offset))
        offset += waiting.count
    }

    private mutating func part() throws(ArchiveProblem) -> [UInt8] {
        guard isInflated else {
            try refill()
            defer { waiting = [] }
            return waiting
        }
        while true {
            try refill()
            // One byte more than promised, so that a member that has more is noticed.
            let room = min(Self.portion, member.size - given + 1)
            let input = waiting
            guard let step = inflation.step(input.span, room: room) else { throw .checksum(member.name) }
            waiting = Array(input[step.taken...])
            if step.isAtEnd {
                guard waiting.isEmpty, offset == dataEnd else { throw .disagrees(member.name) }
                isInflated = false
                return step.bytes
            }
            if !step.bytes.isEmpty { return step.bytes }
            guard step.taken > 0 || offset < dataEnd else { throw .checksum(member.name) }
        }
    }
}
