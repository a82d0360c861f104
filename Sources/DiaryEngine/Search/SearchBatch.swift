internal import DiaryModel
internal import EventStore
internal import TextSearch

/// What a transaction brings to the index.
final class SearchBatch: ProjectionBatch {
    private let tables: SearchTables
    private var manifest: SearchManifest?
    private var builder = SegmentBuilder()
    private var units = TextUnits()
    private var unitsBefore = TextUnits()
    /// Pages that were read or changed.
    private var documents: [UInt32: DocumentPage] = [:]
    private var dates: [UInt32: DatePage] = [:]
    private var changedDates: Set<UInt32> = []
    /// Set where a page cannot be believed: nothing is written any more.
    private var isDamaged = false
    /// Leaves written by this transaction, by which the work on merges is measured.
    private var written = 0

    /// Postings held in memory before they are written as a segment: some 36 MB.
    private static let room = 4 << 20

    init(_ tables: SearchTables) { self.tables = tables }

    func apply(
        _ event: ProjectedEvent, in view: inout StoreView
    ) throws(EventStoreError) -> String? {
        let before: EntryRow?
        let after: EntryRow
        do throws(FormatError) {
            before = try event.rowBefore.map { (row) throws(FormatError) in try EntryRow(row.state) }
            after = try EntryRow(event.after)
        } catch {
            return "the row of entry number \(event.ordinal) cannot be read"
        }
        if let before, before.isFoundLike(after) { return nil }
        if manifest == nil { try begin(view) }
        let isKnown = try documentPage(DocumentPage.page(of: event.ordinal), view)[event.ordinal] != nil
        if isDamaged { return nil }
        // What came before may not have been applied: then all of it is new.
        if let before, !isKnown { addTerms(nil, before.state.content, event.ordinal) }
        let length = addTerms(before?.state.content, after.state.content, event.ordinal)
        addAlternatives(of: after, before, event.ordinal, isAnew: !isKnown)
        try note(after, length, isFirst: before == nil, event, view)
        if builder.postings > Self.room { try writeSegment(in: &view) }
        return nil
    }

    func finish(in view: inout StoreView) throws(EventStoreError) -> Bool {
        guard manifest != nil else { return true }
        if isDamaged { return false }
        try writeSegment(in: &view)
        for (page, documents) in documents {
            let key = DocumentPage.key(page)
            try put(documents.value(key: key), key, tables.documents, &view)
        }
        for page in changedDates {
            let key = DocumentPage.key(page)
            if let dates = dates[page] { try put(dates.value(key: key), key, tables.dates, &view) }
        }
        guard var settled = manifest else { return true }
        do throws(EventStoreError) {
            try SearchMerge.advance(&settled, written: written, tables, in: &view)
        } catch .damaged {
            return false
        } catch {
            throw error
        }
        try put(settled.bytes, SearchManifest.key, tables.index, &view)
        return true
    }

    private func begin(_ view: borrowing StoreView) throws(EventStoreError) {
        do throws(EventStoreError) {
            manifest = try view.searchManifest(tables)
        } catch .damaged {
            manifest = SearchManifest()
            isDamaged = true
        } catch {
            throw error
        }
    }

    /// Adds the terms that an entry did not have before; gives the code of its length, where that may have changed.
    @discardableResult
    private func addTerms(_ before: EntryContent?, _ after: EntryContent, _ ordinal: UInt32) -> UInt8? {
        if let before, before.text == after.text, before.tags == after.tags { return nil }
        units.read(after.text.span)
        let tags = after.tags.map { Term.tag($0.bytes) }
        let length = Relevance.lengthCode(units.count)
        var all = (manifest?.units ?? 0) + UInt64(units.count)
        if let before {
            unitsBefore.read(before.text.span)
            all -= min(all, UInt64(unitsBefore.count))
            builder.add(ordinal, units, tags: tags, had: (unitsBefore, before.tags.map { Term.tag($0.bytes) }))
        } else {
            builder.add(ordinal, units, tags: tags)
        }
        manifest?.units = all
        return length
    }

    /// Adds the terms of texts that a conflict does not show: they may never have been the entry's text.
    private func addAlternatives(of after: EntryRow, _ before: EntryRow?, _ ordinal: UInt32, isAnew: Bool) {
        let known = before?.branches?.alternatives ?? []
        for alternative in after.branches?.alternatives ?? [] {
            if !isAnew, let before {
                if alternative.text == before.state.content.text { continue }
                if known.contains(where: { $0.text == alternative.text }) { continue }
            }
            units.read(alternative.text.span)
            unitsBefore.read(after.state.content.text.span)
            builder.add(ordinal, units, tags: [], had: (unitsBefore, []))
        }
    }

    /// Writes down what an event makes of the entry's document.
    private func note(
        _ after: EntryRow, _ length: UInt8?, isFirst: Bool, _ event: ProjectedEvent,
        _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let ordinal = event.ordinal
        let newest = max(manifest?.entries ?? 0, ordinal)
        manifest?.entries = newest
        let number = DocumentPage.page(of: ordinal)
        var page = try documentPage(number, view)
        let date = after.state.content.date.seconds
        let before = isFirst ? nil : page[ordinal]
        page[ordinal] = DocumentRecord(
            date: date, born: event.rowAfter.create, length: length ?? before?.length ?? 0,
            isUnchanged: isFirst, isDeleted: after.state.isDeleted)
        documents[number] = page
        try note(DocumentPage.clamped(date), of: ordinal, view)
    }

    private func note(
        _ date: Int64, of ordinal: UInt32, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let number = DatePage.page(of: ordinal)
        if dates[number] == nil {
            let key = DocumentPage.key(number)
            if let bytes = try view.bytes(for: key, in: tables.dates) {
                dates[number] = DatePage(bytes, key: key)
                if dates[number] == nil { isDamaged = true }
            } else {
                dates[number] = DatePage()
            }
        }
        if dates[number]?.note(date, of: ordinal) == true { changedDates.insert(number) }
    }

    private func documentPage(
        _ number: UInt32, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentPage {
        if let held = documents[number] { return held }
        let key = DocumentPage.key(number)
        guard let bytes = try view.bytes(for: key, in: tables.documents) else { return DocumentPage() }
        guard let page = DocumentPage(bytes, key: key) else {
            isDamaged = true
            return DocumentPage()
        }
        return page
    }

    /// Writes the postings in hand as a segment of their own.
    private func writeSegment(in view: inout StoreView) throws(EventStoreError) {
        guard builder.postings > 0, var settled = manifest else { return }
        let leaves = builder.leaves()
        let segment = SearchManifest.Segment(
            id: settled.nextSegment, least: builder.least, greatest: builder.greatest, leaves: UInt32(leaves.count))
        try SearchMerge.write(leaves, segment: segment.id, tables, in: &view)
        settled.nextSegment += 1
        settled.segments.append(segment)
        written += leaves.count
        manifest = settled
        builder = SegmentBuilder()
    }

    private func put(
        _ value: [UInt8], _ key: [UInt8], _ table: Table, _ view: inout StoreView
    ) throws(EventStoreError) {
        try view.put(value.span, for: key.span, in: table)
    }
}

extension EntryRow {
    /// Whether every search finds the one where it finds the other, by their other texts, too.
    func isFoundLike(_ other: EntryRow) -> Bool {
        state.isFoundLike(other.state) && branches?.status == other.branches?.status
            && branches?.alternatives.map(\.text) ?? [] == other.branches?.alternatives.map(\.text) ?? []
    }
}
