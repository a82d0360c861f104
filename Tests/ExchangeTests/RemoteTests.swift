import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// The real carriers: a folder, rclone to a path, and the program age.
@Suite(.timed) struct RemoteTests {
    @Test("two copies exchange sealed objects through a folder, with an attached file")
    func folder() throws { try exchange { path, _ in FolderRemote(path: path) } }

    @Test("the same by rclone", .enabled(if: ExternalProgram("rclone") != nil, "skipped: rclone is not installed"))
    func rclone() throws { try exchange { path, spool in try RcloneRemote(address: path, spool: spool) } }

    private func exchange(_ remote: (_ path: String, _ spool: String) throws -> any Remote) throws {
        guard let keygen = ExternalProgram("age-keygen") else { return print("skipped: age is not installed") }
        let place = try Folder()
        let key = place("key")
        #expect(try keygen.run(["-o", key], seconds: 120).code == 0)
        let seal = try AgeSeal(#require(SyncKey(at: key)))
        let instruments = Instruments(seed: 1)
        var context = instruments.context()
        try Diary.create(at: place("a"), in: &context)
        try FileSystem.makeDirectory(place("cloud"))
        let carrier = try remote(place("cloud"), place.path)
        var first = try Copy(at: place("a"), instruments)
        try Beginning(of: carrier, folder: SyncFolder(of: place("a"))).make(diary: first.diary.identity())
        let entry = try first.attach(Array("a picture".utf8), named: "강.png")
        try first.diary.edit(entry) { $0.text = "한강을 걸었다." }
        try first.exchange(carrier, seal, all: true)
        #expect(first.report.sent == 4 && first.report.unsent == 0)

        var join = Join(from: carrier, seal: seal, folder: SyncFolder(of: place("b.joining")))
        _ = try join.make(at: place("b"), in: instruments.context())
        var second = try Copy(at: place("b"), instruments)
        try second.exchange(carrier, seal)
        #expect(second.report.files == 1 && second.report.missingFiles == 0)
        try second.diary.edit(entry) { $0.text += " 바람이 불었다." }
        try second.exchange(carrier, seal)
        try first.exchange(carrier, seal)
        #expect(try first.diary.entry(entry)?.text == "한강을 걸었다. 바람이 불었다.")
        #expect(try first.state() == second.state())

        // Another key opens nothing, and what cannot be opened is no empty diary.
        let other = place("other")
        #expect(try keygen.run(["-o", other], seconds: 120).code == 0)
        let wrong = try AgeSeal(#require(SyncKey(at: other)))
        var stranger = Join(from: carrier, seal: wrong, folder: SyncFolder(of: place("c.joining")))
        #expect(throws: ExchangeTrouble.self) { try stranger.make(at: place("c"), in: instruments.context()) }
        #expect(try FileSystem.kind(of: place("c")) == .missing)
    }

    @Test func `a remote without a marker is never made again, and another diary's is left alone`() throws {
        let place = try Folder()
        let instruments = Instruments(seed: 2)
        let remote = HostileRemote(seed: 3)
        let seal = PlainSeal(seed: 4)
        var copies: [Copy] = []
        for name in ["a", "b"] {
            var context = instruments.context()
            try Diary.create(at: place(name), in: &context)
            copies.append(try Copy(at: place(name), instruments))
        }
        #expect(throws: ExchangeTrouble.self) { try copies[0].exchange(remote, seal) }
        #expect(remote.files.isEmpty)
        try Beginning(of: remote, folder: SyncFolder(of: place("a"))).make(diary: copies[0].diary.identity())
        try copies[0].exchange(remote, seal, all: true)
        let before = remote.files
        #expect(throws: ExchangeTrouble.self) { try copies[1].exchange(remote, seal) }
        #expect(throws: ExchangeTrouble.self) {
            try Beginning(of: remote, folder: SyncFolder(of: place("b"))).make(diary: copies[1].diary.identity())
        }
        #expect(remote.files == before)
    }

    @Test func `a remote that needs what this program does not know is not read`() throws {
        let desk = try Desk(seed: 11)
        var copy = try desk.begin()
        let (remote, seal) = (desk.remote, desk.seal)
        let marker = try #require(remote.files.keys.first { $0.hasPrefix("diary-") })
        remote.files[marker] = Array(#"{"diarylog":1,"needs":["ink"]}"#.utf8)
        #expect(throws: ExchangeTrouble.self) { try copy.exchange(remote, seal) }
        #expect(remote.files.count == 2)
        // A program that is newer adds a need later: a day afterwards at the latest nothing is read any more.
        remote.files[marker] = Array(#"{"diarylog":1,"needs":[]}"#.utf8)
        try copy.exchange(remote, seal)
        remote.files[marker] = Array(#"{"diarylog":1,"needs":["ink"]}"#.utf8)
        desk.instruments.pass(Instruments.day)
        #expect(throws: ExchangeTrouble.self) { try copy.exchange(remote, seal) }
    }

    @Test func `sixteen small objects become one, and go a day after that was read back`() throws {
        let desk = try Desk(seed: 5)
        var copy = try desk.begin()
        let (remote, seal) = (desk.remote, desk.seal)
        for number in 0..<16 {
            try copy.diary.add("글 \(number)")
            try copy.exchange(remote, seal, all: true)
        }
        func objects() -> Int { desk.paths().count }
        #expect(objects() == 17)
        try copy.exchange(remote, seal)
        #expect(objects() == 17)
        desk.instruments.pass(Instruments.day)
        try copy.exchange(remote, seal)
        #expect(objects() == 1)
        #expect(copy.report.unsent == 0)
    }
}
