import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import EventStore

@Suite("The lookout of a store", .timed)
struct LookoutTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("one watches for a thousand, tells each of every stream, and ends with the last")
    func many() async throws {
        let store = try makeStore(at: folder("store"))
        let other = try Store(opening: folder("store"), model: CounterStreams())
        try await withThrowingTaskGroup(of: Set<StreamID>.self) { tasks in
            for _ in 0..<1_000 {
                let changes = store.changes()
                tasks.addTask {
                    var seen: Set<StreamID> = []
                    for try await change in changes {
                        seen.formUnion(change.streams ?? [])
                        if seen.count == 20 { break }
                    }
                    return seen
                }
            }
            for number in 1...20 {
                try other.appendNow([Counter.open(stream(number), 1)], in: context(number))
            }
            for try await seen in tasks { #expect(seen == Set((1...20).map { stream($0) })) }
        }
        try await eventually("nobody watches any more") { () async in store.lookout.count == 0 }
        #expect(!store.isPolling)
        try await told(store, of: stream(21), by: other)
    }

    /// Somebody who comes after all have left is told again.
    private func told(_ store: Store, of stream: StreamID, by other: Store) async throws {
        let changes = store.changes()
        try other.appendNow([Counter.open(stream, 1)], in: context(21))
        for try await change in changes {
            #expect(change.streams == [stream])
            break
        }
    }

    @Test("where the system has no watch left it looks every second, and says so")
    func polling() async throws {
        let store = try makeStore(at: folder("store"))
        let lookout = Lookout { _ in nil }
        let mailbox = Mailbox()
        lookout.join(mailbox, of: store)
        let first = try #require(try await mailbox.next())
        #expect(lookout.isPolling)
        try store.appendNow([Counter.open(stream(1), 1)], in: context(1))
        let note = try #require(try await mailbox.next())
        #expect(note.since == first.head && note.streams == [stream(1)])
        lookout.leave(mailbox)
        #expect(lookout.count == 0)
    }

    @Test("notes that are not fetched become one, and a cancelled task gets none")
    func mailbox() async throws {
        let mailbox = Mailbox()
        let edition = try makeStore(at: folder("store")).beginReadNow().view.log.edition
        mailbox.put(LookoutNote(since: 1, head: 2, edition: edition, streams: [stream(1)]))
        mailbox.put(LookoutNote(since: 2, head: 4, edition: edition, streams: [stream(2), stream(1)]))
        let note = try #require(try await mailbox.next())
        #expect(note.since == 1 && note.head == 4 && note.streams?.count == 2)
        let waiting = Task { try await mailbox.next() }
        waiting.cancel()
        #expect(try await waiting.value == nil)
        mailbox.fail(.busy)
        #expect(try await mailbox.next() == nil)
    }
}

extension Store {
    fileprivate func appendNow(_ events: [EventData], in context: WriteContext) throws {
        try append(events, in: context)
    }

    fileprivate func beginReadNow() throws -> StoreReader { try beginRead() }
}
