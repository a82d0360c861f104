/// Exports of apps: Google Keep, Journey, and the HTML that they hold.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct AppExportTests {
    private func texts(_ entries: ReadEntries) -> [String] {
        entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) }
    }

    private func read(_ files: [String: String]) throws(ReadProblem) -> ReadEntries {
        try readEntries(folder(files.mapValues { bytes($0) }), readOptions())
    }

    @Test func `Keep's notes come with title, list, labels and pictures, and the bin stays`() throws {
        let entries = try read([
            "Takeout/Keep/한강.json":
                #"{"color":"BLUE","isTrashed":false,"isPinned":true,"isArchived":false,"textContent":"강가를 걸었다.\n비.","title":"한강","userEditedTimestampUsec":1714608000000000,"createdTimestampUsec":1714602600000000,"labels":[{"name":"산책"}],"attachments":[{"filePath":"a.jpg","mimetype":"image/jpeg"},{"filePath":"b.jpg"}]}"#,
            "Takeout/Keep/한강.html": "<p>x</p>", "Takeout/Keep/a.jpg": "x", "Takeout/Keep/Labels.txt": "산책",
            "Takeout/Keep/살 것.json":
                #"{"color":"DEFAULT","listContent":[{"text":"쌀","isChecked":true},{"text":"물","isChecked":false}],"title":"","userEditedTimestampUsec":1714608000000000}"#,
            "Takeout/Keep/버린 것.json":
                #"{"isTrashed":true,"textContent":"x","userEditedTimestampUsec":1714608000000000}"#,
        ])
        #expect(entries.format == .googleKeep)
        #expect(Set(texts(entries)) == ["한강\n\n강가를 걸었다.\n비.", "- [x] 쌀\n- [ ] 물"])
        let content = try #require(entries.rows.first { $0.content.tags == [Tag("산책")] }).content
        #expect(content.date.rfc3339() == "2024-05-02T07:30:00+09:00")
        #expect(content.attachments.map(\.name) == ["a.jpg"] && content.extra.map(\.key) == ["color", "isPinned"])
        #expect(entries.losses == FormatLosses([.attachments: 1, .files: 1, .trashed: 1]))
        #expect(throws: ReadProblem("folder/a.json", .row(.wrongKind("title")))) {
            try read(["a.json": #"{"title":3,"userEditedTimestampUsec":1714608000000000}"#])
        }
    }

    @Test func `Journey's entries come with zone, place, weather, star and text of HTML`() throws {
        let none = "1.7976931348623157E308"
        let entries = try read([
            "1714602600000-a.json":
                #"{"text":"<p>강가를 <b>걸었다</b>.</p><p>비 &amp; 바람</p>","date_modified":1714608000000,"date_journal":1714602600000,"id":"1714602600000-a","preview_text":"x","address":"여의도","lat":37.5,"lon":127.0,"mood":3,"label":"","timezone":"Europe/Berlin","favourite":true,"type":"html","weather":{"id":1,"degree_c":17.5,"description":"Clear","icon":"01d"},"photos":["1714602600000-a-1.jpg"],"tags":["산책"]}"#,
            "1714602600000-a-1.jpg": "x",
            "b.json":
                #"{"text":"둘","date_journal":1714602600000,"id":"b","lat":\#(none),"lon":\#(none),"weather":{"id":-1,"degree_c":\#(none),"description":"","icon":""},"timezone":"Mars/Olympus","photos":[],"tags":[]}"#,
        ])
        #expect(entries.format == .journey && texts(entries) == ["강가를 **걸었다**.\n\n비 & 바람", "둘"])
        let content = entries.rows[0].content
        #expect(content.date.rfc3339() == "2024-05-02T00:30:00+02:00" && content.date.zone == "Europe/Berlin")
        #expect(content.isStarred && content.tags == [Tag("산책")] && content.weather?.temperature == 1750)
        #expect(content.place == Place(latitude: 37.5, longitude: 127) && content.attachments.count == 1)
        #expect(content.extra.map(\.key) == ["placeName", "address", "mood"])
        let other = entries.rows[1].content
        #expect(other.place == nil && other.weather == nil && other.extra == [])
        #expect(entries.losses == FormatLosses([.zones: 1]))
    }

    @Test func `Evernote's notes come with text, check boxes, tags, place and files`() throws {
        let note = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
            <en-export export-date="20240601T000000Z" application="Evernote"><note><title>한강</title>
            <created>20240501T223000Z</created><updated>20240502T010000Z</updated><tag>산책</tag><tag>b</tag>
            <note-attributes><latitude>37.5</latitude><longitude>127.0</longitude><author>민수</author></note-attributes>
            <content><![CDATA[<?xml version="1.0"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">
            <en-note><div>강가를 <b>걸었다</b>.</div><div><br/></div><div><en-todo checked="true"/>물</div>
            <en-media type="image/png" hash="9dd4e461268c8034f5c8564e155c67a6"/><en-crypt hint="x">abc=</en-crypt>
            <div style="color:red">끝</div></en-note>]]></content>
            <resource><data encoding="base64">eA==</data><mime>image/png</mime></resource></note>
            <note><title> </title><created>20240501T223000Z</created><content/></note></en-export>
            """
        let entries = try readEntries(source(note, named: "notes.enex"), readOptions())
        #expect(entries.format == .evernote)
        #expect(texts(entries) == ["한강\n\n강가를 **걸었다**.\n\n[x] 물\n![](attachment:file.png)\n끝"])
        let row = try #require(entries.rows.first)
        #expect(
            row.content.date.rfc3339() == "2024-05-02T07:30:00+09:00" && row.writtenAt?.wall == 1_714_611_600_000_000)
        #expect(row.content.tags == [Tag("b"), Tag("산책")] && row.content.attachments.count == 1)
        #expect(
            row.content.place == Place(latitude: 37.5, longitude: 127) && row.content.extra.map(\.key) == ["author"])
        #expect(entries.losses == FormatLosses([.emptyEntries: 1, .layout: 1, .ciphers: 1]))
        #expect(throws: ReadProblem("x.enex", at: .line(1), .field("created", .date, found: "soon"))) {
            try readEntries(
                source("<en-export><note><title>a</title><created>soon</created></note></en-export>", named: "x.enex"),
                readOptions())
        }
    }

    @Test func `Notion's pages come with their properties, and the tables beside them say the same`() throws {
        let (one, two) = (String(repeating: "a1", count: 16), String(repeating: "b2", count: 16))
        let entries = try read([
            "일기 \(one).csv": "Name,Date\n한강,x\n",
            "일기/한강 \(one).md":
                "# 한강\n\nDate: May 1, 2024 10:30 PM\nTags: 산책, b\n기분: 좋음\n\n걸었다.\n\n![a](a%20b.png)\n",
            "일기/a b.png": "x", "일기/May 2, 2024 \(two).md": "# May 2, 2024\n\n비: 왔다\n그리고 그쳤다.\n", "x.pdf": "x",
        ])
        #expect(entries.format == .notion)
        #expect(
            Set(texts(entries)) == [
                "한강\n\n걸었다.\n\n![a](attachment:a%20b.png)", "May 2, 2024\n\n비: 왔다\n그리고 그쳤다.",
            ])
        let row = try #require(entries.rows.first { $0.id?.hexadecimal == one })
        #expect(row.content.date.rfc3339() == "2024-05-01T22:30:00+09:00")
        #expect(row.content.tags == [Tag("b"), Tag("산책")] && row.content.extra.map(\.key) == ["Date", "기분"])
        #expect(entries.rows.first { $0.id?.hexadecimal == two }?.content.date.rfc3339() == "2024-05-02")
        #expect(entries.losses == FormatLosses([.files: 1]))
        #expect(throws: ReadProblem("folder/x \(one).md", .row(.missing("date")))) {
            try read(["x \(one).md": "# x\n"])
        }
    }

    @Test func `the pages of Apple's Journal are entries of the day in their names, with their pictures`() throws {
        let files = [
            "AppleJournalEntries/index.html": "<a href='Entries/x.html'>x</a>",
            "AppleJournalEntries/Entries/2024-05-01_한강.html":
                "<html><head><title>2024-05-01</title><style>p {}</style></head><body><div class='pageHeader'>Wednesday, May 1, 2024</div><div class='assetGrid'><img src='../Resources/A.jpg'></div><div class='bodyText'><p>걸었다.</p><p>비.</p></div></body></html>",
            "AppleJournalEntries/Entries/b.html": "<body><p>May 2, 2024</p><p style='color:red'>둘</p></body>",
            "AppleJournalEntries/Resources/A.jpg": "x",
        ]
        let entries = try read(files)
        #expect(entries.format == .html)
        #expect(
            texts(entries) == [
                "한강\n\nWednesday, May 1, 2024\n![](attachment:A.jpg)\n\n걸었다.\n\n비.", "b\n\nMay 2, 2024\n\n둘",
            ])
        #expect(entries.rows.map { $0.content.date.rfc3339() } == ["2024-05-01", "2024-05-02"])
        #expect(entries.losses == FormatLosses([.files: 1, .layout: 1]))
        #expect(throws: ReadProblem("folder", .unrecognised)) { try read(["a.html": "<p>a</p>"]) }
    }

    @Test(arguments: [
        ("<div>a</div><div><br/></div><div>b</div>", "a\n\nb"), ("<h2>a</h2>b<br>c", "## a\n\nb\nc"),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"), ("<ol><li>a<li>b</ol>", "1. a\n2. b"),
        ("a <b> </b><i>b </i>c", "a *b* c"), ("<a href='http://x'>y</a> <a href=z>z</a>", "[y](http://x) z"),
        ("<pre>a\n  b</pre>", "```\na\n  b\n```"), ("a &lt; b &nope; &#xAC00; x < y", "a < b &nope; 가 x < y"),
        ("<script>if (a<b) {}</script>a<!-- b -->", "a"), ("<p>a\n   b</p><blockquote>c</blockquote>", "a b\n\n> c"),
        ("<img src=\"a b.png\">", "![](a b.png)"),
    ])
    func `a text of HTML becomes Markdown`(html: String, text: String) throws {
        let json = JSONWriter.bytes(
            .object([
                JSONMember("text", .text(html)), JSONMember("date_journal", .integer(1_714_602_600_000)),
                JSONMember("type", .text("html")),
            ]))
        #expect(texts(try readEntries(folder(["a.json": json]), readOptions())) == [text])
    }
}
