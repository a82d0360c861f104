internal import DiarylogTextSearch
internal import EventStore

/// What a transaction changes of documents beside their terms, page by page: records, briefs, dates, changes.
struct DocumentWriter {
    /// The tables that it goes on from and writes; nil where it begins with the first document and nothing is written.
    private let tables: IndexTables?
    // Pages that were read or changed; of records and briefs only those that were changed are written.
    private(set) var records: [UInt32: DocumentPage] = [:]
    private(set) var briefs: [UInt32: BriefPage] = [:]
    private(set) var dates: [UInt32: DatePage] = [:]
    private var changedRecords: Set<UInt32> = []
    private var changedBriefs: Set<UInt32> = []
    private var changedDates: Set<UInt32> = []
    /// The pages of changes that this transaction continues and begins.
    private var changes: [ChangePage] = []
    /// The changes, where nothing is written.
    private(set) var drafted: [DocumentChange] = []
    /// The layouts that this transaction has made, by the events that did, as long as documents have them.
    private(set) var layouts: [UInt64: TokenLayout] = [:]
    /// The greatest document that the tables have: the pages up to its own must be there.
    var written: DocumentID = 0

    init(_ tables: IndexTables?) { self.tables = tables }

    /// The record of a document as this transaction has it; nil if there is none.
    mutating func record(
        of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentRecord? {
        try recordPage(DocumentPage.page(of: document), view)[document]
    }

    /// The length of a document's text as this transaction has it.
    mutating func length(of document: DocumentID, _ view: borrowing StoreView) throws(EventStoreError) -> UInt8 {
        try briefPage(document / BriefPage.capacity, view)[document].length
    }

    mutating func put(
        _ record: DocumentRecord, length: UInt8, of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        // The pages are changed where they lie: one that is held here as well would be copied first.
        let number = DocumentPage.page(of: document)
        if records[number] == nil { _ = try recordPage(number, view) }
        records[number]?[document] = record
        changedRecords.insert(number)
        let position = document / BriefPage.capacity
        let brief = DocumentBrief(length: length, flags: record.flags.union(.exists))
        if try briefPage(position, view)[document] != brief {
            if briefs[position] == nil { briefs[position] = try briefPage(position, view) }
            briefs[position]?[document] = brief
            changedBriefs.insert(position)
        }
        try note(DocumentPage.clamped(record.date), of: document, view)
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
        records.merge(other.records) { $0.adding($1) }
        briefs.merge(other.briefs) { $0.adding($1) }
        dates.merge(other.dates) { $0.adding($1) }
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

    /// Writes all pages that were changed.
    func write(in view: inout StoreView) throws(EventStoreError) {
        guard let tables else { return }
        for number in changedRecords.sorted() {
            guard let page = records[number] else { continue }
            let key = DocumentPage.key(number)
            try view.put(page.value(key: key).span, for: key.span, in: tables.documents)
        }
        for number in changedBriefs.sorted() {
            guard let page = briefs[number] else { continue }
            let key = DocumentPage.key(number)
            try view.put(page.value(key: key).span, for: key.span, in: tables.briefs)
        }
        for number in changedDates.sorted() {
            guard let page = dates[number] else { continue }
            let key = DocumentPage.key(number)
            try view.put(page.value(key: key).span, for: key.span, in: tables.dates)
        }
        for (index, page) in changes.enumerated() {
            let key = ChangePage.key(page.first)
            // Only the first may be there already.
            try view.put(page.value(key: key).span, for: key.span, in: tables.changes, appending: index > 0)
        }
    }

    /// Whether the tables must have a page of so many documents.
    private func isWritten(_ page: UInt32, of capacity: UInt32) -> Bool { written > 0 && page <= written / capacity }

    private mutating func recordPage(
        _ number: UInt32, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentPage {
        if let held = records[number] { return held }
        let key = DocumentPage.key(number)
        var page: DocumentPage? = isWritten(number, of: DocumentPage.capacity) ? nil : DocumentPage()
        if let tables, let bytes = try view.bytes(for: key, in: tables.documents) {
            page = DocumentPage(bytes, key: key)
        }
        guard let page else { throw IndexTables.damage }
        records[number] = page
        return page
    }

    private mutating func briefPage(
        _ number: UInt32, _ view: borrowing StoreView
    ) throws(EventStoreError) -> BriefPage {
        if let held = briefs[number] { return held }
        let key = DocumentPage.key(number)
        var page: BriefPage? = isWritten(number, of: BriefPage.capacity) ? nil : BriefPage()
        if let tables, let bytes = try view.bytes(for: key, in: tables.briefs) { page = BriefPage(bytes, key: key) }
        guard let page else { throw IndexTables.damage }
        briefs[number] = page
        return page
    }

    private mutating func lastPage(_ view: borrowing StoreView) throws(EventStoreError) -> ChangePage? {
        guard let tables else { return nil }
        var cursor = try view.cursor(in: tables.changes)
        guard try cursor.last() else { return nil }
        guard let page = ChangePage(key: cursor.key, cursor.value) else { throw IndexTables.damage }
        return page
    }

    private mutating func note(
        _ date: Int64, of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let number = DatePage.page(of: document)
        if dates[number] == nil {
            let key = DocumentPage.key(number)
            if let tables, let bytes = try view.bytes(for: key, in: tables.dates) {
                guard let page = DatePage(bytes, key: key) else { throw IndexTables.damage }
                dates[number] = page
            } else {
                if isWritten(number, of: DatePage.capacity * DatePage.stretch) { throw IndexTables.damage }
                dates[number] = DatePage()
            }
        }
        if dates[number]?.note(date, of: document) == true { changedDates.insert(number) }
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
