/// The site and the book: pages that a browser opens without us, in which no text of an entry means anything to it.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Site and book", .timed) struct SiteTests {
    private static let wild = "<script>alert(1)</script>\"'&</title><!--"

    private func entry(_ text: String, _ date: String, tags: [String] = [], id: Int = 1) throws -> Entry {
        let iso = try #require(ISODate(date))
        var content = EntryContent(
            text: bytes(text),
            date: EntryDate(seconds: iso.civil.seconds, offset: 32_400, zone: "Asia/Seoul", precision: iso.precision))
        content.tags = tags.map { Tag($0) }
        content.weather = Weather(main: Self.wild, icon: "")
        let hexadecimal = String(repeating: "0", count: 30) + (id < 10 ? "0" : "") + String(id)
        let id = try #require(EntryID(hexadecimal: hexadecimal))
        return Entry(id: id, content: content, writtenAt: ClockReading(wall: 1_700_000_000_000_000, offset: 0))
    }

    private func pages(_ entries: [Entry], _ options: WriteOptions) throws -> [String: String] {
        var writer = try #require(EntryFormat.site.writer(options))
        var parts: [WrittenPart] = []
        for entry in entries { parts += writer.take(entry, earlier: []) }
        parts += writer.finish()
        var pages: [String: String] = [:]
        for case .file(let name, let bytes) in parts {
            #expect(pages[name] == nil, "\(name) twice")
            let text = try #require(String(validating: bytes, as: UTF8.self))
            pages[name] = text
        }
        return pages
    }

    private func sample() throws -> [Entry] {
        [
            try entry("첫눈 #겨울\n\nhttps://example.org/?a=1&b=\"x 보았다.", "2024-02-29", tags: ["산책"], id: 1),
            try entry(Self.wild + "\n" + Self.wild, "2025-11-22T10:00", tags: [Self.wild, "A/B", "a b", ".."], id: 2),
            try entry("javascript:alert(1) mailto:a@b.example\u{0}\r\n  x", "2025-11-23", id: 3),
            try entry("같은 날", "2026-11-22T23:59", tags: ["산책"], id: 4),
        ]
    }

    @Test func `a picture is seen below its entry, lies once in the folder, and its name means nothing to a browser`()
        throws
    {
        var (one, other) = (try entry("한강", "2026-11-21", id: 1), try entry("또 한강", "2026-11-22", id: 2))
        let picture = Attachment(
            name: "<한강>\".png", mediaType: "image/png", size: 3, hash: [UInt8](repeating: 0xAB, count: 32))
        let paper = Attachment(
            name: "a b.pdf", mediaType: "application/pdf", size: 3, hash: [UInt8](repeating: 0xCD, count: 32))
        one.content.attachments = [picture, paper]
        other.content.attachments = [picture]
        var writer = try #require(EntryFormat.site.writer(WriteOptions()))
        let parts = writer.take(one, earlier: []) + writer.take(other, earlier: []) + writer.finish()
        #expect(
            parts.filter { if case .attachment = $0 { true } else { false } } == [
                .attachment("files/abababababababab/<한강>\".png", picture),
                .attachment("files/cdcdcdcdcdcdcdcd/a b.pdf", paper),
            ])
        #expect(writer.losses == FormatLosses())
        for case .file("2026/11.html", let bytes) in parts {
            let html = String(decoding: bytes, as: UTF8.self)
            let address = "../files/abababababababab/%3C%ED%95%9C%EA%B0%95%3E%22.png"
            let seen =
                "<a href=\"\(address)\"><img loading=\"lazy\" src=\"\(address)\" alt=\"&lt;한강&gt;&quot;.png\"></a>"
            #expect(html.components(separatedBy: seen).count == 3)
            #expect(html.contains("<a class=\"file\" href=\"../files/cdcdcdcdcdcdcdcd/a%20b.pdf\">a b.pdf</a>"))
            return
        }
        Issue.record("there is no page of the month")
    }

    @Test func `every link of a site leads to a page and a place that there are, relative to the page`() throws {
        for language in [Language.en, .ko] {
            let pages = try pages(sample(), WriteOptions(language: language, title: "일기 <b>"))
            var count = 0
            for (name, html) in pages where name.hasSuffix(".html") {
                #expect(html.contains("<html lang=\"\(language.rawValue)\">"))
                for piece in html.components(separatedBy: "href=\"").dropFirst() {
                    let target = piece.prefix { $0 != "\"" }
                    if target.contains(":") {
                        #expect(target.hasPrefix("https://example.org/") || target.hasPrefix("mailto:"), "\(target)")
                        continue
                    }
                    count += 1
                    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                    var folders = name.split(separator: "/").dropLast().map(String.init)
                    for step in String(parts[0]).decodingPercents().split(separator: "/") {
                        if step == ".." { folders.removeLast() } else { folders.append(String(step)) }
                    }
                    let page = pages[folders.joined(separator: "/")]
                    #expect(page != nil, "\(name): \(target)")
                    if parts.count == 2 { #expect(page?.contains("id=\"\(parts[1])\"") == true, "\(name): \(target)") }
                }
            }
            #expect(count > 40)
        }
    }

    @Test func `what an entry, a tag, a weather or a name says is text on every page`() throws {
        let options = WriteOptions(language: .en, title: Self.wild)
        var all = try pages(sample(), options)
        var writer = try #require(EntryFormat.book.writer(options))
        all["book.html"] = try book(sample(), by: &writer)
        #expect(all.count > 12)
        for (name, html) in all where name.hasSuffix(".html") {
            #expect(!html.lowercased().contains("<script") && !html.contains("<!--"), "\(name)")
            #expect(!html.contains("href=\"javascript:") && !html.contains("\u{0}") && !html.contains("\r"), "\(name)")
            #expect(html.components(separatedBy: "</title>").count == 2, "\(name)")
            #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;"), "\(name)")
        }
        #expect(all.keys.allSatisfy { !$0.contains("..") && !$0.contains("<") && !$0.hasPrefix("/") })
    }

    @Test func `a link to an entry leads to its page, where that is, and no other scheme is followed`() throws {
        let (here, gone) = (String(repeating: "0", count: 31) + "1", String(repeating: "a", count: 32))
        let pages = try pages(
            [
                try entry("첫눈", "2024-02-29", id: 1),
                try entry(
                    "[one](:/\(here)) dayone://view?entryId=\(gone) [x](javascript:alert(1)) **b**", "2025-11-22", id: 2
                ),
            ], WriteOptions())
        let month = try #require(pages["2025/11.html"])
        #expect(month.contains("href=\"../entries/\(here).html\">one</a>"), "\(month)")
        #expect(month.contains("href=\"../entries/\(gone).html\">"))
        #expect(!month.contains("href=\"javascript"))
        #expect(pages["entries/\(here).html"]?.contains("../2024/02.html#e\(here)") == true)
        #expect(pages["entries/\(gone).html"]?.contains("not among those") == true)
    }

    @Test func `the same entries give the same bytes, and a diary without entries has a site`() throws {
        #expect(try pages(sample(), WriteOptions()) == pages(sample(), WriteOptions()))
        let empty = try pages([], WriteOptions(language: .ko))
        #expect(empty.keys.sorted() == ["days.html", "index.html", "style.css", "tags.html"])
        #expect(empty["index.html"]?.contains("일기가 없습니다.") == true)
    }

    @Test func `a site has years, months, tags and days, each with its titles`() throws {
        let pages = try pages(sample(), WriteOptions(language: .ko))
        #expect(
            pages.keys.filter { !$0.hasPrefix("tags/") }.sorted() == [
                "2024.html", "2024/02.html", "2025.html", "2025/11.html", "2026.html", "2026/11.html", "days.html",
                "days/02.html", "days/11.html", "index.html", "style.css", "tags.html",
            ])
        #expect(pages.keys.count { $0.hasPrefix("tags/") } == 6)
        #expect(pages["days/11.html"]?.contains("<h2 id=\"d22\">11월 22일</h2>") == true)
        let days = try #require(pages["days/11.html"])
        let (newer, older) = (days.range(of: "같은 날"), days.range(of: "&lt;script"))
        #expect(try #require(newer).lowerBound < #require(older).lowerBound)
        #expect(pages["2024/02.html"]?.contains("<div class=\"text\" dir=\"auto\"><a class=\"link\"") == true)
        #expect(pages["2025/11.html"]?.contains("2025년 11월 22일 토요일 오전 10:00") == true)
    }

    /// A book of these entries; a picture's address is its name.
    private func book(_ entries: [Entry], by writer: inout any EntryWriter) -> String {
        for entry in entries { writer.count(entry) }
        var bytes: [UInt8] = []
        for part in entries.flatMap({ writer.take($0, earlier: []) }) + writer.finish() {
            switch part {
            case .bytes(let part): bytes += part
            case .picture(let file): bytes += Array(file.name.utf8)
            default: Issue.record("a book is a stream")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a book has its contents by year and month, each month on a new page`() throws {
        var writer = try #require(EntryFormat.book.writer(WriteOptions(language: .en, title: "My years")))
        let html = try book(sample(), by: &writer)
        #expect(html.contains("<h1>My years</h1>\n<p>February 29, 2024 – November 22, 2026</p>"))
        #expect(html.contains("<li><a href=\"#m2025-11\">November <small>2 entries</small></a></li>"))
        #expect(html.components(separatedBy: "<section").count == 1 + 2 + 3)
        #expect(html.components(separatedBy: "</section>").count == html.components(separatedBy: "<section").count)
        #expect(html.contains("@page { size: A5;"))
    }
}

extension String {
    fileprivate func components(separatedBy mark: String) -> [Substring] {
        split(separator: mark, omittingEmptySubsequences: false)
    }

    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }

    fileprivate func decodingPercents() -> String {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
