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

    /// Of the local header only its lengths are used: all else is the directory's.
    init(_ member: ZipMember, in source: ByteSource, behind prefix: Int) throws(ArchiveProblem) {
        let begin = member.offset &+ prefix
        let header = try source.exactly(at: begin, count: 30)
        guard header.span.littleEndian(at: 0) as UInt32 == 0x0403_4B50 else { throw .damaged(member.name) }
        let lengths: [UInt16] = [26, 28].map { header.span.littleEndian(at: $0) }
        let start = lengths.reduce(begin + 30) { $0 + Int($1) }
        guard source.size - start >= member.compressedSize else { throw .endsEarly }
        self.member = member
        self.source = source
        offset = start
        dataEnd = start + member.compressedSize
        isInflated = member.method == 8
        inflation = Inflation(.raw)
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
        guard given <= member.size else { throw .checksum(member.name) }
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
                (isInflated, waiting, offset) = (false, [], dataEnd)
                return step.bytes
            }
            if !step.bytes.isEmpty { return step.bytes }
            guard step.taken > 0 || offset < dataEnd else { throw .checksum(member.name) }
        }
    }
}
