internal import DiarylogHost
public import EventStore
internal import Synchronization

/// The result of a replay.
public struct ReplayReport: Sendable {
    /// The last event folded.
    public var events: UInt64 = 0
    /// The last event of the snapshot it began with; 0 if it began with the first event.
    public var start: SequenceNumber = 0
    /// Living entries.
    public var entries = 0
    /// Entries that only a newer program can read, deleted ones included.
    public var notUnderstood = 0
    /// SHA-256 over the entries sorted by id: over what they are, not when or in what order their events came in.
    public var stateHash = Digest.zero
    /// Events that could not be read, or that their entry could not apply.
    public var damaged: [SequenceNumber] = []
    /// How the live tables differ from the replayed rows, in words; nil if they were not compared.
    public var differences: [String]?
    /// Whether the search index was compared, too; nil if nothing was.
    public var search: SearchComparison?
    /// Events whose hashes do not match, with the reasons; nil if hashes were not computed.
    public var unproven: [(sequence: SequenceNumber, reason: String)]?
}

/// How a log is replayed.
public struct ReplayOptions: Sendable {
    /// Begin with the newest sound snapshot up to this point, if there is one, instead of the first event.
    public var start: DiaryPoint?
    /// Compare all tables with the log: rows of entries byte for byte, the list span by span, devices and keys event by
    /// event, the search index term by term. Always begins with the first event.
    public var isCheck = false
    /// Compute all hashes, of headers, payloads and the devices' chains, on all cores.
    public var isVerification = false

    /// On how many threads entries are folded; nil for all cores, and for one where the log is short.
    package var threads: Int?

    /// Begins with the first event, without comparing or verifying.
    public init() {}
}

extension Diary {
    /// Folds the log up to a point.
    ///
    /// Costs some 0.4 s for a million events on two cores, and as much again with hashes; in memory are some 230 bytes
    /// an entry. A comparison costs about what building the search index anew does. `report` receives the progress, in
    /// events; each event counts once more if hashes are computed, and if the search index is compared.
    public func replay(
        to point: DiaryPoint = .head, _ options: ReplayOptions = ReplayOptions(),
        _ report: @escaping @Sendable (_ done: UInt64, _ total: UInt64) -> Void = { _, _ in }
    ) throws(EventStoreError) -> ReplayReport {
        let head = try resolve(point).rawValue
        let total = head * (1 + (options.isVerification ? 1 : 0) + (options.isCheck ? 2 : 0))
        let progress = Self.counting(to: total, report)
        var result = try folded(to: head, options, progress)
        guard options.isVerification else { return result }
        result.unproven = try store.prove(through: head, threads: Threads.processors, progress).compactMap(\.unproven)
        return result
    }

    /// Adds up the numbers of events that threads have done, for `report`.
    static func counting(
        to total: UInt64, _ report: @escaping @Sendable (_ done: UInt64, _ total: UInt64) -> Void
    ) -> @Sendable (UInt64) -> Void {
        let done = Mutex<UInt64>(0)
        return { events in
            report(
                done.withLock {
                    $0 = min($0 + events, total)
                    return $0
                }, total)
        }
    }

    private func folded(
        to head: UInt64, _ options: ReplayOptions, _ progress: @escaping @Sendable (UInt64) -> Void
    ) throws(EventStoreError) -> ReplayReport {
        guard options.isCheck else { return try foldedAlone(to: head, options, progress) }
        let tables = TableComparison(store)
        let threads = options.threads ?? Threads.few
        let check = try store.check(
            isDeep: false, threads: Threads.processors, progress,
            tables: [tables.ofIndex(progress), tables.ofEntries(through: head, threads: threads, progress)])
        let found = tables.found
        let compared = found.entries
        var report = ReplayReport()
        if compared.position == head {
            (report.entries, report.stateHash) = (compared.living, compared.stateHash)
            report.notUnderstood = compared.notUnderstood
            (report.events, report.damaged) = (head, compared.damaged.map { SequenceNumber($0) })
        } else {
            // The tables are further than the point, or cannot be walked.
            var plain = options
            plain.start = nil
            report = try foldedAlone(to: head, plain) { _ in }
        }
        report.search = found.search
        report.differences = check.findings.all.filter(\.isOfTable).map(\.difference) + found.inIndex
        return report
    }

    /// The report of a replay that compares nothing, from a snapshot if `options` name one.
    private func foldedAlone(
        to head: UInt64, _ options: ReplayOptions, _ progress: @escaping @Sendable (UInt64) -> Void
    ) throws(EventStoreError) -> ReplayReport {
        let reader = try store.beginRead()
        var report = ReplayReport()
        var fold: ReplayFold
        if let start = options.start, let begun = try begun(at: start, head, reader.view) {
            fold = begun
            report.start = SequenceNumber(fold.position)
            try fold.advance(to: head, reader.view, progress)
        } else {
            let threads = options.threads ?? (head < 1 << 12 ? 1 : Threads.few)
            fold = try ReplayFold(store, through: head, threads: threads, in: reader.view, progress)
        }
        (report.events, report.damaged) = (head, fold.damaged.map { SequenceNumber($0) })
        (report.entries, report.notUnderstood) = (fold.living, fold.notUnderstood)
        report.stateHash = try fold.stateHash(in: reader.view)
        return report
    }

    /// A fold that begins with the newest snapshot up to a point; nil if no sound one can be used.
    private func begun(
        at point: DiaryPoint, _ limit: UInt64, _ view: borrowing StoreView
    ) throws(EventStoreError) -> ReplayFold? {
        var latest = limit
        if let asked = try? resolve(point, in: view) { latest = min(latest, asked) }
        guard let (list, sequence) = try view.newestSnapshot(of: ListFold.self, notAfter: latest) else { return nil }
        return try ReplayFold(list, after: sequence, view)
    }
}
