import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Tasks that write at once, and such that watch.
@Suite("Tasks", .timed) final class TaskTests: InScratch {
    @Test func `one that is refused, or comes too late, has its own answer, and the others are written`() async throws {
        let diary = scratch.diary
        let entry = try await diary.add("one")
        let order = EntryRequest(entry: entry.id, command: .delete, expecting: .version(1))
        let empty = Task { try await diary.add(" ") }
        async let first = diary.write(.perform([order]))
        async let second = diary.write(.perform([order]))
        async let other: Entry = diary.add("other")
        await #expect(throws: ChangeProblem.self) { try await empty.value }
        let outcomes = try await [first, second]
        let conflicts = outcomes.filter { if case .conflict = $0 { true } else { false } }
        #expect(conflicts.count == 1 && outcomes.compactMap(\.receipt).count == 1)
        #expect(try await other.text == "other")
        #expect(try diary.list().entries.map(\.text) == ["other"])
    }

    @Test("a change that throws is left out, after it had written too, and those that waited with it are kept")
    func failures() async throws {
        let store = scratch.diary.store
        let context = scratch.context
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<40 {
                tasks.addTask {
                    let content = plain("entry \(number)")
                    let fails = number % 4 == 3
                    do throws(EventStoreError) {
                        try await store.queue.write(in: store) {
                            .write { writer in
                                var moment = context
                                moment.entropy.mix(writer.view.log.head)
                                try writer.begin(EventHeader.Operation(command: 1), count: 1, in: &moment)
                                try writer.append(
                                    EventData(
                                        kind: EntryEventCodec.Kind.create,
                                        object: EntryID(high: 9, low: UInt64(number)), expecting: .noStream,
                                        body: ContentCodec.encode(content), salt: moment.entropy.bytes(16)))
                                if fails { throw EventStoreError.overLimit("\(number)") }
                            }
                        }
                        #expect(!fails)
                    } catch {
                        #expect(fails && error == .overLimit("\(number)"))
                    }
                }
            }
            try await tasks.waitForAll()
        }
        let texts = Set(try scratch.diary.list().entries.map(\.text))
        #expect(texts == Set((0..<40).filter { $0 % 4 != 3 }.map { "entry \($0)" }))
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test("changes of another process's hands are told with their entries; what follows quickly comes as one")
    func changes() async throws {
        let other = try Diary(at: scratch.path)
        let entry = try await scratch.diary.add("one")
        var changes = other.changes().makeAsyncIterator()
        try await scratch.diary.edit(entry.id) { $0.isStarred = true }
        let first = try #require(try await changes.next())
        #expect(try first.head == other.resolve(.head) && first.entries == [entry.id])
        for number in 0..<100 { try await scratch.diary.add("more \(number)") }
        var reported: Set<EntryID> = []
        var (rounds, head) = (0, first.head)
        while try head < other.resolve(.head) {
            let change = try #require(try await changes.next())
            reported.formUnion(change.entries ?? [])
            (rounds, head) = (rounds + 1, change.head)
        }
        #expect(reported.count == 100 && rounds <= 100)
        var since = other.changes(since: 1).makeAsyncIterator()
        #expect(try await since.next()?.entries?.count == 101)
    }

    @Test func `who waits for a change and is cancelled goes on at once`() async throws {
        let changes = scratch.diary.changes()
        let waiting = Task { () -> StoreChange? in
            var iterator = changes.makeAsyncIterator()
            return try await iterator.next()
        }
        waiting.cancel()
        #expect(try await waiting.value == nil)
    }
}
