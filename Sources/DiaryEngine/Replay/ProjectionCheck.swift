internal import DiarylogHost
internal import EventStore

/// Compares the live tables of entries with rows folded from the log; `ListCheck` compares those of the list.
///
/// Goes on after each difference.
struct ProjectionCheck {
    private(set) var findings = CheckFindings()

    static func findings(
        of view: borrowing StoreView, from fold: ReplayFold
    ) throws(EventStoreError) -> CheckFindings {
        var check = ProjectionCheck()
        let totals = try check.compareEntries(view, fold)
        try check.compareIdentifiers(view, fold)
        try check.compareTotals(totals, view, fold)
        var findings = check.findings
        findings.append(
            try ListCheck.findings(
                of: view, from: fold.spans.map { .spans($0) }, besides: fold.unexplained))
        return findings
    }

    /// Compares the rows byte for byte, and returns what the log adds up to.
    private mutating func compareEntries(
        _ view: borrowing StoreView, _ fold: ReplayFold
    ) throws(EventStoreError) -> Counters {
        var totals = Counters()
        var cursor = try view.cursor(in: view.log.tables.streams)
        var isHere = try cursor.first()
        // Where a creation was lost, the order in which entries begin need not be that of their rows.
        for index in fold.entries.indices.sorted(by: { fold.ordinals[$0] < fold.ordinals[$1] }) {
            let row = fold.row(index)
            let (key, value) = (TableKey.ordinal(row.ordinal), row.bytes)
            let counters = EntryRow.counters(row.state)
            totals.first += counters.first
            totals.second += counters.second
            while isHere, cursor.key.precedes(key.span) {
                noteSurplus(cursor.key, fold)
                isHere = try cursor.next()
            }
            guard isHere, cursor.key.isEqual(to: key.span) else {
                findings.note(.row(table: "streams", key: key), .missing)
                continue
            }
            if !cursor.value.isEqual(to: value.span) {
                let isSound = (try? StreamRow(cursor.value, ordinal: row.ordinal)) != nil
                findings.note(.row(table: "streams", key: key), isSound ? .differs : .damaged)
            }
            isHere = try cursor.next()
        }
        while isHere {
            noteSurplus(cursor.key, fold)
            isHere = try cursor.next()
        }
        return totals
    }

    /// Notes a row that follows from nothing, unless the event that began its entry cannot be read.
    private mutating func noteSurplus(_ key: Span<UInt8>, _ fold: ReplayFold) {
        if key.count == 4, fold.unexplained.contains(key.bigEndian(at: 0)) { return }
        findings.note(.row(table: "streams", key: [UInt8](copying: key)), .surplus)
    }

    private mutating func compareIdentifiers(
        _ view: borrowing StoreView, _ fold: ReplayFold
    ) throws(EventStoreError) {
        let entries = fold.entries
        var isFound = [Bool](repeating: false, count: entries.count)
        let indices = Dictionary(uniqueKeysWithValues: fold.ordinals.enumerated().map { ($1, $0) })
        var cursor = try view.cursor(in: view.log.tables.ids)
        var isHere = try cursor.first()
        while isHere {
            let location = CheckFinding.Location.row(table: "ids", key: [UInt8](copying: cursor.key))
            if cursor.key.count == 16, cursor.value.count == 4 {
                let ordinal: UInt32 = cursor.value.bigEndian(at: 0)
                if let index = indices[ordinal], entries[index].object == EntryID(cursor.key, at: 0) {
                    isFound[index] = true
                } else if !fold.unexplained.contains(ordinal) {
                    findings.note(location, .differs)
                }
            } else {
                findings.note(location, .damaged)
            }
            isHere = try cursor.next()
        }
        for index in entries.indices where !isFound[index] {
            let key = entries[index].object.bytes
            // Where the row is there, it has been named.
            if try view.bytes(for: key, in: view.log.tables.ids) == nil {
                findings.note(.row(table: "ids", key: key), .missing)
            }
        }
    }

    /// Compares the running counters of the newest flushed event with what the log adds up to, and those of the tail's
    /// events with what each of them adds, if all of it can be read.
    private mutating func compareTotals(
        _ totals: Counters, _ view: borrowing StoreView, _ fold: ReplayFold
    ) throws(EventStoreError) {
        guard fold.damaged.isEmpty, fold.position > 0, let newest = try view.soundFrame(fold.position) else { return }
        if newest.counters != totals { findings.note(fold.position, .counters) }
        for event in try view.miscountedTail(after: totals) { findings.note(event, .counters) }
    }
}

extension StoreView {
    /// The events of the tail whose running counters are not what each of them adds to those of the newest flushed
    /// event; none where one of them cannot be read.
    func miscountedTail(after flushed: Counters) throws(EventStoreError) -> [UInt64] {
        var (running, wrong) = (flushed, [UInt64]())
        let tail = try tail { event in
            let before = event.before.map { EntryRow.counters($0) } ?? Counters()
            running.change(from: before, to: EntryRow.counters(event.after))
            let number = event.sequence.rawValue
            if try soundFrame(number)?.counters != running { wrong.append(number) }
        }
        return tail.damaged.isEmpty ? wrong : []
    }
}
