/// Bytes of a span: whether they are UTF-8, and bytes put in the place of others.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) struct SpanTests {
    @Test func `bytes are UTF-8 if the standard library can read them`() {
        var chance = Chance(for: "UTF-8")
        // Each value at which a rule begins or ends, and its neighbours.
        let edges: [UInt8] = [
            0, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
            0xEF,
            0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        var counts = [0, 0]
        func compare(_ bytes: [UInt8]) {
            let isText = String(validating: bytes, as: UTF8.self) != nil
            counts[isText ? 1 : 0] += 1
            if bytes.span.isUTF8 != isText { Issue.record("\(bytes)") }
        }
        compare([])
        for first in edges {
            compare([first])
            for second in edges {
                compare([first, second])
                for third in edges {
                    compare([first, second, third])
                    compare([0x41, first, second, third, 0x41, 0x42, 0x43, 0x44, 0x45])
                }
            }
        }
        // Across the words of eight bytes, behind letters and behind syllables.
        for (first, offset) in [0xE0, 0xE1, 0xED, 0xEF, 0xF0].flatMap({ first in (0..<17).map { (first, $0) } }) {
            for second in edges {
                for third in edges {
                    let before = offset % 3 == 0 ? (0..<offset / 3).flatMap { _ in Array("가".utf8) } : []
                    let letters = [UInt8](repeating: 0x41, count: offset - before.count)
                    compare(letters + before + [UInt8(first), second, third] + [UInt8](repeating: 0x41, count: 8))
                }
            }
        }
        for _ in 0..<20_000 { compare((0..<4).map { _ in chance.pick(edges) }) }
        // Texts of any length, and the same with a byte that is another, or without their end.
        let characters = ["a", "é", "가", "한", "\u{800}", "\u{D7FF}", "\u{E000}", "😀", "\u{FFFF}", "\u{10FFFF}", " "]
        for _ in 0..<8_000 {
            var bytes = Array((0..<chance.below(20)).map { _ in chance.pick(characters) }.joined().utf8)
            compare(bytes)
            guard !bytes.isEmpty else { continue }
            compare(Array(bytes.dropLast()))
            bytes[chance.below(bytes.count)] = chance.pick(edges)
            compare(bytes)
        }
        #expect(counts[0] > 10_000 && counts[1] > 4_000)
    }
}
