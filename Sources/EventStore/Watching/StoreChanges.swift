internal import Host

/// A store has changed, by this program or another one.
public struct StoreChange: Equatable, Sendable {
    /// The newest event.
    public var head: SequenceNumber
    /// The streams that the events since the last change belong to, each once; nil if there were more than 1,000
    /// events, or the log was rewritten.
    public var streams: [StreamID]?

    /// The most events for which a change names the streams.
    fileprivate static let most: UInt64 = 1_000
}

/// The changes of a store as they are committed, by whatever process.
///
/// Changes in quick succession are reported as one, and the last one is always reported. The sequence ends when its
/// task is cancelled, and with an error if the store can no longer be read.
public struct StoreChanges: AsyncSequence, Sendable {
    /// A report that something has changed.
    public typealias Element = StoreChange

    let store: EventStore
    /// The event after which changes are reported.
    let start: UInt64
    /// How often the log had been rewritten when the sequence was made; nil if that could not be read.
    let rewrites: UInt32?

    /// Begins to watch: one thread for each iterator, which sleeps until somebody writes.
    public func makeAsyncIterator() -> Iterator { Iterator(store, start, rewrites) }

    /// Gives the changes one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let store: EventStore
        private var last: UInt64
        /// How often the log had been rewritten when it was last asked.
        private var rewrites: UInt32?
        private let lookout: Lookout
        private var ticks: AsyncStream<Void>.Iterator

        init(_ store: EventStore, _ start: UInt64, _ rewrites: UInt32?) {
            self.rewrites = rewrites
            self.store = store
            last = start
            lookout = Lookout(folder: store.path)
            ticks = lookout.ticks.makeAsyncIterator()
        }

        /// Waits for the next change; nil once the task is cancelled.
        public mutating func next() async throws -> StoreChange? {
            while !Task.isCancelled {
                let now = try store.change(since: last, rewrites)
                rewrites = now.rewrites
                if let change = now.change {
                    last = change.head.rawValue
                    return change
                }
                if lookout.isAwake {
                    guard await ticks.next() != nil else { return nil }
                } else {
                    try await Task.sleep(for: .seconds(10))
                }
            }
            return nil
        }
    }
}

extension EventStore {
    /// The changes from now on, or since an event.
    ///
    /// A commit is reported within some 0.1 ms, whichever process made it; in case a notice is lost, the store is asked
    /// every 10 s as well.
    public func changes(since event: SequenceNumber? = nil) -> StoreChanges {
        let now = try? beginRead().view.log
        return StoreChanges(store: self, start: event?.rawValue ?? now?.head ?? 0, rewrites: now?.meta.rewrites)
    }

    /// What has come since an event, and how often the log was rewritten.
    func change(
        since last: UInt64, _ before: UInt32?
    ) throws(EventStoreError) -> (change: StoreChange?, rewrites: UInt32) {
        try beginRead().view.change(since: last, before)
    }
}

extension StoreView {
    /// What has come since an event, and how often the log was rewritten; no change if nothing has.
    fileprivate func change(
        since last: UInt64, _ before: UInt32?
    ) throws(EventStoreError) -> (change: StoreChange?, rewrites: UInt32) {
        let (head, rewrites) = (log.head, log.meta.rewrites)
        if let before, before != rewrites { return (StoreChange(head: SequenceNumber(head), streams: nil), rewrites) }
        guard head > last else { return (nil, rewrites) }
        guard head - last <= StoreChange.most else {
            return (StoreChange(head: SequenceNumber(head), streams: nil), rewrites)
        }
        var streams: Set<StreamID> = []
        try forEachFrame(in: last + 1...head) { (sequence, bytes) throws(EventStoreError) in
            guard let bytes, let frame = try? Frame(bytes, expecting: sequence),
                frame.object != .zero
            else { return true }
            streams.insert(frame.object)
            return true
        }
        return (StoreChange(head: SequenceNumber(head), streams: streams.sorted()), rewrites)
    }
}

/// A thread that watches for writers and ticks when one has written; it ends with this value.
private final class Lookout: Sendable {
    let ticks: AsyncStream<Void>
    /// Whether the thread could be started.
    let isAwake: Bool
    private let watch: FileWatch?
    private let bell = Semaphore()

    /// How long it waits before it ticks anyway, in milliseconds.
    private static let patience: Int32 = 10_000

    init(folder: String) {
        let (ticks, ticking) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.ticks = ticks
        let watch = try? FileWatch(folder)
        self.watch = watch
        let bell = bell
        isAwake = Threads.detach {
            while true {
                if let watch {
                    if watch.wait(milliseconds: Self.patience) == .ended { break }
                } else if bell.wait(milliseconds: Int64(Self.patience)) {
                    break
                }
                ticking.yield()
            }
            ticking.finish()
        }
    }

    deinit {
        watch?.end()
        bell.signal()
    }
}
