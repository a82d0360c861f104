internal import DiarylogHost

// What a check finds in the meta record, in the unnamed table, and among the snapshots.

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

    /// What is wrong with the snapshots: parts that are damaged, missing or of none, and those of another log.
    func findingsOfSnapshots() throws(EventStoreError) -> CheckFindings {
        var findings = CheckFindings()
        var open: OpenSnapshot?
        var cursor = try cursor(in: log.tables.snapshots)
        var isHere = try cursor.first()
        while isHere {
            let key = [UInt8](copying: cursor.key)
            if let snapshot = Snapshot(key: cursor.key, head: cursor.value) {
                open?.end(&findings)
                open = nil
                let isOther = try soundFrame(snapshot.sequence).map { $0.id != snapshot.event } ?? false
                if snapshot.event == .zero {
                    findings.note(.row(table: Tables.snapshots, key: key), .damaged)
                } else if snapshot.sequence > log.head || isOther {
                    findings.note(.row(table: Tables.snapshots, key: key), .differs)
                }
                open = OpenSnapshot(snapshot, isBlamed: snapshot.event == .zero)
            } else if open?.take(key, cursor.value) != true {
                findings.note(.row(table: Tables.snapshots, key: key), .surplus)
            }
            isHere = try cursor.next()
        }
        open?.end(&findings)
        return findings
    }
}

/// A snapshot whose parts are being read.
private struct OpenSnapshot {
    private let snapshot: Snapshot
    /// Whether its head is damaged: then its parts belong to nothing that could be blamed once more.
    private let isBlamed: Bool
    private var parts: UInt32 = 0
    private var length = 0
    private var checksum: UInt32 = 0

    init(_ snapshot: Snapshot, isBlamed: Bool) {
        self.snapshot = snapshot
        self.isBlamed = isBlamed
    }

    /// Takes the next part; false for a row that is none.
    mutating func take(_ key: [UInt8], _ value: Span<UInt8>) -> Bool {
        guard key == snapshot.key(part: parts + 1) else { return false }
        parts += 1
        length += value.count
        checksum = CRC32C.checksum(value, continuing: checksum)
        return true
    }

    func end(_ findings: inout CheckFindings) {
        guard !isBlamed, length != snapshot.length || checksum != snapshot.checksum else { return }
        findings.note(.row(table: Tables.snapshots, key: snapshot.key(part: 0)), .damaged)
    }
}
