public import EventStore

/// A change of the diary: by this program, by another one, or by an import.
public struct DiaryChange: Equatable, Sendable {
    /// The newest event.
    public var head: SequenceNumber
    /// The entries that the events since the last change belong to, each once; nil after more than 1,000 events.
    public var entries: [EntryID]?
}

/// The changes of a diary as they are committed, by any process.
///
/// Changes in quick succession are reported as one, and the last one is always reported. The sequence ends when its
/// task is cancelled, and throws when the diary can no longer be read.
public struct DiaryChanges: AsyncSequence, Sendable {
    /// One report: something has changed.
    public typealias Element = DiaryChange

    let changes: StoreChanges

    /// Begins to watch the diary; all iterators of one `Diary` share one thread, which sleeps until somebody writes.
    public func makeAsyncIterator() -> Iterator { Iterator(changes: changes.makeAsyncIterator()) }

    /// Iterates over the changes as they come.
    public struct Iterator: AsyncIteratorProtocol {
        var changes: StoreChanges.Iterator

        /// Waits for the next change; nil once the task is cancelled.
        public mutating func next() async throws -> DiaryChange? {
            try await changes.next().map { DiaryChange(head: $0.head, entries: $0.streams) }
        }
    }
}

extension Diary {
    /// The changes from now on, or since an event: a list's `page.at` names the event that the page shows.
    ///
    /// A commit is reported within some 0.1 ms. As a fallback, the head is also read every 10 s.
    public func changes(since event: SequenceNumber? = nil) -> DiaryChanges {
        DiaryChanges(changes: store.changes(since: event))
    }

    /// Blocks the calling thread until there are events after this one, by whatever process; returns at once if there
    /// are already. Tasks iterate over `changes` instead.
    public func waitForChange(since event: SequenceNumber) throws(EventStoreError) -> DiaryChange {
        let change = try store.waitForChange(since: event)
        return DiaryChange(head: change.head, entries: change.streams)
    }
}
