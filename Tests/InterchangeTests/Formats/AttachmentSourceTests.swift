import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("Files that entries bring along", .timed) struct AttachmentSourceTests {
    @Test(arguments: [
        ("![](attachment:a.png)", "attachment:a.png"), ("[x](attachment:a%20b.png)", "attachment:a b.png"),
        ("![한강](<attachment:a (1).png> \"t\")", "attachment:a (1).png"), ("![[a.png|300]]", "a.png"),
        ("![a](b(c).png)", "b(c).png"), ("![a](b.png \"title\")", "b.png"),
        ("<img alt=\"a < b\" src=\"c.png\">", "c.png"), ("<video src='d.mp4'></video>", "d.mp4"),
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
        for text in ["", "[", "![", "![[", "![[a", "[a](", "[a](b", "[a](<b", "![a]\n(b)", "[[a]", "[a](b\nc)"] {
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
