import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// What a remote and a carrier do to objects, one harm a test. Each kills a mutant that `Docs/Sync.md` names.
@Suite(.timed) struct HarmTests {
    @Test("what was put is read back: one that was changed on its way is put again")
    func readBack() throws {
        let desk = try Desk(seed: 101)
        var copy = try desk.begin()
        try copy.diary.add("하나")
        desk.remote.flips = 1
        try copy.exchange(desk.remote, desk.seal)
        #expect(copy.report.unsent > 0)
        try copy.exchange(desk.remote, desk.seal)
        #expect(try copy.report.unsent == 0 && desk.join("b").state() == copy.state())
    }

    @Test("an own object is not believed because it is listed")
    func ownListed() throws {
        let desk = try Desk(seed: 111)
        var copy = try desk.begin()
        try copy.diary.add("하나")
        try copy.exchange(desk.remote, desk.seal)
        try forget(copy)
        try desk.flip(desk.paths()[0])
        try copy.exchange(desk.remote, desk.seal)
        #expect(try desk.join("b").state() == copy.state())
    }

    @Test("another device's object is not believed because of its name")
    func othersListed() throws {
        let desk = try Desk(seed: 121)
        var first = try desk.begin()
        try first.diary.add("하나")
        try first.exchange(desk.remote, desk.seal)
        let before = Set(desk.paths())
        var second = try desk.join("b")
        try second.diary.add("둘")
        try second.exchange(desk.remote, desk.seal)
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

    @Test("what was prepared before a forgetting does not go out after it")
    func preparedWords() throws {
        let desk = try Desk(seed: 131)
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

    @Test("an object that waits is taken once what it follows has come")
    func waiting() throws {
        let desk = try Desk(seed: 141)
        var first = try desk.begin()
        try first.diary.add("하나")
        try first.exchange(desk.remote, desk.seal)
        var second = try desk.join("b")
        for text in ["둘", "셋"] {
            try first.diary.add(text)
            try first.exchange(desk.remote, desk.seal)
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

    @Test("whoever holds a forgetting takes the words out of every object, whosoever it is")
    func anyHolderRewrites() throws {
        let desk = try Desk(seed: 151)
        var first = try desk.begin()
        try first.exchange(desk.remote, desk.seal)
        var second = try desk.join("b")
        let entry = try second.diary.add(Copy.words(1))
        try second.exchange(desk.remote, desk.seal)
        // The second device, whose words these are, is never seen again.
        try first.exchange(desk.remote, desk.seal)
        _ = try first.diary.forget(entry.id)
        try first.exchange(desk.remote, desk.seal)
        #expect(try desk.words(first).isEmpty)
        #expect(try desk.join("c").state() == first.state())
    }

    @Test("a remote that refuses to remove words gets one new object, hears of it each round, and hinders nothing else")
    func refusedRemoval() throws {
        let desk = try Desk(seed: 171)
        var first = try desk.begin()
        let entry = try first.diary.add(Copy.words(1))
        try first.exchange(desk.remote, desk.seal)
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

    @Test("words are taken out only once the forgetting itself was read back")
    func forgetFirst() throws {
        let desk = try Desk(seed: 161)
        var first = try desk.begin()
        let entry = try first.diary.add(Copy.words(1))
        try first.exchange(desk.remote, desk.seal)
        let before = desk.paths()
        var second = try desk.join("b")
        _ = try second.diary.forget(entry.id)
        desk.remote.refusals = 1
        try second.exchange(desk.remote, desk.seal)
        #expect(desk.paths() == before)
        try second.exchange(desk.remote, desk.seal)
        #expect(try desk.words(second).isEmpty)
    }

    @Test("an object that is no longer listed is put again")
    func absence() throws {
        let desk = try Desk(seed: 171)
        var copy = try desk.begin()
        try copy.diary.add("하나")
        try copy.exchange(desk.remote, desk.seal)
        desk.remote.files[desk.paths()[0]] = nil
        try copy.exchange(desk.remote, desk.seal)
        #expect(desk.paths().count == 1)
        #expect(try desk.join("b").state() == copy.state())
    }

    @Test("an object that is listed with another size is not there")
    func size() throws {
        let desk = try Desk(seed: 181)
        var copy = try desk.begin()
        try copy.diary.add("하나")
        try copy.exchange(desk.remote, desk.seal)
        let path = desk.paths()[0]
        desk.remote.files[path]?.removeLast()
        try copy.exchange(desk.remote, desk.seal)
        #expect(try desk.join("b").state() == copy.state())
    }

    @Test("a bad object stops neither what is sent nor what other devices wrote")
    func goesOn() throws {
        let desk = try Desk(seed: 191)
        var first = try desk.begin()
        try first.diary.add("하나")
        try first.exchange(desk.remote, desk.seal)
        var second = try desk.join("b")
        var third = try desk.join("c")
        try first.diary.add("둘")
        try first.exchange(desk.remote, desk.seal)
        try desk.flip(try #require(desk.paths().last))
        try third.diary.add("셋")
        try third.exchange(desk.remote, desk.seal)
        try second.diary.add("넷")
        try second.exchange(desk.remote, desk.seal)
        #expect(second.report.unreadable.count == 1 && second.report.unsent == 0)
        #expect(second.report.received > 0 && second.report.sent > 0)
    }

    /// Loses what a copy remembers of its exchanges.
    private func forget(_ copy: Copy) throws {
        try FileSystem.removeTree(SyncFolder(of: copy.path).path)
        try FileSystem.makeDirectory(SyncFolder(of: copy.path).path)
    }
}
