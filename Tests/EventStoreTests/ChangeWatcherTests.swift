import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import EventStore

@Suite("The watcher of a store", .timed) struct ChangeWatcherTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `one watches for a thousand, tells each of every stream, and ends with the last`() async throws {
        let store = try makeStore(at: folder("store"))
        let other = try Store(opening: folder("store"))
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
        try await eventually("nobody watches any more") { () async in store.watcher.count == 0 }
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

    @Test func `where the system has no watch left it looks every second, and says so`() async throws {
        let store = try makeStore(at: folder("store"))
        let watcher = ChangeWatcher { _ in nil }
        try await looked(watcher, at: store)
        try await eventually("nobody listens any more") { () async in watcher.count == 0 }
    }

    private func looked(_ watcher: ChangeWatcher, at store: Store) async throws {
        var notes = watcher.notes(of: store).makeAsyncIterator()
        let first = try #require(try await notes.next())
        #expect(watcher.isPolling)
        try store.appendNow([Counter.open(stream(1), 1)], in: context(1))
        let note = try #require(try await notes.next())
        #expect(note.since == first.head && note.streams == [stream(1)])
    }

    @Test func `what comes while nobody fetches it is told as one change`() async throws {
        let store = try makeStore(at: folder("store"))
        var (slow, quick) = (store.changes().makeAsyncIterator(), store.changes().makeAsyncIterator())
        for number in 1...4 {
            try store.appendNow([Counter.open(stream(number), 1)], in: context(number))
            #expect(try await quick.next()?.streams == [stream(number)])
            if number == 1 { #expect(try await slow.next()?.streams == [stream(1)]) }
        }
        // The watcher has told all once somebody else can ask it.
        #expect(store.watcher.count == 2)
        let change = try #require(try await slow.next())
        #expect(change.head == 5 && change.streams.map { Set($0) } == Set((2...4).map { stream($0) }))
    }
}

extension Store {
    fileprivate func appendNow(_ events: [EventData], in context: WriteContext) throws {
        try append(events, in: context)
    }
}
