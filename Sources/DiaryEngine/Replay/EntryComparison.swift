internal import DiarylogHost
internal import EventStore

/// What the log makes of all entries, and where the tables of entries and the list by date say something else.
struct EntryComparison: Sendable {
    private(set) var findings = CheckFindings()
    private(set) var living = 0
    /// Entries that only a newer program can read.
    private(set) var notUnderstood = 0
    private(set) var stateHash = Digest.zero
    /// Events that cannot be read, or that their entry cannot follow.
    private(set) var damaged: [UInt64] = []
    /// The last event that the entries were folded through: the one asked for, or the last that the tables have.
    private(set) var position: UInt64 = 0

    init() {}

    /// Compares the tables as of the last flushed event, and folds on through `last`.
    ///
    /// `report` is called with numbers of events that were folded, from any thread.
    init(
        _ store: Store, through last: UInt64, threads: Int, _ report: @escaping @Sendable (UInt64) -> Void
    ) throws(EventStoreError) {
        let reader = try store.beginRead()
        let flushed = reader.view.log.meta.flushed
        position = max(last, flushed)
        var fold = try ReplayFold(
            store, through: flushed, threads: threads, keepingSpans: true, in: reader.view, report)
        fold.number(leaving: fold.lostOrdinals(in: reader.view), in: reader.view)
        let compared = try findings.attempt(.table("streams")) {
            try ProjectionCheck.findings(of: reader.view, from: fold)
        }
        if let compared { findings.append(compared) }
        try fold.advance(to: position, reader.view)
        damaged = fold.damaged
        // What cannot be read at all the check of the log names.
        let firstLost = fold.lost.first ?? .max
        for sequence in fold.refused { findings.note(sequence, sequence < firstLost ? .senseless : .baseless) }
        (living, notUnderstood) = (fold.living, fold.notUnderstood)
        stateHash = try fold.stateHash(in: reader.view)
    }
}
