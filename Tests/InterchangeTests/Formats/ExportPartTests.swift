/// Exports in several archives.

import DiaryEngine
import DiarylogArchives
import DiarylogHost
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

    @Test(arguments: [([0, 33], true), ([22 << 11 | 30 << 5, 44 << 9 | 5 << 5 | 1], false)] as [([UInt16], Bool)])
    func `a note takes the time that its archive says, by a Unix or by a clock of DOS`(
        clock: [UInt16], isUnix: Bool
    ) throws {
        let zone = ZoneDatabase.systemZone
        var member = ForgedZip.Member("note.md")
        member.clock = clock
        let wall: Int64 = 1_714_602_600
        var time: [UInt8] = []
        time.append(littleEndian: UInt32(wall - Int64(ZoneDatabase.offset(of: zone, local: wall))))
        if isUnix { member.extra = [0x55, 0x54, 5, 0, 1] + time }
        let archive = try #require(try Source.archive(ByteSource(ForgedZip([member]).bytes), path: "a.zip"))
        let read = try readEntries(archive, readOptions(zone: zone))
        #expect(read.rows.map { $0.content.date.seconds } == [wall] && read.losses[.fileTimes] == 1)
    }

    @Test func `an archive that stands too deep in others is named`() throws {
        var zip = ForgedZip([.init("2024-05-01.md", bytes: bytes("a"))]).bytes
        for depth in 1...4 { zip = ForgedZip([.init("\(depth).zip", bytes: zip)]).bytes }
        let deep = zip
        #expect(throws: ReadProblem("a.zip/4.zip/3.zip/2.zip/1.zip", .unread(.archive))) {
            try Source.archive(ByteSource(deep), path: "a.zip")
        }
    }

    @Test func `all or nothing is meant of files without entries, too`() throws {
        var strict = readOptions()
        strict.isStrict = true
        let folder = SourceFolder(path: "v", names: ["2024-05-01.md", "a.foo"]) { name in
            SourceFile(path: "v/" + name, bytes: bytes("a"))
        }
        #expect(try readEntries(.folder(folder), readOptions()).count == 1)
        #expect(throws: ReadProblem("v/a.foo", .unrecognised)) { try readEntries(.folder(folder), strict) }
    }

    @Test func `a folder of archives alone is those given together, and any other folder is itself`() throws {
        let folder = try Folder()
        func put(_ name: String, _ files: [String: String]) throws {
            let archive = ForgedZip(files.sorted { $0.key < $1.key }.map { .init($0.key, bytes: bytes($0.value)) })
            try FileSystem.write(archive.bytes.span, to: folder(name))
        }
        try FileSystem.makeDirectory(folder("d"))
        try put("d/takeout-002.zip", ["Takeout/Keep/a.jpg": "picture"])
        try put("d/takeout-001.zip", ["Takeout/Keep/a.json": note])
        try put("d/notes.zip", ["2024-05-01.md": "하나"])
        try FileSystem.write([0].span, to: folder("d/Thumbs.db"))
        let paths = ExportParts.paths(at: folder("d"))
        #expect(paths == ["notes.zip", "takeout-001.zip", "takeout-002.zip"].map { folder("d/" + $0) })
        let sources = ExportParts.joined(try paths.map { try #require(try Source.archive(at: $0)) })
        let read = try sources.map { try readEntries($0, readOptions()) }
        #expect(read.map(\.format) == [.markdown, .googleKeep] && read.allSatisfy { $0.losses[.attachments] == 0 })
        try FileSystem.write(bytes("하나").span, to: folder("d/2024-05-02.md"))
        for path in [folder("d"), folder("d/notes.zip"), folder("none"), "-"] {
            #expect(ExportParts.paths(at: path) == [path])
        }
    }

    @Test func `a folder of archives beside words of no day is what they hold, and one with days is itself`() throws {
        let folder = try Folder()
        try FileSystem.makeDirectory(folder("d"))
        let archive = ForgedZip([.init("2024-05-01.md", bytes: bytes("하나"))])
        try FileSystem.write(archive.bytes.span, to: folder("d/a.zip"))
        try FileSystem.write(bytes("<p>Export</p>").span, to: folder("d/index.html"))
        func texts() throws -> [String] {
            let read = try readEntries(try Source(at: folder("d")).unfolded(), readOptions())
            return read.rows.map { String(decoding: $0.content.text, as: UTF8.self) }
        }
        #expect(try texts() == ["하나"])
        try FileSystem.write(bytes("둘").span, to: folder("d/2024-05-02.md"))
        #expect(try texts() == ["둘"])
    }

    @Test func `what lies in a bin of one part of an export is counted`() throws {
        let parts = try [
            zip("d/notes-1.zip", ["2024-05-01.md": "하나"]),
            zip("d/notes-2.zip", ["2024-05-02.md": "둘", ".trash/2024-05-03.md": "셋"]),
        ]
        let read = try readEntries(ExportParts.joined(parts)[0], readOptions())
        #expect(read.count == 2 && read.losses[.trashed] == 1)
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

    @Test func `a file that leads out is left out, and an archive of nothing else is refused`() throws {
        let problem = ReadProblem("export.zip", .archive(.unsafeName("../b.md")))
        let source = try zip("export.zip", ["2024-05-01.md": "하나", "../b.md": "둘", "__MACOSX/../../c": ""])
        let read = try readEntries(source, readOptions())
        #expect(read.count == 1 && read.leftOut.problems.first == problem)
        #expect(throws: problem) { try zip("export.zip", ["../b.md": "둘"]) }
    }

    @Test func `archives stand in archives of another kind, beside what a Windows puts there`() throws {
        let inner = ForgedZip([.init("2024-05-01.md", bytes: bytes("하나"))]).bytes
        let outer = ForgedZip([.init("x/a.zip", bytes: inner), .init("Thumbs.db"), .init("x/desktop.ini")])
        let source = try #require(try Source.archive(ByteSource(outer.bytes), path: "o.zip"))
        #expect(try readEntries(source, readOptions()).count == 1)
    }

    @Test func `a picture that is damaged costs itself`() throws {
        var picture = ForgedZip.Member("a.png")
        picture.checksum ^= 1
        let note = ForgedZip.Member("2024-05-01.md", bytes: bytes("강 ![](a.png) ![[a.png]]"))
        let json = #"{"textContent": "강", "userEditedTimestampUsec": 1, "attachments": [{"filePath": "a.png"}]}"#
        for (entry, lost) in [(note, 2), (.init("a.json", bytes: bytes(json)), 1)] {
            let archive = ForgedZip([entry, picture]).bytes
            let source = try #require(try Source.archive(ByteSource(archive), path: "x.zip"))
            let read = try readEntries(source, readOptions())
            #expect(read.rows.count == 1 && read.losses[.attachments] == lost)
            #expect(read.leftOut.problems == [ReadProblem("x.zip", .archive(.checksum("a.png")))])
        }
    }

    @Test func `what gzip has compressed is read as it was`() throws {
        let text = "H4sIAAAAAAACA4s2MjAy0TUw1TUwVDA0sDIwiFXwz0vV4wIATNWhWRgAAAA="
        let packed = try #require(Base64.bytes(Array(text.utf8)))
        let source = try #require(try Source.archive(ByteSource(packed), path: "journal.txt.gz"))
        #expect(source.path == "journal.txt")
        #expect(try readEntries(source, readOptions()).format == .jrnl)
    }

    @Test func `parts may be tars in gzip`() {
        let folders = ["t-001.tgz", "t-002.tgz"].map { path in
            Source.folder(SourceFolder(path: path, names: [path + ".md"]) { SourceFile(path: $0, bytes: []) })
        }
        #expect(ExportParts.joined(folders).count == 1)
    }

    @Test(arguments: ["a.z01", "a.zip.001"])
    func `a part of an archive is told from one that is damaged`(name: String) {
        let start = Array(ForgedZip([.init("a.md")]).bytes.prefix(40))
        #expect(throws: ReadProblem(name, .archive(.severalParts))) {
            try Source.archive(ByteSource(start), path: name)
        }
    }
}
