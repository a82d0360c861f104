public import EventStore

extension StoreChange {
    /// The entries that the events since the last change belong to, each once; nil if `streams` is.
    public var entries: [EntryID]? { streams }
}

extension Diary {
    /// The changes from now on, or since an event: a list's `page.at` names the event that the page shows.
    ///
    /// A commit is reported within some 0.1 ms. As a fallback, the head is also read every 10 s.
    public func changes(since event: SequenceNumber? = nil) -> StoreChanges {
        store.changes(since: event)
    }

    /// Blocks the calling thread until there are events after this one, by whatever process; returns at once if there
    /// are already. Tasks iterate over `changes` instead.
    public func waitForChange(since event: SequenceNumber) throws(EventStoreError) -> StoreChange {
        try store.waitForChange(since: event)
    }
}
