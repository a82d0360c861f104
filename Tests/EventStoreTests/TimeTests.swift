import EventStore
import Host
import TestSupport
import Testing

@Suite("The log in time")
struct TimeTests {
    @Test("a stream's last event as of any event is that of a plain walk", arguments: seeds(2))
    func asOf(seed: UInt64) throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: seed)
        for _ in 0..<100 { try trial.step() }
        let reader = try trial.store.beginRead()
        for object in trial.objects.shuffled(using: &trial.chance).prefix(25) {
            let row = try #require(try reader.view.stream(object))
            var expected: UInt64?
            for (index, fact) in trial.facts.enumerated() {
                if fact.object == object { expected = UInt64(index + 1) }
                let found = try reader.view.lastEvent(
                    ofStreamWithHead: row.head, create: row.create, notAfter: UInt64(index + 1))
                #expect(found == expected)
            }
        }
    }

    @Test("a version of a long stream is found in few steps")
    func steps() throws {
        let folder = try Folder()
        let store = try makeStore(at: folder("store"))
        let one = stream(1)
        var events = [Counter.open(one, 0)]
        for version in 1..<5000 { events.append(Counter.add(one, 1, after: UInt64(version))) }
        try store.append(events, in: context(1))
        let reader = try store.beginRead()
        let row = try #require(try reader.view.stream(one))
        var most = 0
        for limit in row.create...row.head {
            var (sequence, steps) = (row.head, 0)
            while sequence > limit {
                let frame = try #require(try reader.view.soundFrame(sequence))
                sequence = frame.jump > limit ? frame.jump : frame.previousInStream
                steps += 1
            }
            most = max(most, steps)
            if limit % 97 == 0 {
                let found = try reader.view.lastEvent(
                    ofStreamWithHead: row.head, create: row.create, notAfter: limit)
                #expect(found == limit)
            }
        }
        #expect(most <= 3 * 13, "5,000 versions are 13 bits")
    }

    @Test(
        "the newest event not after an instant is that of a plain search, clocks going backwards too",
        arguments: seeds(2))
    func instants(seed: UInt64) throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: seed)
        for _ in 0..<80 { try trial.step() }
        let reader = try trial.store.beginRead()
        var instants = trial.facts.flatMap { [$0.wall - 1, $0.wall, $0.wall + 1] }
        instants += [.min, .max, 0]
        for instant in instants {
            let expected = trial.facts.lastIndex { $0.clamp <= instant }.map { UInt64($0 + 1) } ?? 0
            #expect(try reader.view.newestEvent(notAfter: instant) == expected)
        }
    }
}
