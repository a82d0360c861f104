import DiaryEngine
import DiarylogTestSupport
import EventStore
import Testing

/// A diary that is made from an exported log: when its events came, and in which order.
@Suite("A diary made from a log", .timed) struct AdoptionTests {
    private let hour: Int64 = 3_600_000_000

    /// Two devices that write at clocks which leap, and exchange now and then.
    private func written(_ chance: inout Chance) throws -> (Scratch, Scratch) {
        let mine = try Scratch()
        try mine.add("begun")
        let theirs = try mine.copied()
        var truth = mine.wall
        for round in 0..<25 {
            truth += Int64(chance.below(Int(40 * hour)))
            let device = chance.isLucky(oneIn: 2) ? mine : theirs
            device.wall = truth + (chance.isLucky(oneIn: 6) ? Int64(chance.below(Int(4000 * hour))) - 2000 * hour : 0)
            device.seed = UInt64(round) * 2 + (device === mine ? 0 : 1)
            if chance.isLucky(oneIn: 2), let entry = try device.diary.list().entries.randomElement(using: &chance) {
                try device.edit(entry.id, text: "round \(round)")
            } else {
                try device.add("round \(round)")
            }
            if chance.isLucky(oneIn: 5) { try mine.exchange(with: theirs) }
        }
        try mine.exchange(with: theirs)
        return (mine, theirs)
    }

    /// The ids of the events in their order, and when each of them came.
    private func order(_ scratch: Scratch) throws -> [(id: Digest, arrivedAt: Int64)] {
        try scratch.events().map { (EventHeader.id(ofCanonical: $0.header), try #require($0.arrivedAt)) }
    }

    private func bare(_ events: [PortableEvent]) -> [PortableEvent] {
        events.map { PortableEvent(header: $0.header, payload: $0.payload) }
    }

    @Test("(g) has the same event for every time", arguments: seeds(2))
    func copied(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let (mine, _) = try written(&chance)
        let copy = try Scratch(events: mine.events(), wall: mine.wall + 900 * hour)
        let now = mine.wall + 500 * hour
        let one = try mine.diary.store.beginRead()
        let other = try copy.diary.store.beginRead()
        for _ in 0..<200 {
            let instant = now - Int64(chance.below(Int(5000 * hour)))
            let expected = try mine.diary.store.moment(instant, now: now, in: one.view)
            #expect(try copy.diary.store.moment(instant, now: now, in: other.view) == expected)
        }
        #expect(try copy.diary.verify(deep: true).findings == [])
    }

    @Test(
        "(g) has the same order and times whatever order the chains came in, if a line does not say when it came",
        arguments: seeds(2))
    func joined(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let (mine, theirs) = try written(&chance)
        let now = mine.wall + 3000 * hour
        let first = try Scratch(events: bare(mine.events()), wall: now)
        let expected = try order(first)
        #expect(zip(expected, expected.dropFirst()).allSatisfy { $0.arrivedAt <= $1.arrivedAt })
        #expect(expected.allSatisfy { $0.arrivedAt <= now } && Set(expected.map(\.arrivedAt)).count > 10)
        #expect(try first.diary.verify(deep: true).findings == [])
        for round in 0..<4 {
            var events = try round == 0 ? theirs.events() : mine.events().shuffled(using: &chance)
            // It is enough that one line does not say it; and a line may come twice.
            if round == 1 { events.append(events[0]) }
            events = round == 2 ? Array(events.dropLast()) + bare(events.suffix(1)) : bare(events)
            // Only a log in a good order can be begun as it stands.
            if round == 2 { events = try Array(mine.events().dropLast()) + bare(mine.events().suffix(1)) }
            let found = try order(Scratch(events: events, wall: now))
            #expect(found.map(\.id) == expected.map(\.id) && found.map(\.arrivedAt) == expected.map(\.arrivedAt))
        }
        let replay = try (first.diary.replay().stateHash, mine.diary.replay().stateHash)
        #expect(replay.0 == replay.1)
    }

    @Test func `mends each device's clock by itself, and lets nothing come before what it follows`() throws {
        let mine = try Scratch()
        let start = mine.wall
        for (number, hours) in ([1, 2, 9_000, 4, 5] as [Int64]).enumerated() {
            mine.wall = start + hours * hour
            mine.seed = UInt64(number) + 2
            try mine.add("\(number)")
        }
        let theirs = try mine.copied()
        // This clock is three hours behind, which only shows in what it follows.
        theirs.wall = start + 3 * hour
        try theirs.add("theirs")
        let times = try order(Scratch(events: bare(theirs.events()), wall: start + 10 * hour)).map(\.arrivedAt)
        // The device's beginning comes with the entry, behind the five that it follows.
        #expect(times == [0, 1, 2, 4, 4, 5, 5, 5].map { start + $0 * hour })
    }

    @Test func `keeps a hole where it is, behind what its device wrote before it`() throws {
        let mine = try Scratch()
        let entry = try mine.add("one")
        for number in 0..<20 { try mine.edit(entry.id, text: "text \(number)") }
        try mine.flip(7, at: 90)
        let records = try mine.records().map { record in
            if case .event(let event) = record { LogRecord.event(bare([event])[0]) } else { record }
        }
        let copy = try Scratch(records: records.reversed(), wall: mine.wall)
        let reader = try copy.diary.store.beginRead()
        let bytes = try #require(try reader.view.frameCopy(7))
        #expect(reader.view.log.head == 22 && EventHole(bytes.span, at: 7) != nil)
    }
}
