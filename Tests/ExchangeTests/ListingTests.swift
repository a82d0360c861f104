import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Synchronization
import Testing

/// What becomes of a listing before and while it is used: names that stand twice, objects that are rewritten.
@Suite(.timed) final class ListingTests: AtDesk {
    /// A remote with a way of its own to list, and something that happens between a list and what is fetched by it.
    private final class OddRemote: Remote {
        private let remote: HostileRemote
        private let listsTwice: Bool
        private let between: Mutex<(@Sendable () -> Void)?>

        init(_ remote: HostileRemote, listsTwice: Bool = false, between: (@Sendable () -> Void)? = nil) {
            (self.remote, self.listsTwice) = (remote, listsTwice)
            self.between = Mutex(between)
        }

        func list() throws(RemoteTrouble) -> [RemoteFile] {
            let files = try remote.list()
            if !listsTwice { return files }
            // A put whose answer was lost, and that was torn, stands before or behind the one that came after it.
            return files.enumerated().flatMap { index, file in
                let torn = RemoteFile(name: file.name, size: file.size / 2)
                return index % 2 == 0 ? [torn, file, file] : [file, torn]
            }
        }

        func get(_ names: [String], into folder: String) throws(RemoteTrouble) {
            let event = between.withLock { event in
                defer { event = nil }
                return event
            }
            event?()
            try remote.get(names, into: folder)
        }

        func put(_ names: [String], from folder: String) throws(RemoteTrouble) { try remote.put(names, from: folder) }

        func delete(_ names: [String]) throws(RemoteTrouble) { try remote.delete(names) }
    }

    @Test func `an object that another device rewrites between list and get is asked for again in the same round`()
        throws
    {
        var first = try desk.begin(with: "하나")
        var second = try desk.join("b")
        try second.exchange(desk.remote, desk.seal)
        let entry = try first.write("잊을 글", on: desk)
        _ = try first.diary.forget(entry.id)
        let before = desk.remote.files
        try first.exchange(desk.remote, desk.seal)
        let after = desk.remote.files
        #expect(!Set(before.keys).isSubset(of: after.keys))
        desk.remote.files = before
        let remote = desk.remote
        try second.exchange(OddRemote(remote, between: { remote.files = after }), desk.seal)
        #expect(second.report.absent.isEmpty && second.report.waiting.isEmpty && second.report.received > 0)
        #expect(try second.state() == first.state())
    }

    @Test func `one that is listed and never comes is named, and all else is done`() throws {
        var first = try desk.begin(with: "하나")
        var second = try desk.join("b")
        try first.write("둘", on: desk)
        let listed = try #require(desk.paths().last)
        try second.diary.add("셋")
        let remote = desk.remote
        try second.exchange(OddRemote(remote, between: { remote.hidden = [listed] }), desk.seal)
        #expect(second.report.sent > 0)
        remote.hidden = []
        try second.exchange(remote, desk.seal)
        try first.exchange(remote, desk.seal)
        #expect(try second.state() == first.state() && second.report.absent.isEmpty)
    }

    @Test func `a remote that lists names twice joins, exchanges and checks as one that does not`() throws {
        var first = try desk.begin()
        try first.attach([1, 2, 3], named: "file")
        let remote = OddRemote(desk.remote, listsTwice: true)
        try first.exchange(remote, desk.seal)
        var join = Join(from: remote, seal: desk.seal, folder: SyncFolder(of: desk.place("b.joining")))
        _ = try join.make(at: desk.place("b"), in: desk.instruments.context())
        var second = try Copy(at: desk.place("b"), desk.instruments)
        try second.diary.add("둘")
        for _ in 0..<3 {
            desk.instruments.pass(Instruments.day)
            try second.exchange(remote, desk.seal)
            try first.exchange(remote, desk.seal)
        }
        #expect(try second.state() == first.state() && second.report.files + first.report.missingFiles == 0)
        let whole = desk.remote.files
        try second.check(remote, desk.seal, repairing: true)
        #expect(second.report.unreadable.isEmpty && second.report.lost.isEmpty && second.report.ignored == 0)
        #expect(second.report.checked == whole.keys.count { $0.contains("/") } && desk.remote.files == whole)
    }

    @Test func `a copy anywhere on the remote is named by each round, and goes once it is proven to be one`() throws {
        var copy = try desk.begin(with: "words")
        let path = try #require(desk.paths().first)
        let name = String(path.dropFirst("events/".count))
        let copies = [
            name, "events (conflicted copy)/" + name, "events/old/" + name, "old/events/" + name + ".bak",
            "plain.age", "events/sub/x.age", "files/sub/y.age",
        ]
        for other in copies + ["photo.png", "events/" + name + ".bak"] {
            desk.remote.files[other] = desk.remote.files[path]
        }
        for _ in 0..<2 {
            try copy.exchange(desk.remote, desk.seal)
            #expect(copy.report.astray == copies.sorted())
        }
        // What only it has, or may have, stays and is named.
        desk.remote.files["mine.age"] = [1, 2, 3]
        for _ in 0..<2 {
            desk.instruments.pass(Instruments.day / 12)
            try copy.exchange(desk.remote, desk.seal)
        }
        let left = Set(desk.remote.files.keys)
        #expect(left.isDisjoint(with: copies) && left.isSuperset(of: ["mine.age", "photo.png", path]))
        #expect(copy.report.astray == ["mine.age"])
        // A folder lists what lies beside its own, and no more of what else is there.
        let folder = desk.place("folder")
        for part in ["/events", "/events/old", "/events (conflicted copy)", "/photos"] {
            try FileSystem.makeDirectory(folder + part, withParents: true)
            try FileSystem.write([1].span, to: folder + part + "/x")
        }
        // Of a diary that lies there, its log.
        try FileSystem.rename(from: copy.path, to: folder + "/moved")
        let remote = FolderRemote(path: folder)
        let listed = try remote.list().map(\.name)
        let log = "moved/log-000001.mdb"
        #expect(Set(listed) == ["events/x", "events/old/x", "events (conflicted copy)/x", log])
        #expect(try Listing(from: remote).astray == [log])
    }
}
