internal import DiarylogHost
package import EventStore

/// Compares an index with what the documents' events make of it, stretch by stretch and page by page, and writes
/// nothing. It tells that something differs, and where; whoever has such an index builds it anew.
///
/// First it reads all leaves and sums what they say (`SegmentSums`). Then its shares are told of the documents as an
/// `IndexWriter` is, draft the same index from nothing, and subtract. Costs about what building the index anew costs,
/// less the writing. In memory it holds for each share some 25 bytes a document, some 60 bytes a change, and up to 6 MB
/// of postings.
package struct IndexCheck {
    private let tables: IndexTables
    /// Nil if it is damaged: then terms are not compared.
    private var manifest: IndexManifest?
    /// What the shares drafted.
    private var draft = IndexDraft(after: nil)
    private var sums = SegmentSums(segments: 0)
    /// What differs, in words.
    private var differences: [String] = []
    /// The stretches of events that the segments cover; segments that are being merged count as one. Nil if they or
    /// leaves are damaged: then terms are not compared.
    private var stretches: [ClosedRange<UInt64>]?

    /// Reads all leaves of an index.
    package init(_ tables: IndexTables, in view: borrowing StoreView) throws(EventStoreError) {
        self.tables = tables
        do throws(EventStoreError) {
            manifest = try view.manifest(in: tables)
        } catch .damagedTable {
            differences.append("the manifest is damaged")
            return
        } catch {
            throw error
        }
        guard let manifest, let stretches = manifest.stretches else {
            differences.append("the manifest's segments are not in the order of their events")
            return
        }
        var reading = SegmentReading(manifest, SegmentSums(segments: stretches.count + 1))
        try reading.readAll(tables, view)
        differences += reading.damage
        if reading.damage.isEmpty { (self.stretches, sums) = (stretches, reading.sums) }
    }

    /// A share of the documents, which has not been told of any yet.
    package var share: IndexShare { IndexShare(stretches, sums.emptied) }

    /// What differs, in words, given the shares that together were told of all documents.
    package mutating func finish(
        _ shares: [IndexShare], in view: borrowing StoreView
    ) throws(EventStoreError) -> [String] {
        for share in shares {
            draft.add(share.draft)
            sums.add(share.sums)
        }
        let unread = shares.flatMap(\.unread)
        if let first = unread.min() {
            differences.append("no segment tells of \(unread.count) events from \(first) on")
        }
        for (index, events) in (stretches ?? []).enumerated() where sums.isLeft(of: index) {
            differences.append(
                "the segment of events \(events.lowerBound) to \(events.upperBound) does not hold what they brought")
        }
        compareManifest()
        let documents = draft.documents
        for (table, name, rows) in [
            (tables.documents, "records", documents.records.rows), (tables.briefs, "briefs", documents.briefs.rows),
            (tables.dates, "dates", documents.dates.rows), (tables.changes, "changes", documents.changeRows),
        ] {
            try compare(table, name, with: rows, view)
        }
        return differences
    }

    private mutating func compareManifest() {
        guard let manifest else { return }
        let drafted = draft.manifest ?? IndexManifest()
        if manifest.documents != drafted.documents { differences.append("the number of documents differs") }
        if manifest.living != drafted.living { differences.append("the number of living documents differs") }
        if manifest.units != drafted.units { differences.append("the number of units differs") }
        if manifest.hadConflicts != drafted.hadConflicts {
            differences.append("whether a document ever had several texts differs")
        }
    }

    /// Compares the pages of a table with what was drafted.
    private mutating func compare(
        _ table: Table, _ name: String, with rows: [(key: [UInt8], value: [UInt8])], _ view: borrowing StoreView
    ) throws(EventStoreError) {
        var (missing, other) = (0, 0)
        for (key, value) in rows {
            guard let found = try view.bytes(for: key, in: table) else {
                missing += 1
                continue
            }
            if !found.isEqual(to: value.span) { other += 1 }
        }
        let surplus = try view.size(of: table).rows - (rows.count - missing)
        if (missing, other, surplus) == (0, 0, 0) { return }
        differences.append(
            "of \(rows.count) pages of \(name), \(other) differ and \(missing) are missing; there are \(surplus) others"
        )
    }
}
