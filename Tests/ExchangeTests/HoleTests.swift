import DiaryEngine
import DiarylogExchange
import DiarylogTestSupport
import EventStore
import Testing

/// Events that are lost on one device: what follows them reaches the others all the same.
@Suite(.timed) struct HoleTests {
    @Test func `what follows a lost event reaches a device that joins, with a hole in its place`() throws {
        let (desk, whole) = try written(seed: 301)
        var mended = try mend(whole, losing: [3], on: desk)
        try mended.exchange(desk.remote, desk.seal)
        try settle(&mended, on: desk)
        #expect(mended.report.unsent == 0 && holes(desk).count == 1)
        var joined = try desk.join("c")
        #expect(try joined.state() == mended.state() && joined.diary.list().entries.count == 3)
        try joined.exchange(desk.remote, desk.seal)
        #expect(joined.report.unsent == 0 && joined.report.received == 0)
    }

    @Test func `two lost neighbours, the first of which nothing names, keep both places`() throws {
        let (desk, whole) = try written(seed: 311)
        var mended = try mend(whole, losing: [3, 4], on: desk)
        try settle(&mended, on: desk)
        #expect(holes(desk).count == 2 && holes(desk).contains { $0.contains("-0000000000000000-hole-") })
        #expect(try desk.join("c").state() == mended.state())
    }

    @Test func `once a device has the lost event, every copy has it, and the hole is removed`() throws {
        var (desk, whole) = try written(seed: 321)
        var mended = try mend(whole, losing: [3], on: desk)
        try settle(&mended, on: desk)
        var joined = try desk.join("c")
        // The event is here: a hole is not believed to cover it.
        try whole.exchange(desk.remote, desk.seal)
        #expect(whole.report.sent == 1 && whole.report.unsent == 0)
        for _ in 0..<2 {
            try mended.exchange(desk.remote, desk.seal)
            try joined.exchange(desk.remote, desk.seal)
        }
        #expect(try mended.state() == whole.state() && joined.state() == whole.state())
        for _ in 0..<2 {
            desk.instruments.pass(Instruments.day * 2)
            try whole.exchange(desk.remote, desk.seal)
        }
        #expect(holes(desk).isEmpty)
        #expect(try whole.report.unsent == 0 && desk.join("d").state() == whole.state())
    }

    @Test func `an idle round of a copy with a hole asks once, also where the remote has the hole`() throws {
        let (desk, whole) = try written(seed: 331)
        var mended = try mend(whole, losing: [3], on: desk)
        try settle(&mended, on: desk)
        desk.remote.calls = HostileRemote.Calls()
        try mended.exchange(desk.remote, desk.seal)
        #expect(desk.remote.calls == HostileRemote.Calls(lists: 1))
    }

    /// A diary of four entries that exchanged nothing yet.
    private func written(seed: UInt64) throws -> (Desk, Copy) {
        let desk = try Desk(seed: seed)
        let copy = try desk.begin()
        for text in ["하나", "둘", "셋", "넷"] { try copy.diary.add(text) }
        return (desk, copy)
    }

    /// A copy that lost events, by their numbers in the log: each is known by the `previous` of the next, if that is
    /// there.
    private func mend(_ whole: Copy, losing lost: Set<UInt64>, on desk: Desk) throws -> Copy {
        var records: [LogRecord] = []
        try whole.diary.exportEvents { item in
            guard case .event(let event, let portable) = item, let device = event.device else { throw Absent() }
            let number = event.sequence.rawValue
            guard lost.contains(number) else { return records.append(.event(portable)) }
            let id = lost.contains(number + 1) ? nil : event.id
            records.append(.hole(EventHole(device: device, deviceSequence: number, id: id, reason: "damaged")))
        }
        let path = desk.place("mended")
        let taken = records
        _ = try Diary.create(
            at: path, fromEvents: { $0 < taken.count ? taken[$0] : nil }, in: desk.instruments.context())
        return try Copy(at: path, desk.instruments)
    }

    /// What another device wrote goes to the remote once it lacked it for an hour.
    private func settle(_ copy: inout Copy, on desk: Desk) throws {
        try copy.exchange(desk.remote, desk.seal, all: true)
    }

    private func holes(_ desk: Desk) -> [String] { desk.paths().filter { $0.contains("-hole-") } }
}
