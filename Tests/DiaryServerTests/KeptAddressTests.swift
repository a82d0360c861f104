/// Where a page is found again: the port and the token of a diary, from run to run.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Testing

@testable import DiaryServer

@Suite(.timed) struct KeptAddressTests {
    private let folder: Folder
    private var state: String { folder("state/diarylog/page") }

    init() throws { folder = try Folder() }

    private func address(
        of diary: String = "/home/me/diary", drawsToken: Bool = false, days: Int64 = 0
    ) throws -> KeptAddress {
        try KeptAddress(
            of: diary, in: state, drawsToken: drawsToken,
            now: WallClock.nowAndSeconds().seconds + days * 86_400)
    }

    private var files: [String] {
        get throws { try FileSystem.contents(of: state).filter { !$0.hasSuffix(".lock") }.map { "\(state)/\($0)" } }
    }

    @Test func `the next run has the same port and the same token`() throws {
        let first = try address()
        let (port, token) = (first.port, first.token)
        #expect(KeptAddress.ports.contains(port))
        let next = try address()
        #expect(next.port == port && next.token == token)
    }

    @Test func `a run that is killed leaves the address to the next one`() throws {
        func run() throws -> UInt16 {
            let killed = try address()
            #expect(killed.isAlone)
            return killed.port
        }
        let port = try run()
        let next = try address()
        #expect(next.port == port && next.isAlone)
        let second = try address()
        #expect(!second.isAlone)
        withExtendedLifetime(next) {}
    }

    @Test func `each diary has its own, and a copy elsewhere is another`() throws {
        let all = try (0..<200).map { try address(of: "/home/me/diary\($0)") }
        #expect(Set(all.map(\.port)).count == 200)
        #expect(Set(all.map(\.token.text)).count == 200)
        let odd = try address(of: "/home/me/two\nlines\n20001")
        #expect(try address(of: "/home/me/two\nlines\n20001").token == odd.token)
    }

    @Test func `a new token is drawn where it is asked for, and at the same port`() throws {
        let old = try address()
        let new = try address(drawsToken: true)
        #expect(new.port == old.port && new.token != old.token)
        #expect(try address().token == new.token)
    }

    @Test func `a token that nobody used for thirty days is drawn anew, and one in use is not`() throws {
        let old = try address()
        #expect(try address(days: 29).token == old.token)
        #expect(try address(days: 31).token != old.token)
        #expect(try address().port == old.port)
    }

    @Test func `what is in use is not taken back by a run that has another token`() throws {
        let old = try address()
        let new = try address(drawsToken: true)
        try old.renew()
        #expect(try address().token == new.token)
        try FileSystem.removeFile(files[0])
        try old.renew()
        #expect(try files.isEmpty)
    }

    @Test func `a port that is taken gives way to the next, with another token, for good`() throws {
        var first = try address()
        let (port, token) = (first.port, first.token)
        let next = first.port(after: port)
        #expect(next == (port + 1 < KeptAddress.ports.upperBound ? port + 1 : KeptAddress.ports.lowerBound))
        try first.move(to: next)
        #expect(first.port == next && first.token != token)
        let second = try address()
        #expect(second.port == next && second.token == first.token)
    }

    @Test func `the next port is none of another diary's, and the last is followed by the first`() throws {
        let other = try address(of: "/home/me/other")
        let mine = try address()
        #expect(mine.port(after: other.port - 1) != other.port)
        #expect(mine.port(after: KeptAddress.ports.upperBound - 1) < KeptAddress.ports.lowerBound + 3)
    }

    @Test func `its files and folders are the owner's alone`() throws {
        _ = try address()
        #expect(try FileSystem.isPrivate(state))
        #expect(try FileSystem.contents(of: state).count == 2)
        for file in try FileSystem.contents(of: state) { #expect(try FileSystem.isPrivate("\(state)/\(file)")) }
    }

    @Test func `a file that others could read, a link and a broken file are not believed`() throws {
        let first = try address()
        let file = try files[0]
        let text = try FileSystem.read(file)
        try FileSystem.removeFile(file)
        try FileSystem.write(text.span, to: file, mode: 0o644)
        let second = try address()
        #expect(second.token != first.token)
        #expect(try FileSystem.isPrivate(file))
        for broken in ["", "/home/me/diary\n", "/home/me/diary\n80\n\(first.token.text)\n", "x\n20001\nshort\n"] {
            try FileSystem.write(Array(broken.utf8).span, to: file)
            let drawn = try address()
            #expect(drawn.token != first.token && KeptAddress.ports.contains(drawn.port), "\(broken)")
        }
        try FileSystem.write(text.span, to: folder("elsewhere"))
        try FileSystem.removeFile(file)
        #expect(unsafe symlink(folder("elsewhere"), file) == 0)
        #expect(try address().token != first.token)
        #expect(try FileSystem.ownership(of: file) == .own)
        #expect(try FileSystem.read(folder("elsewhere")) == text)
    }

    @Test func `where the folder cannot be made, that is said`() throws {
        try FileSystem.write(Array("no folder".utf8).span, to: folder("state"))
        #expect(throws: SystemError.self) { try address() }
    }
}
