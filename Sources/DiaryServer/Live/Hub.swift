internal import DiaryEngine
internal import EventStore
internal import Interchange
internal import Synchronization

/// Tells every open page what any process commits, as server-sent events.
///
///     id: 812
///     event: head
///     data: {"since":810,"head":812,"entries":["3f…"],"drafts":1}
///
/// One task watches the diary while anybody listens, and another lets each stream say something at least every
/// heartbeat. A page that reads too slowly loses the oldest messages; `since` shows it that some are missing.
final class Hub: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
        var count = 0
        var head: UInt64 = 0
        /// Where the diary stands with other devices; empty where it takes no part.
        var sync: [UInt8] = []
        var tasks: [Task<Void, Never>] = []
        var isStopped = false
    }

    private let diary: Diary
    private let heartbeat: Int
    private let state = Mutex(State())

    /// The most messages that wait for a reader.
    private static let room = 64

    init(_ diary: Diary, heartbeat: Int) {
        (self.diary, self.heartbeat) = (diary, heartbeat)
    }

    /// A stream of messages. The first tells where the diary stands, and what came since the event that the listener
    /// saw last. Reads, and so blocks its thread.
    @available(*, noasync)
    func listen(since seen: UInt64?) throws -> AsyncStream<[UInt8]> {
        let head = try diary.resolve(.head).rawValue
        let changes = diary.changes(since: SequenceNumber(head))
        let drafts = (try? diary.drafts().count) ?? 0
        var first = Self.message(since: head, head: head, entries: [], drafts: drafts)
        if let seen, seen < head {
            let change = try diary.waitForChange(since: SequenceNumber(seen))
            first = Self.message(since: seen, head: change.head.rawValue, entries: change.entries, drafts: drafts)
        } else if let seen, seen > head {
            // It saw another diary, or a later state of this one that a backup took the place of.
            first = Self.message(since: head, head: head, entries: nil, drafts: drafts)
        }
        let (stream, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingNewest(Self.room))
        let number: Int? = state.withLock { state in
            if state.isStopped { return nil }
            continuation.yield(Array("retry: 1000\n".utf8) + first + state.sync)
            state.count += 1
            state.listeners[state.count] = continuation
            if state.tasks.isEmpty {
                state.head = head
                state.tasks = [watch(changes), beat()]
            }
            return state.count
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.leave(number) }
        return stream
    }

    /// How many listen.
    var count: Int { state.withLock { $0.listeners.count } }

    /// Ends all streams, and lets nobody listen any more.
    func stop() {
        state.withLock { $0.isStopped = true }
        endListeners()
    }

    /// Tells how many drafts wait: they are no events, so nothing else would.
    func announceDrafts() async {
        let head = state.withLock { $0.listeners.isEmpty ? nil : $0.head }
        if let head { await announce(since: head, head: head, entries: []) }
    }

    /// Tells where the diary stands with other devices: now, and to each that comes to listen.
    func announceSync(_ standing: JSONValue) {
        let message = Array("event: sync\ndata: ".utf8) + JSONWriter.bytes(standing) + Array("\n\n".utf8)
        let isNew = state.withLock { state in
            // A diary that takes no part is not spoken of.
            if standing == .null, state.sync.isEmpty { return false }
            defer { state.sync = message }
            return state.sync != message
        }
        if isNew { send(message) }
    }

    private func announce(since: UInt64, head: UInt64, entries: [EntryID]?) async {
        let drafts = (try? await diary.onThread { try $0.drafts().count }) ?? 0
        send(Self.message(since: since, head: head, entries: entries, drafts: drafts))
    }

    private func leave(_ number: Int) {
        let tasks = state.withLock { state in
            state.listeners[number] = nil
            guard state.listeners.isEmpty else { return [Task<Void, Never>]() }
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }

    private func watch(_ changes: StoreChanges) -> Task<Void, Never> {
        Task { [weak self] in
            do {
                for try await change in changes {
                    guard let self else { return }
                    let since = state.withLock { state in
                        defer { state.head = change.head.rawValue }
                        return state.head
                    }
                    await announce(since: since, head: change.head.rawValue, entries: change.entries)
                }
            } catch {
                // The diary cannot be read any more, is locked say: pages learn it when their streams end and they ask
                // again.
                self?.endListeners()
            }
        }
    }

    private func endListeners() {
        let (listeners, tasks) = state.withLock { state in
            defer { (state.listeners, state.tasks) = ([:], []) }
            return (Array(state.listeners.values), state.tasks)
        }
        for task in tasks { task.cancel() }
        for listener in listeners { listener.finish() }
    }

    private func beat() -> Task<Void, Never> {
        Task { [weak self, heartbeat] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(heartbeat))
                self?.send(Array(": beat\n\n".utf8))
            }
        }
    }

    private func send(_ message: [UInt8]) {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.yield(message) }
    }

    private static func message(since: UInt64, head: UInt64, entries: [EntryID]?, drafts: Int) -> [UInt8] {
        let data: JSONValue = [
            "since": .number(since), "head": .number(head),
            "entries": entries.map { .array($0.map { .text($0.hexadecimal) }) } ?? .null, "drafts": .number(drafts),
        ]
        return Array("id: \(head)\nevent: head\ndata: ".utf8) + JSONWriter.bytes(data) + Array("\n\n".utf8)
    }
}
