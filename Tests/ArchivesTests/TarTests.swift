import DiarylogArchives
import DiarylogHost
import DiarylogTestSupport
import DiarylogZlib
import Testing

@Suite(.timed) struct TarTests {
    @Test func `members stand one after the other, plain and in gzip`() throws {
        let whole = ForgedTar.archive([
            .init("notes/", kind: "5"), .init("notes/a.md", bytes("하나")), .init("./b.md", bytes(size: 70_000)),
            .init("c.md"),
        ])
        #expect(try Gzip.bytes(of: ByteSource(gzip(whole))) == whole)
        for source in [whole, gzip(whole)] {
            let members = try ForgedTar.read(source)
            #expect(members.map(\.name) == ["notes", "notes/a.md", "b.md", "c.md"])
            #expect(members.map(\.isFolder) == [true, false, false, false])
            #expect(
                members.map { Array(whole[$0.offset..<$0.offset + $0.size]) }[1...2] == [
                    bytes("하나"), bytes(size: 70_000),
                ])
        }
    }

    @Test func `long names come by pax, by GNU and by ustar's prefix`() throws {
        let long = "긴/" + String(repeating: "이름", count: 100)
        let prefixed = ForgedTar.Member("name.md", prefix: "a/long/folder")
        for (members, name) in [
            ([ForgedTar.pax(["path": long]), .init("short")], long),
            ([ForgedTar.Member("././@LongLink", bytes(long) + [0], kind: "L"), .init("short")], long),
            ([prefixed], "a/long/folder/name.md"),
        ] {
            #expect(try ForgedTar.read(ForgedTar.archive(members)).map(\.name) == [name])
        }
    }

    @Test func `a size may be in a record, or a number of base 256`() throws {
        var member = ForgedTar.Member("a", bytes("12345"))
        member.size = "0"
        #expect(try ForgedTar.read(ForgedTar.archive([ForgedTar.pax(["size": "5"]), member])).map(\.size) == [5])
        member.sizeBytes = [0x80] + [UInt8](repeating: 0, count: 10) + [5]
        #expect(try ForgedTar.read(ForgedTar.archive([member])).map(\.size) == [5])
    }

    @Test(arguments: ["gnu", "ustar", "pax"])
    func `what the system's tar writes is read`(format: String) throws {
        let folder = try Folder()
        guard try SystemTool.isThere("tar") else { return }
        let name = String(repeating: "a", count: 60) + "/" + String(repeating: "b", count: 90) + ".md"
        try SystemTool.run("cd '\(folder.path)' && mkdir -p in/\(String(repeating: "a", count: 60))")
        try FileSystem.write(bytes(size: 200_000).span, to: folder("in/" + name))
        try FileSystem.write(bytes("짧다").span, to: folder("in/short.md"))
        for option in ["", "z"] {
            try SystemTool.run("cd '\(folder.path)' && tar c\(option)f all.tar --format=\(format) -C in .")
            let members = try ForgedTar.read(FileSystem.read(folder("all.tar")))
            let found = Dictionary(uniqueKeysWithValues: members.filter { !$0.isFolder }.map { ($0.name, $0.size) })
            #expect(found == [name: 200_000, "short.md": 7 - 1])
            #expect(members.allSatisfy { $0.modifiedAt ?? 0 > 1_700_000_000 })
        }
    }

    @Test(arguments: ["../out", "a/../../b", "a\\..\\..\\b"])
    func `a name that leads out is left out and named, wherever it is said`(name: String) {
        for members in [
            [ForgedTar.Member(name)], [ForgedTar.pax(["path": name]), .init("a")],
            [ForgedTar.Member("././@LongLink", bytes(name) + [0], kind: "L"), .init("a")],
        ] {
            #expect(throws: ArchiveProblem.unsafeName(name)) { try ForgedTar.read(ForgedTar.archive(members)) }
        }
    }

    @Test func `links, devices and files with holes are left out and named`() {
        for (kind, problem) in [
            ("1", ArchiveProblem.link("x")), ("2", .link("x")), ("3", .notAFile("x")), ("4", .notAFile("x")),
            ("6", .notAFile("x")), ("S", .notAFile("x")), ("D", .notAFile("x")),
        ] {
            #expect(throws: problem) { try ForgedTar.read(ForgedTar.archive([.init("x", kind: kind)])) }
        }
        #expect(throws: ArchiveProblem.notAFile("x")) {
            try ForgedTar.read(ForgedTar.archive([ForgedTar.pax(["GNU.sparse.major": "1"]), .init("x")]))
        }
    }

    @Test func `of a name that comes twice the later one counts, and another earlier one is named`() throws {
        for (first, named) in [("하나", [ArchiveProblem.nameTwice("a")]), ("두울", [])] {
            let whole = ForgedTar.archive([.init("a", bytes(first)), .init("b"), .init("./a", bytes("두울"))])
            let archive = try TarArchive(ByteSource(whole))
            #expect(archive.members.map(\.name) == ["a", "b"] && archive.leftOut.map(\.problem) == named)
            let member = archive.members[0]
            #expect(Array(whole[member.offset..<member.offset + member.size]) == bytes("두울"))
        }
        _ = try ForgedTar.read(ForgedTar.archive([.init("f/", kind: "5"), .init("f/", kind: "5")]))
    }

    @Test func `records for all members may not name them`() {
        for record in ["path", "size"] {
            #expect(throws: ArchiveProblem.damaged(nil)) {
                try ForgedTar.read(ForgedTar.archive([ForgedTar.pax([record: "1"], kind: "g"), .init("a")]))
            }
        }
    }

    @Test func `what is over a limit is refused before it is read`() {
        let archive = ForgedTar.archive((0..<5).map { .init("m\($0)", bytes("12345")) })
        var limits = ArchiveLimits()
        limits.members = 4
        #expect(throws: ArchiveProblem.tooMany(5)) { try ForgedTar.read(archive, limits) }
        limits = ArchiveLimits()
        limits.member = 4
        #expect(throws: ArchiveProblem.tooLarge("m0", 4)) { try ForgedTar.read(archive, limits) }
        limits = ArchiveLimits()
        limits.total = 24
        #expect(throws: ArchiveProblem.tooLarge("m4", 24)) { try ForgedTar.read(archive, limits) }
        let huge = with(ForgedTar.Member("huge")) { $0.size = "77777777777" }
        #expect(throws: ArchiveProblem.damaged("huge")) { try ForgedTar.read(ForgedTar.archive([huge])) }
    }

    @Test func `what stands before a wrong header or a cut is read, and what follows the end is passed over`() throws {
        let whole = ForgedTar.archive([.init("a", bytes("12345")), .init("b")])
        #expect(try ForgedTar.read(whole + [1]).count == 2)
        var forged = whole
        forged[3] ^= 1
        #expect(throws: ArchiveProblem.notAnArchive) { try ForgedTar.read(forged) }
        #expect(throws: ArchiveProblem.notAnArchive) { try ForgedTar.read(bytes("{\"entries\": []}")) }
        for count in stride(from: 0, to: 512, by: 100) {
            #expect(throws: ArchiveProblem.self) { try TarArchive(ByteSource(Array(whole[..<count]))) }
        }
        for (count, names, leftOut) in [
            (514, [], [ArchiveProblem.damaged("a")]), (517, ["a"], []), (1024, ["a"], []), (1100, ["a"], [.endsEarly]),
            (1536, ["a", "b"], []),
        ] {
            let archive = try TarArchive(ByteSource(Array(whole[..<count])))
            #expect(archive.members.map(\.name) == names && archive.leftOut.map(\.problem) == leftOut, "\(count)")
        }
        var second = whole
        second[1024 + 3] ^= 1
        let archive = try TarArchive(ByteSource(second))
        #expect(archive.members.map(\.name) == ["a"] && archive.leftOut.map(\.problem) == [.damaged(nil)])
    }

    @Test func `a bomb of gzip is refused while it unfolds`() {
        let archive = ForgedTar.archive([.init("zeros", [UInt8](repeating: 0, count: 4 << 20))])
        let limits = with(ArchiveLimits()) { $0.ratio = 100 }
        #expect(throws: ArchiveProblem.bomb("")) { try ForgedTar.read(gzip(archive), limits) }
    }

    @Test func `gzip may have several parts, and what follows them is passed over`() throws {
        let (one, two) = (gzip(bytes("하나")), gzip(bytes("둘")))
        func text(_ bytes: [UInt8]) throws -> String {
            String(decoding: try Gzip.bytes(of: ByteSource(bytes)), as: UTF8.self)
        }
        #expect(try text(one + two + [0, 0, 0]) == "하나둘")
        #expect(try text(one + [7, 7, 7]) == "하나")
        #expect(throws: ArchiveProblem.endsEarly) { try text(Array(one.dropLast())) }
        var changed = one
        changed[changed.count - 5] ^= 1
        #expect(throws: ArchiveProblem.damaged(nil)) { try text(changed) }
    }

    @Test func `changed archives are refused or read, and never trap`() {
        let plain = ForgedTar.archive([
            .init("f/", kind: "5"), .init("a", bytes("하나")), ForgedTar.pax(["path": "긴 이름", "mtime": "1.5"]),
            .init("b"),
            ForgedTar.Member("././@LongLink", bytes("long") + [0], kind: "L"), .init("c", bytes(size: 600)),
        ])
        forge("tar", [plain], times: runs(debug: 3000)) { try ForgedTar.read($0) }
        forge("tar in gzip", [gzip(plain)], times: runs(debug: 3000)) { try ForgedTar.read($0) }
    }
}

private func bytes(size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 300) } }

private func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var deflation = Deflation(.gzip)
    let start = deflation.step(bytes.span)
    return start + deflation.finish()
}
