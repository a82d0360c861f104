public import EventStore

// Copying a diary to a safe place, and its file to a smaller one.

extension Diary {
    /// Copies the diary as it is now to a folder, while others read and write; the copy is a diary by itself.
    ///
    /// An earlier backup of this diary at the same place is replaced at once, or kept as `PATH.1` and so on, `keeping`
    /// of them in all. The files that events and drafts name come with it; only those are copied that the earlier
    /// backup has not. Every event of the copy is proven before it counts. If events are damaged, they are named in
    /// `damaged`, and an earlier backup is not replaced. Where the diary's remote is, and its key, come along.
    ///
    /// Words of an entry that another device forgot are taken out of the diary before, if that can be done.
    @available(*, noasync)
    public func backUp(to path: String, keeping: Int = 1) throws(EventStoreError) -> Backup {
        _ = try? finishForgetting()
        return try store.backUp(to: path, keeping: keeping, beside: [SyncFiles.remote, SyncFiles.key]) { view in
            try NamedAttachments(in: view).all.map(\.file)
        }
    }

    /// Writes the diary's file anew without its free pages, while others read and write.
    ///
    /// Needs room for a second file. Writers wait some milliseconds at the end. Throws `store(.damagedEvents)` if
    /// events are damaged, unless `acceptingDamage`: what may be left of them would be gone.
    @available(*, noasync)
    public func compact(acceptingDamage: Bool = false) throws(EventStoreError) -> Compaction {
        try store.compact(acceptingDamage: acceptingDamage)
    }

    /// The process whose reading keeps the most room from being used again, if that is more than so many bytes.
    ///
    /// A process that was stopped in the midst of a list does that: the file grows with every change until it ends.
    public func slowReader(over limit: Int = 64 << 20) throws(EventStoreError) -> SlowReader? {
        try store.slowReader(over: limit)
    }

    /// The diary's newest event, and how often another file had been found at its path by then.
    package func newestEvent() throws(EventStoreError) -> (event: SequenceNumber, replacements: Int) {
        let log = try store.beginRead().view.log
        return (SequenceNumber(log.head), log.replacements)
    }
}
