/// The HTML that exports of apps hold, as Journey's does.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct AppExportTests {
    @Test(arguments: [
        ("<div>a</div><div><br/></div><div>b</div>", "a\n\nb"), ("<h2>a</h2>b<br>c", "## a\n\nb\nc"),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"), ("<ol><li>a<li>b</ol>", "1. a\n2. b"),
        ("a <b> </b><i>b </i>c", "a *b* c"), ("<a href='http://x'>y</a> <a href=z>z</a>", "[y](http://x) z"),
        ("<pre>a\n  b</pre>", "```\na\n  b\n```"), ("a &lt; b &nope; &#xAC00; x < y", "a < b &nope; 가 x < y"),
        ("<script>if (a<b) {}</script>a<!-- b -->", "a"), ("<p>a\n   b</p><blockquote>c</blockquote>", "a b\n\n> c"),
        ("<img src=\"a b.png\">", "![](<a b.png>)"),
    ])
    func `a text of HTML becomes Markdown`(html: String, text: String) throws {
        let json = JSONWriter.bytes(
            .object([
                JSONMember("text", .text(html)), JSONMember("date_journal", .integer(1_714_602_600_000)),
                JSONMember("type", .text("html")),
            ]))
        let read = try readEntries(folder(["a.json": json]), readOptions())
        #expect(read.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == [text])
    }
}
