/// Names of files as a Korean Windows wrote them, on a disk whose names are UTF-8.

import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Names of a Korean Windows", .timed) struct WindowsNameTests {
    /// A folder with a note and its picture, both in a folder, whose names are in CP949: 강, 2024-05-01 강.md, 강.png.
    private func notes() throws -> Folder {
        let folder = try Folder()
        let line = #"""
            cd "$0" && d=$(printf '\260\255') && mkdir "$d" && printf '![](강.png)' > "$d/2024-05-01 $d.md" &&
            printf 'x' > "$d/$d.png"
            """#
        #expect(try ChildProcess.run(["sh", "-c", line, folder.path]) == 0)
        return folder
    }

    @Test func `a note and the file that it names are found by such names, which are read`() throws {
        let folder = try notes()
        let read = try readEntries(Source(at: folder.path), readOptions())
        #expect(read.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == ["강\n\n![](attachment:강.png)"])
        #expect(read.rows.map(\.content.date.civil.isoDay) == ["2024-05-01"])
        #expect(read.rows.flatMap(\.content.attachments).map(\.name) == ["강.png"])
        #expect(read.origins.map(\.file) == [folder.path + "/강/2024-05-01 강.md"])
        #expect(read.losses == FormatLosses() && read.leftOut.count == 0)
    }

    @Test func `one of them alone finds what lies beside it`() throws {
        let folder = try notes()
        let inner = folder.path + "/" + (try #require(try FileSystem.contents(of: folder.path).first))
        let name = try #require(try FileSystem.contents(of: inner).first { $0.hasSuffix(".md") })
        let read = try readEntries(Source(at: inner + "/" + name), readOptions())
        #expect(read.rows.flatMap(\.content.attachments).map(\.name) == ["강.png"])
    }

    @Test func `a name comes back from a path byte for byte`() {
        for bytes in [[0xB0, 0xAD], [0x61, 0xFF, 0x62], [0x80]] as [[UInt8]] {
            #expect(FileSystem.bytes(ofName: FileSystem.name(bytes)) == bytes)
        }
        #expect(FileSystem.bytes(ofName: "강 😀") == nil && FileSystem.name(Array("강".utf8)) == "강")
    }
}
