package import EventStore
internal import TextSearch

/// The index as one read transaction sees it: its manifest, and what every question needs besides postings.
package struct IndexReader: Sendable {
    let tables: IndexTables
    let manifest: IndexManifest
    let relevance: Relevance
    /// For each stretch of documents, the newest date of all documents up to its end.
    private let newestDates: [Int64]

    /// Reads the manifest and the dates. Throws `damaged`.
    package init(_ tables: IndexTables, in view: borrowing StoreView) throws(EventStoreError) {
        self.tables = tables
        manifest = try view.manifest(in: tables)
        relevance = Relevance(documents: UInt64(manifest.documents), units: manifest.units)
        newestDates = try view.newestDates(upTo: manifest.documents, in: tables)
    }

    /// How many documents there are or were: the greatest number of a document.
    package var documents: DocumentID { manifest.documents }
    /// How many segments there are.
    package var segments: Int { manifest.segments.count }
    /// How many merges are in progress.
    package var merges: Int { manifest.merges.count }

    /// A date no earlier than any that a document up to this one ever had.
    func newestDate(upTo document: DocumentID) -> Int64 {
        let index = Int(document / DatePage.stretch)
        return index < newestDates.count ? newestDates[index] : .max
    }
}

extension StoreView {
    /// The latest dates of documents, stretch by stretch, each for all documents up to the stretch's end.
    fileprivate func newestDates(
        upTo last: DocumentID, in tables: IndexTables
    ) throws(EventStoreError) -> [Int64] {
        guard last > 0 else { return [] }
        var dates: [Int64] = []
        var newest = Int64.min
        for number in 0...DatePage.page(of: last) {
            let key = DocumentPage.key(number)
            guard let bytes = try bytes(for: key, in: tables.dates), let page = DatePage(bytes, key: key) else {
                throw .damaged("a page of the search index")
            }
            for date in page.dates {
                newest = max(newest, date)
                dates.append(newest)
            }
        }
        return dates
    }
}
