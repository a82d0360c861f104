import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Projections follow the log with it; where they did not, they are made anew in the next file.
@Suite(.timed) final class ProjectionTests: InFolder {
    /// The rows of a projection's tables.
    private func rows(_ store: Store, _ name: String) throws -> [[UInt8]] {
        let reader = try store.beginRead()
        var rows: [[UInt8]] = []
        for table in try reader.view.log.tables(of: name) {
            var cursor = try reader.view.cursor(in: table)
            while try cursor.next() {
                rows.append([UInt8](copying: cursor.key))
                rows.append([UInt8](copying: cursor.value))
            }
        }
        return rows
    }

    private func status(_ store: Store, _ name: String) throws -> ProjectionStatus {
        try #require(try store.projectionStatus().first { $0.name == name })
    }

    private func reopened(_ projections: [any TableProjection]) throws -> Store {
        try Store(opening: folder("store"), model: CounterStreams(projecting: projections))
    }

    private func trial(_ steps: Int, seed: UInt64 = 9) throws -> Trial { try Trial(steps, seed: seed, in: folder) }

    @Test(
        "one that comes late is told as damaged, and has the rows of one that was there once somebody writes",
        arguments: seeds(4))
    func late(seed: UInt64) throws {
        var trial = try trial(200, seed: seed)
        let store = try reopened([CounterValues(name: "late")])
        #expect(try status(store, "late").checkpoint == nil)
        #expect(storeError { _ = try rows(store, "late") } == .damagedTable("late"))
        #expect(try store.beginRead().view.log.meta.generation == 1, "who reads changes nothing")
        try trial.step(in: store)
        #expect(try store.beginRead().view.log.meta.generation == 2)
        #expect(try rows(store, "late") == rows(store, "byvalue"))
        #expect(try status(store, "late").checkpoint == status(store, "byvalue").checkpoint)
        #expect(try store.problems() == [])
    }

    @Test func `a damaged event is noted, and the rest is followed`() throws {
        let trial = try trial(120, seed: 3)
        for (sequence, position) in [(UInt64(20), 50), (21, 90)] {
            // Two bits: a rebuild puts a single one right.
            try tamper(trial.store, at: sequence) { $0[position] ^= 3 }
        }
        let store = try reopened([CounterValues(name: "late")])
        let frames = try store.frames()
        try store.rebuild()
        #expect(try store.frames() == frames, "the log is what it was, byte for byte")
        let failures = try status(store, "late").failures
        #expect(failures.prefix(2).map(\.sequence) == [20, 21])
        #expect(failures.first?.reason == "the event cannot be read")
        #expect(try status(store, "late").checkpoint?.rawValue == store.head)
        #expect(try rows(store, "late").count > 200)
    }

    @Test func `a rebuild tells how far it has come, and others write meanwhile`() throws {
        var trial = try trial(120)
        let store = try reopened([CounterValues(name: "late")])
        var reports: [(done: UInt64, total: UInt64)] = []
        let done = try store.rebuild(after: { step in
            if step == .copied { try trial.step(30) }
        }) { reports.append(($0, $1)) }
        #expect(done.followed > 20 && reports.last?.done == reports.last?.total)
        let mirror = try Mirror(of: store, at: folder("mirror"))
        var copy = mirror
        try copy.catchUp()
        try store.write { writer in try writer.flushTail() }
        #expect(try rows(store, "late") == rows(store, "byvalue"))
        #expect(try rows(store, "byvalue") == rows(copy.store, "byvalue"))
    }

    @Test func `two versions of a program on one store each make it theirs when they write, and lose nothing`() throws {
        var trial = try trial(60, seed: 11)
        for round in 0..<3 {
            for version in [UInt16(1), 2] {
                let store = try reopened([CounterValues(name: "shared", version: version)])
                for _ in 0..<20 { try trial.step(in: store) }
                #expect(try rows(store, "shared") == rows(store, "byvalue"), "round \(round), version \(version)")
            }
        }
        #expect(try trial.store.problems() == [])
    }

    @Test func `what it cannot follow is listed with its reason, and neither writing nor following stops`() throws {
        var trial = try trial(60, seed: 5)
        let store = try reopened([CounterValues(name: "picky", unable: [10, 11, 300])])
        let head = try store.head
        for _ in 0..<200 { try trial.step(in: store) }
        try store.write { writer in try writer.flushTail() }
        #expect(head < 300)
        let found = try status(store, "picky").failures
        #expect(found.map(\.sequence.rawValue) == [10, 11, 300].filter { (try? isOfStream($0, store)) == true })
        #expect(found.first?.reason == "event 10 is not liked")
        #expect(try store.row(of: trial.objects[0]) != nil)
        // Made anew without the objections, nothing is noted.
        let easy = try reopened([CounterValues(name: "picky")])
        try easy.rebuild()
        #expect(try status(easy, "picky").failures == [])
        #expect(try rows(easy, "picky") == rows(easy, "byvalue"))
    }

    private func isOfStream(_ sequence: UInt64, _ store: Store) throws -> Bool {
        let reader = try store.beginRead()
        return try reader.view.soundFrame(sequence).map { $0.object != .zero } ?? false
    }

    @Test func `one whose table is not there is told, though the record says that it is current`() throws {
        var trial = try trial(60)
        var values = CounterValues(name: "late")
        try reopened([values]).rebuild()
        let before = try rows(reopened([values]), "late")
        values.history = "-elsewhere"
        let store = try reopened([values])
        #expect(storeError { _ = try rows(store, "late") } == .damagedTable("late-elsewhere"))
        try trial.step(in: store)
        try store.write { writer in try writer.flushTail() }
        #expect(try rows(store, "late").count >= before.count)
        #expect(try rows(store, "late") == rows(store, "byvalue"))
    }
}
