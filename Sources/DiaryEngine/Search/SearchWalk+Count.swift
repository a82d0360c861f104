internal import DiarylogSearchIndex
internal import EventStore

// How many entries a plan finds.

extension SearchWalk {
    /// Counts all hits of a plan; `seen` is how many entries were looked at, if the bound of texts ended the count.
    mutating func count(
        _ plan: SearchPlan, bound: Int, _ view: borrowing StoreView
    ) throws(EventStoreError) -> (count: Int, seen: UInt32?) {
        if let count = try countByIndex(plan, view) { return (count, nil) }
        var count = 0
        var oldest = entries
        let isBounded = try forEachHit(plan, bound: bound, view) { hit in
            count += 1
            oldest = min(oldest, hit.ordinal)
        }
        return (count, isBounded ? entries - oldest : nil)
    }

    /// Counts the hits of a plan that terms decide, without the records of the documents. Where the index does not
    /// know, the text decides. Nil for any other plan.
    private mutating func countByIndex(_ plan: SearchPlan, _ view: borrowing StoreView) throws(EventStoreError) -> Int?
    {
        guard !allVersions, plan.isDecidedByIndex, plan.tree.asksForTermsAlone else { return nil }
        var walk = try CandidateWalk(plan.indexQuery, in: index, from: newestEntry(view), view)
        if let found = try walk.countOfTerm(view) { return found }
        try walk.gather(view)
        if !index.hadConflicts, let found = walk.count { return found }
        var count = 0
        while let ordinal = try walk.next(view) {
            candidates += 1
            if walk.isDecided, try !walk.isConflicted(view) {
                count += 1
            } else if let document = try document(of: ordinal, view), !document.isDeleted {
                let hit = SearchHit(ordinal: ordinal, date: document.date, born: SequenceNumber(document.born))
                if try date(of: hit, document, plan, view) != nil { count += 1 }
            }
        }
        return count
    }
}
