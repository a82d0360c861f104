import DiarylogTestSupport
import EventStore
import Testing

/// A program's own projection: counters by the last value they had, with the event's number in the key.
struct CounterLog: Projection {
    var name: String { "counter-log" }
    var version: UInt16 { 1 }
    /// Throws at events whose number is a multiple.
    var throwsAt: UInt64?

    struct Dislike: Error {}

    func changes(after event: ProjectedEvent, in rows: inout ProjectionRows) throws -> [RowChange] {
        if let throwsAt, event.sequence.rawValue.isMultiple(of: throwsAt) { throw Dislike() }
        // What it says rests on what it said before: the count of the counter's events so far.
        let last = try rows.last(atOrBefore: Self.key(event.stream, .max))
        let isSame = last?.key.starts(with: event.stream.bytes) == true
        let count = isSame ? (last?.value[0] ?? 0) &+ 1 : 1
        return [.put(Self.key(event.stream, event.sequence.rawValue), [count])]
    }

    static func key(_ stream: StreamID, _ sequence: UInt64) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(stream)
        writer.bigEndian(sequence)
        return writer.bytes
    }
}

/// Projections with the public protocol alone, and their rows.
@Suite(.timed) struct RowProjectionTests {
    @Test("rows answer for any moment, before they are built, while they lag and afterwards", arguments: seeds(2))
    func asked(seed: UInt64) throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: seed)
        for _ in 0..<60 { try trial.step() }
        let projection = CounterLog()
        let store = try Store(
            opening: folder("store"), model: CounterStreams(), projections: [RowProjection(projection)])
        try check(store, projection, trial)
        _ = try store.catchUp("projection.counter-log", slice: 20) { _ in false }
        try check(store, projection, trial)
        try store.catchUp("projection.counter-log", slice: 20)
        try check(store, projection, trial)
        for _ in 0..<10 { try trial.step() }
        try check(store, projection, trial)
    }

    /// Counts of all counters as of every fifth event, against the model's facts.
    private func check(_ store: Store, _ projection: CounterLog, _ trial: Trial) throws {
        let head = try store.head
        for sequence in stride(from: 1, through: head, by: 5) {
            var expected: [StreamID: UInt8] = [:]
            for number in 1...Int(sequence) {
                let object = trial.facts[number - 1].object
                if object != .zero { expected[object, default: 0] &+= 1 }
            }
            let reader = try store.beginRead()
            let found = try reader.view.askRows(of: projection, known: "projection.counter-log", asOf: sequence) {
                rows, sequence in
                var found: [StreamID: UInt8] = [:]
                for object in trial.objects {
                    let row = try rows.last(atOrBefore: CounterLog.key(object, sequence))
                    if let row, row.key.starts(with: object.bytes) { found[object] = row.value[0] }
                }
                return found
            }
            #expect(found == expected)
        }
    }

    @Test("one that throws is noted, writes nothing for that event, and goes on")
    func throwing() throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: 2)
        let store = try Store(
            opening: folder("store"), model: CounterStreams(), projections: [RowProjection(CounterLog(throwsAt: 10))])
        try store.catchUp("projection.counter-log")
        for _ in 0..<100 { try trial.step(in: store) }
        try store.catchUp("projection.counter-log")
        let status = try #require(try store.projectionStatus().last)
        let tens = stride(from: 10, through: try store.head, by: 10).map { $0 }
        #expect(status.failures.map(\.sequence.rawValue) == tens)
        #expect(status.failures.first?.reason == "Dislike()")
        #expect(status.checkpoint?.rawValue == (try store.head))
    }

    @Test("rows are read in the order of their keys, changes over them included")
    func ordered() throws {
        let folder = try Folder()
        let store = try makeStore(at: folder("store"))
        var writer = try store.beginWrite()
        let table = writer.view.log.tables.keys
        var chance = Chance(seed: 4)
        var model: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<60 {
            let key = chance.bytes(Int.random(in: 1...2, using: &chance)).map { $0 & 15 }
            model[key] = [1]
            let value: [UInt8] = [1]
            try writer.view.put(value.span, for: key.span, in: table)
        }
        var rows = try writer.view.projectionRows(in: table)
        for round in 0..<200 {
            let key = chance.bytes(Int.random(in: 1...2, using: &chance)).map { $0 & 15 }
            if chance.isLucky(oneIn: 2) {
                rows.lay([.remove(key)])
                model[key] = nil
            } else {
                rows.lay([.put(key, [2])])
                model[key] = [2]
            }
            let probe = chance.bytes(Int.random(in: 1...2, using: &chance)).map { $0 & 15 }
            let end = round % 3 == 0 ? nil : probe + [7]
            let sorted = model.keys.sorted { $0.lexicographicallyPrecedes($1) }
            #expect(try rows.value(for: probe) == model[probe])
            let last = sorted.last { !probe.lexicographicallyPrecedes($0) }
            #expect(try rows.last(atOrBefore: probe)?.key == last)
            var seen: [[UInt8]] = []
            try rows.forEach(from: probe, upTo: end) { (key, value) in
                #expect(model[key] == value)
                seen.append(key)
                return true
            }
            let expected = sorted.filter { key in
                !key.lexicographicallyPrecedes(probe) && (end.map { key.lexicographicallyPrecedes($0) } ?? true)
            }
            #expect(seen == expected)
            var first: [[UInt8]] = []
            try rows.forEach(from: probe) { (key, _) in
                first.append(key)
                return first.count < 2
            }
            #expect(first == Array(sorted.filter { !$0.lexicographicallyPrecedes(probe) }.prefix(2)))
        }
    }
}
