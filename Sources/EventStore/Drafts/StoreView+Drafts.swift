internal import DiarylogHost

// Reading the table `drafts`, and what is wrong with it.

extension StoreView {
    /// The drafts that can be read, by number. One that cannot is noted. Costs a pass over all of them.
    package func drafts() throws(EventStoreError) -> [StoredDraft] {
        var found: [StoredDraft] = []
        var cursor = try cursor(in: log.tables.drafts)
        while try cursor.next() {
            if Self.isCounter(cursor.key) { continue }
            if let draft = Self.draft(cursor.key, cursor.value) {
                found.append(draft)
            } else {
                log.damage.note(table: Tables.drafts)
            }
        }
        return found
    }

    /// A draft by its number; nil if there is none, or it cannot be read, which is noted. Where there is none, costs a
    /// pass over all of them: it may stand under a key that is damaged.
    package func draft(_ number: UInt64) throws(EventStoreError) -> StoredDraft? {
        guard number > 0 else { return nil }
        let key = StoredDraft.key(number)
        if let value = try bytes(for: key, in: log.tables.drafts) {
            if let draft = Self.draft(key.span, value) { return draft }
            log.damage.note(table: Tables.drafts)
            return nil
        }
        var cursor = try cursor(in: log.tables.drafts)
        while try cursor.next() {
            if Self.isCounter(cursor.key) || Self.draft(cursor.key, cursor.value) != nil { continue }
            // A value that is sound still says whose it is.
            if StoredDraft(cursor.value).map({ $0.number == number }) ?? true {
                log.damage.note(table: Tables.drafts)
            }
        }
        return nil
    }

    /// The last number that was given to a draft: where the row that says so is damaged, the greatest there is.
    func lastDraft() throws(EventStoreError) -> UInt64 {
        let zero = StoredDraft.key(0)
        var counted: UInt64 = 0
        if let row = try bytes(for: zero, in: log.tables.drafts) { counted = StoredDraft.lastNumber(row) ?? 0 }
        var cursor = try cursor(in: log.tables.drafts)
        guard try cursor.last(), cursor.key.count == 8 else { return counted }
        return max(counted, cursor.key.bigEndian(at: 0))
    }

    /// What is wrong with the drafts: rows that are not what was written, or stand under another's number, and a count
    /// that is less than a number that was given.
    func findingsOfDrafts() throws(EventStoreError) -> CheckFindings {
        var findings = CheckFindings()
        var (last, greatest, rows): (UInt64?, UInt64, Int) = (nil, 0, 0)
        var cursor = try cursor(in: log.tables.drafts)
        while try cursor.next() {
            let key = [UInt8](copying: cursor.key)
            rows += 1
            if Self.isCounter(cursor.key) {
                last = StoredDraft.lastNumber(cursor.value)
                if last == nil { findings.note(.row(table: Tables.drafts, key: key), .damaged) }
            } else if let draft = Self.draft(cursor.key, cursor.value) {
                greatest = draft.number
            } else {
                findings.note(.row(table: Tables.drafts, key: key), key.count == 8 ? .damaged : .surplus)
            }
        }
        if !isCount(rows) { findings.note(.table(Tables.drafts), .missing) }
        let count = StoredDraft.key(0)
        if let last, last < greatest { findings.note(.row(table: Tables.drafts, key: count), .differs) }
        if last == nil, greatest > 0,
            !findings.all.contains(where: { $0.location == .row(table: Tables.drafts, key: count) })
        {
            findings.note(.row(table: Tables.drafts, key: count), .missing)
        }
        return findings
    }

    private static func isCounter(_ key: Span<UInt8>) -> Bool {
        key.count == 8 && (key.bigEndian(at: 0) as UInt64) == 0
    }

    private static func draft(_ key: Span<UInt8>, _ value: Span<UInt8>) -> StoredDraft? {
        guard key.count == 8, let draft = StoredDraft(value), draft.number == key.bigEndian(at: 0) else { return nil }
        return draft
    }

    /// Every row of the table, byte for byte. Throws `damaged` where a row says that it is longer than a draft can be.
    fileprivate func draftRows() throws(EventStoreError) -> [(key: [UInt8], value: [UInt8])] {
        var rows: [(key: [UInt8], value: [UInt8])] = []
        var cursor = try cursor(in: log.tables.drafts)
        while try cursor.next() {
            guard cursor.value.count <= StoredDraft.longest else { throw .damaged("the table \(Tables.drafts)") }
            rows.append(([UInt8](copying: cursor.key), [UInt8](copying: cursor.value)))
        }
        guard isCount(rows.count) else { throw .damaged("the table \(Tables.drafts)") }
        return rows
    }

    /// How many rows of drafts the last commit left, of which the lower 16 bits; nil if that is not known.
    private var countedRows: UInt16? { log.meta.checkpoints.first { $0.name == Meta.streams }?.rows.last }

    /// Whether the last commit left so many rows of drafts.
    func isCount(_ rows: Int) -> Bool { countedRows.map { $0 == UInt16(truncatingIfNeeded: rows) } ?? true }

    /// How many drafts the last commit left besides those that can be read; one row is the number of the last one.
    func lostDrafts(of read: Int) -> Int { max(0, Int(countedRows ?? 0) - 1 - read & 0xFFFF) }

    /// The rows to carry over into a new file: all, byte for byte. Where streams are forgotten, only the rows that can
    /// be read and belong to other streams: a row that cannot be read may belong to a forgotten one.
    func draftRows(forgetting objects: Set<StreamID>) throws(EventStoreError) -> [(key: [UInt8], value: [UInt8])] {
        if objects.isEmpty { return try draftRows() }
        let kept = try drafts().filter { !objects.contains($0.object) }
        let last = try lastDraft()
        let rows = kept.map { (key: StoredDraft.key($0.number), value: $0.value) }
        return last == 0 ? rows : [(StoredDraft.key(0), StoredDraft.counter(last))] + rows
    }
}

extension Store {
    /// The rows of drafts to carry over into a new file. Where their table cannot be read, or has another name, that is
    /// noted, and those rows are carried over that pages still lead to. Throws where the last commit left more of them:
    /// the old file may be all that has these.
    func draftsToCarry(
        from view: borrowing StoreView, forgetting objects: Set<StreamID>
    ) throws(EventStoreError) -> [(key: [UInt8], value: [UInt8])] {
        do throws(EventStoreError) { return try view.draftRows(forgetting: objects) } catch .damaged {
            guard objects.isEmpty else { throw .damaged("the table \(Tables.drafts)") }
            damage.note(table: Tables.drafts)
            let reader = try beginRead()
            let (file, number) = (try current().file, reader.view.identifier)
            let names = try [Tables.drafts] + reader.view.unknownTables()
            let found = try bridging(file) {
                var found: [[UInt8]: [UInt8]] = [:]
                guard var pages = try PageCheck(file, transaction: number) else { return found }
                for name in names {
                    try pages.forEachRow(of: name) { key, value in
                        if StoredDraft(value.span) != nil || StoredDraft.lastNumber(value.span) != nil {
                            found[key] = value
                        }
                    }
                }
                return found
            }
            guard view.isCount(found.count) else { throw .damaged("the table \(Tables.drafts)") }
            return found.map { ($0.key, $0.value) }
        } catch {
            throw error
        }
    }
}
