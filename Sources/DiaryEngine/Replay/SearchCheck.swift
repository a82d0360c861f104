internal import DiarylogHost
internal import DiarylogSearchIndex
internal import EventStore
internal import Synchronization

/// Whether a replay compared the search index with the log.
public enum SearchComparison: Equatable, Sendable {
    /// It did; what differs is among the differences.
    case compared
    /// There is no index to compare.
    case missing
}

/// Compares the search index with the log: every term of every version of every entry, and what is known beside them.
///
/// The entries are shared out to all cores. Costs about what `rebuild search` costs, some 15 µs of a core an event of
/// 200 bytes. `IndexCheck` says what it holds in memory.
enum SearchCheck {
    /// Whether there is an index that can be compared.
    static func comparison(in view: borrowing StoreView) -> SearchComparison {
        (try? view.log.tables(of: SearchProjection.name)) == nil ? .missing : .compared
    }

    /// How the index differs from the log up to the last flushed event; `report` is called every 8,192 events.
    ///
    /// Events that cannot be read change nothing, as in an index that is built anew.
    static func differences(
        of store: Store, in view: borrowing StoreView, threads: Int = Threads.processors,
        _ report: @escaping @Sendable (UInt64) -> Void
    ) throws(EventStoreError) -> [String] {
        let index = IndexTables(try view.log.tables(of: SearchProjection.name))
        var check = try IndexCheck(index, in: view)
        let (empty, last) = (check.share, view.log.meta.flushed)
        let shares = try store.shares(threads, of: view) { (streams, view) throws(EventStoreError) in
            try drafted(empty, of: streams, through: last, view, report)
        }
        return try check.finish(shares, in: view).map { "search: " + $0 }
    }

    /// A share that was told of its entries, from the first event on.
    private static func drafted(
        _ empty: IndexShare, of streams: StreamShare, through last: UInt64, _ view: borrowing StoreView,
        _ report: (UInt64) -> Void
    ) throws(EventStoreError) -> IndexShare {
        var share = empty
        var states = StreamStates(streams)
        while states.position < last {
            if let change = try states.next(in: view), let indexed = try? IndexedChange(change) {
                let row = change.after
                try share.put(row.ordinal, indexed.after, replacing: indexed.before, event: row.head, in: view)
            }
            if states.position & 8191 == 0, streams.isFirst { report(states.position) }
        }
        share.finish()
        return share
    }
}
