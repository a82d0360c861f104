public import EventStore

/// That the diary has changed: by this program, another one, or a copy that was imported.
public struct DiaryChange: Equatable, Sendable {
    /// The newest event.
    public var head: SequenceNumber
    /// The entries that the events since the last change are of, each once; nil where there were more than 1,000
    /// events.
    public var entries: [EntryID]?
}

/// The changes of a diary as they are committed, by whatever process.
///
/// Changes that come quickly after each other are told as one, and the last one is always told. The sequence ends when
/// its task is cancelled, and with an error where the diary can no longer be read.
public struct DiaryChanges: AsyncSequence, Sendable {
    /// That something has changed.
    public typealias Element = DiaryChange

    let changes: StoreChanges

    /// Begins to look out: one thread for each iterator, which sleeps until somebody writes.
    public func makeAsyncIterator() -> Iterator { Iterator(changes: changes.makeAsyncIterator()) }

    /// The changes, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var changes: StoreChanges.Iterator

        /// Waits for the next change; nil once the task is cancelled.
        public mutating func next() async throws -> DiaryChange? {
            do {
                return try await changes.next().map { DiaryChange(head: $0.head, entries: $0.streams) }
            } catch let error as EventStoreError {
                throw DiaryError.store(error)
            }
        }
    }
}

extension Diary {
    /// The changes from now on, or since an event: `page.at` of a list says of which it is.
    ///
    /// A commit is told within some 0.1 ms; a slow look every 10 s stands behind that.
    public func changes(since event: SequenceNumber? = nil) -> DiaryChanges {
        DiaryChanges(changes: store.changes(since: event))
    }
}
