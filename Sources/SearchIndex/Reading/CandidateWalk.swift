package import EventStore
package import TextSearch

/// The documents that may match a query, newest first: those that ever had the terms.
///
/// Parts that must all match skip over each other's gaps; a part that no term narrows lets every document pass.
package struct CandidateWalk {
    private enum Node {
        case term(Int)
        case set(Int)
        case every
        case all([Int])
        case any([Int])
    }

    /// A part that is scored as a whole, and the terms it is found by.
    private struct Scored {
        var walks: [Int] = []
        var sets: [Int] = []
        var weight = 0.0
    }

    private let index: IndexReader
    private var nodes: [Node] = []
    private var walks: [PostingWalk] = []
    private var sets: [DocumentSet] = []
    private var scored: [Scored] = []
    private var root = 0
    /// The document from which the next candidate is searched for, towards older ones.
    private var limit: DocumentID
    /// The candidate it stands on.
    private var document: DocumentID = 0
    private var stretch: UInt32?

    /// A walk from a document towards older ones.
    package init(
        _ query: IndexQuery, in index: IndexReader, from newest: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        self.index = index
        limit = min(newest, index.documents)
        root = try add(query, view)
    }

    /// Goes to the next candidate; nil at the end. Throws `damaged`.
    package mutating func next(_ view: borrowing StoreView) throws(EventStoreError) -> DocumentID? {
        guard limit > 0, let found = try last(root, limit, view), found > 0 else { return nil }
        document = found
        limit = found - 1
        return found
    }

    /// The latest date that this candidate, or any that follows, ever had; nil if it was told before for the same
    /// stretch of documents.
    package mutating func newestDateAhead() -> Int64? {
        let here = document / DatePage.stretch
        if stretch == here { return nil }
        stretch = here
        return index.newestDate(upTo: document)
    }

    /// The newest document of a node at or before a number, which must not ascend from call to call.
    private mutating func last(
        _ node: Int, _ limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID? {
        switch nodes[node] {
        case .term(let walk): return try walks[walk].last(atOrBefore: limit, view, index.tables)
        case .set(let set): return sets[set].last(atOrBefore: limit)
        case .every: return limit
        case .any(let parts):
            var best: DocumentID?
            for part in parts {
                if let found = try last(part, limit, view) { best = max(best ?? 0, found) }
            }
            return best
        case .all(let parts):
            var agreed = limit
            var index = 0
            var count = 0
            while count < parts.count {
                guard let found = try last(parts[index], agreed, view) else { return nil }
                count = found == agreed ? count + 1 : 1
                agreed = found
                index = index + 1 == parts.count ? 0 : index + 1
            }
            return agreed
        }
    }
}

// Turning the query into nodes.

extension CandidateWalk {
    private mutating func add(
        _ query: IndexQuery, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        switch query {
        case .probes(let groups, let isScored): return try add(groups, isScored: isScored, view)
        case .every: return add(.every)
        case .all(let queries): return all(try add(queries, view))
        case .any(let queries): return any(try add(queries, view))
        }
    }

    private mutating func add(
        _ queries: [IndexQuery], _ view: borrowing StoreView
    ) throws(EventStoreError) -> [Int] {
        var parts: [Int] = []
        for query in queries { parts.append(try add(query, view)) }
        return parts
    }

    private mutating func add(
        _ groups: [[Probe]], isScored: Bool, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        var parts: [Int] = []
        var own = Scored()
        for group in groups {
            if group.count == 1, case .term(let term) = group[0] {
                walks.append(PostingWalk(term, index.manifest))
                own.walks.append(walks.count - 1)
                parts.append(add(.term(walks.count - 1)))
            } else {
                sets.append(try DocumentSet(group, index.manifest, view, index.tables))
                own.sets.append(sets.count - 1)
                parts.append(add(.set(sets.count - 1)))
            }
        }
        if isScored { scored.append(own) }
        return all(parts)
    }

    private mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    private func isEvery(_ node: Int) -> Bool { if case .every = nodes[node] { true } else { false } }

    private mutating func all(_ parts: [Int]) -> Int {
        let narrow = parts.filter { !isEvery($0) }
        if narrow.isEmpty { return add(.every) }
        return narrow.count == 1 ? narrow[0] : add(.all(narrow))
    }

    private mutating func any(_ parts: [Int]) -> Int {
        if parts.isEmpty || parts.contains(where: isEvery) { return add(.every) }
        return parts.count == 1 ? parts[0] : add(.any(parts))
    }
}

// Scores: each scored part counts with the weight of its rarest term, and as often as its least frequent term occurs in
// the document.

extension CandidateWalk {
    /// Looks up how rare the terms are. Must be called before `score`.
    package mutating func weigh(_ view: borrowing StoreView) throws(EventStoreError) {
        for part in scored.indices {
            var holders = UInt64.max
            for walk in scored[part].walks {
                let term = walks[walk].term
                holders = min(holders, try PostingWalk.count(term, index.manifest, view, index.tables))
            }
            for set in scored[part].sets { holders = min(holders, UInt64(sets[set].count)) }
            scored[part].weight = holders == .max ? 0 : index.relevance.weight(documentsWithTerm: holders)
        }
    }

    /// The score of the current candidate, whose text has this length.
    package func score(length: UInt8) -> Double {
        var score = 0.0
        for part in scored {
            var times = UInt8.max
            for walk in part.walks { times = min(times, walks[walk].document == document ? walks[walk].times : 0) }
            for set in part.sets { times = min(times, sets[set].last(atOrBefore: document) == document ? 1 : 0) }
            if times > 0, part.weight > 0 {
                score += index.relevance.score(weight: part.weight, times: times, length: length)
            }
        }
        return score
    }

    /// The score of a text that is not in the index yet; `patterns` are those of the scored parts, in their order.
    package func score(of text: borrowing TextUnits, _ patterns: [Pattern]) -> Double {
        var score = 0.0
        for (part, pattern) in zip(scored, patterns) {
            let times = pattern.times(in: text)
            if times > 0, part.weight > 0 {
                score += index.relevance.score(
                    weight: part.weight, times: times, length: Relevance.lengthCode(text.count))
            }
        }
        return score
    }
}
