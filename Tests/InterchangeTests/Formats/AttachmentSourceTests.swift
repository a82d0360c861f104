import DiaryEngine
import DiaryModel
import DiarylogArchives
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("Files that entries bring along", .timed) struct AttachmentSourceTests {
    private func text(_ row: ImportedRow) -> String { String(decoding: row.content.text, as: UTF8.self) }

    private func names(_ row: ImportedRow) -> [String] { row.content.attachments.map(\.name) }

    @Test(arguments: [
        ("![](attachment:a.png)", "attachment:a.png"), ("[x](attachment:a%20b.png)", "attachment:a b.png"),
        ("![한강](<attachment:a (1).png> \"t\")", "attachment:a (1).png"), ("![[a.png|300]]", "a.png"),
        ("![a](b(c).png)", "b(c).png"), ("![a](b.png \"title\")", "b.png"),
    ])
    func `a reference is found in each form of Markdown, and another target takes its place`(
        text: String, target: String
    ) throws {
        var found: [String] = []
        let same = FileReferences.rewriting(bytes("앞 \(text) 뒤")) {
            found.append($0); return nil
        }
        #expect(found == [target] && same == bytes("앞 \(text) 뒤"))
        let other = String(decoding: FileReferences.rewriting(bytes("앞 \(text) 뒤")) { _ in "X" }, as: UTF8.self)
        #expect(other.hasPrefix("앞 ") && other.contains("](X") && other.hasSuffix(" 뒤"))
    }

    @Test func `a text without references, or with half of one, stays byte for byte`() {
        for text in ["", "[", "![", "![[", "![[a", "[a](", "[a](b", "[a](<b", "![a]\n(b)", "[[a]]", "[a](b\nc)"] {
            #expect(FileReferences.rewriting(bytes(text)) { _ in "X" } == bytes(text), "\(text)")
        }
    }

    @Test func `a name goes into a reference and comes back, whatever it is`() {
        for name in ["a.png", "한강 사진 (1).png", "a%20b", "<a>", "\"a\"", "a#b|c", "[a]"] {
            let text = bytes("![](\(FileReferences.target(name)))")
            var back: String?
            _ = FileReferences.rewriting(text) { target in
                back = FileReferences.name(target)
                return nil
            }
            #expect(back == name)
        }
    }

    @Test func `Day One's pictures arrive, and the text names them`() throws {
        let journal = """
            {"metadata": {"version": "1.0"}, "entries": [{"uuid": "0A0B0C0D0E0F00010203040506070809", "text":
            "강\\n\\n![](dayone-moment:\\/\\/AAA)\\n![](dayone-moment:\\/\\/BBB)", "creationDate": "2024-05-01T22:30:00Z",
            "timeZone": "Asia/Seoul", "photos": [{"identifier": "AAA", "md5": "aa11", "type": "jpeg"},
            {"identifier": "BBB", "md5": "none", "type": "jpeg"}]}]}
            """
        var writer = ZipWriter()
        writer.add("Journal.json", bytes(journal))
        writer.add("photos/aa11.jpeg", [0xFF, 0xD8, 0xFF, 0xE0])
        writer.finish()
        let source = try #require(try Source.archive(ByteSource(writer.take()), path: "export.zip"))
        let entries = try readEntries(source, readOptions())
        let row = try #require(entries.rows.first)
        #expect(text(row) == "강\n\n![](attachment:photo-1.jpeg)\n![](dayone-moment://BBB)")
        #expect(names(row) == ["photo-1.jpeg"] && row.content.attachments[0].mediaType == "image/jpeg")
        #expect(row.content.attachments[0].hash == Digest(hashing: [0xFF, 0xD8, 0xFF, 0xE0]).bytes)
        #expect(entries.losses[.attachments] == 1)
    }

    @Test func `Joplin's resources arrive under the names that they have there`() throws {
        let (note, picture) = (String(repeating: "a", count: 32), String(repeating: "e", count: 32))
        let entries = try readEntries(
            folder([
                "\(note).md": bytes(
                    "강\n\n![](:/\(picture))\n\nid: \(note)\nuser_created_time: 2024-05-01T22:30:00.000Z\ntype_: 1"),
                "\(picture).md": bytes("강.jpg\n\nid: \(picture)\ntype_: 4"), "resources/\(picture).jpg": [1],
            ]), readOptions())
        let row = try #require(entries.rows.first)
        #expect(text(row) == "강\n\n![](attachment:강.jpg)" && names(row) == ["강.jpg"])
        #expect(entries.losses[.attachments] == 0)
    }

    @Test func `Markdown's relative links and Obsidian's names become attachments; what leads out does not`() throws {
        let entries = try readEntries(
            folder([
                "2026/2026-11-01.md": bytes(
                    "길 ![](../img/a%20b.png) ![[c.png|200]] [문서](d.pdf) ![](../../etc/passwd) ![](/etc/passwd) ![](https://x/y.png)"
                ),
                "img/a b.png": [1], "deep/er/c.png": [2], "2026/d.pdf": bytes("%PDF-1.7"), "other.png": [4],
            ]), readOptions())
        let row = try #require(entries.rows.first)
        #expect(names(row) == ["a b.png", "c.png", "d.pdf"])
        #expect(
            text(row)
                == "길 ![](attachment:a%20b.png) ![](attachment:c.png) [문서](attachment:d.pdf) ![](../../etc/passwd) ![](/etc/passwd) ![](https://x/y.png)"
        )
        #expect(entries.losses[.attachments] == 2 && entries.losses[.files] == 1)
    }

    @Test func `an entry with files goes out as Markdown and comes back the same`() throws {
        var content = EntryContent(
            text: bytes("강\n\n![](\(FileReferences.target("한강.png")))\n[x](attachment:none)"),
            date: EntryDate(seconds: 1_793_000_000, offset: 32_400, zone: "Asia/Seoul", precision: .second))
        let stored: [String: [UInt8]] = ["한강.png": [1, 2], "b c.txt": bytes("x")]
        content.attachments = stored.map { name, held in
            Attachment(
                AttachedFile(hash: Digest(hashing: held), size: UInt64(held.count)), name: name,
                mediaType: MediaType.of(held, name: name))
        }.sorted()
        var writer = MarkdownWriter()
        var files: [String: [UInt8]] = [:]
        for part in writer.take(entry(content), earlier: []) {
            switch part {
            case .file(let name, let held): files[name] = held
            case .attachment(let name, let file): files[name] = stored[file.name]
            case .bytes, .picture: Issue.record("no part of a folder")
            }
        }
        #expect(writer.losses[.attachments] == 0 && files.count == 3)
        let entries = try readEntries(folder(files), readOptions())
        let back = try #require(entries.rows.first).content
        #expect(back.attachments == content.attachments && back.text == content.text)
        #expect(entries.losses[.attachments] == 0 && entries.losses[.files] == 0)
    }

    @Test func `what a supply has is put, and what has changed meanwhile is not`() throws {
        let diaryFolder = try Folder()
        try FileSystem.makeDirectory(diaryFolder("notes"))
        try FileSystem.write(bytes("2026-11-01\n\n![](a.png)").span, to: diaryFolder("notes/a.md"))
        try FileSystem.write([1, 2, 3].span, to: diaryFolder("notes/a.png"))
        let entries = try readEntries(try Source(at: diaryFolder("notes")), readOptions())
        let file = try #require(entries.attached.first)
        let diary = try Diary.create(at: diaryFolder("diary"))
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        #expect(try entries.files.put(file, by: intake))
        #expect(try diary.openAttachment(file.hash.bytes)?.read(at: 0, count: 9) == [1, 2, 3])
        try FileSystem.removeTree(diaryFolder("diary/attachments"))
        try FileSystem.write([1, 2, 4].span, to: diaryFolder("notes/a.png"))
        #expect(try !entries.files.put(file, by: intake))
        #expect(try diary.openAttachment(file.hash.bytes) == nil)
    }
}
