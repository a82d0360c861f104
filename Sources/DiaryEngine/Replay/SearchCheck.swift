internal import EventStore
internal import SearchIndex

/// Whether a replay compared the search index with the log.
public enum SearchComparison: Equatable, Sendable {
    /// It did; what differs is among the differences.
    case compared
    /// The index has come no further than this event: it is catching up, and was not compared.
    case behind(SequenceNumber)
    /// There is no index to compare.
    case missing
}

/// Compares the search index with the log: every term of every version of every entry, and what is known beside them.
///
/// Costs about what `rebuild search` costs, some 30 µs an event. `IndexCheck` says what it holds in memory.
enum SearchCheck {
    /// Whether there is an index that can be compared.
    static func comparison(in view: borrowing StoreView) -> SearchComparison {
        let serving = view.log.projection(SearchProjection.name)?.serving(view.log.meta)
        guard let serving else { return .missing }
        return serving.sequence == view.log.meta.flushed ? .compared : .behind(SequenceNumber(serving.sequence))
    }

    /// How the index differs from the log up to the last flushed event; `report` is called every 8,192 events.
    ///
    /// Events that cannot be read change nothing, as in an index that is built anew.
    static func differences(
        of view: borrowing StoreView, _ report: (UInt64) -> Void
    ) throws(EventStoreError) -> [String] {
        guard let tables = view.log.tables(of: SearchProjection.name) else { return [] }
        var check = try IndexCheck(IndexTables(tables), in: view)
        var states = StreamStates(after: 0)
        while states.position < view.log.meta.flushed {
            if case .event(let event) = try states.next(in: view), let change = try? IndexedChange(event) {
                try check.put(
                    event.ordinal, change.after, replacing: change.before, event: event.sequence.rawValue, in: view)
            }
            if states.position & 8191 == 0 { report(states.position) }
        }
        return try check.finish(in: view).map { "search: " + $0 }
    }
}
