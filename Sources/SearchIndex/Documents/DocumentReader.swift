package import EventStore

/// Reads the records of documents; keeps the last page, because neighbours are asked for one after the other.
package struct DocumentReader {
    private let index: IndexReader
    private var page = RowPage<DocumentRecord>()
    private var number: UInt32?

    /// A reader for an index, for one read transaction.
    package init(_ index: IndexReader) { self.index = index }

    /// The record of a document as of the index's point; nil if there is none. Throws `damaged`.
    package mutating func record(
        of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentRecord? {
        guard var record = try recordOfNow(document, view) else { return nil }
        guard let past = index.point.past, let then = past[document] else { return record }
        record.flags = then.flags
        record.date = past.date(of: document) ?? record.date
        return record
    }

    /// The change that told the layout of a document as of the index's point; 0 for the plain one. Throws `damaged`.
    mutating func layout(
        of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> UInt64 {
        guard let record = try recordOfNow(document, view) else { return 0 }
        guard let past = index.point.past, past[document] != nil else { return record.layout }
        return try past.layout(of: document, index.tables, in: view) ?? record.layout
    }

    private mutating func recordOfNow(
        _ document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentRecord? {
        let wanted = RowPage<DocumentRecord>.page(of: document)
        if number != wanted, let changed = index.tables.tail?.records[wanted] {
            page = changed
            number = wanted
        } else if number != wanted {
            let key = RowPage<DocumentRecord>.key(wanted)
            guard let bytes = try view.bytes(for: key, in: index.tables.documents) else {
                if document > index.documents { return nil }
                throw IndexTables.damage
            }
            guard page.take(bytes, key: key) else { throw IndexTables.damage }
            number = wanted
        }
        var record = page[document]
        return record.flags.remove(.exists) == nil ? nil : record
    }

    /// The newest document up to `last` that existed after an event, found by bisection: documents are numbered as they
    /// came.
    package mutating func newest(
        upTo last: DocumentID, bornBy event: UInt64, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID {
        var (low, high) = (DocumentID(0), last)
        while low < high {
            let middle = low + (high - low + 1) / 2
            // A document without a record counts as old; the walk passes over it.
            let born = try recordOfNow(middle, view)?.born ?? 0
            if born <= event { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
