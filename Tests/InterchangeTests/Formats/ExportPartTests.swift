/// Exports in several archives.

import DiaryEngine
import DiarylogArchives
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct ExportPartTests {
    private func zip(_ path: String, _ files: [String: String]) throws -> Source {
        var writer = ZipWriter()
        for (name, text) in files.sorted(by: { $0.key < $1.key }) { writer.add(name, bytes(text)) }
        writer.finish()
        return try #require(try Source.archive(ByteSource(writer.take()), path: path))
    }

    private let note = #"""
        {"title": "River", "userEditedTimestampUsec": 1714570200000000, "attachments": [{"filePath": "a.jpg"}]}
        """#

    @Test func `a note finds its picture in another part of the export`() throws {
        let parts = try [
            zip("d/takeout-20240501T000000Z-001.zip", ["Takeout/Keep/a.json": note]),
            zip("d/takeout-20240501T000000Z-002.zip", ["Takeout/Keep/a.jpg": "picture"]),
        ]
        let joined = ExportParts.joined(parts)
        #expect(joined.count == 1)
        let read = try readEntries(joined[0], readOptions())
        #expect(read.rows.map(\.content.attachments.count) == [1] && read.losses[.attachments] == 0)
    }

    @Test func `archives that share a file, or differ by more than a number, stay as they are`() throws {
        let one = try zip("journal-1.zip", ["Journal.json": "{}"])
        for other in ["journal-2.zip", "diary-2.zip", "journal.zip"] {
            #expect(ExportParts.joined([one, try zip(other, ["Journal.json": "{}"])]).count == 2)
        }
        #expect(ExportParts.joined([try zip("2023.zip", ["a": ""]), try zip("2024.zip", ["b": ""])]).count == 2)
    }

    @Test func `of two files of one path in a zip of zips both come`() throws {
        var outer = ZipWriter()
        for (name, text) in [("One.zip", "하나"), ("Two.zip", "둘")] {
            var inner = ZipWriter()
            inner.add("2024-05-01.md", bytes(text))
            inner.finish()
            outer.add(name, inner.take())
        }
        outer.finish()
        let source = try #require(try Source.archive(ByteSource(outer.take()), path: "x.zip"))
        #expect(
            try Set(readEntries(source, readOptions()).rows.map { String(decoding: $0.content.text, as: UTF8.self) })
                == ["하나", "둘"])
    }
}
