public import EventStore
internal import Host

/// That the diary has changed: by this program, another one, or a copy that was taken in.
public struct DiaryChange: Equatable, Sendable {
    /// The newest event.
    public var head: UInt64
    /// The entries that the events since the last change are of, each once; nil where there were more than 1,000
    /// events.
    public var entries: [EntryID]?
}

/// The changes of a diary as they are committed, by whatever process.
///
/// Changes that follow each other quickly come as one, and the last one always comes. The sequence ends when its task
/// is cancelled, and with an error where the diary can no longer be read.
public struct DiaryChanges: AsyncSequence, Sendable {
    /// That something has changed.
    public typealias Element = DiaryChange

    let diary: Diary
    /// The event after which changes are told.
    let start: UInt64
    /// How often the log had been taken anew by then.
    let rewrites: UInt32?

    /// Begins to look out: one thread for each iterator, which sleeps until somebody writes.
    public func makeAsyncIterator() -> Iterator { Iterator(diary, start, rewrites) }

    /// The changes, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let diary: Diary
        private var last: UInt64
        /// How often the log had been taken anew.
        private var rewrites: UInt32?
        private let lookout: Lookout
        private var ticks: AsyncStream<Void>.Iterator

        init(_ diary: Diary, _ start: UInt64, _ rewrites: UInt32?) {
            self.rewrites = rewrites
            self.diary = diary
            last = start
            lookout = Lookout(folder: diary.store.path)
            ticks = lookout.ticks.makeAsyncIterator()
        }

        /// Waits for the next change; nil once the task is cancelled.
        public mutating func next() async throws -> DiaryChange? {
            while !Task.isCancelled {
                let now = try diary.change(since: last, rewrites)
                rewrites = now.rewrites
                if let change = now.change {
                    last = change.head
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

extension Diary {
    /// The changes from now on, or since an event: `page.at` of a list says of which it is.
    ///
    /// A writer's commit is told within some 0.1 ms; a slow look every 10 s stands behind that.
    public func changes(since event: UInt64? = nil) -> DiaryChanges {
        let now = try? read(.head) { (view, head) in (head: head, rewrites: view.log.meta.rewrites) }
        return DiaryChanges(diary: self, start: event ?? now?.head ?? 0, rewrites: now?.rewrites)
    }

    /// What has come since an event, and how often the log was taken anew; no change where nothing has.
    fileprivate func change(
        since last: UInt64, _ before: UInt32?
    ) throws(DiaryError) -> (change: DiaryChange?, rewrites: UInt32) {
        try read(.head) { (view, head) throws(EventStoreError) in
            let rewrites = view.log.meta.rewrites
            if let before, before != rewrites { return (DiaryChange(head: head, entries: nil), rewrites) }
            guard head > last else { return (nil, rewrites) }
            guard head - last <= 1_000 else { return (DiaryChange(head: head, entries: nil), rewrites) }
            var entries: Set<EntryID> = []
            try view.forEachFrame(in: last + 1...head) {
                (sequence, bytes) throws(EventStoreError) in
                guard let bytes, let frame = try? Frame(bytes, expecting: sequence),
                    let object = try view.object(of: frame, bytes: bytes), object != .zero
                else { return true }
                entries.insert(object)
                return true
            }
            return (DiaryChange(head: head, entries: entries.sorted()), rewrites)
        }
    }
}

/// A thread that looks out for writers and ticks when one was there; it ends with this value.
private final class Lookout: Sendable {
    let ticks: AsyncStream<Void>
    /// Whether the thread could be made.
    let isAwake: Bool
    private let watch: FileWatch?
    private let bell = Semaphore()

    /// How long it waits before it ticks all the same, in milliseconds.
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
