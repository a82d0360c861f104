import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Whether the remote still has what it had, and how it is mended.
@Suite(.timed) final class CheckTests: AtDesk {
    @Test func `a check tells what is torn, lost, and opened by no key; without repair it puts nothing`() throws {
        var copy = try desk.begin()
        for number in 0..<3 {
            try copy.write("글 \(number)", on: desk)
        }
        try copy.check(desk.remote, desk.seal)
        #expect(copy.report.checked == 3 && copy.report.unsent == 0)
        #expect(copy.report.unreadable.isEmpty && copy.report.lost.isEmpty)
        let paths = desk.paths()
        try desk.flip(paths[0])
        desk.remote.files[paths[1]] = nil
        let sealed = try nameOfNoKey(copy)
        desk.remote.files[sealed] = [1, 2, 3]
        let before = desk.remote.files
        try copy.check(desk.remote, desk.seal)
        #expect(copy.report.unreadable == [paths[0], sealed].sorted() && copy.report.sealed == [sealed])
        #expect(copy.report.lost == [paths[1]] && copy.report.unsent > 0)
        #expect(copy.remembered.unreadable[paths[0]]?.fault == .torn)
        #expect(copy.remembered.unreadable[sealed]?.fault == .sealed)
        #expect(Set(copy.remembered.proven.keys) == [paths[2]])
        #expect(desk.remote.files == before)
    }

    @Test func `a repair puts anew what any device wrote, removes what is torn, and never what no key opens`() throws {
        var first = try desk.begin()
        try first.exchange(desk.remote, desk.seal)
        let before = Set(desk.paths())
        var second = try desk.join("b")
        for text in ["하나", "둘"] {
            try second.write(text, on: desk)
        }
        try first.exchange(desk.remote, desk.seal)
        let paths = Set(desk.paths()).subtracting(before).sorted()
        try desk.flip(paths[0])
        desk.remote.files[paths[1]] = nil
        let sealed = try nameOfNoKey(first)
        desk.remote.files[sealed] = [1, 2, 3]
        // The device that wrote them is never seen again.
        try first.check(desk.remote, desk.seal, repairing: true)
        #expect(first.report.unsent == 0)
        #expect(desk.remote.files[paths[0]] == nil)
        #expect(desk.remote.files[sealed] == [1, 2, 3])
        let third = try desk.join("c")
        #expect(try third.state() == second.state())
    }

    @Test func `a torn object stays as long as nothing proven has its events`() throws {
        var first = try desk.begin(with: "하나")
        var second = try desk.join("b")
        try first.write("둘", on: desk)
        let newest = try #require(desk.paths().last)
        try desk.flip(newest)
        // This device never had the events.
        try second.check(desk.remote, desk.seal, repairing: true)
        #expect(desk.remote.files[newest] != nil)
        #expect(second.report.unreadable == [newest])
    }

    @Test func `an attached file that is spoilt is put anew by a repair, and the spoilt one removed`() throws {
        var copy = try desk.begin()
        try copy.attach(Array(repeating: 7, count: 999), named: "강.png")
        try copy.exchange(desk.remote, desk.seal)
        let path = try #require(desk.paths("files/").first)
        try desk.flip(path)
        try copy.check(desk.remote, desk.seal)
        #expect(copy.report.unreadable == [path])
        try copy.check(desk.remote, desk.seal, repairing: true)
        #expect(desk.paths("files/").count == 1 && desk.remote.files[path] == nil)
        var other = try desk.join("b")
        try other.exchange(desk.remote, desk.seal)
        #expect(other.report.files == 1 && other.report.missingFiles == 0)
    }

    @Test func `each day one object is proven once more, in turn; a bad one is put again by the same round`() throws {
        var first = try desk.begin(with: "글")
        var second = try desk.join("b")
        for number in 0..<2 {
            try second.write("글 \(number)", on: desk)
        }
        // The first device holds what the second wrote, and does not descend from it.
        try first.exchange(desk.remote, desk.seal)
        let paths = desk.paths()
        #expect(paths.count == 3)
        let earlier = try first.diary.devices().filter(\.isOwn).map(\.id)
        let device = try #require(try second.diary.devices().first { !earlier.contains($0.id) })
        let bad = try #require(paths.firstIndex { $0.contains(device.id.hexadecimal) })
        try desk.flip(paths[bad])
        for index in 0...bad {
            desk.instruments.pass(Instruments.day)
            try first.exchange(desk.remote, desk.seal)
            #expect(first.remembered.provenAgain == paths[index])
            #expect((first.report.sent > 0) == (index == bad))
            // Not twice a day.
            if index < bad { try first.exchange(desk.remote, desk.seal) }
        }
        #expect(first.report.unsent == 0 && first.report.unreadable == [paths[bad]])
        #expect(try desk.join("c").state() == second.state())
    }

    /// The name of an object that has all events of a copy's first device, of bytes that no key opens.
    private func nameOfNoKey(_ copy: Copy) throws -> String {
        let device = try #require(copy.diary.devices().first)
        let tip = try #require(device.tips.first)
        let number = "\(tip.number)"
        let last = String(repeating: "0", count: 10 - number.count) + number
        let hash = Digest(hashing: [1, 2, 3]).hexadecimal.prefix(32)
        return "events/\(device.id.hexadecimal)-0000000001-\(last)-\(ObjectName.tip(of: tip.id))-0-3-\(hash).age"
    }
}
