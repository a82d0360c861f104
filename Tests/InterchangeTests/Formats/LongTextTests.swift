/// Texts that are longer than an entry's may be: an import attaches them whole, and the entry has the beginning.

import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("Texts that are too long", .timed) struct LongTextTests {
    private static let line = "오늘은 한강을 걸었다. 바람이 불었다 👨‍👩‍👧.\n"
    private static let long = String(repeating: line + line + "\n", count: EntryLimits.text / 100)

    /// Sources of one entry with this text, in formats that hold it as it is.
    private static func sources(_ text: String) -> [(format: EntryFormat, source: Source)] {
        let json = String(decoding: JSONWriter.bytes(.text(text)), as: UTF8.self)
        let keep = #"{"userEditedTimestampUsec":1700000000000000,"createdTimestampUsec":1700000000000000"#
        return [
            (.markdown, folder(["2024-05-01.md": bytes(text)])),
            (.jrnl, source("[2024-05-01 10:00] " + text)),
            (.json, source(#"{"date":"2024-05-01","text":\#(json)}"#)),
            (.sample, source(#"{"title":\#(json),"created_at":1700000000}"#)),
            (.csv, source("date,text\n2024-05-01,\"\(text)\"\n")),
            (.googleKeep, folder(["a.json": bytes(keep + #","textContent":\#(json)}"#)])),
        ]
    }

    @Test func `whatever the format, all of it is attached, and the beginning is the text`() throws {
        for (format, source) in Self.sources(Self.long) {
            let read = try readEntries(source, format: format, readOptions())
            let row = try #require(read.rows.first, "\(format)")
            let file = try #require(row.content.attachments.first, "\(format)")
            #expect(file.name == "text.txt" && file.mediaType == "text/plain", "\(format)")
            #expect(Int(file.size) > EntryLimits.text)
            #expect(row.content.text.count <= 64 << 10 && row.content.text.count > 48 << 10, "\(format)")
            #expect(row.content.text.suffix(12) == bytes(" 👨‍👩‍👧.").suffix(12), "\(format): a paragraph's end")
            #expect(read.losses[.longTexts] == 1 && read.losses.places(of: .longTexts) == read.origins, "\(format)")
            var refusal: Refusal?
            if case .refused(let why) = decide(.create(row.content), nil) { refusal = why }
            #expect(refusal == nil, "\(format)")
        }
    }

    @Test func `tags that are too long or too many become a field, and what all are given stays`() throws {
        let long = String(repeating: "t", count: EntryLimits.tag + 1)
        let many = (0...EntryLimits.tags).map { "m\($0)" }
        let source = folder([
            "2024-05-01.md": bytes("---\ntags: [ok, \(long)]\n---\none\n"),
            "2024-05-02.md": bytes("---\ntags: [\(many.joined(separator: ", "))]\n---\ntwo\n"),
        ])
        let read = try readEntries(source, readOptions(), tags: [Tag("given")])
        #expect(read.rows.map(\.content.tags.count) == [2, EntryLimits.tags])
        #expect(read.rows.allSatisfy { $0.content.tags.contains(Tag("given")) })
        let fields = read.rows.map { $0.content.extra.map { String(decoding: $0.value, as: UTF8.self) } }
        #expect(fields[0] == [long] && fields[1].joined().split(separator: "\n").count == 2)
        #expect(read.losses[.tags] == 3 && read.leftOut.count == 0)
    }

    @Test func `fields that are too large together are attached, the largest first, and the entry comes`() throws {
        let large = String(repeating: "y", count: EntryLimits.content)
        let read = try readEntries(
            source("date,text,small,large\n2024-05-01,words,x,\(large)\n", named: "a.csv"), readOptions())
        let content = try #require(read.rows.first).content
        #expect(content.extra == [ExtraField(key: "small", value: bytes("x"))])
        #expect(content.attachments.map(\.name) == ["large.txt"])
        #expect(content.attachments.map { Int($0.size) } == [EntryLimits.content])
        #expect(read.losses[.extra] == 1)
        var refusal: Refusal?
        if case .refused(let why) = decide(.create(content), nil) { refusal = why }
        #expect(refusal == nil)
    }

    @Test func `the file that is put has the whole text, and the text of the entry is how it begins`() throws {
        let scratch = try Folder()
        let read = try readEntries(folder(["2024-05-01.md": bytes(Self.long)]), readOptions())
        let diary = try Diary.create(at: scratch.path + "/diary")
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        let file = try #require(read.attached.first)
        #expect(try read.files.put(file, by: intake))
        let reader = try #require(try diary.openAttachment(read.rows[0].content.attachments[0].hash))
        var whole: [UInt8] = []
        try reader.forEachPart { whole += $0 }
        #expect(whole.starts(with: read.rows[0].content.text))
        #expect(whole == bytes(Self.long).dropLast())
    }

    @Test func `it is known again, and one byte less than too long is a text`() throws {
        let most = String(repeating: "a", count: EntryLimits.text)
        let fits = try readEntries(folder(["2024-05-01.md": bytes(most)]), readOptions())
        #expect(fits.rows[0].content.text == bytes(most) && fits.losses[.longTexts] == 0)
        let identities = try (0..<2).map { _ in
            try readEntries(folder(["2024-05-01.md": bytes(most + "a")]), readOptions()).rows[0].identity
        }
        #expect(identities[0] == identities[1] && identities[0] != fits.rows[0].identity)
    }

    @Test(arguments: [
        ("a", 0), ("가", 1), ("👨‍👩‍👧", 16), ("e\u{301}\u{302}", 4), ("낱말 ", 1), ("a\r\n", 2), ("b\r\n\r\nc\r\n", 8),
    ])
    func `a beginning ends between two characters`(piece: String, most: Int) throws {
        let text = String(repeating: piece, count: EntryLimits.text / piece.utf8.count + 1) + "."
        let read = try readEntries(folder(["2024-05-01.md": bytes(text)]), readOptions())
        let beginning = read.rows[0].content.text
        let said = String(decoding: beginning, as: UTF8.self)
        #expect(Array(said.utf8) == beginning && text.hasPrefix(said))
        #expect(beginning.count <= 64 << 10 && beginning.count >= (64 << 10) - most - 8)
    }

    @Test func `tags that only the rest says stay, and a beginning that shows nothing names the file`() throws {
        let tagged = try readEntries(folder(["2024-05-01.md": bytes("#앞 " + Self.long + "\n#뒤")]), readOptions())
        #expect(tagged.rows[0].content.tags == [Tag("뒤")])
        let blank = [UInt8](repeating: 0x0A, count: EntryLimits.text) + bytes("끝")
        let json = String(decoding: JSONWriter.bytes(.string(blank)), as: UTF8.self)
        let read = try readEntries(source(#"{"date":"2024-05-01","text":\#(json)}"#), readOptions())
        #expect(read.rows[0].content.text == bytes("[text.txt](attachment:text.txt)"))
    }

    @Test func `each version of our own rows is fitted, and the entry is counted once`() throws {
        let json = String(decoding: JSONWriter.bytes(.text(Self.long)), as: UTF8.self)
        let id = String(repeating: "0a", count: 16)
        let earlier = #"[{"text":\#(json),"date":"2024-05-02"}]"#
        let row = #"{"text":\#(json),"date":"2024-05-01","id":"\#(id)","version":2,"earlier":\#(earlier)}"#
        let read = try readEntries(source(row), readOptions())
        let all = read.rows[0].earlier.map(\.content) + [read.rows[0].content]
        #expect(all.count == 2 && all.allSatisfy { $0.attachments.count == 1 && $0.text.count <= 64 << 10 })
        #expect(read.losses[.longTexts] == 1 && read.attached.count == 1)
    }
}
