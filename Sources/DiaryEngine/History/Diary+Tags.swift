public import DiaryModel
internal import DiarylogSearchIndex
internal import DiarylogTextSearch
public import EventStore

extension Diary {
    /// The tags of the entries that a list would show, given or said in the text; as of which event, and how many of
    /// these entries cannot be read.
    ///
    /// The search index tells which entries have tags: these alone are read, some 3 µs each. Of deleted entries, all
    /// are.
    public func tags(
        _ request: ListRequest
    ) throws(EventStoreError) -> (counts: TagCounts, at: SequenceNumber, leftOut: Int) {
        let indexed = try read(request.point) { view, sequence in
            try indexedTags(request, asOf: sequence, view)
        }
        if let indexed { return indexed }
        var counts = TagCounts()
        let (at, leftOut) = try forEachEntry(request) { counts.add($0.content) }
        return (counts, at, leftOut)
    }

    private func indexedTags(
        _ request: ListRequest, asOf sequence: UInt64, _ view: borrowing StoreView
    ) throws(EventStoreError) -> (counts: TagCounts, at: SequenceNumber, leftOut: Int)? {
        if request.deleted { return nil }
        let tables = try view.log.tables(of: SearchProjection.name)
        let point = try searchMemory.point(asOf: sequence, IndexTables(tables), in: view)
        let filter = SearchTree.filter(request.filter).indexQuery
        let query = IndexQuery.all([.filter([[.anyTag]]), filter])
        var walk = try CandidateWalk(query, in: point.index, from: point.index.documents, view)
        var (counts, leftOut) = (TagCounts(), 0)
        while let ordinal = try walk.next(view) {
            do throws(EventStoreError) {
                let row = try view.row(ordinal, over: point.tail)
                if let entry = try view.entry(row, asOf: sequence), request.takes(entry) { counts.add(entry.content) }
            } catch .damaged {
                leftOut += 1
            } catch {
                throw error
            }
        }
        return (counts, SequenceNumber(sequence), leftOut)
    }
}
