import DiarylogTestSupport
import Testing

@testable import DiarylogMarkup

@Suite(.timed) struct MarkdownEventTests {
    /// Events in short: `<strong` begins, `>` ends, and what is seen stands in quotes.
    private func told(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        return MarkdownEvent.all(of: bytes)?.map { event in
            switch event {
            case .begin(let kind): "<\(kind)"
            case .end: ">"
            case .text(let range): "'" + String(decoding: bytes[range], as: UTF8.self) + "'"
            case .replaced(let other): "~" + String(decoding: other, as: UTF8.self) + "~"
            case .blank(let count): "+\(count)"
            }
        }.joined(separator: " ").replacing("\n", with: "⏎")
    }

    @Test func `what is seen of a line are the bytes of the text`() {
        #expect(
            told("# 제목 *하나*\n오늘은 **좋은** `날`, [여기](https://a.b \"c\") ~~아님~~.")
                == "<heading(1) '제목 ' <emphasis '하나' > > <paragraph '오늘은 ' <strong '좋은' > ' ' <inlineCode '날' > ', '"
                + " <link(\"https://a.b\") '여기' > ' ' <struck '아님' > '.' >")
    }

    @Test func `line ends, blank lines and indentation stay as they were written`() {
        #expect(
            told("하나\n  둘  \r\n셋\n\n\n**넷**\n\n    다섯 *여섯*\n      일곱")
                == "<paragraph '하나' '⏎  ' '둘' '\r\n' '셋' > +2 <paragraph <strong '넷' > > +1"
                + " <paragraph '    다섯 *여섯*⏎      일곱' >")
    }

    @Test func `an item has its number, and a task its box`() {
        #expect(
            told("3. 셋\n5) 다섯\n\n- [ ] 할 일\n- [x] **한** 일\n  - 안")
                == "<list(isOrdered: true) <item(number: Optional(3), task: nil) '셋' > > <list(isOrdered: true)"
                + " <item(number: Optional(5), task: nil) '다섯' > > +1 <list(isOrdered: false)"
                + " <item(number: nil, task: Optional(DiarylogMarkup.MarkdownEvent.Task(box: 21, isDone: false))) '할 일' >"
                + " <item(number: nil, task: Optional(DiarylogMarkup.MarkdownEvent.Task(box: 35, isDone: true)))"
                + " <strong '한' > ' 일' <list(isOrdered: false) <item(number: nil, task: nil) '안' > > > >")
    }

    @Test func `quotes, code, rules, tables and pictures`() {
        #expect(
            told("> 하나\n> *둘*\n\n```swift\nlet a\n  b\n```\n---\n![그림](attachment:a%20b.png)")
                == "<quote <paragraph '하나' '⏎' <emphasis '둘' > > > +1 <code 'let a' '⏎' '  b' > <rule >"
                + " <paragraph <image(\"attachment:a%20b.png\") '그림' > >")
        #expect(
            told("| 가 | 나\\|다 |\n|---|:-:|\n| *라* | |")
                == "<table <row(isHead: true) <cell(DiarylogMarkup.MarkdownEvent.Alignment.none) '가' >"
                + " <cell(DiarylogMarkup.MarkdownEvent.Alignment.centre) '나' '|다' > >"
                + " <row(isHead: false) <cell(DiarylogMarkup.MarkdownEvent.Alignment.none) <emphasis '라' > >"
                + " <cell(DiarylogMarkup.MarkdownEvent.Alignment.centre) > > >")
    }

    @Test(arguments: [
        "오늘은 비가 왔다.\n\n  내일은?", "#태그 하나\n#둘", "2026. 11. 22. 맑음\n11. 22. 흐림\n2026. 비", ">_< 졌다\n>ㅁ<",
        "3시~5시, 7시~8시", "<b>굵게</b> <script>alert(1)</script>\n<!-- 안 -->\n\n<div>\n\n</div>", "[메모]: 오늘\n\n[메모]",
        "snake_case_name ㅠ_ㅠ", "    네 칸", "줄\n-\n줄\n--", "\\*별\\* &amp; &lt;b&gt;", "12:30 - 13:00\n-5도", "1.5 + 2",
    ])
    func `a text without marks is seen as it is`(_ text: String) {
        #expect(told(text) == nil, "\(told(text) ?? "")")
    }

    @Test func `a line across makes no heading of the line above, and a tag is seen`() {
        #expect(told("하나\n---\n둘") == "<paragraph '하나' > <rule > <paragraph '둘' >")
        #expect(told("제목\n====\n둘") == "<heading(1) '제목' > <paragraph '둘' >")
        #expect(
            told("<b>**하나**</b> <https://a.b>")
                == "<paragraph '<b>' <strong '하나' > '</b> ' <link(\"https://a.b\") 'https://a.b' > >")
    }

    /// CommonMark ends nothing between a sign and a letter, which Korean has at every particle.
    @Test(arguments: [
        ("**\"강조\"**는", "<paragraph <strong '\"강조\"' > '는' >"), ("**강조(괄호)**를", "<paragraph <strong '강조(괄호)' > '를' >"),
        ("나는**“말”**이", "<paragraph '나는' <strong '“말”' > '이' >"),
        ("*[가](https://a.b)*로", "<paragraph <emphasis <link(\"https://a.b\") '가' > > '로' >"),
        ("~~`가`~~를", "<paragraph <struck <inlineCode '가' > > '를' >"), ("**강조**는", "<paragraph <strong '강조' > '는' >"),
    ])
    func `an emphasis ends before a particle`(_ text: String, _ events: String) {
        #expect(told(text) == events)
    }

    @Test func `an escape is seen as what it stands for`() {
        #expect(told("**a** \\* &amp;&copy;\\\\ &nope;") == "<paragraph <strong 'a' > ' ' '* ' ~&~ ~©~ '\\ &nope;' >")
    }

    @Test func `no text, however deep or long its marks, costs more than a few passes`() {
        let many = 20_000
        func times(_ text: String, _ count: Int = many) -> String { String(repeating: text, count: count) }
        let texts =
            [
                "[", ">", "> ", "*a_", "*", "- ", "1. ", "<", "a <!A ", "![[]()", "&lt;", "\\", "[a](<b", "```\n",
                "-|\n", "**a",
                "a\n-\n", "| a |\n| - |\n", "`a ", "~~", "<a ", "[a][b]", "가**\"", "> - ",
            ].map { times($0) } + [
                times("- ", many / 2) + "x\n" + times("\n") + "x", times("> ", many / 2) + "x\n" + times("a\n"),
                times("|a", 10_000) + "|\n" + times("|-", 10_000) + "|\n" + times("|a\n", 10_000),
                (0..<700).map { times("  ", $0) + "- a\n" }.joined() + times("\n"),
                (0..<700).map { times("\t", $0) + "1. a\n" }.joined() + times("\n"),
            ]
        for text in texts {
            let bytes = Array(text.utf8)
            let events = MarkdownEvent.all(of: bytes) ?? []
            #expect(events.count < 400_000, "\(text.prefix(20))")
            check(events, of: bytes)
        }
        #expect(MarkdownEvent.all(of: Array(times("**a** ", 200_000).utf8)) == nil)
    }

    @Test func `lists in lists, pictures and cells are bounded before the library reads them`() {
        func copy(_ text: String) -> [UInt8] { MarkdownCopy(of: Array(text.utf8)).bytes }
        func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        let spoilt = MarkdownCopy.nothing
        #expect(copy(times("- ", 1000) + "x").firstIndex(of: spoilt) == 64)
        #expect(copy(times(">", 1000) + "x").firstIndex(of: spoilt) == 64)
        #expect(copy(times("\t", 20) + "1. x").firstIndex(of: spoilt) == 21)
        #expect(copy(times("![a ", 1000)).count { $0 == UInt8(ascii: "!") } == 500)
        let head = times("|a", 1000) + "|\n" + times("|-", 1000) + "|\n"
        #expect(copy(head + times("|\n", 90)).firstIndex(of: spoilt) == nil)
        #expect(copy(head + times("|\n", 110)).firstIndex(of: spoilt) == 2003)
    }

    @Test func `an address between angles takes no target that stands behind it`() {
        let links = "[보기](https://c.d)"
        #expect(seen("<https://a.b> 는 \(links)") == "https://a.b 는 보기")
        #expect(seen("![<https://a.b>](attachment:a.png) 뒤 \(links)") == "https://a.b 뒤 보기")
        #expect(seen("<https://a.b>[](https://c.d) 뒤") == "https://a.b 뒤")
    }

    @Test func `a line that was told in part is not told again with its indent`() {
        for text in [
            "글 `\r\n`)글\r===\n    &글![>", "`\r\n`)글&\r===\n    &글", "[a](b)\n===\n\tc", "# a\n\n\tb\n",
        ] {
            let bytes = Array(text.utf8)
            check(MarkdownEvent.all(of: bytes) ?? [], of: bytes)
        }
    }

    /// What is seen of a text that has marks; what is not a range of it stands between angles.
    private func seen(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        return MarkdownEvent.all(of: bytes).map { events in
            String(
                decoding: events.flatMap { event -> [UInt8] in
                    switch event {
                    case .text(let range): Array(bytes[range])
                    case .replaced(let replaced): Array("‹".utf8) + replaced + Array("›".utf8)
                    case .begin, .end, .blank: []
                    }
                }, as: UTF8.self)
        }
    }

    @Test func `whatever stands in a text, what is seen are characters of it, in their order`() {
        var chance = Chance(for: "markdown events")
        let pieces = [
            "*", "**", "_", "~~", "`", "```\n", "[", "](", ")", "![", "](attachment:a.png)", "<", ">", "> ", "- ",
            "- [ ] ", "- [x] ",
            "1. ", "2026. 11. 2", "# ", "#", "---\n", "===\n", "|", "|-|-|\n", "\n", "\n\n", "\r\n", "\r", "    ", "\t",
            " ", "\\",
            "&amp;", "&#x1F600;", "&", ";", "가", "강조", "는", "“", "”", "\"", "한글 글", "a", "https://a.b/c",
            "<https://a.b>", "\0",
            "\u{1}", "\u{7F}", "\u{FEFF}", "👩‍👩‍👧", "é", "e\u{301}", "<script>", "<!--", "-->", "[a]: b\n", "[^1]", ":",
            "、", "\u{2028}",
        ]
        for _ in 0..<runs(debug: 100_000) {
            let text = (0..<chance.below(40)).map { _ in pieces[chance.below(pieces.count)] }.joined()
            let bytes = Array(text.utf8)
            guard let events = MarkdownEvent.all(of: bytes) else { continue }
            check(events, of: bytes)
        }
    }

    /// Ranges lie in the text, in their order, on the edges of characters; what begins ends; nothing is too deep.
    private func check(_ events: [MarkdownEvent], of text: [UInt8]) {
        var (last, depth, deepest, isSound) = (0, 0, 0, true)
        for event in events {
            switch event {
            case .begin: depth += 1
            case .end: depth -= 1
            case .text(let range):
                isSound = isSound && range.lowerBound >= last && range.upperBound <= text.count && !range.isEmpty
                guard isSound else { break }
                isSound = text[range.lowerBound] & 0xC0 != 0x80
                isSound = isSound && (range.upperBound == text.count || text[range.upperBound] & 0xC0 != 0x80)
                last = range.upperBound
            case .replaced(let bytes): isSound = isSound && String(validating: bytes, as: UTF8.self) != nil
            case .blank(let count): isSound = isSound && count > 0
            }
            deepest = max(deepest, depth)
            isSound = isSound && depth >= 0
        }
        #expect(
            isSound && depth == 0 && deepest <= MarkdownEvent.deepest + 1,
            "\(String(decoding: text.prefix(200), as: UTF8.self).debugDescription)")
    }
}
