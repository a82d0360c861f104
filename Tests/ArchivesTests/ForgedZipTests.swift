import DiarylogArchives
import DiarylogHost
import DiarylogTestSupport
import DiarylogZlib
import Testing

/// Archives that nobody makes by accident: each has one thing wrong, and is refused for it, or read without it.
@Suite(.timed) struct ForgedZipTests {
    @Test(arguments: ["../out", "a/../../out", "a\u{0}b", "..", "a\\..\\..\\b", String(repeating: "a", count: 4097)])
    func `a member whose name leads out, or is too long, is left out and named`(name: String) throws {
        let archive = try ZipArchive(ByteSource(ForgedZip([.init(name), .init("a.md")]).bytes))
        #expect(archive.members.map(\.name) == ["a.md"])
        #expect(archive.leftOut.map(\.problem) == [.unsafeName(name)])
    }

    @Test(arguments: [
        ("/etc/passwd", "etc/passwd"), ("a\\b", "a/b"), ("C:\\a", "C:/a"), ("a//b", "a/b"), ("./a/./b", "a/b"),
        ("a/../b", "b"), ("a\nb", "a\nb"), ("Q: why.md", "Q: why.md"), ("\\\\server\\a", "server/a"),
    ])
    func `an odd name is read by a form of it that stays within`(name: String, path: String) throws {
        let archive = try ZipArchive(ByteSource(ForgedZip([.init(name)]).bytes))
        #expect(archive.members.map(\.name) == [path] && archive.leftOut.isEmpty)
        #expect(try ForgedTar.read(ForgedTar.archive([.init(name)])).map(\.name) == [path])
    }

    @Test(
        arguments: [
            ([0x43, 0x61, 0x66, 0x82], "Café"), ([0x82, 0x74, 0x82], "été"), ([0x94, 0x73, 0x74], "öst"),
            ([0xBB, 0xEA, 0xC3, 0xA5], "산책"), ([0xC8, 0xDE, 0xB0, 0xA1, 0x20, 0x8C, 0x63], "휴가 똠"),
        ] as [([UInt8], String)])
    func `a name that is not UTF-8 is of a Korean Windows, or of DOS`(bytes: [UInt8], name: String) throws {
        for flags: UInt16 in [0, 1 << 11] {
            let member = with(ForgedZip.Member("x")) { ($0.name, $0.flags) = (bytes, flags) }
            #expect(try ZipArchive(ByteSource(ForgedZip([member]).bytes)).members.map(\.name) == [name])
        }
    }

    @Test func `the name that Info-ZIP says once more in UTF-8 counts, if it is of this member`() throws {
        func name(_ checksum: UInt32, _ field: [UInt8]) throws -> String? {
            var member = ForgedZip.Member("??.md")
            var extra: [UInt8] = [1]
            extra.append(littleEndian: checksum)
            extra += field
            member.extra.append(littleEndian: 0x7075 as UInt16)
            member.extra.append(littleEndian: UInt16(extra.count))
            member.extra += extra
            return try ZipArchive(ByteSource(ForgedZip([member]).bytes)).members.first?.name
        }
        let right = ForgedZip.Member("", bytes: bytes("??.md")).checksum
        #expect(try name(right, bytes("日記.md")) == "日記.md")
        #expect(try name(right ^ 1, bytes("日記.md")) == "??.md")
        #expect(try name(right, [0xFF]) == "??.md")
    }

    @Test func `of two members of one name the later counts, and another earlier one is named`() throws {
        let later = ForgedZip.Member("./a", bytes: bytes("둘"))
        for (members, named) in [
            ([ForgedZip.Member("a"), later], [ArchiveProblem.nameTwice("a")]), ([later, later], []),
        ] {
            let archive = try ZipArchive(ByteSource(ForgedZip(members).bytes))
            #expect(archive.leftOut.map(\.problem) == named && archive.members.count == 1)
            #expect(try archive.bytes(of: archive.members[0], atMost: 9) == bytes("둘"))
        }
        let forms = try ZipArchive(ByteSource(ForgedZip([.init("e\u{301}"), .init("\u{E9}")]).bytes))
        #expect(forms.members.count == 2 && forms.leftOut.isEmpty)
    }

    @Test func `one odd member costs itself`() throws {
        func odd(_ forge: (inout ForgedZip.Member) -> Void) -> ForgedZip.Member {
            var member = ForgedZip.Member("odd")
            forge(&member)
            return member
        }
        for member in [
            odd { $0.mode = 0o120777 }, odd { $0.flags |= 1 }, odd { $0.method = 95 }, odd { $0.compressed = 1 << 31 },
        ] {
            let archive = try ZipArchive(ByteSource(ForgedZip([.init("a"), member, .init("b")]).bytes))
            #expect(archive.members.map(\.name) == ["a", "b"] && archive.leftOut.map(\.name) == ["odd"])
        }
    }

    @Test func `links and devices are refused by name`() {
        var member = ForgedZip.Member("link")
        member.mode = 0o120777
        #expect(throws: ArchiveProblem.link("link")) { try read(ForgedZip([member])) }
        member.mode = 0o020666
        #expect(throws: ArchiveProblem.notAFile("link")) { try read(ForgedZip([member])) }
    }

    @Test(arguments: [UInt16(1), 1 << 6, 1 << 13])
    func `an encrypted member is refused by name`(flag: UInt16) {
        var member = ForgedZip.Member("secret.txt")
        member.flags |= flag
        #expect(throws: ArchiveProblem.encrypted("secret.txt")) { try read(ForgedZip([member])) }
    }

    @Test func `a compression that we do not read is refused by name and number`() {
        let member = with(ForgedZip.Member("a.xz")) { $0.method = 95 }
        #expect(throws: ArchiveProblem.method("a.xz", 95)) { try read(ForgedZip([member])) }
    }

    @Test func `bytes that are not those of the checksum are refused`() {
        let member = with(ForgedZip.Member("a")) { $0.checksum = 1 }
        #expect(throws: ArchiveProblem.checksum("a")) { try read(ForgedZip([member])) }
    }

    @Test func `the directory is trusted, whatever stands beside a member`() throws {
        for forge: (inout ForgedZip.Member) -> Void in [
            { $0.localName = Array("b.c".utf8) }, { $0.localMethod = 8 }, { $0.localFlags = 1 << 11 | 1 },
            { $0.localChecksum = 5 }, { $0.localSize = 3 }, { $0.localCompressed = 1 }, { $0.localExtra = [9, 9, 0] },
            { $0.packed += [0, 0] },
        ] {
            var member = ForgedZip.Member("a")
            forge(&member)
            let archive = try ZipArchive(ByteSource(ForgedZip([member, .init("b")]).bytes))
            #expect(try archive.bytes(of: archive.members[0], atMost: 100) == bytes("오늘"))
            #expect(try archive.bytes(of: archive.members[1], atMost: 100) == bytes("오늘"))
        }
    }

    @Test func `a member that is not where the directory says is refused`() {
        var archive = ForgedZip([.init("a")])
        for offset: UInt32 in [1, 20, 1 << 30] {
            archive.offsets[0] = offset
            #expect(throws: ArchiveProblem.self) { try read(archive) }
        }
        let member = with(deflated("a", bytes("오늘"))) { $0.compressed = 1 << 30 }
        #expect(throws: ArchiveProblem.endsEarly) { try read(ForgedZip([member])) }
    }

    @Test func `a member that has more or fewer bytes than it says is refused`() {
        for size in [4, 6] {
            var member = ForgedZip.Member("a", bytes: bytes("12345"))
            (member.size, member.localSize) = (UInt32(size), UInt32(size))
            #expect(throws: ArchiveProblem.self) { try read(ForgedZip([member])) }
        }
    }

    @Test func `a bomb is refused before anything is inflated, and one that lies while it is`() throws {
        var limits = ArchiveLimits()
        limits.ratio = 100
        let zeros = [UInt8](repeating: 0, count: 4 << 20)
        let bomb = ForgedZip([deflated("zeros", zeros)])
        #expect(throws: ArchiveProblem.bomb("zeros")) { try read(bomb, limits) }
        limits.ratio = 2000
        try read(bomb, limits)
        let member = with(deflated("zeros", zeros)) { ($0.size, $0.localSize) = (100, 100) }
        #expect(throws: ArchiveProblem.checksum("zeros")) { try read(ForgedZip([member]), limits) }
    }

    @Test func `what stands before an archive, in it or behind it is passed over`() throws {
        let whole = ForgedZip([.init("a"), .init("b")])
        let gap = with(whole) { $0.beforeEnd = [1, 2, 3] }
        let large = ForgedZip(whole.members, isZip64: true)
        let samples = [
            [1, 2, 3] + whole.bytes, whole.bytes + [0, 0], gap.bytes, [1, 2, 3] + large.bytes, large.bytes,
        ]
        for sample in samples {
            let archive = try ZipArchive(ByteSource(sample))
            #expect(try archive.members.map { try archive.bytes(of: $0, atMost: 100) } == [bytes("오늘"), bytes("오늘")])
        }
    }

    @Test func `too many members, too large a member and too large a sum are refused before anything is inflated`() {
        let archive = ForgedZip((0..<10).map { .init("m\($0)", bytes: bytes("12345")) })
        var limits = ArchiveLimits()
        limits.members = 9
        #expect(throws: ArchiveProblem.tooMany(10)) { try read(archive, limits) }
        limits = ArchiveLimits()
        limits.member = 4
        #expect(throws: ArchiveProblem.tooLarge("m0", 4)) { try read(archive, limits) }
        limits = ArchiveLimits()
        limits.total = 49
        #expect(throws: ArchiveProblem.tooLarge("m9", 49)) { try read(archive, limits) }
    }

    @Test func `a wrong count is nothing to the directory`() throws {
        for count: UInt16 in [0, 1, 3, 65_534] {
            let archive = with(ForgedZip([.init("a"), .init("b")])) { $0.count = count }
            #expect(try ZipArchive(ByteSource(archive.bytes)).members.map(\.name) == ["a", "b"])
        }
    }

    @Test func `parts of an archive, and what is none, are refused`() {
        #expect(throws: ArchiveProblem.severalParts) { try read(with(ForgedZip([.init("a")])) { $0.part = 1 }) }
        #expect(throws: ArchiveProblem.notAnArchive) { try ZipArchive(ByteSource(bytes("{\"entries\": []}"))) }
        #expect(throws: ArchiveProblem.notAnArchive) { try ZipArchive(ByteSource([])) }
    }

    @Test func `every archive that is cut short is refused`() {
        let whole = ForgedZip([.init("a"), .init("b")]).bytes
        for count in whole.indices {
            #expect(throws: ArchiveProblem.self) { try ZipArchive(ByteSource(Array(whole[..<count]))) }
        }
    }

    @Test func `changed archives are refused or read, and never trap`() throws {
        let members = [
            ForgedZip.Member("a"), .init("b/c", bytes: bytes("하나 둘")),
            deflated("사진/a.txt", bytes(String(repeating: "비가 왔다. ", count: 50))),
        ]
        let samples = [false, true].map { ForgedZip(members, isZip64: $0).bytes }
        forge("zip", samples, times: runs(debug: 5000)) { forged in
            try readAll(ZipArchive(ByteSource(forged)))
        }
    }
}

/// A member, compressed.
func deflated(_ name: String, _ bytes: [UInt8]) -> ForgedZip.Member {
    var deflation = Deflation(.raw)
    let start = deflation.step(bytes.span)
    return ForgedZip.Member(name, bytes: bytes, deflated: start + deflation.finish())
}

private func read(_ archive: ForgedZip, _ limits: ArchiveLimits = ArchiveLimits()) throws {
    try readAll(ZipArchive(ByteSource(archive.bytes), limits: limits))
}

private func readAll(_ archive: ZipArchive) throws {
    if let odd = archive.leftOut.first { throw odd.problem }
    for member in archive.members { _ = try archive.bytes(of: member, atMost: 64 << 20) }
}
