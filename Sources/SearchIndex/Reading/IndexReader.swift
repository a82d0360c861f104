package import EventStore

/// The index as one read transaction sees it: its manifest, and what every question needs besides postings.
package final class IndexReader: Sendable {
    let tables: IndexTables
    let manifest: IndexManifest
    /// What scores go by, as of now.
    let relevanceNow: Relevance
    /// As of which point it answers.
    let point: IndexPoint
    /// For each stretch of documents, the newest date of all documents up to its end.
    private let newestDates: [Int64]

    /// The segments of the newest documents first, each with its position in the order of the events.
    private let newestFirst: [PlacedSegment]
    /// What was read once, and is the same until the next commit.
    let memory: IndexMemory

    /// Reads the manifest and the dates, to answer as of now. Throws `damaged`.
    package init(_ tables: IndexTables, in view: borrowing StoreView) throws(EventStoreError) {
        self.tables = tables
        manifest = if let tail = tables.tail { tail.manifest } else { try view.manifest(in: tables) }
        relevanceNow = Relevance(documents: UInt64(manifest.living), units: manifest.units)
        newestDates = try view.newestDates(upTo: manifest.documents, in: tables)
        point = .now
        newestFirst = IndexManifest.newestFirst(manifest.segments)
        memory = IndexMemory()
    }

    /// The same index, where a document that held what is asked for at any time up to the point counts.
    package var ofAnyTime: IndexReader { of(IndexPoint(past: point.past, isEver: true)) }

    /// The same index as of an event. Costs a pass over the changes behind it. Throws `damaged`.
    package func asOf(_ event: UInt64, in view: borrowing StoreView) throws(EventStoreError) -> IndexReader {
        of(IndexPoint(past: try PastDocuments(asOf: event, documents: documents, tables, in: view)))
    }

    /// The same index as of a point.
    func of(_ point: IndexPoint) -> IndexReader { IndexReader(self, point) }

    private init(_ index: IndexReader, _ point: IndexPoint) {
        (tables, manifest, relevanceNow) = (index.tables, index.manifest, index.relevanceNow)
        (newestDates, newestFirst, memory) = (index.newestDates, index.newestFirst, index.memory)
        self.point = point
    }

    /// What scores go by: how many documents there are as of the point, and how long they are.
    func relevance(
        _ briefs: DocumentBriefs?, in view: borrowing StoreView
    ) throws(EventStoreError) -> Relevance {
        guard let past = point.past, let briefs else { return relevanceNow }
        return try past.relevance(self, briefs, in: view)
    }

    /// Whether the index says of a document what holds now; at a point in the past, whether it has not changed since.
    package func isAsNow(_ document: DocumentID) -> Bool { point.past?[document] == nil }

    /// Whether a document ever had several texts.
    package var hadConflicts: Bool { manifest.hadConflicts }

    /// Whether it tells which documents do not hold a term. Where one has several texts, terms do not tell what one of
    /// them lacks; neither do terms of all times.
    package var decidesAbsence: Bool { !point.isEver && !manifest.hadConflicts }

    /// The segments in which a term is looked up.
    func segments(for term: [UInt8]) -> [PlacedSegment] {
        let segments = manifest.merges.isEmpty ? newestFirst : IndexManifest.newestFirst(manifest.segments(for: term))
        if point.past == nil { return segments }
        return segments.filter { point.reaches($0.segment.events) }
    }

    /// How many documents there are or were: the greatest number of a document.
    package var documents: DocumentID { manifest.documents }
    /// How many segments there are.
    package var segments: Int { manifest.segments.count }
    /// How many merges are in progress.
    package var merges: Int { manifest.merges.count }

    /// A date no earlier than any that a document up to this one ever had.
    package func newestDate(upTo document: DocumentID) -> Int64 {
        let index = Int(document / NewestDate.stretch)
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
        for number in 0...RowPage<NewestDate>.page(of: last / NewestDate.stretch) {
            let key = RowPage<NewestDate>.key(number)
            var page = tables.tail?.dates[number]
            if page == nil, let bytes = try bytes(for: key, in: tables.dates) { page = RowPage(bytes, key: key) }
            guard let page else { throw IndexTables.damage }
            for position in 0..<page.count {
                newest = max(newest, page[UInt32(position)].date)
                dates.append(newest)
            }
        }
        return dates
    }
}
