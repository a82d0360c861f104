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
                of: view, from: SpanKind.allCases.map { fold.spans($0) }, besides: fold.unexplained))
        return findings
    }

    /// Compares the rows byte for byte, and returns what the log adds up to.
    private mutating func compareEntries(
        _ view: borrowing StoreView, _ fold: ReplayFold
    ) throws(EventStoreError) -> Counters {
        var totals = Counters()
        var cursor = try view.cursor(in: view.log.tables.streams)
        var isHere = try cursor.first()
        try fold.forEachRow(in: view) { (row) throws(EventStoreError) in
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
                return
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
        var expected = fold.identifiers[...]
        var cursor = try view.cursor(in: view.log.tables.ids)
        while try cursor.next() {
            let key = [UInt8](copying: cursor.key)
            while let next = expected.first, next.entry.bytes.lexicographicallyPrecedes(key) {
                findings.note(.row(table: "ids", key: next.entry.bytes), .missing)
                expected.removeFirst()
            }
            let isExpected = expected.first?.entry.bytes == key
            let ordinal: UInt32? = cursor.value.count == 4 ? cursor.value.bigEndian(at: 0) : nil
            if key.count != 16 || ordinal == nil {
                findings.note(.row(table: "ids", key: key), .damaged)
            } else if let ordinal, !isExpected || expected.first?.ordinal != ordinal,
                !fold.unexplained.contains(ordinal)
            {
                findings.note(.row(table: "ids", key: key), .differs)
            }
            if isExpected { expected.removeFirst() }
        }
        for next in expected { findings.note(.row(table: "ids", key: next.entry.bytes), .missing) }
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
        let tail = try tail { change in
            let before = change.before.map { EntryRow.counters($0.state) } ?? Counters()
            running.change(from: before, to: EntryRow.counters(change.after.state))
            let number = change.after.head
            if try soundFrame(number)?.counters != running { wrong.append(number) }
        }
        return tail.damaged.isEmpty ? wrong : []
    }
}
