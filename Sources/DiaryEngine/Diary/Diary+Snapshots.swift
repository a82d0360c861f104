public import EventStore

// Snapshots of the list: what it falls back on quickly where its tables are not there.

extension Diary {
    /// The snapshots there are, oldest first. Reads all of them.
    public func snapshots() throws(DiaryError) -> [SnapshotStatus] {
        try bridging { () throws(EventStoreError) in try store.snapshots() }
    }

    /// Takes a snapshot of the list now; nil where there is one already. Those that cannot be believed are replaced.
    @discardableResult
    public func takeSnapshot() throws(DiaryError) -> SnapshotStatus? {
        try bridging { () throws(EventStoreError) in
            try store.takeSnapshot(of: ListFold.self, flushingTail: true)
        }
    }

    /// Removes the snapshots that the policy has too many and those that cannot be believed; with `all` every one.
    ///
    /// No answer changes. Gives how many went.
    @discardableResult
    public func pruneSnapshots(all: Bool = false) throws(DiaryError) -> Int {
        try bridging { () throws(EventStoreError) in
            if all { return try store.removeSnapshots { $0 }.count }
            let unsound = try store.snapshots().filter { !$0.isSound }.map(\.snapshot)
            let removed = try store.removeSnapshots { (all) in all.filter { unsound.contains($0) } }
            return try removed.count + store.pruneSnapshots().count
        }
    }

    /// Does what is due after a change and need not hold it up: a slice for each projection that lags, and a snapshot
    /// of the list, by `SnapshotPolicy`.
    ///
    /// A look, some 20 µs, where nothing is due; else transactions of their own.
    public func catchUp() throws(DiaryError) {
        try bridging { () throws(EventStoreError) in
            try store.catchUpAll()
            try store.keepSnapshots(of: ListFold.self)
        }
    }
}
