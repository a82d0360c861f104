internal import DiarylogHost
internal import DiarylogTextSearch
package import EventStore

/// Compares an index with what the documents' events make of it, term by term and document by document, and writes
/// nothing.
///
/// First it reads all leaves and sums what they say (`TermSums`). Then its shares are told of the documents as an
/// `IndexWriter` is, draft the same index from nothing, and subtract. Costs about what building the index anew costs,
/// less the writing. In memory it holds for each share some 25 bytes a document, some 60 bytes a change, and up to 6 MB
/// of postings; only a check that names the terms that differ holds some 70 bytes a term.
package struct IndexCheck {
    private let tables: IndexTables
    /// Nil if it is damaged: then terms are not compared.
    private let manifest: IndexManifest?
    private let namesTerms: Bool
    /// What the shares drafted.
    private var draft = IndexDraft(after: nil)
    private var sums: TermSums
    private var differences = IndexDifferences()
    /// The stretches of events that the segments cover; segments that are being merged count as one. Nil if they or
    /// leaves are damaged: then terms are not compared.
    private var stretches: [ClosedRange<UInt64>]?

    /// Reads all leaves of an index. Unless it is `namingTerms`, it finds whether terms differ, and not which.
    package init(
        _ tables: IndexTables, namingTerms: Bool, in view: borrowing StoreView
    ) throws(EventStoreError) {
        (self.tables, namesTerms) = (tables, namingTerms)
        do throws(EventStoreError) {
            manifest = try view.manifest(in: tables)
        } catch .damagedTable {
            manifest = nil
            differences.note(.damage, "the manifest is damaged")
        } catch {
            throw error
        }
        sums = TermSums(segments: 0, namingTerms: namingTerms)
        guard let manifest else { return }
        guard let stretches = manifest.stretches else {
            differences.note(.damage, "the manifest's segments are not in the order of their events")
            return
        }
        var reading = SegmentReading(manifest, TermSums(segments: stretches.count + 1, namingTerms: namingTerms))
        try reading.readAll(tables, view)
        for sentence in reading.damage { differences.note(.damage, sentence) }
        if !reading.damage.isEmpty { return }
        (self.stretches, sums) = (stretches, reading.sums)
    }

    /// A share of the documents, which has not been told of any yet.
    package var share: IndexShare {
        IndexShare(stretches, sums.emptied, tellsBranched: manifest?.tellsBranched ?? true)
    }

    /// What differs, in words, given the shares that together were told of all documents. Nil if terms differ, and
    /// another check has to name them.
    package mutating func finish(
        _ shares: [IndexShare], in view: borrowing StoreView
    ) throws(EventStoreError) -> [String]? {
        for share in shares {
            draft.add(share.draft)
            sums.add(share.sums)
        }
        if !namesTerms, stretches != nil, !sums.isEmpty { return nil }
        for event in shares.flatMap(\.unread).sorted() {
            differences.note(.segment, "no segment tells of event \(event)")
        }
        compareTerms()
        compareManifest()
        try compareChanges(view)
        try compare(draft.documents.records, in: tables.documents, .record, view) { page, position in
            "the record of document \(page * DocumentPage.capacity + position) differs"
        }
        try compare(draft.documents.briefs, in: tables.briefs, .brief, view) { page, position in
            "the brief of document \(page * BriefPage.capacity + position) differs"
        }
        try compare(draft.documents.dates, in: tables.dates, .date, view) { page, position in
            let first = (page * DatePage.capacity + position) * DatePage.stretch
            return "the newest date of documents \(first) to \(first + DatePage.stretch - 1) differs"
        }
        return differences.sentences
    }

    private mutating func compareTerms() {
        if stretches == nil { return }
        let terms = sums.differing
        for term in terms { differences.note(.term, "term \(Term.words(term)) differs") }
        // A term that differs makes its segment differ as well.
        guard terms.isEmpty, let stretches else { return }
        for index in stretches.indices where sums.isLeft(of: index) {
            let events = stretches[index]
            differences.note(
                .segment,
                "the segment of events \(events.lowerBound) to \(events.upperBound) does not hold what they brought")
        }
    }

    private mutating func compareManifest() {
        guard let manifest else { return }
        let drafted = draft.manifest ?? IndexManifest()
        if manifest.documents != drafted.documents { differences.note(.sum, "the number of documents differs") }
        if manifest.living != drafted.living { differences.note(.sum, "the number of living documents differs") }
        if manifest.units != drafted.units { differences.note(.sum, "the number of units differs") }
        if manifest.hadConflicts != drafted.hadConflicts {
            differences.note(.sum, "whether a document ever had several texts differs")
        }
    }
}

extension IndexCheck {
    /// Compares the pages of changes.
    private mutating func compareChanges(_ view: borrowing StoreView) throws(EventStoreError) {
        var pages: [ChangePage] = []
        for change in draft.documents.drafted.sorted(by: { $0.event < $1.event }) { pages.append(change) }
        try compareCount(pages.count, of: tables.changes, .change, view)
        for page in pages {
            let key = ChangePage.key(page.first)
            let expected = page.value(key: key)
            guard let found = try view.bytes(for: key, in: tables.changes) else {
                differences.note(.change, "the changes from event \(page.first) on are missing")
                continue
            }
            if found.isEqual(to: expected.span) { continue }
            var changes: [DocumentChange] = []
            let isSound = ChangeRows(key.span, found)?.forEach {
                changes.append($0)
                return true
            }
            if isSound != true {
                differences.note(.damage, "the changes from event \(page.first) on are damaged")
                continue
            }
            var drafted: [DocumentChange] = []
            _ = ChangeRows(key.span, expected.span)?.forEach {
                drafted.append($0)
                return true
            }
            for event in Set((changes + drafted).map(\.event)).sorted()
            where changes.first(where: { $0.event == event }) != drafted.first(where: { $0.event == event }) {
                differences.note(.change, "the change of event \(event) differs")
            }
        }
    }

    /// Compares drafted pages with those of a table.
    private mutating func compare<Page: NumberedPage>(
        _ pages: [UInt32: Page], in table: Table, _ kind: IndexDifferences.Kind, _ view: borrowing StoreView,
        _ sentence: (_ page: UInt32, _ position: UInt32) -> String
    ) throws(EventStoreError) {
        for number in pages.keys.sorted() {
            guard let drafted = pages[number] else { continue }
            let key = DocumentPage.key(number)
            guard let found = try view.bytes(for: key, in: table) else {
                differences.note(kind, "page \(number) of \(kind.rawValue) is missing")
                continue
            }
            if found.isEqual(to: drafted.value(key: key).span) { continue }
            guard let page = Page(found, key: key) else {
                differences.note(.damage, "page \(number) of \(kind.rawValue) is damaged")
                continue
            }
            let positions = (0..<Page.capacity).filter { !page.agrees(with: drafted, at: $0) }
            for position in positions { differences.note(kind, sentence(number, position)) }
            if positions.isEmpty { differences.note(kind, "page \(number) of \(kind.rawValue) has other bytes") }
        }
        try compareCount(pages.count, of: table, kind, view)
    }

    private mutating func compareCount(
        _ pages: Int, of table: Table, _ kind: IndexDifferences.Kind, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let found = try view.size(of: table).rows
        if found > pages { differences.note(kind, "there are \(found) pages of \(kind.rawValue), not \(pages)") }
    }
}
