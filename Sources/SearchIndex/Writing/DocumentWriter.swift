internal import EventStore

/// What a transaction changes of documents beside their terms, page by page: records, briefs, dates, changes.
struct DocumentWriter {
    /// The tables that it goes on from and writes; nil where it begins with the first document and nothing is written.
    private let tables: IndexTables?
    private(set) var records: RowPages<DocumentRecord>
    private(set) var briefs: RowPages<DocumentBrief>
    private(set) var dates: RowPages<NewestDate>
    /// The pages of changes that this transaction continues and begins.
    private var changes: [ChangePage] = []
    /// The changes, where nothing is written.
    private var drafted: [DocumentChange] = []
    /// The layouts that this transaction has made, by the events that did, as long as documents have them.
    private(set) var layouts: [UInt64: TokenLayout] = [:]
    /// The greatest document that the tables have, if they have any: the pages up to its own must be there.
    private var written: DocumentID?

    init(_ tables: IndexTables?) {
        self.tables = tables
        (records, briefs) = (RowPages(tables?.documents), RowPages(tables?.briefs))
        dates = RowPages(tables?.dates)
    }

    /// Goes on from tables with documents up to a number.
    mutating func begin(behind document: DocumentID) { written = document > 0 ? document : nil }

    /// The record of a document as this transaction has it; nil if there is none.
    mutating func record(
        of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentRecord? {
        var record = try records.row(document, writtenUpTo: written, view)
        return record.flags.remove(.exists) == nil ? nil : record
    }

    /// The length of a document's text as this transaction has it.
    mutating func length(of document: DocumentID, _ view: borrowing StoreView) throws(EventStoreError) -> UInt8 {
        try briefs.row(document, writtenUpTo: written, view).length
    }

    mutating func put(
        _ record: DocumentRecord, length: UInt8, of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        var row = record
        row.flags.insert(.exists)
        _ = try records.row(document, writtenUpTo: written, view)
        records.put(row, document)
        let brief = DocumentBrief(length: length, flags: row.flags)
        if try briefs.row(document, writtenUpTo: written, view) != brief { briefs.put(brief, document) }
        let (stretch, date) = (document / NewestDate.stretch, DocumentRecord.clamped(record.date))
        if try dates.row(stretch, writtenUpTo: written.map { $0 / NewestDate.stretch }, view).date < date {
            dates.put(NewestDate(date: date), stretch)
        }
    }

    /// Notes what a document was before a change, which comes behind all changes noted before.
    mutating func note(_ change: DocumentChange, _ view: borrowing StoreView) throws(EventStoreError) {
        if tables == nil {
            drafted.append(change)
        } else {
            if changes.isEmpty, let last = try lastPage(view) { changes.append(last) }
            changes.append(change)
        }
        if let before = change.layoutBefore { layouts[before] = nil }
        if let layout = change.layout { layouts[change.event] = layout }
    }

    /// Takes over what another one drafted of other documents.
    mutating func add(_ other: DocumentWriter) {
        drafted += other.drafted
        records.add(other.records)
        briefs.add(other.briefs)
        dates.add(other.dates)
    }

    /// The layout that a record points to.
    mutating func layout(
        of record: DocumentRecord, _ view: borrowing StoreView
    ) throws(EventStoreError) -> TokenLayout {
        if record.layout == 0 { return .plain }
        if let known = layouts[record.layout] { return known }
        guard let tables, let found = try view.layout(of: record.layout, in: tables) else { throw IndexTables.damage }
        return found
    }

    /// The pages of changes as they are stored, where nothing is written.
    var changeRows: [(key: [UInt8], value: [UInt8])] {
        var pages: [ChangePage] = []
        for change in drafted.sorted(by: { $0.event < $1.event }) { pages.append(change) }
        return pages.map(\.row)
    }

    /// Writes all pages that were changed, and returns by how much the sum of pages grows.
    func write(in view: inout StoreView) throws(EventStoreError) -> UInt64 {
        guard let tables else { return 0 }
        var growth = try records.write(in: &view)
        growth &+= try briefs.write(in: &view)
        growth &+= try dates.write(in: &view)
        for (index, page) in changes.enumerated() {
            let (key, value) = page.row
            // Only the first may be there already.
            growth &+= try view.putPage(value, for: key, in: tables.changes, appending: index > 0)
        }
        return growth
    }

    private func lastPage(_ view: borrowing StoreView) throws(EventStoreError) -> ChangePage? {
        guard let tables else { return nil }
        var cursor = try view.cursor(in: tables.changes)
        guard try cursor.last() else { return nil }
        guard let page = ChangePage(key: cursor.key, cursor.value) else { throw IndexTables.damage }
        return page
    }
}

extension StoreView {
    /// The layout that a change left; nil if the change is not there, is damaged or left the plain one.
    func layout(of event: UInt64, in tables: IndexTables) throws(EventStoreError) -> TokenLayout? {
        if let known = tables.tail?.layouts[event] { return known }
        var cursor = try cursor(in: tables.changes)
        guard try cursor.seekAtOrBefore(ChangePage.key(event).span) else { return nil }
        return ChangeRows(cursor.key, cursor.value)?.layout(of: event)
    }
}
