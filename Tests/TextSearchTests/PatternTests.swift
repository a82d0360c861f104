import DiarylogTestSupport
import Testing

@testable import DiarylogTextSearch

/// What a pattern finds.
@Suite(.timed) struct PatternTests {
    func finds(_ typed: String, _ text: String, isPrefix: Bool = false) -> Bool {
        Pattern(Array(typed.utf8), isPrefix: isPrefix)?.matches(TextUnits(Array(text.utf8))) ?? false
    }

    @Test(arguments: [
        ("날씨", "겨울날씨가", true), ("날씨", "날 씨", false), ("씨", "날씨", true), ("3월", "13월", false), ("3월", "3월에", true),
        ("좋은 날", "좋은날씨", true), ("좋은날", "좋은 날", false), ("walk", "walking", false), ("WALK", "a walk.", true),
        ("cafe", "Cafe\u{301}!", true), ("ㅋㅋ", "ㅋㅋㅋㅋ", true), ("👍", "좋아👍🏽", true), ("10:30", "at 10.30", true),
        ("🇵🇰", "🇯🇵🇰🇷", false), ("🇰🇷", "🇯🇵🇰🇷", true), ("👩", "👨‍👩‍👧", false), ("👨‍👩‍👧", "우리👨‍👩‍👧", true), ("❤", "❤️", true),
        ("🏴", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", false), ("👍", "👍🏽", true), ("don't", "dont", false), ("が", "か", false), ("東京", "東京都", true),
    ])
    func `a pattern follows the units`(_ typed: String, _ text: String, _ isThere: Bool) {
        #expect(finds(typed, text) == isThere)
    }

    @Test func `a star lets the last word go on`() {
        #expect(finds("walk", "walking", isPrefix: true))
        #expect(finds("long walk", "a long walking", isPrefix: true))
        #expect(!finds("alk", "walking", isPrefix: true))
    }

    @Test(arguments: [
        ("날ㅆ", "날씨", true), ("날ㅆ", "날쌔다", true), ("날ㅆ", "날개", false), ("ㄴㅆ", "날씨", true), ("ㄴㅆ", "나 씨", false),
        ("ㅋㅋㅋ", "카카오", false), ("ㅋㅋㅇ", "카카오", true), ("ㅎㄱ", "한글", true),
    ])
    func `half-typed syllables find whole ones`(_ typed: String, _ text: String, _ isThere: Bool) {
        let pattern = Pattern(Array(typed.utf8))?.halfTyped
        #expect(pattern?.matches(TextUnits(Array(text.utf8))) == isThere)
    }

    @Test(arguments: ["날씨", "ㅏ", "날ㅆㅆ", "walk", "👍"])
    func `what is finished is not widened`(_ typed: String) {
        #expect(Pattern(Array(typed.utf8))?.halfTyped == nil)
    }

    @Test(arguments: [
        ("하", "한글", true), ("한", "하늘", true), ("갑", "값", true), ("갑", "가방", true), ("값", "갑신", true),
        ("wal", "walk", true),
        ("한", "호두", false), ("날ㅆ", "날씨", true),
    ])
    func `the last syllable may go on while it is typed`(_ typed: String, _ text: String, _ isThere: Bool) {
        let patterns = Pattern(Array(typed.utf8))?.continued ?? []
        let units = TextUnits(Array(text.utf8))
        #expect(patterns.contains { $0.matches(units) } == isThere)
    }

    @Test func `a snippet stands around the match and counts in bytes`() throws {
        let text = String(repeating: "하루 종일 비. ", count: 40) + "바닷가에서 날씨가 개었다.\n" + String(repeating: "끝. ", count: 90)
        let bytes = Array(text.utf8)
        let units = TextUnits(bytes)
        let snippet = Snippet(of: bytes, units: units, patterns: [try #require(Pattern(Array("날씨".utf8)))])
        #expect(snippet.text.count <= 80)
        let match = try #require(snippet.matches.first)
        #expect(String(decoding: Array(snippet.text.utf8)[match], as: UTF8.self) == "날씨")
        let position = snippet.range.lowerBound + match.lowerBound
        #expect(String(decoding: bytes[position..<position + 6], as: UTF8.self) == "날씨")
        #expect(!snippet.text.contains("\n"))
    }

    @Test func `an exact text counts every sign, in either normal form`() throws {
        let exact = { (wanted: String, text: String) in ExactText(wanted)?.matches(Array(text.utf8).span) }
        #expect(exact("좋다!", "오늘 좋다!") == true)
        #expect(exact("좋다!", "오늘 좋다") == false)
        #expect(exact("e", "caf\u{E9}") == false)
        #expect(exact("e", "cafe\u{301}") == false)
        #expect(exact("\u{E9}", "cafe\u{301}") == true)
        #expect(exact("날", "\u{1102}\u{1161}\u{11AF}") == true)
        #expect(exact("나", "\u{1102}\u{1161}\u{11AF}") == false)
        #expect(exact("A", "a") == false)
        #expect(exact("🇵🇰", "🇯🇵🇰🇷") == false && exact("🇵🇰", "🇯🇵🇰🇷🇵🇰") == true && exact("🇯🇵", "🇯🇵🇰🇷") == true)
        #expect(exact("👩", "👨‍👩‍👧, 👩!") == true && exact("👩", "👨‍👩‍👧") == false && exact("👧", "👨‍👩‍👧") == false)
        #expect(exact("❤", "❤️") == true && exact("👍", "👍🏽") == true && exact("🏴", "🏴󠁧󠁢󠁥󠁮󠁧󠁿") == false)
        #expect(ExactText("") == nil)
        let folded = { (wanted: String, text: String) in
            ExactText(wanted, foldingCase: true)?.matches(Array(text.utf8).span)
        }
        for (wanted, text) in [
            ("walk", "A WALK"), ("WALK", "walk"), ("été", "E\u{301}TE\u{301}"), ("ss", "Straße"), ("große", "GROẞE"),
            ("ος", "ΟΔΟΣ"),
            ("날 w", "오늘 날 W"), ("ⅷ", "Ⅷ"),
        ] {
            #expect(folded(wanted, text) == true, "\(wanted) in \(text)")
        }
        #expect(folded("ete", "été") == false && folded("walks", "WALK") == false)
        #expect(ExactText.hasCapital("aB") && ExactText.hasCapital("É") && !ExactText.hasCapital("ab날 é1"))
        let text = "x cafe\u{301} \u{1102}\u{1161}"
        let ranges = try #require(ExactText("\u{E9} 나")).ranges(in: Array(text.utf8))
        #expect(ranges.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } == ["e\u{301} \u{1102}\u{1161}"])
    }
}
