internal import DiarylogHost

/// A store has changed, by this program or another one.
public struct StoreChange: Equatable, Sendable {
    /// The newest event.
    public var head: SequenceNumber
    /// The streams that the events since the last change belong to, each once; nil if there were more than 1,000
    /// events, the log was rewritten, or another one stands at the path.
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
    /// Which log it was when the sequence was made; nil if that could not be read.
    let edition: LogEdition?

    /// Begins to watch: one thread for each iterator, which sleeps until somebody writes.
    public func makeAsyncIterator() -> Iterator { Iterator(store, start, edition) }

    /// Gives the changes one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let store: EventStore
        private var last: UInt64
        /// Which log it was when it was last asked.
        private var edition: LogEdition?
        private var lookout: Lookout
        private var ticks: AsyncStream<Void>.Iterator

        init(_ store: EventStore, _ start: UInt64, _ edition: LogEdition?) {
            self.edition = edition
            self.store = store
            last = start
            lookout = Lookout(folder: store.path)
            ticks = lookout.ticks.makeAsyncIterator()
        }

        /// Waits for the next change; nil once the task is cancelled.
        public mutating func next() async throws -> StoreChange? {
            while !Task.isCancelled {
                let now = try await Threads.run { [store, last, edition] in try store.change(since: last, edition) }
                if let edition, edition.replacements != now.edition.replacements {
                    // It watches a folder that is not at the path any more.
                    lookout = Lookout(folder: store.path)
                    ticks = lookout.ticks.makeAsyncIterator()
                }
                edition = now.edition
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
        return StoreChanges(store: self, start: event?.rawValue ?? now?.head ?? 0, edition: now?.edition)
    }

    /// What has come since an event, and in which log.
    func change(
        since last: UInt64, _ before: LogEdition?
    ) throws(EventStoreError) -> (change: StoreChange?, edition: LogEdition) {
        try beginRead().view.change(since: last, before)
    }
}

extension StoreView {
    /// What has come since an event, and in which log; no change if nothing has.
    fileprivate func change(
        since last: UInt64, _ before: LogEdition?
    ) throws(EventStoreError) -> (change: StoreChange?, edition: LogEdition) {
        let (head, edition) = (log.head, log.edition)
        if let before, before != edition { return (StoreChange(head: SequenceNumber(head), streams: nil), edition) }
        guard head > last else { return (nil, edition) }
        guard head - last <= StoreChange.most else {
            return (StoreChange(head: SequenceNumber(head), streams: nil), edition)
        }
        var streams: Set<StreamID> = []
        try forEachFrame(in: last + 1...head) { sequence, bytes in
            guard let bytes, let frame = try? Frame(bytes, expecting: sequence),
                frame.object != .zero
            else { return true }
            streams.insert(frame.object)
            return true
        }
        return (StoreChange(head: SequenceNumber(head), streams: streams.sorted()), edition)
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
