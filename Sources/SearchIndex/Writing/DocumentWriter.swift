internal import EventStore

/// The records and dates of documents that a transaction changes, page by page.
struct DocumentWriter {
    private let tables: IndexTables
    /// Pages that were changed.
    private var records: [UInt32: DocumentPage] = [:]
    /// Pages that were read or changed.
    private var dates: [UInt32: DatePage] = [:]
    private var changedDates: Set<UInt32> = []
    /// Whether a page is damaged: then nothing more may be written.
    private(set) var isDamaged = false

    init(_ tables: IndexTables) { self.tables = tables }

    /// The record of a document as this transaction has it; nil if there is none.
    mutating func record(
        of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentRecord? {
        try recordPage(DocumentPage.page(of: document), view)[document]
    }

    mutating func put(
        _ record: DocumentRecord, of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let number = DocumentPage.page(of: document)
        var page = try recordPage(number, view)
        page[document] = record
        records[number] = page
        try note(DocumentPage.clamped(record.date), of: document, view)
    }

    /// Writes all pages that were changed.
    func write(in view: inout StoreView) throws(EventStoreError) {
        for (number, page) in records {
            let key = DocumentPage.key(number)
            try view.put(page.value(key: key).span, for: key.span, in: tables.documents)
        }
        for number in changedDates {
            guard let page = dates[number] else { continue }
            let key = DocumentPage.key(number)
            try view.put(page.value(key: key).span, for: key.span, in: tables.dates)
        }
    }

    private mutating func recordPage(
        _ number: UInt32, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentPage {
        if let held = records[number] { return held }
        let key = DocumentPage.key(number)
        guard let bytes = try view.bytes(for: key, in: tables.documents) else { return DocumentPage() }
        guard let page = DocumentPage(bytes, key: key) else {
            isDamaged = true
            return DocumentPage()
        }
        return page
    }

    private mutating func note(
        _ date: Int64, of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let number = DatePage.page(of: document)
        if dates[number] == nil {
            let key = DocumentPage.key(number)
            if let bytes = try view.bytes(for: key, in: tables.dates) {
                dates[number] = DatePage(bytes, key: key)
                if dates[number] == nil { isDamaged = true }
            } else {
                dates[number] = DatePage()
            }
        }
        if dates[number]?.note(date, of: document) == true { changedDates.insert(number) }
    }
}
