/// CRC-32C: the number everybody has for it, by either method, in any pieces.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) struct ChecksumTests {
    @Test("the checksum of 123456789 is the one in the standard", arguments: [CRC32C.Method.table, .hardware])
    func knownVector(method: CRC32C.Method) {
        #expect(CRC32C.checksum(bytes("123456789").span, by: method) == 0xE306_9283)
        #expect(CRC32C.checksum([UInt8](repeating: 0, count: 32).span, by: method) == 0x8A91_36AA)
        #expect(CRC32C.checksum([UInt8](repeating: 0xFF, count: 32).span, by: method) == 0x62A8_AB43)
        #expect(CRC32C.checksum([UInt8](0..<32).span, by: method) == 0x46DD_794E)
    }

    @Test(
        "chance by the name of a test is the same in each run",
        .enabled(if: ProcessEnvironment.value("DIARYLOG_SEEDS") != "random"))
    func chance() {
        var (chance, again) = (Chance(for: "this very test"), Chance(seed: 0xEDAAF5BC5A213B15))
        #expect(chance.next() == again.next())
    }

    @Test func `the checksum chosen by itself is the same, and that of nothing is 0`() {
        let nothing: [UInt8] = []
        #expect(CRC32C.checksum(bytes("123456789").span) == 0xE306_9283)
        #expect(CRC32C.checksum(nothing.span) == 0)
        #expect(CRC32C.checksum(nothing.span, continuing: 77) == 77)
    }

    @Test("the processor and the table agree on every length and alignment", .enabled(if: CRC32C.hasHardware))
    func parity() throws {
        var chance = Chance(for: "checksums")
        let data = chance.bytes(4096 + 16)
        for length in 0...600 {
            for start in 0..<8 { expectParity(data, start, length) }
        }
        for _ in 0..<2000 { expectParity(data, chance.below(16), chance.below(4097)) }
    }

    private func expectParity(_ data: [UInt8], _ start: Int, _ length: Int) {
        let part = data.span.extracting(start..<(start + length))
        let table = CRC32C.checksum(part, continuing: 0x1234, by: .table)
        let hardware = CRC32C.checksum(part, continuing: 0x1234, by: .hardware)
        #expect(table == hardware, "start \(start), length \(length)")
    }

    @Test func `a checksum continues over pieces as over the whole`() throws {
        var chance = Chance(for: "a checksum in two pieces")
        let data = chance.bytes(300)
        let whole = CRC32C.checksum(data.span)
        for cut in 0...300 {
            for method in [CRC32C.Method.table, .hardware] {
                let first = CRC32C.checksum(data.span.extracting(0..<cut), by: method)
                #expect(CRC32C.checksum(data.span.extracting(cut..<300), continuing: first, by: method) == whole)
            }
        }
    }

    @Test func `one flipped bit changes the checksum`() throws {
        var chance = Chance(for: "a flipped bit")
        var data = chance.bytes(64)
        let before = CRC32C.checksum(data.span)
        for bit in 0..<512 {
            data[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(CRC32C.checksum(data.span) != before)
            data[bit / 8] ^= 1 << UInt8(bit % 8)
        }
    }
}
