import DiaryModel
import DiarylogTestSupport
import Testing

@Suite("What can be seen and counted in a text", .timed) struct VisibleTextTests {
    @Test(
        "Characters that draw nothing are not a text",
        arguments: [
            "", " ", "\n\t", "\u{3000}", "\u{200B}", "\u{FEFF}", "\u{200D}", "\u{FE0F}", "\u{3164}", "\u{115F}\u{1160}",
            "\u{FFA0}", "\u{0}", "\u{1B}", "\u{7F}", "\u{AD}", "\u{2060}", "\u{E0001}", "\u{180E}", "\u{202E}",
            "\u{FFF9}",
        ])
    func invisible(text: String) {
        #expect(!hasVisibleCharacter(text))
        #expect(hasVisibleCharacter(text + "가"))
    }

    @Test("One visible character is a text", arguments: ["a", ".", "한", "👍", "🇰🇷", "\u{301}", "\u{600}", "\u{200B}x"])
    func visible(text: String) {
        #expect(hasVisibleCharacter(text))
    }

    @Test func `What draws nothing is a list that never changes, made from properties of Unicode 15`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let drawsNothing =
                properties.generalCategory == .control || properties.isWhitespace
                || properties.isDefaultIgnorableCodePoint || (0xFFF9...0xFFFB).contains(value)
            if hasVisibleCharacter(String(scalar)) == drawsNothing { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func `Words are runs without white space, whatever the white space is`() {
        for (text, count) in [
            ("", 0), (" ", 0), ("a", 1), (" a  b ", 2), ("나는 바다에 갔다.", 3), ("a\u{3000}b\u{2028}c\u{85}d\u{A0}e", 5),
            ("가\r\n나\r다", 3), ("«é» à", 2), ("\u{200B}", 1), ("が、", 1), ("a\u{1680}b\u{205F}c\u{202F}d", 4),
        ] {
            #expect(wordCount(text.utf8) == count, "\(text.debugDescription)")
        }
    }

    @Test func `The word count is the same as counting with Unicode's own table`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let expected = scalar.properties.isWhitespace ? 2 : 1
            if wordCount("a\(scalar)b".utf8) != expected { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func `Bytes that are no UTF-8 count as letters and trap nothing`() {
        var chance = Chance(for: "words in broken bytes")
        for _ in 0..<500 {
            let bytes = (0..<chance.below(12)).map { _ in
                chance.pick([0xE2, 0x80, 0xC2, 0xE3, 0x20, 0x41, 0xFF]) as UInt8
            }
            #expect(wordCount(bytes.span) <= bytes.count)
        }
    }
}
