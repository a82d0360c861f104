internal import DiarylogSearchIndex
internal import EventStore
internal import Synchronization

/// The comparison of the diary's tables with the log, as parts of a check of the whole store, and what they found.
final class TableComparison: Sendable {
    struct Found {
        /// What the entries are; as if there were none where their tables cannot be walked.
        var entries = EntryComparison()
        var search = SearchComparison.missing
        /// How the search index differs, in words.
        var inIndex: [String] = []
    }

    private let result = Mutex(Found())
    private let store: Store

    init(_ store: Store) { self.store = store }

    var found: Found { result.withLock { $0 } }

    /// Folds the log through an event, and compares the tables of entries and the list by date with what comes out.
    func ofEntries(
        through head: UInt64, threads: Int, _ report: @escaping @Sendable (UInt64) -> Void
    ) -> TableCheck {
        TableCheck(of: ["streams", "ids"] + SpanProjection().tables) {
            let search = try SearchCheck.comparison(in: self.store.beginRead().view)
            let entries = try EntryComparison(self.store, through: head, threads: threads, report)
            self.result.withLock { ($0.entries, $0.search) = (entries, search) }
            return entries.findings
        }
    }

    /// Compares the search index with the log term by term, if it has come as far.
    func ofIndex(_ report: @escaping @Sendable (UInt64) -> Void) -> TableCheck {
        TableCheck(of: IndexTables.names) {
            let reader = try self.store.beginRead()
            guard SearchCheck.comparison(in: reader.view) == .compared else { return CheckFindings() }
            let words = try SearchCheck.differences(of: self.store, in: reader.view) { _ in report(8192) }
            self.result.withLock { $0.inIndex = words }
            return CheckFindings()
        }
    }
}
