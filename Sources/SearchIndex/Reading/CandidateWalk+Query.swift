internal import DiarylogTextSearch
internal import EventStore

// Turning a query into nodes.

extension CandidateWalk {
    /// With `isScored`, its words count for the score.
    mutating func add(
        _ query: IndexQuery, isScored: Bool = true, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        switch query {
        case .text(let pattern, _), .title(let pattern):
            if !pattern.isAnsweredByProbes, let placed = pattern.placedProbes {
                return try add(placed, pattern.probes, isScored: isScored, view)
            }
            return try add(pattern.probes, isScored: isScored, view)
        case .exact(let exact): return try add(exact.probes, isScored: false, view)
        case .filter(let groups): return try add(groups, isScored: false, view)
        case .all(let queries): return try all(try add(queries, isScored, view), view)
        case .any(let queries):
            if !queries.allSatisfy(Self.stopsAtEach) { passesOver = true }
            return any(try add(queries, isScored, view))
        case .not(let inner):
            guard index.decidesAbsence, inner.isDecidedByTerms(decidesAbsence: true) else { return add(.every) }
            return add(.not(try add(inner, isScored: false, view)))
        }
    }

    /// Whether the walks of a query stop at each document that holds their terms. Where several parts must all match,
    /// the walks pass over documents that another part may offer.
    private static func stopsAtEach(_ query: IndexQuery) -> Bool {
        switch query {
        case .text(let pattern, _), .title(let pattern):
            pattern.placedProbes != nil || pattern.probes.count == 1
        case .exact, .filter: true
        case .any(let queries): queries.allSatisfy(stopsAtEach)
        case .all, .not: false
        }
    }

    /// Gives the scored parts walks of their own.
    mutating func scoreApart() {
        for part in scored.indices {
            scored[part].walks = scored[part].walks.map { walk(of: walks[$0].term) }
            guard let phrase = scored[part].phrase.map({ phrases[$0] }) else { continue }
            scored[part].phrase = phrases.count
            phrases.append(PhraseWalk(parts: apart(phrase.parts), holders: phrase.holders, phrase.rarity))
        }
    }

    private mutating func add(
        _ queries: [IndexQuery], _ isScored: Bool, _ view: borrowing StoreView
    ) throws(EventStoreError) -> [Int] {
        var parts: [Int] = []
        for query in queries { parts.append(try add(query, isScored: isScored, view)) }
        return parts
    }

    mutating func add(
        _ groups: [[Probe]], isScored: Bool, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        var parts: [Int] = []
        var own = ScoredPart()
        for group in groups {
            if group.count == 1, case .term(let term) = group[0] {
                let walk = walk(of: term)
                own.walks.append(walk)
                parts.append(add(.term(walk)))
            } else {
                sets.append(try DocumentSet(group, placing: isRanked && isScored, upTo: limit, index, view))
                own.sets.append(sets.count - 1)
                parts.append(add(.set(sets.count - 1)))
            }
        }
        if isScored { scored.append(own) }
        return try all(parts, view)
    }

    mutating func walk(of term: [UInt8]) -> Int {
        // One that has not moved yet has read what this one would read first.
        let same = walks.first { $0.term == term && $0.isAtStart }
        walks.append(same ?? PostingWalk(term, index))
        return walks.count - 1
    }

    mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        searched.append(Searched())
        let has =
            switch node {
            case .phrases: true
            case .all(let parts), .any(let parts): parts.contains { hasPhrases[$0] }
            case .term, .terms, .set, .every, .not: false
            }
        hasPhrases.append(has)
        return nodes.count - 1
    }

    private func isEvery(_ node: Int) -> Bool { if case .every = nodes[node] { true } else { false } }

    /// All of several parts, the rarest first.
    private mutating func all(_ parts: [Int], _ view: borrowing StoreView) throws(EventStoreError) -> Int {
        let narrow = parts.filter { !isEvery($0) }
        if narrow.isEmpty { return add(.every) }
        if narrow.count == 1 { return narrow[0] }
        var parts = Parts()
        for node in narrow { takeApart(node, into: &parts) }
        if parts.phrases.isEmpty { return add(.all(try rarestFirst(narrow, view))) }
        var terms: [(walk: Int, holders: Int)] = []
        for walk in parts.walks { terms.append((walk, try walks[walk].holders(view))) }
        let sorted = terms.sorted { $0.holders < $1.holders }.map(\.walk)
        for node in parts.parted { nodes[node] = .every }
        var nodes = parts.others
        if sorted.count > 0 { nodes.append(add(sorted.count == 1 ? .term(sorted[0]) : .terms(sorted))) }
        let narrower = nodes.count == 1 ? nodes[0] : add(.all(try rarestFirst(nodes, view)))
        return add(
            .phrases(parts.phrases.sorted { phrases[$0].holders < phrases[$1].holders }, narrowedBy: narrower))
    }

    /// What several parts that must all match ask for.
    private struct Parts {
        var walks: [Int] = []
        var phrases: [Int] = []
        var others: [Int] = []
        /// The nodes whose parts these are: nobody asks them any more.
        var parted: [Int] = []
    }

    private func takeApart(_ node: Int, into parts: inout Parts) {
        switch nodes[node] {
        case .term(let walk): parts.walks.append(walk)
        case .terms(let all): parts.walks += all
        case .all(let nodes): for node in nodes { takeApart(node, into: &parts) }
        case .phrases(let all, let narrower):
            parts.phrases += all
            takeApart(narrower, into: &parts)
        case .set, .every, .any, .not: return parts.others.append(node)
        }
        parts.parted.append(node)
    }

    private mutating func rarestFirst(
        _ nodes: [Int], _ view: borrowing StoreView
    ) throws(EventStoreError) -> [Int] {
        var sized: [(node: Int, size: Int)] = []
        for node in nodes { sized.append((node, try size(of: node, view))) }
        return sized.sorted { $0.size < $1.size }.map(\.node)
    }

    /// About how many documents a node offers.
    private mutating func size(of node: Int, _ view: borrowing StoreView) throws(EventStoreError) -> Int {
        switch nodes[node] {
        case .term(let walk): return try walks[walk].holders(view)
        case .terms(let all): return try walks[all[0]].holders(view)
        case .set(let set): return sets[set].count
        case .phrases(let all, _): return phrases[all[0]].holders
        case .all(let parts):
            return try parts.first.map { (part) throws(EventStoreError) in try size(of: part, view) } ?? 0
        case .any(let parts):
            var sum = 0
            for part in parts { sum += min(try size(of: part, view), Int(index.documents)) }
            return sum
        case .every, .not: return .max
        }
    }

    mutating func any(_ parts: [Int]) -> Int {
        if parts.isEmpty || parts.contains(where: isEvery) { return add(.every) }
        return parts.count == 1 ? parts[0] : add(.any(parts))
    }
}
