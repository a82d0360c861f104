internal import DiarylogHost

// What a check finds in the meta record and in the unnamed table.

extension StoreView {
    /// What is wrong with the meta record, given what the events up to the last flushed one say.
    func findingsOfRecord(lamport: UInt64, holdsBindingEvents: Bool, holdsFalls: Bool) -> CheckFindings {
        var findings = CheckFindings()
        if log.metaIsDerived {
            findings.note(.record, .damaged)
        } else if log.meta.lamport < lamport || (holdsBindingEvents && !log.meta.holdsBindingEvents)
            || (holdsFalls && !log.meta.holdsFalls)
        {
            findings.note(.record, .differs)
        }
        return findings
    }

    /// What is wrong in the unnamed table: a row that is no event of the tail, no record and no table; a table that the
    /// meta record names and that is missing; a commit that is hidden.
    func findingsOfUnnamedTable() throws(EventStoreError) -> CheckFindings {
        var findings = CheckFindings()
        for (key, size) in try unnamedRows() {
            if key == TableKey.meta { continue }
            if key.first == 0 {
                let sequence: UInt64 = key.count == 9 ? key.span.bigEndian(at: 1) : 0
                if sequence <= log.meta.flushed || sequence > log.head {
                    findings.note(.row(table: "", key: key), .surplus)
                }
            } else if size == nil || !isTable(String(decoding: key, as: UTF8.self)) {
                findings.note(.row(table: "", key: key), .surplus)
            }
        }
        if let hidden = log.hidden { findings.note(hidden.sequence, .missing) }
        if log.metaIsDerived { return findings }
        for table in log.tables.all where (try? table.inFile) == nil { findings.note(.table(table.name), .missing) }
        for projection in log.tables.projections where (try? projection.check(log.meta)) == nil {
            findings.note(.table(projection.name), .missing)
        }
        return findings
    }

    /// The tables that stand under a name which no table has.
    func unknownTables() throws(EventStoreError) -> [String] {
        try unnamedRows().compactMap { key, size in
            let name = String(decoding: key, as: UTF8.self)
            let isKnown = key.first == 0 || key == TableKey.meta || isTable(name)
            return isKnown || size == nil ? nil : name
        }
    }

    /// Whether a name is one that a table may have: the store's, or a projection's in any version.
    private func isTable(_ name: String) -> Bool {
        let known = Tables.core + log.tables.projections.flatMap(\.projection.tables)
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = parts.first, known.contains(String(base)) else { return false }
        return parts.count == 1 || UInt16(parts[1]) != nil
    }
}
