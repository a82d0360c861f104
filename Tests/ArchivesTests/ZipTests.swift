import DiarylogArchives
import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) struct ZipTests {
    @Test func `members come back as they were written, stored, deflated, empty and large`() throws {
        var chance = Chance(for: "zip")
        for isZip64 in [false, true] {
            var written: [(String, [UInt8])] = []
            var writer = ZipWriter(alwaysZip64: isZip64)
            for index in 0..<runs(debug: 12) {
                let size = [0, 1, 65_535, 65_536, 65_537, chance.below(300_000)][index % 6]
                let bytes = chance.isLucky(oneIn: 2) ? chance.bytes(size) : [UInt8](repeating: 7, count: size)
                let name = "사진/\(index) e\u{301}.bin"
                if chance.isLucky(oneIn: 3) {
                    writer.begin(name, size: size, checksum: ZipWriter.checksum(of: bytes))
                } else {
                    writer.begin(name, stored: chance.isLucky(oneIn: 2), atMost: size)
                }
                var offset = 0
                while offset < size {
                    let end = min(size, offset + 1 + chance.below(70_000))
                    writer.write(Array(bytes[offset..<end]))
                    offset = end
                }
                writer.end()
                written.append((name, bytes))
            }
            writer.finish()
            let archive = try ZipArchive(ByteSource(writer.take()))
            #expect(archive.members.map(\.name) == written.map(\.0))
            for (name, bytes) in written {
                let member = try #require(archive.member(name))
                #expect(member.size == bytes.count)
                #expect(try archive.bytes(of: member, atMost: .max) == bytes)
            }
        }
    }

    @Test func `an archive without members is one`() throws {
        for isZip64 in [false, true] {
            var writer = ZipWriter(alwaysZip64: isZip64)
            writer.finish()
            #expect(try ZipArchive(ByteSource(writer.take())).members.isEmpty)
        }
    }

    @Test func `the same members make the same bytes`() {
        func make() -> [UInt8] {
            var writer = ZipWriter()
            writer.add("a.txt", bytes("하나"), at: ZipTime(year: 2026, month: 11, day: 22, hour: 9, minute: 1, second: 2))
            writer.finish()
            return writer.take()
        }
        #expect(make() == make())
    }

    @Test func `a file is read where its bytes are`() throws {
        let folder = try Folder()
        var writer = ZipWriter()
        writer.add("a.txt", bytes("하나"))
        writer.add("b.txt", [UInt8](repeating: 66, count: 200_000))
        writer.finish()
        try FileSystem.write(writer.take().span, to: folder("a.zip"))
        let archive = try ZipArchive(ByteSource(file: FileReader(folder("a.zip"))))
        let member = try #require(archive.member("b.txt"))
        var reader = try archive.read(member)
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

    @Test func `the system's unzip reads what we write`() throws {
        let folder = try Folder()
        guard try SystemTool.isThere("unzip") else { return }
        let text = [UInt8](repeating: 65, count: 100_000)
        for isZip64 in [false, true] {
            var writer = ZipWriter(alwaysZip64: isZip64)
            writer.add("사진/하나.txt", text)
            writer.add("둘.txt", bytes("짧다"), stored: true)
            writer.finish()
            try FileSystem.write(writer.take().span, to: folder("ours.zip"))
            let path = "cd '\(folder.path)' && rm -rf out && mkdir out"
            try SystemTool.run("\(path) && unzip -tqq ours.zip && LC_ALL=C.UTF-8 unzip -qq ours.zip -d out")
            #expect(try FileSystem.read(folder("out/사진/하나.txt")) == text)
            #expect(try FileSystem.read(folder("out/둘.txt")) == bytes("짧다"))
        }
    }
}
