import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import EventStore
import Testing

@Suite("A generation that another takes the place of", .timed) struct GenerationTests: OfPlace {
    let place: Place

    init() throws { place = try Place(2...20) }

    /// What compacting does, up to the moment it counts.
    private func supersede(_ number: UInt32) throws {
        let environment = try Environment.open(StorePaths.generation(number, path))
        var writer = try store.beginWrite()
        let next = StorePaths.generation(number + 1, path)
        try environment.copy(to: next)
        try tamper(metaOf: next) { ($0.generation, $0.awaitsUse) = (number + 1, true) }
        let meta = with(writer.view.log.meta) { $0.next = number + 1 }
        let key = TableKey.meta
        let bytes = meta.bytes
        try writer.view.put(bytes.span, for: key.span, in: .main)
        try writer.commit()
    }

    @Test func `is followed by the handles that were open, by readers and by writers, and by who opens now`() throws {
        let reading = try Store(opening: path)
        let writing = try Store(opening: path)
        let old = try store.frames()
        try supersede(1)
        #expect(try reading.frames() == old)
        try writing.openStream(50)
        #expect(try writing.head == 21 && reading.head == 21)
        let late = try Store(opening: path)
        try late.openStream(51)
        for handle in [store, reading, writing, late] {
            #expect(try handle.head == 22)
            #expect(try handle.beginRead().view.log.meta.generation == 2)
            #expect(try handle.problems() == [])
        }
        // What was superseded is what it was.
        let first = try Environment.open(StorePaths.generation(1, path))
        let transaction = try first.beginRead()
        #expect(try transaction.value(for: TableKey.tail(20).span, in: .main) != nil)
        #expect(try transaction.value(for: TableKey.tail(21).span, in: .main) == nil)
    }

    @Test func `is followed over many steps at once`() throws {
        let lagging = try Store(opening: path)
        for number: UInt32 in 1...5 {
            try supersede(number)
            try store.append([Counter.open(stream(100 + Int(number)), 1)], in: context(Int(number)))
        }
        try lagging.openStream(200)
        #expect(try lagging.head == 26 && store.head == 26)
        #expect(try Store(opening: path).beginRead().view.log.meta.generation == 6)
    }

    @Test func `is seen by a write that waited for the very transaction that ended it`() async throws {
        let other = try Store(opening: path)
        let workers = (0..<3).map { number in
            Worker {
                for round in 0..<30 {
                    do throws(EventStoreError) {
                        try other.append([Counter.open(stream(1000 * number + 500 + round), 1)], in: context(round))
                    } catch {
                        Issue.record("\(error)")
                    }
                }
            }
        }
        for number: UInt32 in 1...8 { try supersede(number) }
        for worker in workers { worker.join() }
        #expect(try store.head == 110)
        #expect(try store.problems() == [])
    }

    @Test func `that the one before names, and that is lost, is damage and no endless search`() throws {
        try supersede(1)
        try FileSystem.removeFile(StorePaths.generation(2, path))
        let error = storeError { _ = try Store(opening: path).head }
        #expect(error == .damaged("\(StorePaths.generation(2, path)) is missing"))
    }

    @Test func `that is named and not there, or names one before it, is damage`() throws {
        for next: UInt32 in [1, 9] {
            try tamper(metaOf: StorePaths.generation(1, path)) { $0.next = next }
            let error = storeError { _ = try store.head }
            guard case .damaged = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            try tamper(metaOf: StorePaths.generation(1, path)) { $0.next = 0 }
        }
        #expect(try store.head == 20)
        #expect(try FileSystem.kind(of: StorePaths.generation(9, path)) == .missing)
    }
}
