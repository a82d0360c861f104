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
                unit.kind == .character
                ? String(Character(Unicode.Scalar(unit.value) ?? "?"))
                : String(decoding: [UInt8](copied: units.word(unit)), as: UTF8.self)
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
        ("STRAẞE", ["strasse"]),
        ("か\u{3099}ガｶﾞ", ["が", "+ガ", "+ガ"]),
        ("👍🏽❤️☀", ["👍", "+❤", "+☀"]),
        ("🇰🇷🇯🇵🇺", ["🇰🇷", "+🇯🇵", "+🇺"]),
        ("👩🏽‍🚀👨‍👩‍👧", ["👩🚀", "+👨👩👧"]),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴", ["🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴"]),
        ("🏳️‍🌈🏳🌈", ["🏳🌈", "+🏳", "+🌈"]),
        ("İstanbul ılık", ["istanbul", "ilik"]),
        ("a\u{200D}b c\u{AD}d e\u{200B}f", ["ab", "cd", "ef"]),
        ("ﾡﾢ\u{FFC2}", ["ㄱ", "+ㄲ", "+ㅏ"]),
        (" \u{301}\n…", []),
        ("", []),
    ])
    func `a text is words, characters and symbols`(_ text: String, _ units: [String]) {
        #expect(seen(text) == units)
    }

    /// A word of each script that Unicode marks as written without spaces (Line_Break SA), or by its syllables (ID, and
    /// AK and AS since 15.1).
    static let unspaced: [(script: String, word: String)] = [
        ("Thai", "ภาษาไทย"), ("Lao", "ພາສາລາວ"), ("Myanmar", "မြန်မာစာ"), ("Myanmar, Shan", "ၽႃႇသႃႇတႆး"),
        ("Myanmar extended", "ꩡꩢꩣꧠ"), ("Khmer", "ភាសាខ្មែរ"), ("Tai Le", "ᥖᥭᥰᥘᥫᥴ"), ("New Tai Lue", "ᦅᧄᦺᦑᦟᦹᧉ"),
        ("Tai Tham", "ᨣᩣᩴᨾᩮᩥᩬᨦ"), ("Tai Viet", "ꪼꪕꪒꪾ"), ("Ahom", "𑜒𑜑𑜪𑜨"), ("Javanese", "ꦧꦱꦗꦮ"), ("Balinese", "ᬩᬲᬩᬮᬶ"),
        ("Batak", "ᯅᯖᯂ᯲"), ("Cham", "ꨌꩌꨪ"), ("Yi", "ꆈꌠꁱꂷ"), ("Tangut", "𗼇𗟲𗴴"), ("Nushu", "𛆁𛈬𛇤"), ("Khitan", "𘬀𘬁𘬂"),
        ("Brahmi", "𑀩𑁆𑀭𑀸"), ("Grantha", "𑌗𑍍𑌰𑌨"), ("Makasar", "𑻠𑻡𑻢"), ("Kawi", "𑼒𑼮𑼶"), ("Buginese", "ᨅᨔᨕᨘᨁᨗ"),
        ("Rejang", "ꥆꤰꥍ"), ("Dives Akuru", "𑤌𑤰𑤏𑤰"),
    ]

    @Test(arguments: [
        ("ดี", "ดู"), ("คณะ", "คุณ"), ("ດີ", "ດູ"), ("བོད", "བུད"), ("ក្រ", "ករ"), ("မြန်မာ", "မြနမာ"), ("ᬩᬮᬶ", "ᬩᬮ᭄"),
    ])
    func `vowels and signs that join consonants are compared, as tones and accents are not`(
        _ text: String, _ other: String
    ) throws {
        let (own, its) = (try #require(Pattern(Array(text.utf8))), try #require(Pattern(Array(other.utf8))))
        #expect(own.matches(TextUnits(Array(text.utf8))) && its.matches(TextUnits(Array(other.utf8))))
        #expect(!own.matches(TextUnits(Array(other.utf8))) && !its.matches(TextUnits(Array(text.utf8))))
        for (plain, toned) in [("ที", "ที่"), ("ມາ", "ມ້າ"), ("cafe", "café")] {
            #expect(try #require(Pattern(Array(plain.utf8))).matches(TextUnits(Array(toned.utf8))))
        }
        for (whole, parts) in [("กำ", "ก\u{E4D}\u{E32}"), ("ກຳ", "ກ\u{ECD}\u{EB2}")] {
            #expect(seen(whole) == seen(parts))
        }
    }

    @Test(arguments: unspaced)
    func `a script without spaces is cut into characters, so that words are found within others`(
        _ script: String, _ word: String
    ) throws {
        let text = TextUnits(Array((word + word).utf8))
        let scalars = Array(word.unicodeScalars)
        for end in 1...scalars.count {
            for start in 0..<end {
                var piece = String.UnicodeScalarView()
                piece.append(contentsOf: scalars[start..<end])
                guard let pattern = Pattern(Array(String(piece).utf8)) else { continue }
                #expect(pattern.matches(text), "\(script): \(String(piece)) in \(word)")
            }
        }
        #expect(Pattern(Array((word + "x").utf8))?.matches(text) == false)
    }

    /// Signs that nobody sees: joiners, directions, hyphens that show only at the end of a line, letters drawn longer.
    static let unseen: [UInt32] = [
        0xAD, 0x34F, 0x61C, 0x640, 0x7FA, 0x180B, 0x115F, 0x1160, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F,
        0x202A, 0x202B,
        0x202C,
        0x202D, 0x202E, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206A, 0x206F, 0xFE00,
        0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFA, 0xFFFB, 0x1BCA0, 0xE0100,
    ]

    @Test(arguments: unseen)
    func `a sign that nobody sees makes no difference within words, characters and between them`(_ sign: UInt32) throws
    {
        let unseen = String(Character(try #require(Unicode.Scalar(sign))))
        for (text, units) in [
            ("walk", ["walk"]), ("좋은날", ["좋", "+은", "+날"]), ("کتاب", ["کتاب"]), ("東京", ["東", "+京"]),
            ("Straße", ["strasse"]), ("ภาษา", ["ภ", "+า", "+ษ", "+า"]), ("a b", ["a", "b"]), ("3월", ["3", "+월"]),
        ] {
            let between = unseen + text.map { String($0) }.joined(separator: unseen) + unseen
            #expect(seen(between) == units, "U+\(String(sign, radix: 16)) in \(text)")
        }
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
