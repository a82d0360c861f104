internal import DiarylogHost
internal import DiarylogSearchIndex
public import EventStore
internal import Synchronization

/// What a verification of a diary has found.
public struct VerifyReport: Sendable {
    /// What is wrong, each place with its reason: at most 10,000 of them.
    public var findings: [CheckFinding] = []
    /// How many there are, those included that `findings` leaves out.
    public var findingCount = 0
    /// Events that were checked.
    public var events: UInt64 = 0
    /// Living entries.
    public var entries = 0
    /// Entries that only a newer program can read, deleted ones included. That is no damage.
    public var notUnderstood = 0
    /// Events that a newer program wrote: those of such entries, and others beside events that are understood.
    public var newerEvents: UInt64 = 0
    /// SHA-256 over the entries, as a replay has it.
    public var stateHash = Digest.zero
    /// Whether all hashes were computed, and the search index was compared with the log.
    public var isDeep = false
    /// Whether the search index could be checked.
    public var search = SearchComparison.compared
    /// Where the file's clock went back. That is no damage.
    public var leaps = ClockLeaps()
    /// The events whose arrival times cannot be believed, as far as this can be told now.
    public var clockDoubts: [ClockDoubt] = []
    /// The entries that another device forgot and whose words this file still has. That is no damage, and ends with the
    /// next change.
    public var unfinishedForgettings: [EntryID] = []
    /// What the file takes.
    public var figures = StoreFigures()
    /// The files that events and drafts name.
    public var attachments = AttachmentReport()

    /// The numbers of the events that are not to be trusted, ascending.
    public var damagedEvents: [SequenceNumber] {
        Set(
            findings.compactMap { finding in
                guard case .event(let sequence) = finding.location else { return nil }
                return finding.reason == .unlisted || finding.reason == .baseless ? nil : sequence
            }
        ).sorted()
    }
}

extension Diary {
    /// Checks everything that a diary's file says of itself, writes nothing, and goes on after each finding.
    ///
    /// Of each event: that it is there and is what was written, its id, version, operation, device and parents. Of each
    /// table: that it is what the log says. `isDeep` computes every hash as well, and compares the search index with
    /// the log term by term, where its checksums are read otherwise. Of each attached file: that it is there with its
    /// size; `isDeep` reads it and compares its hash.
    ///
    /// Uses all cores. Costs some 5 µs of a core for each event of 200 bytes, with hashes some 8; comparing the search
    /// index takes some 15 more. `report` receives the progress, from any thread.
    public func verify(
        deep isDeep: Bool = false,
        _ report: @escaping @Sendable (_ done: UInt64, _ total: UInt64) -> Void = { _, _ in }
    ) throws(EventStoreError) -> VerifyReport {
        let head = try resolve(.head).rawValue
        let progress = Self.counting(to: head * (isDeep ? 4 : 2), report)
        let tables = TableComparison(store)
        let index = TableCheck(of: IndexTables.names) {
            try self.store.beginRead().view.findingsOfIndex(of: self.store, isDeep: isDeep, progress)
        }
        let attachments = Mutex(AttachmentReport())
        let unfinished = Mutex<[EntryID]>([])
        // Where the log's pages or the drafts are broken, nobody can say what is named.
        let files = TableCheck(of: nil) {
            guard (try? self.store.beginRead().view.drafts()) != nil else { return CheckFindings() }
            let found = try self.checkAttachments(proving: isDeep)
            attachments.withLock { $0 = found }
            let entries = try self.read(.head) { view, _ in try view.unfinishedForgettings().map(\.object) }
            unfinished.withLock { $0 = entries }
            return CheckFindings()
        }
        let check = try store.check(
            isDeep: isDeep, threads: Threads.processors, progress,
            tables: [files, index, tables.ofEntries(through: head, threads: Threads.few, progress)])
        var result = VerifyReport()
        let (entries, search) = (tables.found.entries, tables.found.search)
        (result.entries, result.notUnderstood) = (entries.living, entries.notUnderstood)
        (result.stateHash, result.search) = (entries.stateHash, search)
        let found = check.findings
        (result.findings, result.findingCount) = (found.all, found.count)
        (result.events, result.newerEvents, result.isDeep) = (check.events, check.newer, isDeep)
        // Where the log's pages are broken, its events are not reached, and there are none.
        result.leaps = ClockLeaps(check.bursts)
        result.clockDoubts = BelievedTimes(check.bursts, now: newContext().wall).doubts
        result.attachments = attachments.withLock { $0 }
        result.unfinishedForgettings = unfinished.withLock { $0 }
        result.figures = try store.figures(without: check.broken)
        return result
    }
}

extension StoreView {
    /// What is wrong with the search index, if it has come as far as the log: its rows' checksums, and if these are
    /// right and `isDeep`, what they say.
    fileprivate func findingsOfIndex(
        of store: Store, isDeep: Bool, _ progress: @escaping @Sendable (UInt64) -> Void
    ) throws(EventStoreError) -> CheckFindings {
        guard let tables = try? log.tables(of: SearchProjection.name) else { return CheckFindings() }
        var findings = try SealCheck.findings(IndexTables(tables), in: self)
        if isDeep, findings.isEmpty, try !SearchCheck.differences(of: store, in: self, { _ in progress(8192) }).isEmpty
        {
            findings.note(.table(SearchProjection.name), .differs)
        }
        return findings
    }
}
