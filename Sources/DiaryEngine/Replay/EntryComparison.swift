internal import DiarylogHost
internal import EventStore

/// The tables of entries and the list by date, compared with a fold of the log, and what the entries have become.
///
/// Entries are folded one after the other on several threads, and nothing of them is kept, as long as the tables say
/// the same. Where they do not, or an event is damaged, all entries are folded together, to say where.
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
    /// Whether the entries were in memory all at once.
    private(set) var isOfAll = false

    init() {}

    /// Compares the tables as of the last flushed event, and folds on through `last`.
    ///
    /// `report` is called with numbers of events that were folded, from any thread.
    init(
        _ store: Store, through last: UInt64, threads: Int, _ report: @escaping @Sendable (UInt64) -> Void
    ) throws(EventStoreError) {
        // A writer that comes between has changed the tables.
        for _ in 0..<3 where threads > 0 {
            let begun: Progress
            do throws(EventStoreError) {
                begun = try compareOneByOne(store, through: last, threads, report)
            } catch {
                guard error.isDamage else { throw error }
                break
            }
            if begun == .agreed { return }
            if begun == .differs { break }
        }
        try compareAll(store, through: last, report)
    }

    private enum Progress {
        case agreed, differs, overtaken
    }

    private mutating func compareOneByOne(
        _ store: Store, through last: UInt64, _ threads: Int, _ report: @escaping @Sendable (UInt64) -> Void
    ) throws(EventStoreError) -> Progress {
        let flushed = try store.beginRead().view.log.meta.flushed
        position = max(last, flushed)
        guard position > 0, let paths = try store.streamPaths(through: position, threads: threads) else {
            return .differs
        }
        let replay = EntryReplay(paths, comparingRowsAt: flushed)
        Threads.run(threads) { _ in replay.run(in: store, report) }
        let reader = try store.beginRead()
        if reader.view.log.meta.flushed != flushed { return .overtaken }
        guard let (living, notUnderstood, hash, totals) = try replay.result,
            try totals?.agree(with: reader.view) == true
        else {
            return .differs
        }
        (self.living, self.notUnderstood, stateHash) = (living, notUnderstood, hash)
        return .agreed
    }

    private mutating func compareAll(
        _ store: Store, through last: UInt64, _ report: (UInt64) -> Void
    ) throws(EventStoreError) {
        let reader = try store.beginRead()
        let flushed = reader.view.log.meta.flushed
        (position, isOfAll) = (max(last, flushed), true)
        var fold = ReplayFold(keepingSpans: true, keepingOrdinals: true)
        try fold.advance(to: flushed, reader.view) { _ in report(8192) }
        let compared = try findings.attempt(.table("streams")) {
            try ProjectionCheck.findings(of: reader.view, from: fold)
        }
        if let compared { findings.append(compared) }
        try fold.advance(to: position, reader.view)
        // What cannot be read at all the check of the log names.
        var isWhole = true
        for sequence in fold.damaged.sorted() {
            if try reader.view.soundFrame(sequence) == nil {
                isWhole = false
            } else {
                findings.note(sequence, isWhole ? .senseless : .baseless)
            }
        }
        (living, notUnderstood) = (fold.living, fold.notUnderstood)
        (stateHash, damaged) = (fold.stateHash, fold.damaged)
    }
}
