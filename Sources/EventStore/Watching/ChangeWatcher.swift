internal import DiarylogHost
internal import Synchronization

/// What a watcher has seen: the events after `since`, up to `head`, and the streams that they belong to.
struct ChangeNote: Sendable {
    var since: UInt64
    var head: UInt64
    var edition: LogEdition
    /// Nil if nobody knows, or there are too many.
    var streams: [StreamID]?
}

/// The one watcher of a store in this process: a thread that sleeps until somebody writes, looks once, and tells all
/// who listen. It begins with the first of them and ends with the last.
final class ChangeWatcher: Sendable {
    /// Of notes that are not fetched the newest stays: its `since` tells that others came before it.
    typealias Notes = AsyncThrowingStream<ChangeNote, any Error>

    private struct State {
        var listeners: [Int: Notes.Continuation] = [:]
        /// The number of the newest listener.
        var newest = 0
        /// Where it stands; nil until it has looked for the first time.
        var seen: (head: UInt64, edition: LogEdition)?
        var watch: FileWatch?
        var isServed = false
        var isPolling = false
    }

    private let state = Mutex(State())
    private let wake = Semaphore()
    private let makeWatch: @Sendable (String) -> FileWatch?

    /// How long it sleeps before it looks anyway, in milliseconds: in case a notice is lost, and without a watch.
    private static let (patience, period): (Int32, Int64) = (10_000, 1_000)

    init(watching makeWatch: @escaping @Sendable (String) -> FileWatch? = { try? FileWatch($0) }) {
        self.makeWatch = makeWatch
    }

    /// Whether it has a thread, and no watch.
    var isPolling: Bool { state.withLock { $0.isPolling } }

    /// How many listen.
    var count: Int { state.withLock { $0.listeners.count } }

    /// What it sees from now on, and first where the log stands; until the stream is cancelled or let go.
    func notes(of store: Store) -> Notes {
        let (notes, listener) = Notes.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (number, begins) = state.withLock { state in
            state.newest += 1
            state.listeners[state.newest] = listener
            if let seen = state.seen {
                listener.yield(ChangeNote(since: seen.head, head: seen.head, edition: seen.edition, streams: []))
            }
            defer { state.isServed = true }
            return (state.newest, !state.isServed)
        }
        listener.onTermination = { [weak self] _ in self?.leave(number) }
        if begins, !Threads.detach({ self.serve(store) }) {
            end(.storage("the system gives no thread to watch the store with"))
        }
        return notes
    }

    private func leave(_ number: Int) {
        let (isLast, watch) = state.withLock { state in
            let listener = state.listeners.removeValue(forKey: number)
            let isLast = listener != nil && state.listeners.isEmpty
            return (isLast, isLast ? state.watch : nil)
        }
        watch?.end()
        if isLast { wake.signal() }
    }

    private func serve(_ store: Store) {
        var watch = makeWatch(store.path)
        while true {
            state.withLock { state in (state.watch, state.isPolling) = (watch, watch == nil) }
            do throws(EventStoreError) {
                try store.letGoIfLocked()
                let before = state.withLock { $0.seen }
                let now = try store.change(since: before?.head ?? .max, before?.edition)
                tell(now.change, now.head, now.edition)
                if let before, before.edition.replacements != now.edition.replacements {
                    // It watches a folder that is not at the path any more.
                    watch = makeWatch(store.path)
                    continue
                }
            } catch {
                return end(error)
            }
            if let watch {
                _ = watch.wait(milliseconds: Self.patience)
            } else {
                _ = wake.wait(milliseconds: Self.period)
            }
            let isDone = state.withLock { state in
                if state.listeners.isEmpty { (state.seen, state.watch, state.isServed) = (nil, nil, false) }
                return state.listeners.isEmpty
            }
            if isDone { return }
            // A watch that was ended by a listener who left, before another was taken, is of no more use.
            if watch?.hasEnded == true { watch = makeWatch(store.path) }
        }
    }

    /// Tells all of what came since the last look; the first look tells where the log stands.
    private func tell(_ change: StoreChange?, _ head: UInt64, _ edition: LogEdition) {
        state.withLock { state in
            let since = state.seen?.head ?? head
            let isFirst = state.seen == nil
            state.seen = (head, edition)
            guard isFirst || change != nil else { return }
            let streams = isFirst ? [] : change?.streams
            let note = ChangeNote(since: since, head: head, edition: edition, streams: streams)
            for listener in state.listeners.values { listener.yield(note) }
        }
    }

    private func end(_ error: EventStoreError) {
        let listeners = state.withLock { state in
            defer { state = State() }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish(throwing: error) }
    }
}

extension Store {
    /// Whether the system has no watch left to give (inotify's limit of this user), so that changes are looked for
    /// every second. Known while somebody watches.
    package var isPolling: Bool { watcher.isPolling }
}
