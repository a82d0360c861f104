import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// A log that is written anew into the next file: without an entry's words, or with an event in the place of its hole.
@Suite(.timed) final class RelogTests: InFolder {
    /// The events of a store with an operation of six, each of 1 MiB.
    private func events() throws -> [PortableEvent] {
        let store = try makeStore(at: folder("source"))
        let events = (1...6).map { number in
            var body = ByteWriter()
            body.littleEndian(Int64(number))
            body.append([UInt8](repeating: UInt8(number), count: 1 << 20))
            return Counter.data(Counter.opened, stream(number), .noStream, body.bytes)
        }
        try store.append(events, in: context(1))
        try store.append([Counter.open(stream(7), 7)], in: context(2))
        return try store.timed()
    }

    /// A store of the events, some of which are holes.
    private func store(
        _ name: String, _ events: [PortableEvent], lost: Set<Int>, isNamed: Bool = true
    ) throws -> Store {
        let records = try events.enumerated().map { place, event in
            try lost.contains(place + 1) ? LogRecord.hole(event.hole(isNamed: isNamed)) : .event(event)
        }
        _ = try Store.adopt(
            { $0 < records.count ? records[$0] : nil }, at: folder(name), model: CounterStreams(), now: 1)
        return try Store(opening: folder(name))
    }

    @Test(arguments: 3...7)
    func `an operation that is torn by a hole where a transaction ends is taken over whole`(lost: Int) throws {
        let store = try store("store", events(), lost: [lost])
        let before = try store.ids()
        _ = try store.forget([stream(7)])
        #expect(try store.ids() == before)
        #expect(try store.problems().map(\.reason) == [.hole])
    }

    @Test func `a filled hole is a change of generation, and the device goes on`() throws {
        let events = try events()
        let store = try store("store", events, lost: [4])
        try store.append([Counter.open(stream(9), 9)], in: context(9))
        let other = try Store(opening: folder("store"))
        let before = try other.beginRead().view.log.meta
        #expect(try store.importEvents(Array(events[1...6]), arrivedAt: 1).map(\.answer) == [.accepted])
        let after = try other.beginRead().view.log.meta
        #expect(after.generation == before.generation + 1 && after.head == before.head && after.own == before.own)
        #expect(after.device == before.device && after.home == before.home && !after.holdsGaps)
        #expect(try FileSystem.contents(of: folder("store")).filter { $0.hasSuffix(".mdb") } == ["log-000002.mdb"])
        try other.append([Counter.open(stream(10), 10)], in: context(10))
        #expect(try store.problems() == [] && store.beginRead().view.log.meta.device == before.device)
    }

    @Test func `the newest event comes after all, though its hole did not name it; no commit seems hidden`() throws {
        let events = try events()
        let store = try store("store", events, lost: [8], isNamed: false)
        #expect(try store.importEvents([events[7]], arrivedAt: 1).map(\.answer) == [.accepted])
        #expect(try store.ids() == events.map { EventHeader.id(ofCanonical: $0.header) })
        #expect(try store.damage.found == Damage() && store.problems() == [])
        let other = try Store(opening: folder("store"))
        try other.append([Counter.open(stream(9), 9)], in: context(9))
        #expect(try other.head == 10 && other.damage.found == Damage())
    }

    @Test func `beside an event whose payload is another no hole is filled, and the late event is not blamed`() throws {
        let events = try events()
        let store = try store("store", events, lost: [3])
        try store.append((20...60).map { Counter.open(stream($0), 1) }, in: context(9))
        try tamper(store, at: 30) { bytes in
            bytes[bytes.count - 1] ^= 1
            sign(&bytes, sequence: 30)
        }
        let answers = try store.importEvents(Array(events[1...6]), arrivedAt: 1).map(\.answer)
        #expect(answers == [.notYet(EventNeeds())])
        #expect(try store.beginRead().view.log.meta.generation == 1)
    }
}
