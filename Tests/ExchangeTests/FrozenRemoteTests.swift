import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import Testing

/// A remote that this format's first program made and the real age sealed, with one object of each kind: what lies
/// there must be read for ever.
///
/// `Tests/Fixtures/remote` is of a diary that lost an event and was mended, has a picture and a forgotten entry, and is
/// written on two devices. Of the entry whose creation was lost, one event is here, of a schema that is not understood.
@Suite(.timed, .enabled(if: ExternalProgram("age") != nil, "skipped: age is not installed")) struct FrozenRemoteTests {
    private static let state = "64804c3299739d8e1fe23d36b4630c826ca9799f269db6f1b09bbe7fd0523e74"

    @Test func `a remote of then makes the diary of then, and an exchange puts nothing`() throws {
        let place = try Folder()
        let frozen = FolderRemote(path: Fixture("remote").path)
        try frozen.get(frozen.list().map(\.name), into: place("cloud"))
        let remote = FolderRemote(path: place("cloud"))
        let seal = try AgeSeal(#require(SyncKey(at: Fixture("remote.key").path)))
        let instruments = Instruments(seed: 401)
        var join = Join(from: remote, seal: seal, folder: SyncFolder(of: place("diary.joining")))
        let made = try join.make(at: place("diary"), in: instruments.context())
        #expect(made.holes.count == 1 && join.unreadable.isEmpty)
        var copy = try Copy(at: place("diary"), instruments)
        #expect(try copy.diary.replay().stateHash.hexadecimal == Self.state)
        #expect(try copy.diary.list().entries.map(\.text) == ["다른 기기에서.", "사진을 붙였다.", "", "한강을 걸었다."])
        try copy.exchange(remote, seal)
        #expect(copy.report.sent == 0 && copy.report.unsent == 0 && copy.report.files == 1)
        #expect(copy.report.unreadable.isEmpty && copy.report.ignored == 0)
    }

    @Test func `every kind of file lies there`() throws {
        let listing = try Listing(from: FolderRemote(path: Fixture("remote").path))
        #expect(listing.diaries.count == 1 && listing.keys.count == 1 && listing.files.count == 1)
        #expect(listing.objects.contains { $0.isHole } && listing.objects.contains { $0.blank == 1 })
        #expect(listing.objects.contains { $0.first == 1 && $0.last == 3 })
    }
}
