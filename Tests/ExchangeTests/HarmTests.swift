import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// What a remote and a carrier do to objects, one harm a test. Each kills a mutant that `Docs/Sync.md` names.
@Suite(.timed) final class HarmTests: AtDesk {
    @Test func `what was put is read back: one that was changed on its way is put again`() throws {
        var copy = try desk.begin()
        try copy.diary.add("하나")
        desk.remote.flips = 1
        try copy.exchange(desk.remote, desk.seal)
        #expect(copy.report.unsent > 0)
        try copy.exchange(desk.remote, desk.seal)
        #expect(try copy.report.unsent == 0 && desk.join("b").state() == copy.state())
    }

    @Test func `an own object is not believed because it is listed`() throws {
        var copy = try desk.begin(with: "하나")
        try forget(copy)
        try desk.flip(desk.paths()[0])
        try copy.exchange(desk.remote, desk.seal)
        #expect(try desk.join("b").state() == copy.state())
    }

    @Test func `another device's object is not believed because of its name`() throws {
        var first = try desk.begin(with: "하나")
        let before = Set(desk.paths())
        var second = try desk.join("b")
        try second.write("둘", on: desk)
        try first.exchange(desk.remote, desk.seal)
        try forget(first)
        let path = try #require(Set(desk.paths()).subtracting(before).first)
        try desk.flip(path)
        // The second device is never seen again.
        try first.exchange(desk.remote, desk.seal)
        #expect(first.report.unsent > 0)
        desk.instruments.pass(Instruments.day)
        try first.exchange(desk.remote, desk.seal)
        #expect(try desk.join("c").state() == second.state())
    }

    @Test func `what was prepared before a forgetting does not go out after it`() throws {
        var copy = try desk.begin()
        let entry = try copy.diary.add(Copy.words(1))
        desk.remote.refusals = 1
        try copy.exchange(desk.remote, desk.seal)
        #expect(copy.report.unsent > 0)
        _ = try copy.diary.forget(entry.id)
        desk.remote.everPut = [:]
        try copy.exchange(desk.remote, desk.seal)
        #expect(copy.report.unsent == 0)
        // Not for a moment, either.
        desk.remote.files.merge(desk.remote.everPut) { $1 }
        #expect(try desk.words(copy).isEmpty)
    }

    @Test("what was prepared is gone here once it is forgotten, on any device, though the remote goes on refusing")
    func preparedHere() throws {
        var first = try desk.begin()
        let entry = try first.write(Copy.words(1), on: desk)
        var second = try desk.join("b")
        func prepared(_ copy: Copy) throws -> [String] {
            try FileSystem.contents(of: SyncFolder(of: copy.path).spool + "/out/events")
        }
        // Both have words of it to put, and the remote takes nothing.
        desk.remote.refusals = 99
        for copy in [first, second] { try copy.diary.edit(entry.id) { $0.text += Copy.words(2) } }
        try first.exchange(desk.remote, desk.seal)
        try second.exchange(desk.remote, desk.seal)
        let before = try prepared(second)
        #expect(try !before.isEmpty && !prepared(first).isEmpty)
        _ = try first.diary.forget(entry.id)
        #expect(try prepared(first).isEmpty)
        desk.remote.refusals = 0
        try first.exchange(desk.remote, desk.seal)
        desk.remote.refusals = 99
        try second.exchange(desk.remote, desk.seal)
        #expect(try second.diary.entry(entry.id)?.isForgotten == true)
        let after = try prepared(second)
        #expect(second.report.unsent > 0 && !after.isEmpty && Set(after).isDisjoint(with: before))
    }

    @Test func `an object that waits is taken once what it follows has come`() throws {
        var first = try desk.begin(with: "하나")
        var second = try desk.join("b")
        for text in ["둘", "셋"] {
            try first.write(text, on: desk)
        }
        let paths = desk.paths()
        desk.remote.hidden = [paths[1]]
        try second.exchange(desk.remote, desk.seal)
        #expect(second.report.waiting == [paths[2]])
        desk.remote.hidden = []
        try second.exchange(desk.remote, desk.seal)
        #expect(second.report.waiting.isEmpty)
        #expect(try second.state() == first.state())
    }

    @Test func `whoever holds a forgetting takes the words out of every object, whosoever it is`() throws {
        var first = try desk.begin()
        try first.exchange(desk.remote, desk.seal)
        var second = try desk.join("b")
        let entry = try second.write(Copy.words(1), on: desk)
        // The second device, whose words these are, is never seen again.
        try first.exchange(desk.remote, desk.seal)
        _ = try first.diary.forget(entry.id)
        try first.exchange(desk.remote, desk.seal)
        #expect(try desk.words(first).isEmpty)
        #expect(try desk.join("c").state() == first.state())
    }

    @Test("a remote that refuses to remove words gets one new object, hears of it each round, and hinders nothing else")
    func refusedRemoval() throws {
        var first = try desk.begin()
        let entry = try first.write(Copy.words(1), on: desk)
        var second = try desk.join("b")
        try second.attach([1, 2, 3], named: "그림")
        try second.exchange(desk.remote, desk.seal, all: true)
        _ = try first.diary.forget(entry.id)
        desk.remote.keepsAll = true
        var counts: [Int] = []
        for _ in 0..<3 {
            try first.exchange(desk.remote, desk.seal)
            counts.append(desk.paths().count)
            #expect(first.remembered.failure == "unreachable" && first.report.missingFiles == 0)
        }
        #expect(counts[0] == counts[1] && counts[1] == counts[2] && first.report.unsent == 0)
        #expect(try !desk.words(first).isEmpty)
        desk.remote.keepsAll = false
        try first.exchange(desk.remote, desk.seal)
        #expect(try desk.words(first).isEmpty && first.remembered.failure == nil)
    }

    @Test("the file of a forgotten entry goes from the remote by whoever hears of it, and nobody fetches it again")
    func forgottenFile() throws {
        var first = try desk.begin()
        let entry = try first.attach([1, 2, 3], named: "그림")
        let kept = try first.attach([4, 5, 6], named: "사진")
        try first.exchange(desk.remote, desk.seal)
        var second = try desk.join("b")
        try second.exchange(desk.remote, desk.seal)
        let files = desk.remote.files.filter { $0.key.hasPrefix("files/") }
        #expect(files.count == 2 && second.report.files == 2)
        let file = try #require(try first.diary.entry(entry)?.content.attachments.first)
        _ = try first.diary.forget(entry)
        // The forgetting comes there, and the file cannot go: the first device is never seen again.
        desk.remote.keepsAll = true
        try first.exchange(desk.remote, desk.seal)
        #expect(first.report.files == 0 && desk.paths("files/").count == 2)
        desk.remote.keepsAll = false
        try second.exchange(desk.remote, desk.seal)
        #expect(desk.paths("files/").count == 1 && second.report.useless.count == 1)
        for copy in [first, second] { #expect(copy.diary.state(of: file) == .missing) }
        for _ in 0..<2 {
            try first.exchange(desk.remote, desk.seal)
            try second.exchange(desk.remote, desk.seal)
        }
        #expect(desk.paths("files/").count == 1)
        for copy in [first, second] { #expect(copy.diary.state(of: file) == .missing) }
        // A copy that never knew of it removes it as well, once it has seen it for an hour.
        desk.remote.files.merge(files) { $1 }
        var third = try desk.join("c")
        try third.exchange(desk.remote, desk.seal)
        #expect(desk.paths("files/").count == 2)
        desk.instruments.pass(Instruments.day)
        try third.exchange(desk.remote, desk.seal)
        #expect(desk.paths("files/").count == 1)
        let left = try #require(try third.diary.entry(kept)?.content.attachments.first)
        #expect(third.diary.state(of: left) == .present && third.diary.state(of: file) == .missing)
    }

    @Test func `a file whose events are still to come stays on the remote, whatever was forgotten`() throws {
        var first = try desk.begin()
        let entry = try first.write(Copy.words(1), on: desk)
        var second = try desk.join("b")
        _ = try first.diary.forget(entry.id)
        try first.exchange(desk.remote, desk.seal)
        try second.attach([1, 2, 3], named: "그림")
        // Its events wait on a carrier for hours.
        try second.exchange(desk.remote, desk.seal)
        let proven = first.remembered.proven
        let events = desk.remote.files.filter { desk.paths().contains($0.key) && proven[$0.key] == nil }
        for path in events.keys { desk.remote.files[path] = nil }
        try first.exchange(desk.remote, desk.seal)
        #expect(desk.paths("files/").count == 1)
        desk.remote.files.merge(events) { $1 }
        desk.instruments.pass(Instruments.day)
        try first.exchange(desk.remote, desk.seal)
        #expect(desk.paths("files/").count == 1 && first.report.files == 1)
    }

    @Test("conflicted, renamed and torn copies go an hour after they were seen; what only they have stays")
    func copies() throws {
        var first = try desk.begin()
        let entry = try first.diary.add(Copy.words(1))
        try first.attach([1, 2, 3], named: "그림")
        try first.exchange(desk.remote, desk.seal)
        let path = try #require(desk.paths().last)
        let bytes = try #require(desk.remote.files[path])
        let file = try #require(desk.paths("files/").first)
        let stem = path.dropFirst("events/".count).dropLast(4)
        desk.remote.files["events/\(stem) (conflicted copy).age"] = bytes
        desk.remote.files["events/\(stem).sync-conflict-20260101-ABC.age"] = bytes
        desk.remote.files["events/.syncthing.\(stem).age.tmp"] = Array(bytes.prefix(bytes.count / 2))
        desk.remote.files["events/renamed"] = bytes
        desk.remote.files["\(file.dropLast(4)) (1).age"] = desk.remote.files[file]
        desk.remote.files["events/holiday.jpg"] = [1, 2, 3, 4]
        _ = try first.diary.forget(entry.id)
        try first.exchange(desk.remote, desk.seal)
        #expect(try desk.words(first).isEmpty && first.report.useless.isEmpty)
        // Another device's object that comes under a carrier's name is not here: it stays.
        var second = try desk.join("b")
        try second.diary.add("둘")
        let known = Set(desk.paths())
        try second.exchange(desk.remote, desk.seal)
        let other = try #require(Set(desk.paths()).subtracting(known).first)
        desk.remote.files["\(other.dropLast(4)) (1).age"] = desk.remote.files[other]
        desk.remote.files[other] = nil
        desk.instruments.pass(Instruments.day / 12)
        try first.exchange(desk.remote, desk.seal)
        #expect(first.report.useless.count == 5)
        let left = desk.paths("").filter { path in
            path.contains("/") && ObjectName(path: path) == nil && FileName(path: path) == nil
        }
        #expect(left == ["\(other.dropLast(4)) (1).age", "events/holiday.jpg"].sorted())
    }

    @Test("copies of a forgotten file go as well, whoever looks, and those of a file that an entry has stay with it")
    func fileCopies() throws {
        var first = try desk.begin()
        let entry = try first.attach([1, 2, 3], named: "그림")
        try first.exchange(desk.remote, desk.seal)
        let file = try #require(desk.paths("files/").first)
        let bytes = try #require(desk.remote.files[file])
        try first.attach([4, 5, 6], named: "사진")
        try first.exchange(desk.remote, desk.seal)
        let living = try #require(desk.paths("files/").first { $0 != file })
        let copies = ["\(file.dropLast(4)) (conflicted copy).age", "files/renamed"]
        for path in copies { desk.remote.files[path] = bytes }
        _ = try first.diary.forget(entry)
        try first.exchange(desk.remote, desk.seal)
        #expect(desk.paths("files/") == ([living] + copies).sorted())
        try first.exchange(desk.remote, desk.seal)
        desk.instruments.pass(Instruments.day / 12)
        try first.exchange(desk.remote, desk.seal)
        #expect(desk.paths("files/") == [living] && first.report.useless == copies.sorted())
        // A device that joined when it was forgotten never knew of it; the only copy of a living file stays.
        for path in copies { desk.remote.files[path] = bytes }
        desk.remote.files["files/kept"] = desk.remote.files[living]
        desk.remote.hidden = [living]
        var second = try desk.join("b")
        try second.exchange(desk.remote, desk.seal)
        desk.instruments.pass(Instruments.day / 12)
        try second.exchange(desk.remote, desk.seal)
        #expect(second.report.useless == copies.sorted() && desk.paths("files/").contains("files/kept"))
    }

    @Test func `words are taken out only once the forgetting itself was read back`() throws {
        var first = try desk.begin()
        let entry = try first.write(Copy.words(1), on: desk)
        let before = desk.paths()
        var second = try desk.join("b")
        _ = try second.diary.forget(entry.id)
        desk.remote.refusals = 1
        try second.exchange(desk.remote, desk.seal)
        #expect(desk.paths() == before)
        try second.exchange(desk.remote, desk.seal)
        #expect(try desk.words(second).isEmpty)
    }

    @Test("an object that is no longer listed, or is with another size, is put again", arguments: [false, true])
    func absence(isCut: Bool) throws {
        var copy = try desk.begin(with: "하나")
        let path = desk.paths()[0]
        if isCut { desk.remote.files[path]?.removeLast() } else { desk.remote.files[path] = nil }
        try copy.exchange(desk.remote, desk.seal)
        #expect(try desk.join("b").state() == copy.state())
    }

    @Test("a join without the object that says what was forgotten makes what it can, and gets the rest later")
    func joinBeforeForgetting() throws {
        var first = try desk.begin(with: "하나")
        let entry = try first.write(Copy.words(1), on: desk)
        _ = try first.diary.forget(entry.id)
        try first.exchange(desk.remote, desk.seal)
        desk.remote.hidden = [try #require(desk.paths().last)]
        var second = try desk.join("b")
        desk.remote.hidden = []
        try second.exchange(desk.remote, desk.seal)
        #expect(try second.state() == first.state())
    }

    @Test func `a bad object stops neither what is sent nor what other devices wrote`() throws {
        var first = try desk.begin(with: "하나")
        var second = try desk.join("b")
        var third = try desk.join("c")
        try first.write("둘", on: desk)
        try desk.flip(try #require(desk.paths().last))
        try third.write("셋", on: desk)
        try second.write("넷", on: desk)
        #expect(second.report.unreadable.count == 1 && second.report.unsent == 0)
        #expect(second.report.received > 0 && second.report.sent > 0)
    }

    /// Loses what a copy remembers of its exchanges.
    private func forget(_ copy: Copy) throws {
        try FileSystem.removeTree(SyncFolder(of: copy.path).path)
        try FileSystem.makeDirectory(SyncFolder(of: copy.path).path)
    }
}
