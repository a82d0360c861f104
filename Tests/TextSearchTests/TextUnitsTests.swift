import DiarylogTestSupport
import Foundation
import Testing

@testable import DiarylogTextSearch

/// What a search sees of a text.
@Suite(.timed) struct TextUnitsTests {
    /// The units in words: `+` where nothing separates one from the unit before.
    func seen(_ text: String) -> [String] {
        let units = TextUnits(Array(text.utf8))
        return units.units.map { unit in
            let what =
                unit.kind == .word
                ? String(decoding: [UInt8](copied: units.word(unit)), as: UTF8.self)
                : String(Character(Unicode.Scalar(unit.value) ?? "?"))
            return (unit.isJoined ? "+" : "") + what
        }
    }

    @Test(arguments: [
        ("날씨가 좋다", ["날", "+씨", "+가", "좋", "+다"]),
        ("3월의 Café", ["3", "+월", "+의", "cafe"]),
        ("ㅋㅋㅋ!", ["ㅋ", "+ㅋ", "+ㅋ"]),
        ("날ㅆ", ["날", "+ㅆ"]),
        ("don't 10:30", ["don", "t", "10", "30"]),
        ("ｗａｌｋ　１２", ["walk", "12"]),
        ("Straße ΌΣΟΣ", ["strasse", "οσοσ"]),
        ("か\u{3099}ガｶﾞ", ["が", "+ガ", "+ガ"]),
        ("👍🏽❤️☀", ["👍", "+❤", "+☀"]),
        ("🇰🇷", ["🇰", "+🇷"]),
        ("İstanbul ılık", ["istanbul", "ilik"]),
        ("a\u{200D}b c\u{AD}d e\u{200B}f", ["ab", "cd", "e", "f"]),
        ("ﾡﾢ\u{FFC2}", ["ㄱ", "+ㄲ", "+ㅏ"]),
        (" \u{301}\n…", []),
        ("", []),
    ])
    func `a text is words, characters and symbols`(_ text: String, _ units: [String]) {
        #expect(seen(text) == units)
    }

    @Test func `each unit knows the bytes it stands for`() {
        let text = "한글 e\u{301}té 👍🏽."
        let units = TextUnits(Array(text.utf8))
        let pieces = units.units.map { unit in
            String(decoding: Array(text.utf8)[Int(unit.start)..<Int(unit.end)], as: UTF8.self)
        }
        #expect(pieces == ["한", "글", "e\u{301}té", "👍🏽"])
    }

    @Test func `the normal form makes no difference`() {
        var chance = Chance(for: "normal forms")
        for _ in 0..<400 {
            let text = chance.text(of: SampleWords.indexed, words: 12, joinedOneIn: 3)
            let units = seen(text)
            #expect(seen(text.decomposedStringWithCanonicalMapping) == units, "\(text)")
            #expect(seen(text.precomposedStringWithCanonicalMapping) == units, "\(text)")
        }
    }

    @Test func `every scalar is the same in both normal forms`() {
        for value in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else { continue }
            let text = "a" + String(Character(scalar)) + "b"
            let units = seen(text)
            #expect(seen(text.decomposedStringWithCanonicalMapping) == units, "U+\(String(value, radix: 16))")
            #expect(seen(text.precomposedStringWithCanonicalMapping) == units, "U+\(String(value, radix: 16))")
        }
    }

    @Test func `bytes that are cut off end the text and do not crash`() {
        let text = Array("한é👍".utf8)
        for end in text.indices { _ = TextUnits(Array(text[..<end])) }
    }
}
