/// Exports in several archives.

import DiaryEngine
import DiarylogArchives
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct ExportPartTests {
    private func zip(_ path: String, _ files: [String: String]) throws -> Source {
        let archive = ForgedZip(files.sorted { $0.key < $1.key }.map { .init($0.key, bytes: bytes($0.value)) })
        return try #require(try Source.archive(ByteSource(archive.bytes), path: path))
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
        let parts = [("One.zip", "하나"), ("Two.zip", "둘")].map { name, text in
            ForgedZip.Member(name, bytes: ForgedZip([.init("2024-05-01.md", bytes: bytes(text))]).bytes)
        }
        let source = try #require(try Source.archive(ByteSource(ForgedZip(parts).bytes), path: "x.zip"))
        #expect(
            try Set(readEntries(source, readOptions()).rows.map { String(decoding: $0.content.text, as: UTF8.self) })
                == ["하나", "둘"])
    }

    @Test func `an archive that leads out is refused`() throws {
        #expect(throws: ReadProblem("export.zip", .archive(.unsafeName("../Journal.json")))) {
            try zip("export.zip", ["../Journal.json": "{}"])
        }
    }
}
