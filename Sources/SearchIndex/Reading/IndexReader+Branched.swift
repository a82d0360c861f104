package import EventStore

// Documents that stand on several events: a flag of their briefs, so that a few in many are found at once.

extension IndexReader {
    /// The documents of now that stand on several events, or on one that leaves something undecided, and are not
    /// deleted; newest first. Costs a page for each 2,000 documents. Throws `damaged`.
    package func branchedDocuments(_ view: borrowing StoreView) throws(EventStoreError) -> [DocumentID] {
        let briefs = try DocumentBriefs(self, view)
        var found: [DocumentID] = []
        var document = documents
        while document > 0 {
            let flags = briefs[document].flags
            if flags.contains(.branched), !flags.contains(.deleted) { found.append(document) }
            document -= 1
        }
        return found
    }
}
