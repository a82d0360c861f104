import DiarylogArchives
import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) struct ZipTests {
    @Test func `members are read as they are, stored, deflated, empty and large`() throws {
        var chance = Chance(for: "zip")
        for isZip64 in [false, true] {
            let written = (0..<runs(debug: 12)).map { index in
                let size = [0, 1, 65_535, 65_536, 65_537, chance.below(300_000)][index % 6]
                let bytes = chance.isLucky(oneIn: 2) ? chance.bytes(size) : [UInt8](repeating: 7, count: size)
                return ("사진/\(index) e\u{301}.bin", bytes, chance.isLucky(oneIn: 2))
            }
            let members = written.map { $2 ? deflated($0, $1) : ForgedZip.Member($0, bytes: $1) }
            let archive = try ZipArchive(ByteSource(ForgedZip(members, isZip64: isZip64).bytes))
            #expect(archive.members.map(\.name) == written.map(\.0))
            for (name, bytes, _) in written {
                let member = try #require(archive.member(name))
                #expect(member.size == bytes.count)
                #expect(try archive.bytes(of: member, atMost: .max) == bytes)
            }
            #expect(try ZipArchive(ByteSource(ForgedZip([], isZip64: isZip64).bytes)).members.isEmpty)
        }
    }

    @Test func `a file is read where its bytes are`() throws {
        let folder = try Folder()
        let members = [ForgedZip.Member("a.txt"), deflated("b.txt", [UInt8](repeating: 66, count: 200_000))]
        try FileSystem.write(ForgedZip(members).bytes.span, to: folder("a.zip"))
        let archive = try ZipArchive(ByteSource(file: FileReader(folder("a.zip"))))
        var reader = try archive.read(try #require(archive.member("b.txt")))
        var count = 0
        while let part = try reader.next() {
            #expect(part.count <= 65_536)
            count += part.count
        }
        #expect(count == 200_000)
        #expect(try reader.next() == nil)
    }

    @Test func `what the system's zip writes is read`() throws {
        let folder = try Folder()
        guard try SystemTool.isThere("zip") else { return }
        let text = [UInt8](repeating: 65, count: 100_000)
        try FileSystem.write(text.span, to: folder("첫 장.txt"))
        try FileSystem.write(bytes("짧다").span, to: folder("short.txt"))
        try SystemTool.run("cd '\(folder.path)' && mkdir photos && cp short.txt photos/ && zip -q -r all.zip .")
        // Written to a pipe, sizes stand after the members, and zip64 is used.
        try SystemTool.run(
            "cd '\(folder.path)' && cat '첫 장.txt' | zip -q piped.zip - && zip -q -r - . -x '*.zip' | cat > stream.zip")
        for name in ["all.zip", "stream.zip"] {
            let archive = try ZipArchive(ByteSource(file: FileReader(folder(name))))
            let member = try #require(archive.member("첫 장.txt"))
            #expect(try archive.bytes(of: member, atMost: .max) == text)
            #expect(archive.member("photos")?.isFolder == true)
            let short = try #require(archive.member("photos/short.txt"))
            #expect(try archive.bytes(of: short, atMost: 100) == bytes("짧다"))
        }
        let piped = try ZipArchive(ByteSource(file: FileReader(folder("piped.zip"))))
        #expect(try piped.bytes(of: #require(piped.members.first), atMost: .max) == text)
    }
}
