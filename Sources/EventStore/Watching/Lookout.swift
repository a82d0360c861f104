internal import DiarylogHost
internal import Synchronization

/// What a lookout has seen: the events after `since`, up to `head`, and the streams that they belong to.
struct LookoutNote: Sendable {
    var since: UInt64
    var head: UInt64
    var edition: LogEdition
    /// Nil if nobody knows, or there are too many.
    var streams: [StreamID]?

    /// This note and a later one as one.
    mutating func join(_ later: LookoutNote) {
        if let own = streams, let more = later.streams, edition == later.edition {
            let all = Set(own).union(more)
            streams = all.count <= Int(StoreChange.most) ? all.sorted() : nil
        } else {
            streams = nil
        }
        (head, edition) = (later.head, later.edition)
    }
}

/// The one lookout of a store in this process: a thread that sleeps until somebody writes, looks once, and tells all
/// who have a seat. It begins with the first seat and ends with the last.
final class Lookout: Sendable {
    private struct State {
        var seats: [ObjectIdentifier: Mailbox] = [:]
        /// Where it stands; nil until it has looked for the first time.
        var seen: (head: UInt64, edition: LogEdition)?
        var watch: FileWatch?
        var isServed = false
        var isPolling = false
    }

    private let state = Mutex(State())
    private let bell = Semaphore()
    private let makeWatch: @Sendable (String) -> FileWatch?

    /// How long it sleeps before it looks anyway, in milliseconds: in case a notice is lost, and without a watch.
    private static let (patience, period): (Int32, Int64) = (10_000, 1_000)

    init(watching makeWatch: @escaping @Sendable (String) -> FileWatch? = { try? FileWatch($0) }) {
        self.makeWatch = makeWatch
    }

    /// Whether it has a thread, and no watch.
    var isPolling: Bool { state.withLock { $0.isPolling } }

    /// How many have a seat.
    var count: Int { state.withLock { $0.seats.count } }

    func join(_ mailbox: Mailbox, of store: Store) {
        let begins = state.withLock { state in
            state.seats[ObjectIdentifier(mailbox)] = mailbox
            if let seen = state.seen {
                mailbox.put(LookoutNote(since: seen.head, head: seen.head, edition: seen.edition, streams: []))
            }
            defer { state.isServed = true }
            return !state.isServed
        }
        if begins, !Threads.detach({ self.serve(store) }) {
            end(.storage("the system gives no thread to watch the store with"))
        }
    }

    func leave(_ mailbox: Mailbox) {
        let watch = state.withLock { state in
            state.seats[ObjectIdentifier(mailbox)] = nil
            return state.seats.isEmpty ? state.watch : nil
        }
        watch?.end()
        if count == 0 { bell.signal() }
    }

    private func serve(_ store: Store) {
        var watch = makeWatch(store.path)
        while true {
            state.withLock { state in (state.watch, state.isPolling) = (watch, watch == nil) }
            do throws(EventStoreError) {
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
                _ = bell.wait(milliseconds: Self.period)
            }
            let isDone = state.withLock { state in
                if state.seats.isEmpty { (state.seen, state.watch, state.isServed) = (nil, nil, false) }
                return state.seats.isEmpty
            }
            if isDone { return }
            // A watch that was ended by a seat that left, before another was taken, is of no more use.
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
            let note = LookoutNote(since: since, head: head, edition: edition, streams: streams)
            for mailbox in state.seats.values { mailbox.put(note) }
        }
    }

    private func end(_ error: EventStoreError) {
        let seats = state.withLock { state in
            defer { state = State() }
            return Array(state.seats.values)
        }
        for mailbox in seats { mailbox.fail(error) }
    }
}

/// What waits for one who watches: notes that are not fetched become one.
final class Mailbox: Sendable {
    private struct State {
        var note: LookoutNote?
        var error: EventStoreError?
        var isCancelled = false
        var waiter: CheckedContinuation<LookoutNote?, any Error>?
    }

    private let state = Mutex(State())

    func put(_ note: LookoutNote) {
        let waiter = state.withLock { state in
            if let waiter = state.waiter {
                state.waiter = nil
                return Optional(waiter)
            }
            if state.note == nil { state.note = note } else { state.note?.join(note) }
            return nil
        }
        waiter?.resume(returning: note)
    }

    func fail(_ error: EventStoreError) {
        let waiter = state.withLock { state in
            state.error = error
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(throwing: error)
    }

    /// The next note; nil once the task is cancelled. One task waits at a time.
    func next() async throws -> LookoutNote? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<LookoutNote?, any Error>) in
                let answer: Result<LookoutNote?, any Error>? = state.withLock { state in
                    if state.isCancelled { return .success(nil) }
                    if let note = state.note {
                        state.note = nil
                        return .success(note)
                    }
                    if let error = state.error { return .failure(error) }
                    state.waiter = waiter
                    return nil
                }
                if let answer { waiter.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.isCancelled = true
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: nil)
        }
    }
}

/// A seat at a store's lookout, as long as this value lives.
final class LookoutSeat: Sendable {
    private let lookout: Lookout
    private let mailbox = Mailbox()

    init(_ store: Store) {
        lookout = store.lookout
        lookout.join(mailbox, of: store)
    }

    deinit { lookout.leave(mailbox) }

    func next() async throws -> LookoutNote? { try await mailbox.next() }
}

extension Store {
    /// Whether the system has no watch left to give (inotify's limit of this user), so that changes are looked for
    /// every second. Known while somebody watches.
    package var isPolling: Bool { lookout.isPolling }
}
