internal import DiarylogSearchIndex
internal import EventStore

// How many entries a plan finds.

extension SearchWalk {
    /// Counts all hits of a tree but those of entries in `counted`; estimates, if the bound of texts ends the count.
    /// Where the index tells each entry, the first few are put into `counted`.
    mutating func count(
        _ tree: SearchTree, bound: Int, _ counted: inout Set<UInt32>, _ view: borrowing StoreView
    ) throws(EventStoreError) -> SearchCount {
        let plan = plan(tree)
        var all = SearchCount(at: SequenceNumber(sequence), count: 0, isExact: true)
        if isByTerms(plan) {
            all.count = try countByIndex(plan, &counted, view)
            return all
        }
        let known = counted
        var oldest = index.documents
        all.isExact = try !forEachHit(plan, bound: bound, view) { hit in
            if known.contains(hit.ordinal) { return }
            all.count += 1
            oldest = min(oldest, hit.ordinal)
        }
        if all.isExact { return all }
        // The entries looked at stand for the rest.
        let share = Double(max(1, index.documents - oldest)) / Double(max(1, index.documents))
        all.count = Int((Double(all.count) / share).rounded())
        return all
    }

    /// The same for a plan that terms decide, without the records of the documents. Where the index does not know, the
    /// text decides.
    private mutating func countByIndex(
        _ plan: SearchPlan, _ counted: inout Set<UInt32>, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        var walk = try walk(of: plan, view)
        if counted.isEmpty, let found = walk.countOfTerm { return found }
        try walk.gather(view)
        if counted.isEmpty, !index.hadConflicts, let found = walk.count { return found }
        let known = counted
        var count = 0
        while let ordinal = try walk.next(view) {
            candidates += 1
            if known.contains(ordinal) { continue }
            let isConflicted = try walk.isConflicted(view)
            if !walk.isDecided || isConflicted {
                guard let document = try document(of: ordinal, view), !document.isDeleted else { continue }
                let hit = SearchHit(ordinal: ordinal, date: document.date, born: SequenceNumber(document.born))
                guard try date(of: hit, document, plan, view) != nil else { continue }
            }
            count += 1
            if count <= SearchRequest.few { counted.insert(ordinal) }
        }
        return count
    }
}
