package import EventStore

/// The documents that hold a term now, gathered at once: one bit each, and how often each of them holds it.
///
/// Costs some 3 ns for a posting, in however many segments they lie, and a byte for each document. A walk that stops
/// early, or skips, costs less; one that visits most postings of several frequent terms costs more.
struct TermDocuments {
    private(set) var set: DocumentSet
    /// How often each document holds the term.
    private(set) var times: [UInt8]

    /// Reads all postings of a term. Throws `damaged`.
    init(
        _ term: [UInt8], upTo newest: DocumentID, _ index: IndexReader, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        set = DocumentSet(upTo: newest)
        times = [UInt8](repeating: 0, count: Int(newest) + 1)
        // The sign that came last holds.
        for placed in index.segments(for: term).sorted(by: { $0.position < $1.position }) {
            var walk = SegmentWalk(placed.segment, index)
            try walk.forEachBlock(of: term, view) { set.put($0, upTo: newest, times: &times) }
        }
        set.settle()
    }
}

extension CandidateWalk {
    /// Gathers the documents of frequent terms at once, if most of their postings would be visited anyway: where
    /// several such terms must match, or several segments speak of the same documents. Call it if all candidates are
    /// visited, and only as of now.
    /// Throws `damaged`.
    package mutating func gather(_ view: borrowing StoreView) throws(EventStoreError) {
        if index.point.past == nil, !index.point.isEver { try gather(root, view) }
    }

    /// What stands beside others that must match is passed over for the most part, and not gathered by itself.
    private mutating func gather(_ node: Int, _ view: borrowing StoreView) throws(EventStoreError) {
        if case .any(let parts) = nodes[node] { for part in parts { try gather(part, view) } }
        guard case .all(let number) = nodes[node] else { return }
        if let walk = onlyWalk(of: node), node != root || !walks[walk].hasSharedDocuments { return }
        let (terms, others) = (alls[number].walks, alls[number].nodes)
        let known = others.compactMap { if case .set(let set) = nodes[$0] { set } else { nil } }
        guard known.count == others.count, let set = try gathered(terms, with: known, view) else { return }
        sets.append(set)
        if alls[number].phrases.isEmpty {
            nodes[node] = .set(sets.count - 1)
        } else {
            let both = add(.set(sets.count - 1))
            (alls[number].walks, alls[number].nodes) = ([], [both])
        }
    }

    /// How many candidates there are, where a set of documents is the whole answer; nil where it is not, or a text must
    /// decide.
    package var count: Int? {
        guard case .set(let set) = nodes[root], sets[set].unknown.isEmpty else { return nil }
        return sets[set].count
    }

    /// The documents that hold all of some terms, and are in all of some sets; nil where one of these is so rare that
    /// walks skip most of the others.
    private mutating func gathered(
        _ terms: [Int], with known: [Int], _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentSet? {
        var holders = known.map { sets[$0].count }
        for term in terms { holders.append(try walks[term].holders(view)) }
        guard let fewest = holders.min(), let most = holders.max(), !terms.isEmpty, fewest > most / 8,
            fewest > index.documents / 256
        else { return nil }
        var both: DocumentSet?
        for set in known { both = both?.intersection(sets[set]) ?? sets[set] }
        for term in terms {
            let documents = try TermDocuments(walks[term].term, upTo: limit, index, view)
            while gathered.count <= term { gathered.append([]) }
            gathered[term] = documents.times
            both = both?.intersection(documents.set) ?? documents.set
        }
        return both
    }
}
