import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import EventStore
import Testing

@Suite("A meta record that cannot be read", .timed) final class DerivedTests: InFolder {
    private func makeFilled() throws -> Store {
        let store = try makeStore(at: folder("store"))
        try store.openStreams(2...40)
        return store
    }

    @Test(
        "damaged or missing, it is told by whoever needs it, and all is made anew by the next write",
        arguments: [false, true])
    func mended(isMissing: Bool) throws {
        let store = try makeFilled()
        let before = try store.beginRead().view.log.meta
        try tamper(store, TableKey.meta) { bytes in
            if isMissing { bytes = [] } else { bytes[20] ^= 1 }
        }
        #expect(storeError { _ = try store.row(of: stream(5)) } == .damagedTable("meta"))
        #expect(try store.head == 40 && store.frames().count == 40, "the log is read without it")
        try store.openStream(50)
        let log = try store.beginRead().view.log
        #expect(!log.metaIsDerived && log.head == 42, "a device begins: what home it was is not known")
        #expect(log.meta.store == before.store && log.meta.secret == before.secret && log.meta.secret != nil)
        #expect(try store.problems() == [])
        var mirror = try Mirror(of: store, at: folder("mirror"))
        try mirror.catchUp()
        try store.write { writer in try writer.flushTail() }
        #expect(try differences(store.tables(), mirror.store.tables()) == [])
        let reader = try store.beginRead()
        #expect(try reader.view.ownLineage().devices.count == 2)
    }

    @Test("another program's store is not opened; one that has lost its record is, and says again whose it is")
    func application() throws {
        let store = try makeFilled()
        var others = CounterStreams()
        others.application = "others"
        #expect(throws: EventStoreError.otherApplication("counters")) {
            try Store(opening: store.path, model: others)
        }
        try tamper(store, TableKey.meta) { $0[20] ^= 1 }
        #expect(try Store(opening: store.path, model: others).beginRead().view.log.head == 40)
        try store.openStream(50)
        #expect(throws: EventStoreError.otherApplication("counters")) {
            try Store(opening: store.path, model: others)
        }
        #expect(try store.beginRead().view.log.meta.application == "counters")
    }

    @Test func `of two generations the one that no other follows serves, whichever record is damaged`() throws {
        let store = try makeFilled()
        let next = StorePaths.generation(2, store.path)
        let environment = try Environment.open(StorePaths.generation(1, store.path))
        try environment.copy(to: next)
        try tamper(metaOf: next) { ($0.generation, $0.awaitsUse) = (2, true) }
        let first = try Store(opening: store.path)
        #expect(try first.beginRead().view.log.meta.generation == 1, "the second does not count yet")
        try tamper(metaOf: StorePaths.generation(1, store.path)) { $0.next = 2 }
        #expect(try first.beginRead().view.log.meta.generation == 2)
        try tamper(store, TableKey.meta) { $0[60] ^= 1 }
        let last = try Store(opening: store.path)
        #expect(try last.beginRead().view.log.meta.generation == 2)
    }
}

@Suite("The homes of a store", .timed) final class HomeTests: InFolder {
    private func add(_ number: Int, at name: String) throws {
        let store = try Store(opening: folder(name))
        try store.openStream(number)
    }

    private func beginnings(at name: String) throws -> Int {
        let store = try Store(opening: folder(name))
        var sequence: UInt64 = 0
        return try store.frames().filter { bytes in
            sequence += 1
            return try Frame(bytes.span, expecting: sequence).kind == StoreKind.deviceBegin
        }.count
    }

    @Test func `moved back and forth between two paths, it begins a device at each move, and all are its own`() throws {
        _ = try makeStore(at: folder("one"))
        for number in 0..<20 {
            let (here, there) = number % 2 == 0 ? ("one", "two") : ("two", "one")
            for event in 0..<(number % 3 * 9 + 1) { try add(number * 100 + event, at: here) }
            try FileSystem.rename(from: folder(here), to: folder(there))
        }
        #expect(try beginnings(at: "one") == 20)
        let store = try Store(opening: folder("one"))
        #expect(try store.problems() == [])
        let reader = try store.beginRead()
        let lineage = try reader.view.ownLineage().devices
        #expect(try lineage == Set(reader.view.devices()) && lineage.count == 20)
    }

    @Test func `a log that was taken over is continued from the newest event of each of its devices`() throws {
        _ = try makeStore(at: folder("one"))
        try add(1, at: "one")
        try clone(folder("one"), to: folder("two"))
        try add(2, at: "two")
        let source = try Store(opening: folder("two"))
        var mirror = try Mirror(of: source, at: folder("mirror"))
        try mirror.catchUp()
        try add(3, at: "mirror")
        let frames = try mirror.store.frames()
        let (second, fourth, fifth) = (frames[1], frames[3], frames[4])
        let begin = try Frame(fifth.span, expecting: 5)
        let body = try DeviceBegin(fifth.span.extracting(begin.body))
        let tips = [try Frame(second.span, expecting: 2).id, try Frame(fourth.span, expecting: 4).id]
        #expect(begin.kind == StoreKind.deviceBegin && Set(body.continued) == Set(tips))
        let reader = try mirror.store.beginRead()
        #expect(try reader.view.ownLineage().devices.count == 3)
    }
}
