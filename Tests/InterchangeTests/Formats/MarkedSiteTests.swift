/// Texts by their Markdown, as a site and a book show them: elements of ours, and no other.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Markdown on pages", .timed) struct MarkedSiteTests {
    private func entry(_ text: String, _ files: [DiaryModel.Attachment] = []) throws -> Entry {
        var content = EntryContent(
            text: Array(text.utf8),
            date: EntryDate(seconds: 1_795_000_000, offset: 32_400, zone: "Asia/Seoul", precision: .day))
        content.attachments = files
        let id = try #require(EntryID(hexadecimal: String(repeating: "0", count: 31) + "1"))
        return Entry(id: id, content: content, writtenAt: ClockReading(wall: 1_700_000_000_000_000, offset: 0))
    }

    /// The article of an entry's month.
    private func article(_ entry: Entry, _ options: WriteOptions = WriteOptions()) throws -> String {
        var writer = try #require(EntryFormat.site.writer(options))
        for case .file(let name, let bytes) in writer.take(entry, earlier: []) + writer.finish()
        where name.contains("/1") {
            let html = String(decoding: bytes, as: UTF8.self)
            guard let start = html.firstRange(of: "<article"), let end = html.firstRange(of: "</article>") else {
                continue
            }
            return String(html[start.lowerBound..<end.lowerBound])
        }
        return ""
    }

    private let text = "# **첫** 눈\n\n오늘은 *눈*이 왔다.\n둘째 줄 <b>\n\n\n- [x] 신발\n3. 셋\n\n[여기](https://a.b) [저기](javascript:x)"

    @Test func `marks are elements, and a text without them is what it was`() throws {
        let html = try article(entry(text))
        #expect(html.contains("<h2 dir=\"auto\"><strong>첫</strong> 눈</h2>"))
        #expect(html.contains("<p>오늘은 <em>눈</em>이 왔다.\n둘째 줄 &lt;b&gt;</p>\n\n<ul><li class=\"task\">☑ 신발</li></ul>"))
        #expect(html.contains("<ol><li value=\"3\">셋</li></ol>"))
        #expect(
            html.contains("<a class=\"link\" rel=\"noreferrer\" href=\"https://a.b\">여기</a> [저기](javascript:x)</p>"))
        let plain = "첫 눈\n\n  오늘은 2026. 11. 22. 이다.\n\n\n    끝 #겨울"
        #expect(try article(entry(plain)) == article(entry(plain), WriteOptions(isMarkdown: false)))
        #expect(try article(entry(text), WriteOptions(isMarkdown: false)).contains("- [x] 신발\n3. 셋"))
    }

    @Test func `a picture stands where the text names it, in a site and in a book, and once`() throws {
        let picture = DiaryModel.Attachment(
            name: "한 강.png", mediaType: "image/png", size: 3, hash: [UInt8](repeating: 0xAB, count: 32))
        let other = DiaryModel.Attachment(
            name: "b.png", mediaType: "image/png", size: 3, hash: [UInt8](repeating: 0xCD, count: 32))
        let entry = try entry("한강\n\n![석양 <b>](attachment:한%20강.png) 뒤\n\n![없다](attachment:c.png)", [picture, other])
        let html = try article(entry)
        #expect(html.split(separator: "<img").count == 3 && html.contains("alt=\"석양 &lt;b&gt;\"></a> 뒤</p>"))
        #expect(html.contains("![없다](attachment:c.png)"))
        var writer = try #require(EntryFormat.book.writer(WriteOptions()))
        writer.count(entry)
        let parts = writer.take(entry, earlier: [])
        #expect(
            parts.compactMap { if case .picture(let file) = $0 { file.name } else { nil } } == ["한 강.png", "b.png"])
    }

    @Test func `no text makes an element that is not ours, and every one of ours ends`() throws {
        var chance = Chance(for: "marked sites")
        let pieces = [
            "*", "**", "_", "~~", "`", "```\n", "[", "](", ")", "![", "](attachment:a.png)", "<", ">", "> ", "- ",
            "- [ ] ", "1. ", "# ",
            "---\n", "|", "\n|-|-|\n", "\n", "\n\n", "    ", " ", "\\", "&lt;script&gt;", "&#60;", "가", "\"", "'",
            "https://a.b/c?d=\"e",
            "<https://a.b/\"onclick=x>", "](https://a.b/'\"<)", "](javascript:x)", "<script>", "<!--",
            "<img src=x onerror=y>", "\0", "</p>",
        ]
        let file = DiaryModel.Attachment(
            name: "a.png", mediaType: "image/png", size: 3, hash: [UInt8](repeating: 0xAB, count: 32))
        let ours: Set = [
            "article", "h2", "h3", "h4", "h5", "h6", "p", "time", "span", "div", "strong", "em", "del", "code", "pre",
            "blockquote", "ul",
            "ol", "li", "table", "tr", "td", "a",
        ]
        for _ in 0..<runs(debug: 2_000) {
            let text = "a\n" + (0..<chance.below(40)).map { _ in pieces[chance.below(pieces.count)] }.joined()
            let html = try article(entry(text, [file]))
            var open: [Substring] = []
            for tag in html.split(separator: "<").dropFirst(html.hasPrefix("<") ? 0 : 1) {
                let name = tag.prefix { $0.isLetter || $0.isNumber || $0 == "/" }
                if name == "hr" || name == "img" { continue }
                if name.hasPrefix("/") {
                    #expect(open.popLast() == name.dropFirst(), "\(text.debugDescription)")
                } else {
                    #expect(
                        ours.contains(String(name)) && !tag.contains("onclick=x>") && !tag.contains("href=\"java"),
                        "\(text.debugDescription)")
                    open.append(name)
                }
            }
            #expect(open == ["article"])
        }
    }
}
