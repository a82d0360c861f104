package import EventStore

// Frequent terms gathered at once: for each document one bit, and how often it holds the term. That costs some 3 ns for
// a posting, in however many segments they lie, and a byte for each document. A walk that stops early, or skips, costs
// less; one that visits most postings of several frequent terms costs more.

/// How often documents may hold what is scored, where one set offers them and all of their terms were gathered.
struct GatheredBounds {
    let set: Int
    /// For each scored part, how often each document holds each of its terms; none for a range of terms.
    var parts: [[[UInt8]]] = []

    /// How often a document holds the part at most that it holds most often.
    @inline(__always)
    func most(in document: DocumentID) -> UInt8 {
        var most: UInt8 = parts.isEmpty ? 1 : 0
        for terms in parts {
            var least: UInt8 = terms.isEmpty ? 1 : .max
            for times in terms { least = min(least, times[Int(document)]) }
            most = max(most, least)
        }
        return most
    }
}

extension CandidateWalk {
    /// The bounds of what is scored, where they need no walk.
    var gatheredBounds: GatheredBounds? {
        var offering = nodes[root]
        if case .all(let all) = offering, alls[all].walks.isEmpty, alls[all].nodes.count == 1 {
            offering = nodes[alls[all].nodes[0]]
        }
        guard index.point.isNow, case .set(let set) = offering else { return nil }
        var bounds = GatheredBounds(set: set)
        for part in scored where part.weight > 0 {
            var walks = part.walks
            for own in part.phrase.map({ phrases[$0].parts }) ?? [] {
                guard let walk = own.walk, own.other == nil else { return nil }
                walks.append(walk)
            }
            guard walks.allSatisfy(isGathered) else { return nil }
            bounds.parts.append(walks.map { gathered[$0] })
        }
        return bounds
    }

    @inline(__always)
    func isGathered(_ walk: Int) -> Bool { walk < gathered.count && !gathered[walk].isEmpty }

    /// Gathers the documents of frequent terms at once, if most of their postings would be visited anyway: where
    /// several such terms must match, or several segments speak of the same documents. Call it if all candidates are
    /// visited, and only as of now.
    /// Throws `damaged`.
    package mutating func gather(_ view: borrowing StoreView) throws(EventStoreError) {
        if index.point.isNow { try gather(root, view) }
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
        for term in terms { holders.append(walks[term].holders) }
        guard let fewest = holders.min(), let most = holders.max(), !terms.isEmpty, fewest > most / 8,
            fewest > index.documents / 256
        else { return nil }
        var both: DocumentSet?
        for set in known { both = both?.intersection(sets[set]) ?? sets[set] }
        let newest = limit
        for term in terms {
            var set = DocumentSet(upTo: newest)
            var times = [UInt8](repeating: 0, count: Int(newest) + 1)
            // The sign that came last holds.
            try walks[term].forEachBlock(view) { set.put($0, upTo: newest, times: &times) }
            set.settle()
            while gathered.count <= term { gathered.append([]) }
            gathered[term] = times
            both = both?.intersection(set) ?? set
        }
        return both
    }
}
