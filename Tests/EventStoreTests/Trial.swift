import DiarylogTestSupport
import EventStore

/// A store, random operations on it, and what a plain model believes it then holds.
struct Trial {
    /// A stream as the model knows it.
    struct Belief: Equatable {
        var version: UInt64
        var state: CounterState
    }

    /// One event as the model knows it.
    struct Fact {
        var object: StreamID
        var belief: Belief?
        var wall: Int64
        /// When it came into the store.
        var arrivedAt: Int64
        var counters: Counters
        var key: Digest?
    }

    let folder: Folder
    let store: Store
    var chance: Chance
    var beliefs: [StreamID: Belief] = [:]
    var objects: [StreamID] = []
    var facts: [Fact] = []
    var wall: Int64 = 1_700_000_000_000_000
    var keys: [EventHeader.Key] = []
    /// Whether the clock leaps by hours now and then.
    var leaps = false
    private var steps = 0

    /// After so many operations; in a folder of its own if none is given.
    init(_ count: Int = 0, seed: UInt64, in folder: Folder? = nil) throws {
        self.folder = try folder ?? Folder()
        store = try makeStore(at: self.folder("store"), seed: Int(seed & 0xffff))
        chance = Chance(seed: seed)
        facts = [Fact(object: .zero, belief: nil, wall: wall, arrivedAt: wall, counters: Counters(), key: nil)]
        try step(count)
    }

    mutating func step(_ count: Int) throws {
        for _ in 0..<count { try step() }
    }

    /// One operation: mostly of one event, now and then of a handful, seldom of more than the tail takes; through
    /// another handle if one is given.
    mutating func step(in other: Store? = nil) throws {
        steps += 1
        let count =
            chance.isLucky(oneIn: 25)
            ? Int.random(in: 14...40, using: &chance)
            : chance.isLucky(oneIn: 5) ? Int.random(in: 2...6, using: &chance) : 1
        var drawn = chance.bytes(8)
        drawn.append(UInt8(truncatingIfNeeded: steps))
        wall += Int64.random(in: -20_000_000...30_000_000, using: &chance)
        if leaps, chance.isLucky(oneIn: 8) {
            wall += Int64.random(in: -80_000_000_000...80_000_000_000, using: &chance)
        }
        let isAway = chance.isLucky(oneIn: 6)
        let context = WriteContext(
            wall: wall, offset: isAway ? -3600 : 9 * 3600, zone: isAway ? "Atlantic/Azores" : "Asia/Seoul",
            entropy: .seeded(drawn))
        var events: [EventData] = []
        for _ in 0..<count { events.append(event()) }
        let receipt = try (other ?? store).append(events, in: context)
        precondition(receipt.last.rawValue == UInt64(facts.count), "the model counts with the store")
    }

    /// Draws an event that fits what the model believes, and lets the model follow it.
    private mutating func event() -> EventData {
        var key: EventHeader.Key?
        if chance.isLucky(oneIn: 4) {
            if keys.isEmpty || chance.isLucky(oneIn: 2) { keys.append(.init(kind: .command, code: chance.digest())) }
            key = keys.randomElement(using: &chance)
        }
        guard let object = objects.randomElement(using: &chance), let belief = beliefs[object],
            !chance.isLucky(oneIn: 4)
        else {
            let object = StreamID(high: chance.next(), low: chance.next())
            let value = Int64.random(in: 0...1000, using: &chance)
            objects.append(object)
            apply(object, Belief(version: 1, state: CounterState(value: value)), key)
            return Counter.open(object, value, key: key)
        }
        return change(object, belief, key)
    }

    private mutating func change(_ object: StreamID, _ belief: Belief, _ key: EventHeader.Key?) -> EventData {
        var after = belief
        after.version += 1
        let event: EventData
        if belief.state.isClosed || chance.isLucky(oneIn: 6) {
            let value = Int64.random(in: 0...1000, using: &chance)
            after.state = CounterState(value: value)
            var set = Counter.set(
                object, value, from: belief.state.isClosed ? 0 : belief.state.value, after: belief.version)
            set.key = key
            event = set
        } else if chance.isLucky(oneIn: 6) {
            after.state.isClosed = true
            let close = with(Counter.close(object, from: belief.state.value, after: belief.version)) { $0.key = key }
            event = close
        } else {
            let delta = Int64.random(in: 0...50, using: &chance)
            after.state.value += delta
            event =
                chance.isLucky(oneIn: 3)
                ? Counter.addOldSchema(object, Int32(delta), after: belief.version)
                : Counter.add(object, delta, after: belief.version, key: key)
        }
        apply(object, after, event.key)
        return event
    }

    private mutating func apply(_ object: StreamID, _ belief: Belief, _ key: EventHeader.Key?) {
        let model = CounterStreams()
        let old = beliefs[object].map { model.counters(of: $0.state.bytes) } ?? Counters()
        let new = model.counters(of: belief.state.bytes)
        beliefs[object] = belief
        let last = facts[facts.count - 1]
        facts.append(
            Fact(
                object: object, belief: belief, wall: wall, arrivedAt: NaiveClock.arrival(wall, after: last.arrivedAt),
                counters: Counters(
                    first: last.counters.first + new.first - old.first,
                    second: last.counters.second + new.second - old.second),
                key: key?.code))
    }
}
