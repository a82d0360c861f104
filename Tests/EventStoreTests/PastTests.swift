import DiarylogTestSupport
import EventStore
import Testing

@Suite("The past", .timed) struct PastTests {
    @Test("is never changed, whatever the floor is asked to do", arguments: seeds(2))
    func unchanged(seed: UInt64) throws {
        var trial = try Trial(seed: seed)
        var past: [[UInt8]] = []
        let key = EventHeader.Key(kind: .command, code: Digest(hashing: [7]))
        for round in 0..<60 {
            switch Int.random(in: 0..<6, using: &trial.chance) {
            case 0: dropped(trial.store, round)
            case 1: conflicting(trial.store, trial.objects.first)
            case 2: try read(trial, key)
            case 3: foldedAndDropped(trial.store)
            case 4: refused(trial.store)
            default: try trial.step()
            }
            let now = try trial.store.frames()
            #expect(Array(now.prefix(past.count)) == past)
            past = now
        }
        #expect(try trial.store.problems() == [])
    }

    private func dropped(_ store: Store, _ round: Int) {
        _ = storeError {
            var moment = context(round)
            var writer = try store.beginWrite()
            try writer.begin(EventHeader.Operation(command: 1), count: 20, in: &moment)
            for number in 0..<20 { try writer.append(Counter.open(stream(1000 + number), 1)) }
        }
    }

    private func conflicting(_ store: Store, _ object: StreamID?) {
        guard let object else { return }
        let error = storeError { try store.append([Counter.open(object, 1)], in: context(1)) }
        #expect(error != nil)
    }

    private func read(_ trial: Trial, _ key: EventHeader.Key) throws {
        let reader = try trial.store.beginRead()
        for object in trial.objects { _ = try reader.view.stream(object) }
        _ = try reader.view.events(keyed: key.code)
        _ = try trial.store.prove(through: reader.view.log.head, threads: 1)
    }

    private func foldedAndDropped(_ store: Store) {
        _ = storeError {
            var writer = try store.beginWrite()
            try writer.flushTail()
        }
        _ = storeError {
            try store.write { writer in try writer.flushTail() }
        }
    }

    private func refused(_ store: Store) {
        let hand = HandHeader()
        let error = storeError {
            try store.write { writer in
                try writer.importEvent(hand.portable, arrivedAt: 0, record: 1)
            }
        }
        guard case .refused = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

@Suite("Events of kinds nobody here knows", .timed) struct CriticalityTests: OfPlace {
    let place: Place
    private let one = stream(1)

    init() throws {
        place = try Place()
        try store.append([Counter.open(one, 5)], in: context(1))
    }

    private func unknown(_ criticality: EventCriticality, _ object: StreamID, expecting: ExpectedVersion)
        -> EventData
    {
        let event = with(Counter.data(999, object, expecting, [1, 2, 3])) { $0.criticality = criticality }
        return event
    }

    /// Whether the store takes a change of stream one, and of another.
    private func takes(_ number: Int) throws -> (one: Bool, other: Bool) {
        let version = try store.row(of: one)?.version ?? 0
        let first = storeError { try store.append([Counter.add(one, 1, after: version)], in: context(number)) }
        let second = storeError { try store.openStream(number) }
        for error in [first, second] { #expect(error == nil || error == .needsNewerProgram) }
        return (first == nil, second == nil)
    }

    @Test func `are passed over where they may be ignored`() throws {
        try store.append([unknown(.ignorable, one, expecting: .exactly(1))], in: context(2))
        for number in 10..<40 {
            let taken = try takes(number)
            #expect(taken.one && taken.other)
        }
        let row = try #require(try store.row(of: one))
        #expect(row.version == 32 && CounterState(row.state).value == 35)
    }

    @Test func `make their stream read-only where the entry needs them, in the tail and after`() throws {
        try store.append([unknown(.stream, one, expecting: .exactly(1))], in: context(2))
        for number in 10..<40 {
            let taken = try takes(number)
            #expect(!taken.one && taken.other)
        }
    }

    @Test(
        "make the store read-only where the diary needs them, in the tail and after", arguments: [true, false], [0, 20])
    func diary(ofTheStore: Bool, before: Int) throws {
        for number in 0..<before { try store.append([Counter.open(stream(100 + number), 1)], in: context(number)) }
        let event =
            ofTheStore
            ? unknown(.store, .zero, expecting: .exists) : unknown(.store, one, expecting: .exactly(1))
        try store.append([event], in: context(2))
        for number in 10..<30 {
            let taken = try takes(number)
            #expect(!taken.one && !taken.other)
        }
        #expect(
            storeError {
                try store.write { writer in try writer.flushTail() }
            } == nil)
        let taken = try takes(99)
        #expect(!taken.one && !taken.other)
        #expect(try store.row(of: one) != nil, "everything is still read")
    }

    @Test func `bind only the program that does not know them, whoever flushed them`() throws {
        let newer = try Store(opening: folder("store"), model: CounterStreams(alsoKnown: [999]))
        try newer.append([unknown(.store, one, expecting: .exactly(1))], in: context(2))
        try newer.openStreams(10...39)
        let taken = try takes(99)
        #expect(!taken.one && !taken.other)
        try newer.openStream(77)
    }

    @Test func `bind a stream only for the program that does not know them, though an older one flushed them`() throws {
        let newer = try Store(opening: folder("store"), model: CounterStreams(alsoKnown: [999]))
        try newer.append([unknown(.stream, one, expecting: .exactly(1))], in: context(2))
        try store.write { writer in try writer.flushTail() }
        #expect(try store.row(of: one)?.isReadOnly == true)
        for number in 10..<40 {
            let version = try #require(try newer.row(of: one)?.version)
            try newer.append([Counter.add(one, 1, after: version)], in: context(number))
            #expect(try takes(100 + number) == (false, true))
        }
        #expect(try newer.row(of: one).map { CounterState($0.state).value } == 35)
    }

    @Test func `of the store's own, but a later layout, bind as their criticality says`() throws {
        let event = with(Counter.data(18, .zero, .exists, [])) { ($0.schema, $0.criticality) = (2, .store) }
        try store.append([event], in: context(2))
        #expect(try takes(10).other == false)
    }
}
