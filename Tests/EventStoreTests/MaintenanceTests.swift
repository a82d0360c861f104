import DiarylogTestSupport
import EventStore
import Synchronization
import Testing

/// Between two flushes projections maintain their tables.
@Suite(.timed) struct MaintenanceTests {
    @Test func `a flush knows how often a projection has maintained its tables since the last one`() throws {
        var chance = Chance(for: "maintenance")
        let folder = try Folder()
        let diary = Steps()
        var store = try makeStore(at: folder("store"), model: model(diary))
        diary.take()
        var (flushes, maintained) = (0, 0)
        for number in 0..<400 {
            // Mostly single events, as people write them; at times more than a tail holds.
            let count = chance.below(4) > 0 ? 1 : 1 + chance.below(24)
            let events = (0..<count).map { Counter.open(stream(number * 32 + $0), 1) }
            try store.append(events, in: context(number))
            if chance.below(8) == 0 { store = try opened(folder("store"), diary) }
            for step in diary.take() {
                switch step {
                case .maintained: maintained += 1
                case .maintainedBehindMany: Issue.record("nothing asked for that")
                case .finished(let reported):
                    #expect(reported == maintained)
                    #expect(maintained <= 2)
                    (flushes, maintained) = (flushes + 1, 0)
                }
            }
        }
        #expect(flushes > 40)
        for number in 0..<64 {
            try store.append([Counter.open(stream(1_000_000 + number), 1)], in: context(number))
        }
        let last = diary.take().suffix(6)
        #expect(last.count { $0 == .maintained } == 4)
        #expect(last.count { $0 == .finished(maintained: 2) } == 2)
    }

    @Test func `behind many events projections are maintained until nothing is left, and what they did is kept`() throws
    {
        let folder = try Folder()
        let diary = Steps()
        let store = try makeStore(at: folder("store"), model: model(diary))
        try store.append((0..<40).map { Counter.open(stream($0), 1) }, in: context(1))
        diary.take()
        try store.maintainProjections()
        #expect(diary.take() == Array(repeating: .maintainedBehindMany, count: 4))
        // Once more there is nothing to do.
        try opened(folder("store"), diary).maintainProjections()
        #expect(diary.take() == [.maintainedBehindMany])
    }

    @Test func `a store that is made of a log is maintained before it is there`() throws {
        let folder = try Folder()
        let source = try makeStore(at: folder("source"))
        try source.append((0..<40).map { Counter.open(stream($0), 1) }, in: context(1))
        let log = try source.portable().map(\.event)
        let steps = Steps()
        var model = CounterStreams()
        model.projecting.append(Maintained(steps: steps))
        _ = try Store.adopt({ $0 < log.count ? .event(log[$0]) : nil }, at: folder("made"), model: model, now: 1)
        #expect(steps.take().suffix(4) == Array(repeating: .maintainedBehindMany, count: 4))
    }

    @Test func `where a projection finds its tables damaged as it maintains them, they are made anew first`() throws {
        let folder = try Folder()
        let diary = Steps()
        let store = try makeStore(at: folder("store"), model: model(diary))
        diary.isDamaged.withLock { $0 = true }
        try store.openStreams(0...11)
        let log = try store.beginRead().view.log
        #expect(log.meta.generation == 2 && log.head == 13)
        for name in ["maintained", "byvalue"] {
            #expect(try store.projectionStatus().first { $0.name == name }?.checkpoint?.rawValue == log.meta.flushed)
        }
        for number in 0..<12 { #expect(try store.row(of: stream(number)) != nil) }
    }

    private func model(_ steps: Steps) -> CounterStreams { CounterStreams(projecting: [Maintained(steps: steps)]) }

    private func opened(_ path: String, _ steps: Steps) throws -> Store {
        try Store(opening: path, model: model(steps))
    }
}

/// What a projection was told to do.
private final class Steps: Sendable {
    enum Step: Equatable { case maintained, maintainedBehindMany, finished(maintained: Int) }

    private let steps = Mutex<[Step]>([])
    let isDamaged = Mutex(false)

    func note(_ step: Step) { steps.withLock { $0.append(step) } }

    @discardableResult
    func take() -> [Step] {
        steps.withLock { steps in
            defer { steps = [] }
            return steps
        }
    }
}

/// A projection without rows, which notes what it is told.
private struct Maintained: TableProjection {
    let steps: Steps
    let name = "maintained"
    let version: UInt16 = 1
    let tables = ["maintained"]

    func maintain(
        in view: inout StoreView, tables: [Table], behindMany: Bool
    ) throws(EventStoreError) -> Bool {
        steps.note(behindMany ? .maintainedBehindMany : .maintained)
        let isDamaged = steps.isDamaged.withLock { isDamaged in
            defer { isDamaged = false }
            return isDamaged
        }
        if isDamaged { throw tables[0].damage }
        guard behindMany else { return true }
        // Three rows are its work; each transaction finds those of the ones before.
        let key: [UInt8] = [UInt8(try view.size(of: tables[0]).rows)]
        if key[0] == 3 { return false }
        try view.put(key.span, for: key.span, in: tables[0])
        return true
    }

    func batch(_ tables: [Table]) -> any ProjectionBatch { Batch(steps: steps) }

    final class Batch: ProjectionBatch {
        private let steps: Steps
        private var hasEvents = false

        init(steps: Steps) { self.steps = steps }

        func apply(_ change: StreamChange, in view: inout StoreView) -> String? {
            hasEvents = true
            return nil
        }

        func finish(in view: inout StoreView, maintained: Int) {
            if hasEvents { steps.note(.finished(maintained: maintained)) }
        }
    }
}
