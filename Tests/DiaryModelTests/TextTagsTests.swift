/// Which words of a text are tags, and which bytes say them.

import DiaryModel
import DiarylogTestSupport
import Testing

@Suite(.timed) struct TextTagsTests {
    private func tags(_ text: String) -> [String] { TextTags.mentions(in: Array(text.utf8)).map(\.tag.text) }

    @Test(
        "a sign and a word are a tag, in any script",
        arguments: [
            ("#여행", ["여행"]), ("오늘 #여행 갔다", ["여행"]), ("#여행, #바다.", ["여행", "바다"]), ("@민수와", ["@민수와"]),
            ("점심 @민수 @영희", ["@민수", "@영희"]), ("#Travel_2026!", ["Travel_2026"]), ("#2026년", ["2026년"]),
            ("(#괄호) \"#따옴표\" ‘#작은’ 「#낫표」", ["괄호", "따옴표", "작은", "낫표"]), ("#旅行 #путь #café", ["旅行", "путь", "café"]),
            ("#여행#바다", ["여행", "바다"]), ("#여행@민수", ["여행"]), ("#a-b- #c--", ["a-b", "c"]), ("첫 줄\n#둘째", ["둘째"]),
            ("# 제목", []), ("##소제목", []), ("C# F#", []), ("#1 #20", []), ("a@b.kr", []), ("@ #", []), ("#_ #--", []),
            ("https://x.kr/a#b https://x.kr/#b", []), ("/@민수", []), ("값#태그", []), ("", []), ("#-a", ["-a"]),
            ("\u{1F600}#x", []),
            ("\u{FEFF}#bom", ["bom"]), ("#wa\u{200B}lk\u{200B} x", ["wa\u{200B}lk"]),
            ("#می\u{200C}خواهم", ["می\u{200C}خواهم"]),
            ("\u{3000}#x", ["x"]), ("#" + String(repeating: "가", count: 400), []),
        ])
    func found(text: String, expected: [String]) { #expect(tags(text) == expected) }

    @Test func `a tag is seen where it has more than blanks and signs, and nothing that turns or breaks its line`() {
        for word in ["여행", "a b", "#a", "@민수", "👍", "می\u{200C}خواهم", "wa\u{200B}lk"] { #expect(Tag(word).isSeen) }
        for word in [
            "", " ", "#", "# #", "\u{200B}", "\u{3000}", "a\nb", "a\tb", "\u{202E}abc", "a\u{2028}b", "a\u{2067}b",
        ] {
            #expect(!Tag(word).isSeen, "\(word.unicodeScalars.map(\.value))")
        }
    }

    @Test func `the bytes of a tag are those of its sign and its word, wherever it stands in whatever text`() throws {
        var chance = Chance(for: "tags of texts")
        let stock = ["#", "@", "가", "a", "1", "-", "_", " ", "\n", "(", "/", "é", "\u{301}", "👍", "#여행", "@민수", "."]
        var count = 0
        for _ in 0..<5000 {
            let text = Array((0..<chance.below(12)).map { _ in chance.pick(stock) }.joined().utf8)
            var end = 0
            for mention in TextTags.mentions(in: text) {
                #expect(mention.bytes.lowerBound >= end)
                let said = Array(text[mention.bytes])
                #expect(said == (said.first == 0x40 ? [] : [0x23]) + mention.tag.bytes)
                end = mention.bytes.upperBound
                count += 1
            }
        }
        #expect(count > 1000)
    }

    @Test func `what was given stays apart from what the text says`() {
        var content = EntryContent(
            text: Array("#여행 @민수".utf8), date: EntryDate(seconds: 0, offset: 0, zone: "", precision: .day))
        content.tags = [Tag("여행"), Tag("집")]
        #expect(content.textTags == [Tag("@민수")])
        #expect(content.allTags == [Tag("@민수"), Tag("여행"), Tag("집")])
        #expect(Tag.typed("#여행") == Tag("여행"))
        #expect(Tag.typed("#") == Tag("#"))
    }

    @Test func `a tag is shown as it is typed`() {
        #expect(["여행", "@민수", "@", "#"].map { Tag($0).shown } == ["#여행", "@민수", "@", "##"])
        var content = EntryContent(
            text: Array("장보기 @민수".utf8), date: EntryDate(seconds: 0, offset: 0, zone: "", precision: .day))
        content.tags = [Tag("@가족"), Tag("집")]
        #expect(content.facts == ["@가족 @민수 #집"])
    }
}
