import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Projections follow the log: with it, behind it in slices, and anew beside themselves.
@Suite(.timed) struct ProjectionTests {
    /// The rows of a projection's tables, in the slot that serves.
    private func rows(_ store: Store, _ name: String) throws -> [[UInt8]] {
        let reader = try store.beginRead()
        guard let tables = reader.view.log.tables(of: name) else { throw Absent() }
        var rows: [[UInt8]] = []
        for table in tables {
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

    private func reopened(_ path: String, _ projections: [any TableProjection]) throws -> Store {
        try Store(opening: path, model: CounterStreams(projecting: projections))
    }

    @Test("one that comes late has the rows of one that was there from the start", arguments: seeds(4))
    func late(seed: UInt64) throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: seed)
        for _ in 0..<200 { try trial.step() }
        let late = CounterValues(name: "late")
        let store = try reopened(folder("store"), [late])
        #expect(try status(store, "late").checkpoint == nil)
        let reports = Reports()
        try store.catchUp("late", slice: UInt64(7 + seed % 50)) { reports.note($0) }
        #expect(try rows(store, "late") == rows(store, "byvalue"))
        let head = try store.head
        #expect(reports.all.last == ProjectionProgress(done: head, total: head))
        #expect(reports.all.count > 5)
        #expect(try status(store, "late").checkpoint?.rawValue == head)
    }

    @Test("a damaged event is noted, and the rest is followed")
    func damaged() throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: 3)
        for _ in 0..<120 { try trial.step() }
        for (sequence, position) in [(UInt64(20), 50), (21, 90)] {
            try tamper(trial.store, at: sequence) { $0[position] ^= 1 }
        }
        let store = try reopened(folder("store"), [CounterValues(name: "late")])
        try store.catchUp("late", slice: 16)
        let failures = try status(store, "late").failures
        #expect(failures.prefix(2).map(\.sequence) == [20, 21])
        #expect(failures.first?.reason == "the event cannot be read")
        #expect(try status(store, "late").checkpoint?.rawValue == store.head)
        #expect(try rows(store, "late").count > 200)
    }

    @Test("stopped anywhere, it goes on where the last slice ended, in another handle too")
    func resumed() throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: 7)
        for _ in 0..<120 { try trial.step() }
        let head = try trial.store.head
        var done: UInt64 = 0
        var rounds = 0
        while done < head {
            let store = try reopened(folder("store"), [CounterValues(name: "late")])
            let reports = Reports()
            let progress = try store.catchUp("late", slice: 13) {
                reports.note($0)
                return false
            }
            #expect(reports.all.count == 1)
            #expect(progress.done == min(done + 13, head))
            done = progress.done
            rounds += 1
        }
        #expect(rounds == Int(head + 12) / 13)
        let store = try reopened(folder("store"), [CounterValues(name: "late")])
        #expect(try rows(store, "late") == rows(store, "byvalue"))
    }

    @Test("built anew, the old rows serve until the new ones take their place, while the log grows")
    func anew() throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: 9)
        for _ in 0..<120 { try trial.step() }
        let store = trial.store
        var slices = 0
        try store.catchUp("byvalue", anew: true, slice: 40) { progress in
            slices += 1
            if !progress.isCurrent {
                #expect((try? status(store, "byvalue").building?.rawValue) == progress.done)
                // The serving rows go on with what is written meanwhile.
                try? trial.step()
                #expect((try? rows(store, "byvalue").isEmpty) == false)
            }
            return true
        }
        #expect(slices > 5)
        let reader = try store.beginRead()
        #expect(reader.view.log.projection("byvalue")?.serving(reader.view.log.meta)?.slot == .second)
        _ = consume reader
        let mirror = try Mirror(of: store, at: folder("mirror"))
        var copy = mirror
        try copy.catchUp()
        #expect(try rows(store, "byvalue") == rows(copy.store, "byvalue"))
        // And back again into the first, whatever stands there.
        var writer = try store.beginWrite()
        let free = try #require(writer.view.log.projection("byvalue")?[.first])
        let junk: [UInt8] = [1, 2, 3]
        try writer.view.put(junk.span, for: junk.span, in: free[0])
        try writer.commit()
        try store.catchUp("byvalue", anew: true)
        for _ in 0..<40 { try trial.step() }
        try copy.catchUp()
        try store.catchUp("byvalue")
        #expect(try rows(store, "byvalue") == rows(copy.store, "byvalue"))
        #expect(try status(store, "byvalue").building == nil)
    }

    @Test("two versions of a program on one store each have their rows, and neither spoils the other's")
    func versions() throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: 11)
        for _ in 0..<60 { try trial.step() }
        let old = CounterValues(name: "shared", version: 1)
        let new = CounterValues(name: "shared", version: 2)
        for _ in 0..<3 {
            let older = try reopened(folder("store"), [old])
            try older.catchUp("shared", slice: 64)
            for _ in 0..<30 { try trial.step(in: older) }
            let newer = try reopened(folder("store"), [new])
            try newer.catchUp("shared", slice: 64)
            for _ in 0..<30 { try trial.step(in: newer) }
        }
        let older = try reopened(folder("store"), [old])
        let newer = try reopened(folder("store"), [new])
        try older.catchUp("shared")
        try newer.catchUp("shared")
        #expect(try rows(older, "shared") == rows(older, "byvalue"))
        #expect(try rows(newer, "shared") == rows(newer, "byvalue"))
    }

    @Test("what it cannot follow is listed with its reason, and neither writing nor following stops")
    func failures() throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: 5)
        for _ in 0..<60 { try trial.step() }
        let picky = CounterValues(name: "picky", unable: [10, 11, 300])
        let store = try reopened(folder("store"), [picky])
        try store.catchUp("picky", slice: 25)
        let head = try store.head
        for _ in 0..<200 { try trial.step(in: store) }
        try store.catchUp("picky")
        #expect(head < 300)
        let found = try status(store, "picky").failures
        #expect(found.map(\.sequence.rawValue) == [10, 11, 300].filter { (try? isOfStream($0, store)) == true })
        #expect(found.first?.reason == "event 10 is not liked")
        #expect(try store.row(of: trial.objects[0]) != nil)
        // Built anew without the objections, nothing is noted.
        let easy = try reopened(folder("store"), [CounterValues(name: "picky")])
        try easy.catchUp("picky", anew: true)
        #expect(try status(easy, "picky").failures == [])
        #expect(try rows(easy, "picky") == rows(easy, "byvalue"))
    }

    private func isOfStream(_ sequence: UInt64, _ store: Store) throws -> Bool {
        let reader = try store.beginRead()
        return try reader.view.soundFrame(sequence).map { $0.object != .zero } ?? false
    }

    @Test("a dropped one has no rows to serve, and comes back")
    func dropped() throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: 6)
        for _ in 0..<60 { try trial.step() }
        try trial.store.catchUp("byvalue")
        let before = try rows(trial.store, "byvalue")
        try trial.store.drop("byvalue")
        #expect(throws: Absent.self) { try rows(trial.store, "byvalue") }
        #expect(try status(trial.store, "byvalue").checkpoint == nil)
        try trial.store.catchUp("byvalue")
        #expect(try rows(trial.store, "byvalue") == before)
    }

    @Test("one whose table is not there is built from the first event, though the record says that it is current")
    func missingTable() throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: 9)
        for _ in 0..<60 { try trial.step() }
        var values = CounterValues(name: "late")
        let early = try reopened(folder("store"), [values])
        try early.catchUp("late")
        let before = try rows(early, "late")
        values.history = "-elsewhere"
        let store = try reopened(folder("store"), [values])
        #expect(try store.catchUpAll() && !store.catchUpAll(), "whoever writes heals it")
        #expect(try rows(store, "late") == before)
        #expect(try status(store, "late").checkpoint?.rawValue == store.head)
    }

    @Test("in a store without events it is current at once; an unknown name is an error")
    func empty() throws {
        let folder = try Folder()
        try Store.create(at: folder("store"), model: CounterStreams(), store: storeID(1)) { _ in }
        let store = try reopened(folder("store"), [CounterValues(name: "late")])
        #expect(try store.catchUp("late") == ProjectionProgress(done: 0, total: 0))
        #expect(try rows(store, "late") == [])
        #expect(
            storeError { try store.catchUp("nobody") } == .unknownProjection("nobody"))
    }

    @Test("a handle that was open before sees tables that another has made since")
    func lookedAgain() throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: 8)
        for _ in 0..<40 { try trial.step() }
        try trial.store.catchUp("byvalue", anew: true)
        // The registry gives this process one environment: another handle has its own view of the tables.
        let other = try Store(opening: folder("store"), model: CounterStreams())
        try other.catchUp("byvalue", anew: true)
        try other.catchUp("byvalue", anew: true)
        for _ in 0..<20 { try trial.step() }
        #expect(try rows(trial.store, "byvalue") == rows(other, "byvalue"))
    }
}

/// What a catching up has told of itself.
final class Reports {
    private(set) var all: [ProjectionProgress] = []

    @discardableResult
    func note(_ progress: ProjectionProgress) -> Bool {
        all.append(progress)
        return true
    }
}
