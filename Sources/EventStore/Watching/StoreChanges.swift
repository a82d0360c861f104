internal import DiarylogHost

/// A store has changed, by this program or another one.
public struct StoreChange: Equatable, Sendable {
    /// The newest event.
    public let head: SequenceNumber
    /// The streams that the events since the last change belong to, each once; nil if there were more than 1,000
    /// events, or another file stands at the path: a new one of this store, or another store's.
    public let streams: [StreamID]?

    /// The most events for which a change names the streams.
    static let most: UInt64 = 1_000
}

/// The changes of a store as they are committed, by whatever process.
///
/// Changes in quick succession are reported as one, and the last one is always reported. The sequence ends when its
/// task is cancelled, and with an error if the store can no longer be read. Any number of sequences of one `Store`
/// share one thread and one watch of the kernel's.
public struct StoreChanges: AsyncSequence, Sendable {
    /// A report that something has changed.
    public typealias Element = StoreChange

    let store: Store
    /// The event after which changes are reported.
    let start: UInt64
    /// Which log it was when the sequence was made; nil if that could not be read.
    let edition: LogEdition?

    /// Begins to watch; the watch ends with the iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(store, start, edition) }

    /// Gives the changes one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let store: Store
        private var notes: ChangeWatcher.Notes.Iterator
        private var last: UInt64
        /// Which log it was when it was last asked.
        private var edition: LogEdition?

        init(_ store: Store, _ start: UInt64, _ edition: LogEdition?) {
            self.store = store
            self.edition = edition
            last = start
            notes = store.watcher.notes(of: store).makeAsyncIterator()
        }

        /// Waits for the next change; nil once the task is cancelled.
        public mutating func next() async throws -> StoreChange? {
            while let note = try await notes.next() {
                let isSame = edition == nil || edition == note.edition
                if isSame, note.head <= last {
                    edition = note.edition
                    continue
                }
                var change = Optional(StoreChange(head: SequenceNumber(note.head), streams: note.streams))
                if !isSame || note.since > last {
                    // The watcher does not know what came since this one's last event.
                    let now = try await Threads.run { [store, last, edition] in try store.change(since: last, edition) }
                    (change, edition) = (now.change, now.edition)
                } else {
                    edition = note.edition
                }
                if let change {
                    last = change.head.rawValue
                    return change
                }
            }
            return nil
        }
    }
}

extension Store {
    /// The changes from now on, or since an event.
    ///
    /// A commit is reported within some 0.1 ms, whichever process made it; in case a notice is lost, the store is asked
    /// every 10 s as well. Where the system grants no watch (`isPolling`), it is asked every second.
    package func changes(since event: SequenceNumber? = nil) -> StoreChanges {
        let now = try? beginRead().view.log
        return StoreChanges(store: self, start: event?.rawValue ?? now?.head ?? 0, edition: now?.edition)
    }

    /// What has come since an event, and in which log.
    func change(
        since last: UInt64, _ before: LogEdition?
    ) throws(EventStoreError) -> (change: StoreChange?, head: UInt64, edition: LogEdition) {
        try beginRead().view.change(since: last, before)
    }
}

extension StoreView {
    /// What has come since an event, and in which log; no change if nothing has.
    fileprivate func change(
        since last: UInt64, _ before: LogEdition?
    ) throws(EventStoreError) -> (change: StoreChange?, head: UInt64, edition: LogEdition) {
        let (head, edition) = (log.head, log.edition)
        let changed = StoreChange(head: SequenceNumber(head), streams: nil)
        if let before, before != edition { return (changed, head, edition) }
        guard head > last else { return (nil, head, edition) }
        guard head - last <= StoreChange.most else { return (changed, head, edition) }
        var streams: Set<StreamID> = []
        try forEachEvent(after: last) { frame, _ in
            if frame.object != .zero { streams.insert(frame.object) }
        }
        return (StoreChange(head: SequenceNumber(head), streams: streams.sorted()), head, edition)
    }
}
