internal import DiarylogHost
package import EventStore

/// Looks whether the rows of an index are still as they were written, by their checksums, the number of leaves in each
/// segment, and the number and the sum of pages. It does not compare them with the documents.
///
/// Reads the tables once, some 0.3 ms a megabyte. `IndexCheck` compares what they say.
package struct SealCheck {
    private let tables: IndexTables
    private var findings = CheckFindings()
    private var leaves: [UInt32: UInt32] = [:]
    /// What the seals of all pages add up to.
    private var sum: UInt64 = 0

    package static func findings(
        _ tables: IndexTables, in view: borrowing StoreView
    ) throws(EventStoreError) -> CheckFindings {
        var check = SealCheck(tables: tables)
        var pages: [Int] = []
        for (name, table) in zip(
            IndexTables.names, [tables.leaves, tables.documents, tables.briefs, tables.changes, tables.dates])
        {
            pages.append(try check.read(table, name, in: view))
        }
        try check.compareManifest(pages, view)
        return check.findings
    }

    /// Reads all rows of a table, and returns how many there are.
    private mutating func read(
        _ table: Table, _ name: String, in view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        var rows = 0
        var cursor = try view.cursor(in: table)
        var isHere = try cursor.first()
        while isHere {
            if SealedValue.open(cursor.value, under: cursor.key) == nil {
                findings.note(.row(table: name, key: [UInt8](copying: cursor.key)), .damaged)
            }
            if table != tables.leaves {
                sum &+= SealedValue.share(of: cursor.value, in: table)
            } else if cursor.key.count >= 4 {
                leaves[cursor.key.bigEndian(at: 0), default: 0] += 1
            }
            rows += 1
            isHere = try cursor.next()
        }
        return rows
    }

    private mutating func compareManifest(_ pages: [Int], _ view: borrowing StoreView) throws(EventStoreError) {
        let manifest: IndexManifest
        do throws(EventStoreError) {
            manifest = try view.manifest(in: tables)
        } catch {
            guard case .damagedTable = error else { throw error }
            // If it is there, its checksum has been named already.
            if try view.bytes(for: IndexManifest.key, in: tables.leaves) == nil {
                findings.note(.row(table: IndexTables.names[0], key: IndexManifest.key), .missing)
            }
            return
        }
        let others = leaves.removeValue(forKey: 0) ?? 0
        let wantedOthers: UInt32 = try view.bytes(for: IndexManifest.key, in: tables.leaves) == nil ? 0 : 1
        if others > wantedOthers { findings.note(.row(table: IndexTables.names[0], key: LeafRow.key(0)), .surplus) }
        for (index, segment) in manifest.segments.enumerated() {
            let found = leaves.removeValue(forKey: segment.id) ?? 0
            // Leaves that a merge has passed may be gone.
            let isMerging = manifest.merges.contains { $0.segments.contains(index) && !$0.term.isEmpty }
            if isMerging ? found > segment.leaves : found != segment.leaves { note(segment.id, .missing) }
        }
        for merge in manifest.merges {
            let found = leaves.removeValue(forKey: merge.id) ?? 0
            if found != merge.leaves { note(merge.id, .missing) }
        }
        for segment in leaves.keys.sorted() { note(segment, .surplus) }
        let greatest = Int(manifest.documents)
        guard greatest > 0 else { return }
        let wanted = [
            1: greatest / Int(DocumentRecord.perPage) + 1, 2: greatest / Int(DocumentBrief.perPage) + 1,
            4: greatest / Int(NewestDate.stretch) / Int(NewestDate.perPage) + 1,
        ]
        for table in wanted.keys.sorted() where pages[table] != wanted[table] {
            findings.note(.table(IndexTables.names[table]), pages[table] < wanted[table] ?? 0 ? .missing : .surplus)
        }
        // Each page is sound, and one of them is not the newest, or another table's.
        if findings.count == 0, manifest.pages ?? sum != sum { findings.note(.table(IndexTables.names[1]), .differs) }
    }

    private mutating func note(_ segment: UInt32, _ reason: CheckFinding.Reason) {
        findings.note(.row(table: IndexTables.names[0], key: LeafRow.key(segment)), reason)
    }
}
