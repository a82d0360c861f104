import DiarylogTestSupport
import DiarylogZlib
import Testing

@Suite(.timed) struct CompressionTests {
    @Test func `bytes come back from either form, in parts of any size`() throws {
        var chance = Chance(for: "compression")
        for form in [Inflation.Form.raw, .gzip] {
            for _ in 0..<runs(debug: 20) {
                let text = bytes(chance.text(of: SampleWords.entries, words: chance.below(4000)))
                let packed = compressed(text, form, parts: 1 + chance.below(5))
                let back = try inflated(packed, form, input: 1 + chance.below(3000), room: 1 + chance.below(3000))
                #expect(back == text)
            }
        }
    }

    @Test func `a step gives no more than it was asked for`() throws {
        let packed = compressed([UInt8](repeating: 65, count: 1 << 20), .raw, parts: 1)
        var inflation = Inflation(.raw)
        let made = inflation.step(packed.span, room: 1000)
        let step = try #require(made)
        #expect(step.bytes.count == 1000 && !step.isAtEnd)
        #expect(packed.count < 2000)
    }

    @Test func `gzip's own checksum is checked`() {
        var packed = compressed(bytes("오늘은 비가 왔다."), .gzip, parts: 1)
        packed[packed.count - 6] ^= 1
        #expect(throws: Damaged.self) { try inflated(packed, .gzip, input: 4096, room: 4096) }
    }

    @Test func `the checksum is that of the standard, whole or in parts`() {
        let digits = bytes("123456789")
        #expect(CRC32.checksum(digits.span) == 0xCBF4_3926)
        let first = CRC32.checksum(Array(digits[..<4]).span)
        #expect(CRC32.checksum(Array(digits[4...]).span, continuing: first) == 0xCBF4_3926)
        #expect(CRC32.checksum([UInt8]().span, continuing: 7) == 7)
    }

    @Test func `forged bytes are refused or read, and never trap`() {
        let samples = [Inflation.Form.raw, .gzip].map { compressed(bytes(fill: 300), $0, parts: 2) }
        forge("deflate", samples, times: runs(debug: 3000)) { forged in
            _ = try inflated(forged, .raw, input: 100, room: 500)
        }
        forge("gzip", samples, times: runs(debug: 3000)) { forged in
            _ = try inflated(forged, .gzip, input: 100, room: 500)
        }
    }
}

private func bytes(fill count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) } }

private func compressed(_ bytes: [UInt8], _ form: Inflation.Form, parts: Int) -> [UInt8] {
    var deflation = Deflation(form)
    var packed: [UInt8] = []
    for part in 0..<parts {
        let range = bytes.count * part / parts..<bytes.count * (part + 1) / parts
        packed += deflation.step(Array(bytes[range]).span)
    }
    return packed + deflation.finish()
}

/// Gives all of it, or throws; input that ends before the compressed bytes do is thrown, too.
private func inflated(_ packed: [UInt8], _ form: Inflation.Form, input: Int, room: Int) throws -> [UInt8] {
    var inflation = Inflation(form)
    var all: [UInt8] = []
    var position = 0
    while true {
        let part = Array(packed[position..<min(packed.count, position + input)])
        guard let step = inflation.step(part.span, room: room) else { throw Damaged() }
        all += step.bytes
        position += step.taken
        if step.isAtEnd { return all }
        guard step.taken > 0 || !step.bytes.isEmpty else { throw Damaged() }
    }
}

private struct Damaged: Error {}
