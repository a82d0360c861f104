import DiarylogTestSupport
import EventStore
import Testing

/// A header's canonical bytes, written a second time and by hand: what the encoder must agree with.
struct HandHeader {
    var kind: UInt16 = 200
    var schema: UInt16 = 1
    var criticality: UInt8 = 1
    var diary: [UInt8] = Array(repeating: 0x0d, count: 16)
    var device: [UInt8] = Array(repeating: 0xde, count: 16)
    var deviceSequence: UInt64 = 1
    var previous: [UInt8] = Array(repeating: 0, count: 32)
    var lamport: UInt64 = 1
    var wall: Int64 = 1_700_000_000_000_000
    var offset: Int32 = 32400
    var zone: [UInt8] = Array("Asia/Seoul".utf8)
    var object: [UInt8] = Array(repeating: 0, count: 16)
    var parents: [[UInt8]] = []
    var operationIndex: UInt32 = 0
    var operationCount: UInt32 = 1
    var command: UInt8 = 1
    var attended: UInt8 = 1
    var undoRole: UInt8 = 0
    var target: [UInt8]?
    var key: (kind: UInt8, code: [UInt8])?
    var payload: [UInt8] = Array(repeating: 0x5a, count: 20)
    var bodyLength: UInt32?
    var payloadHash: [UInt8]?
    var trailer: [UInt8] = []

    var bytes: [UInt8] {
        var result: [UInt8] = [1, 1]
        result += little(kind) + little(schema) + [criticality] + diary + device + little(deviceSequence) + previous
        result += little(lamport) + little(wall) + little(offset) + [UInt8(zone.count)] + zone + object
        result +=
            little(UInt16(parents.count)) + parents.flatMap { $0 } + little(operationIndex) + little(operationCount)
        if operationIndex == 0 { result += [command, attended, undoRole, target == nil ? 0 : 1] + (target ?? []) }
        result += [key?.kind ?? 0] + (key?.code ?? [])
        result += little(bodyLength ?? UInt32(max(16, payload.count) - 16))
        result += payloadHash ?? Digest(hashing: Array("diarylog/payload/1".utf8) + payload).bytes
        result += little(UInt16(trailer.count)) + trailer
        return result
    }

    var id: Digest { Digest(hashing: Array("diarylog/event/1".utf8) + bytes) }

    var portable: PortableEvent { PortableEvent(header: bytes, payload: payload) }

    private func little(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<(value.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    static func random(_ chance: inout Chance) -> HandHeader {
        var header = HandHeader()
        header.kind = UInt16.random(in: 0 ... .max, using: &chance)
        header.schema = UInt16.random(in: 0 ... .max, using: &chance)
        header.criticality = UInt8.random(in: 0...2, using: &chance)
        header.diary = chance.bytes(16)
        header.device = chance.bytes(16)
        header.deviceSequence = chance.next()
        header.previous = chance.bytes(32)
        header.lamport = chance.next()
        header.wall = Int64(bitPattern: chance.next())
        header.offset = Int32(truncatingIfNeeded: chance.next())
        header.zone = chance.bytes(Int.random(in: 0...64, using: &chance)).map { $0 & 0x7f }
        header.object = chance.isLucky(oneIn: 4) ? header.object : chance.bytes(16)
        let parents = (0..<Int.random(in: 0...4, using: &chance)).map { _ in chance.digest() }
        header.parents = (parents.prefix(1) + parents.dropFirst().sorted()).map(\.bytes)
        header.operationCount = UInt32.random(in: 1...9, using: &chance)
        header.operationIndex = UInt32.random(in: 0..<header.operationCount, using: &chance)
        header.command = UInt8.random(in: 0...255, using: &chance)
        header.attended = UInt8.random(in: 0...1, using: &chance)
        header.undoRole = UInt8.random(in: 0...2, using: &chance)
        header.target = chance.isLucky(oneIn: 2) ? chance.bytes(32) : nil
        header.key = chance.isLucky(oneIn: 2) ? (UInt8.random(in: 1...2, using: &chance), chance.bytes(32)) : nil
        header.payload = chance.bytes(16 + Int.random(in: 0...80, using: &chance))
        header.trailer = chance.isLucky(oneIn: 3) ? chance.bytes(Int.random(in: 1...30, using: &chance)) : []
        return header
    }
}

@Suite("The canonical header", .timed) struct HeaderTests {
    @Test("reads and writes the same bytes", arguments: seeds(2))
    func roundTrip(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        for _ in 0..<500 {
            let hand = HandHeader.random(&chance)
            let header = try EventHeader(canonical: hand.bytes.span)
            #expect(header.canonicalBytes == hand.bytes)
            #expect(header.id == hand.id)
            #expect(header.kind == hand.kind && header.wall == hand.wall && header.offset == hand.offset)
            #expect(header.parents.map(\.bytes) == hand.parents)
            #expect(header.operation?.target?.bytes == (hand.operationIndex == 0 ? hand.target : nil))
            #expect(header.key?.code.bytes == hand.key?.code)
        }
    }

    @Test func `breaking a rule of the format is refused`() {
        let bends: [(inout HandHeader) -> Void] = [
            { $0.parents = [7, 9, 8].map { Array(repeating: $0, count: 32) } },
            { $0.parents = [7, 8, 8].map { Array(repeating: $0, count: 32) } },
            { ($0.operationIndex, $0.operationCount) = (2, 2) }, { $0.zone = Array(repeating: 65, count: 65) },
            { $0.zone = [0xc3, 0xa9] }, { $0.undoRole = 3 }, { $0.attended = 2 },
            { $0.key = (3, Array(repeating: 1, count: 32)) }, { $0.criticality = 3 },
        ]
        for (index, bend) in bends.enumerated() {
            let bytes = with(HandHeader(), bend).bytes
            #expect(throws: FormatError.self, "bend \(index)") { try EventHeader(canonical: bytes.span) }
        }
        var base = HandHeader()
        base.parents = [9, 7, 8].map { Array(repeating: $0, count: 32) }
        #expect(throws: Never.self) { try EventHeader(canonical: base.bytes.span) }
    }

    @Test func `has this id, for ever`() throws {
        var hand = HandHeader()
        hand.object = Array(0..<16)
        hand.previous = Array(repeating: 0x11, count: 32)
        hand.parents = [Array(repeating: 0x22, count: 32)]
        hand.target = Array(repeating: 0x33, count: 32)
        hand.key = (1, Array(repeating: 0x44, count: 32))
        (hand.deviceSequence, hand.lamport, hand.operationCount, hand.trailer) = (2, 3, 4, [0xee, 0xff])
        let header = try EventHeader(canonical: hand.bytes.span)
        #expect(Hexadecimal.text(header.canonicalBytes) == Golden.header)
        #expect(header.id.hexadecimal == Golden.id)
        #expect(header.payloadHash.hexadecimal == Golden.commit)
    }
}

@Suite("Varints", .timed) struct VarintTests {
    @Test("read back what was written, at every width", arguments: seeds(1))
    func roundTrip(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        var numbers: [UInt64] = [0, 127, 128, .max, .max - 1, 1 << 63]
        for bits in 0..<64 { numbers.append(chance.next() >> UInt64(bits)) }
        for number in numbers {
            var writer = ByteWriter()
            writer.varint(number)
            writer.signedVarint(Int64(bitPattern: number))
            var reader = ByteReader(writer.bytes.span)
            let plain = try reader.varint()
            let signed = try reader.signedVarint()
            let isAtEnd = reader.isAtEnd
            #expect(plain == number && signed == Int64(bitPattern: number) && isAtEnd)
            // Followed by others, it is read in another way.
            let length = writer.count
            for rest in 1...10 {
                let bytes = writer.bytes + [UInt8](repeating: UInt8(truncatingIfNeeded: chance.next()), count: rest)
                var reader = ByteReader(bytes.span)
                let isSame = try reader.varint() == plain && reader.signedVarint() == signed
                let position = reader.position
                #expect(isSame && position == length, "\(number), before \(bytes.suffix(rest))")
            }
        }
    }

    @Test func `that are not minimal, or pass 64 bits, or end early, are refused`() {
        let ten = [UInt8](repeating: 0xff, count: 9)
        let bad: [[UInt8]] = [
            [0x80, 0], [0xff, 0x80, 0], [], [0x80], ten, ten + [2], ten + [0x81], ten + [0x80], ten + [0x80, 0],
            ten + [0],
        ]
        // Those that end in a byte too many are refused wherever they stand.
        for bytes in bad + bad.filter({ $0.last == 0 }).map({ $0 + [UInt8](repeating: 1, count: 9) }) {
            #expect(throws: FormatError.self, "\(bytes)") {
                var reader = ByteReader(bytes.span)
                _ = try reader.varint()
            }
        }
    }
}
