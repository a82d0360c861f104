public import EventStore

// Snapshots of the list, with which a replay can begin.

extension Diary {
    /// All snapshots, oldest first. Reads each of them.
    public func snapshots() throws(EventStoreError) -> [SnapshotStatus] {
        try store.snapshots()
    }

    /// Takes a snapshot of the list now; nil if there is one already, or the log is empty. An unsound one is replaced.
    @discardableResult
    public func takeSnapshot() throws(EventStoreError) -> SnapshotStatus? {
        try store.takeSnapshot(of: ListFold.self, flushingTail: true)
    }

    /// Removes unsound snapshots and all but the newest two; with `all`, every snapshot.
    ///
    /// No answer changes. Returns how many were removed.
    @discardableResult
    public func pruneSnapshots(all: Bool = false) throws(EventStoreError) -> Int {
        try store.pruneSnapshots(all: all)
    }

    /// Does the work that is due after a change and need not delay it: a snapshot of the list in 65,536 events, and the
    /// removal of what a killed `compact`, `forget`, `rebuild` or `changeFolder` left. What another device forgot, and
    /// a killed process did not take out of this file, goes as well: that is returned.
    ///
    /// Costs some reads and three looks into folders, some 45 µs, when nothing is due; otherwise each piece of work has
    /// a transaction of its own.
    @discardableResult
    public func catchUp() throws(EventStoreError) -> ImportedForgetting? {
        try store.removeLeftovers()
        let brought = try finishForgetting()
        try removeLeavingAttachments()
        try store.keepSnapshots(of: ListFold.self)
        return brought
    }
}
