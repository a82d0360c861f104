import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// A key was drawn anew because a device was lost: what the lost one still does, and what the others do.
@Suite(.timed) struct RotationTests {
    private let desk: Desk
    /// What the lost device has, and what the others have once they have the new key.
    private let old: PlainSeal
    private let new: PlainSeal

    init() throws {
        desk = try Desk(seed: 401)
        old = PlainSeal(seed: 402, keys: [0])
        new = PlainSeal(seed: 403, keys: [1, 0])
    }

    /// A key of age with so many identities, the greatest first, down to 0.
    private func key(_ newest: Int) throws -> SyncKey {
        let lines = (0...newest).reversed().map { number in
            "AGE-SECRET-KEY-1" + String(repeating: ["Q", "P", "Z", "R"][number], count: 58)
        }
        return try #require(SyncKey(Array(lines.joined(separator: "\n").utf8)))
    }

    /// Two copies with one entry, of which the first has drawn a new key and put all anew under it.
    private func rotated() throws -> (first: Copy, second: Copy, entry: EntryID) {
        var first = try desk.begin()
        let entry = try first.diary.add("소중한 기억")
        try first.exchange(desk.remote, old)
        var second = try desk.join("b", with: old)
        try second.diary.add("둘째의 글")
        try second.exchange(desk.remote, old)
        try first.exchange(desk.remote, old)
        try key(0).write(to: SyncFolder(of: first.path).key)
        try key(0).write(to: SyncFolder(of: second.path).key)
        try SyncFolder(of: first.path).take(key(1), doubting: [])
        try first.exchange(desk.remote, new, all: true)
        #expect(first.report.unsent == 0)
        return (first, second, entry.id)
    }

    private func takeNewKey(_ copy: Copy) throws {
        let others = try copy.diary.devices().filter { !$0.isOwn }.map(\.id)
        try SyncFolder(of: copy.path).take(key(1), doubting: others)
    }

    @Test func `what a lost device forgets after the rotation is held apart, on a copy that joins as well`() throws {
        var (first, lost, entry) = try rotated()
        try first.diary.add("그 뒤의 글")
        try first.exchange(desk.remote, new)
        _ = try lost.diary.forget(entry)
        try lost.exchange(desk.remote, old)
        #expect(!lost.report.sealed.isEmpty)
        for _ in 0..<3 {
            desk.instruments.pass(Instruments.day)
            try first.exchange(desk.remote, new)
            #expect(try first.report.heldApart == [lost.diary.presentDevice(): 1])
            #expect(first.report.received == 0 && first.report.unreadable.isEmpty)
        }
        #expect(try first.diary.entry(entry)?.isForgotten == false)
        var third = try desk.join("c", with: new)
        try third.exchange(desk.remote, new)
        #expect(try third.state() == first.state() && third.report.heldApart.count == 1)
        // Until a person takes it; then all have it.
        try first.exchange(desk.remote, new, taking: lost.diary.presentDevice())
        #expect(try first.diary.entry(entry)?.isForgotten == true && first.report.heldApart.isEmpty)
        try third.exchange(desk.remote, new)
        #expect(try third.state() == first.state() && third.report.heldApart.isEmpty)
    }

    @Test func `a device that takes the new key over puts anew what it wrote, and nobody has to take it`() throws {
        var (first, second, _) = try rotated()
        try second.diary.add("옛 열쇠로 쓴 글")
        try second.exchange(desk.remote, old)
        try first.exchange(desk.remote, new)
        #expect(!first.report.heldApart.isEmpty)
        try takeNewKey(second)
        try second.exchange(desk.remote, new)
        #expect(second.report.unsent == 0 && second.report.notPassedOn.isEmpty)
        try first.exchange(desk.remote, new)
        #expect(try first.state() == second.state() && first.report.heldApart.isEmpty)
        // What lay there under the key of before goes with time.
        desk.instruments.pass(2 * Instruments.day)
        try first.exchange(desk.remote, new)
        try second.exchange(desk.remote, new)
        desk.instruments.pass(2 * Instruments.day)
        try first.exchange(desk.remote, new)
        try second.exchange(desk.remote, new)
        #expect(try desk.join("c", with: PlainSeal(seed: 404, keys: [1])).state() == first.state())
        #expect(desk.remote.files.filter { $0.key.hasPrefix("events/") && $0.value[0] == 0 }.isEmpty)
    }

    @Test func `what came from a lost device before this copy had the new key is not passed on by itself`() throws {
        var (first, lost, entry) = try rotated()
        var third = try Copy(at: desk.join("c", with: new).path, desk.instruments)
        // The third has the old key alone, as if the rotation had not reached it.
        try? FileSystem.removeFile(SyncFolder(of: third.path).state)
        try FileSystem.makeDirectory(FileSystem.parent(of: SyncFolder(of: third.path).key), withParents: true)
        try key(0).write(to: SyncFolder(of: third.path).key)
        _ = try lost.diary.forget(entry)
        try lost.exchange(desk.remote, old)
        try third.exchange(desk.remote, old)
        #expect(try third.diary.entry(entry)?.isForgotten == true)
        try takeNewKey(third)
        for _ in 0..<3 {
            desk.instruments.pass(Instruments.day)
            try third.exchange(desk.remote, new)
            try first.exchange(desk.remote, new)
        }
        // Nor where all is put, or what it knew is lost.
        try third.exchange(desk.remote, new, all: true)
        try FileSystem.removeFile(SyncFolder(of: third.path).state)
        for _ in 0..<3 {
            desk.instruments.pass(Instruments.day)
            try third.exchange(desk.remote, new)
            try first.exchange(desk.remote, new)
        }
        #expect(try third.report.notPassedOn == [lost.diary.presentDevice()])
        #expect(try first.diary.entry(entry)?.isForgotten == false)
        try third.exchange(desk.remote, new, taking: lost.diary.presentDevice())
        #expect(third.report.unsent == 0 && third.report.notPassedOn.isEmpty)
        try first.exchange(desk.remote, new)
        #expect(try third.state() == first.state())
    }

    @Test func `two rotations at once agree, once each has the key of the other`() throws {
        var (first, second, _) = try rotated()
        let other = try #require(SyncKey(Array(("AGE-SECRET-KEY-1" + String(repeating: "Z", count: 58)).utf8)))
        try SyncFolder(of: second.path).take(other.adding(key(0)), doubting: [])
        let others = PlainSeal(seed: 405, keys: [2, 0])
        try second.diary.add("둘째의 새 글")
        try second.exchange(desk.remote, others, all: true)
        try first.diary.add("첫째의 새 글")
        try first.exchange(desk.remote, new)
        #expect(!first.report.sealed.isEmpty)
        // A list of them may have been put together by hand.
        let lines = try key(1).text + key(0).text + key(1).text
        #expect(try SyncKey(Array(lines.utf8)) == key(1))
        let (one, two) = (try key(1), other.adding(try key(0)))
        #expect(one.merged(with: two) == two.merged(with: one))
        let seal = PlainSeal(seed: 406, keys: [2, 1, 0])
        for copy in [first, second] {
            let devices = try copy.diary.devices().filter { !$0.isOwn }.map(\.id)
            try SyncFolder(of: copy.path).take(one.merged(with: two), doubting: devices)
        }
        for _ in 0..<2 {
            try first.exchange(desk.remote, seal)
            try second.exchange(desk.remote, seal)
        }
        #expect(try first.state() == second.state())
        #expect(first.report.heldApart.isEmpty && second.report.heldApart.isEmpty)
        #expect(first.report.notPassedOn.isEmpty && second.report.notPassedOn.isEmpty)
        #expect(first.report.unsent == 0 && second.report.unsent == 0)
    }

    @Test func `of a device that was struck out what is held apart goes`() throws {
        var (first, lost, entry) = try rotated()
        _ = try lost.diary.forget(entry)
        try lost.exchange(desk.remote, old)
        var notes = DeviceNotes()
        notes.struck = [try lost.diary.presentDevice()]
        try notes.write(to: SyncFolder(of: first.path).devices)
        try first.exchange(desk.remote, new)
        #expect(first.report.heldApart.isEmpty)
        desk.instruments.pass(2 * Instruments.day)
        try first.exchange(desk.remote, new)
        desk.instruments.pass(2 * Instruments.day)
        try first.exchange(desk.remote, new)
        #expect(desk.remote.files.filter { $0.key.hasPrefix("events/") && $0.value[0] == 0 }.isEmpty)
        #expect(try desk.join("c", with: new).state() == first.state())
    }

    @Test func `a check with repair takes nothing that is held apart, and passes nothing off as damage`() throws {
        var (first, lost, entry) = try rotated()
        _ = try lost.diary.forget(entry)
        try lost.exchange(desk.remote, old)
        try first.check(desk.remote, new, repairing: true)
        #expect(first.report.unreadable.isEmpty && first.report.heldApart.count == 1 && first.report.unsent == 0)
        #expect(try first.diary.entry(entry)?.isForgotten == false)
    }
}
