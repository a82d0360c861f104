internal import EventStore
internal import TextSearch

// Turning a query into nodes.

extension CandidateWalk {
    mutating func add(
        _ query: IndexQuery, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        switch query {
        case .probes(let groups, let isScored): return try add(groups, isScored: isScored, view)
        case .phrase(let placed, let groups, let isScored):
            let shared = walks.count
            let narrower = try add(groups, isScored: isScored, view)
            let node = try add(placed, narrowedBy: narrower, sharing: shared, view)
            if isScored { scored[scored.count - 1].phrase = phrases.count - 1 }
            return node
        case .every: return add(.every)
        case .all(let queries): return all(try add(queries, view))
        case .any(let queries): return any(try add(queries, view))
        case .not(let query): return add(.not(try add(query, view), Complement()))
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
                let walk = walk(of: term)
                own.walks.append(walk)
                parts.append(add(.term(walk)))
            } else {
                sets.append(try DocumentSet(group, upTo: limit, index, view))
                own.sets.append(sets.count - 1)
                parts.append(add(.set(sets.count - 1)))
            }
        }
        if isScored { scored.append(own) }
        return all(parts)
    }

    private mutating func walk(of term: [UInt8]) -> Int {
        walks.append(PostingWalk(term, index))
        return walks.count - 1
    }

    /// A phrase of tokens, among the documents of a node, whose walks begin at `shared`: all of them go together.
    private mutating func add(
        _ placed: [PlacedProbe], narrowedBy narrower: Int, sharing shared: Int, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        if index.documents > 0, briefs == nil { briefs = try index.memory.briefs(of: index, view) }
        var parts: [PhraseWalk.Part] = []
        var rarest = Int.max
        for place in placed {
            var own = PhraseWalk.Part(
                offset: place.offset, isJoined: place.isJoined, tellsEnd: place.tellsEnd, walks: [], set: nil)
            var holders = 0
            for case .term(let term) in place.probes {
                let known = walks[shared...].firstIndex { $0.term == term }
                own.walks.append(known ?? walk(of: term))
                holders += try index.holders(of: term, view)
            }
            if own.walks.count == place.probes.count { rarest = min(rarest, holders) } else { own.walks = [] }
            parts.append(own)
        }
        // Ranges of terms are read where a text for each candidate would cost more.
        var isOpen = false
        if rarest > Self.fewTexts {
            for index in parts.indices where parts[index].walks.isEmpty {
                sets.append(try DocumentSet(placed[index].probes, upTo: limit, withOccurrences: true, self.index, view))
                parts[index].set = sets.count - 1
            }
        } else {
            isOpen = parts.contains { $0.walks.isEmpty }
            parts.removeAll { $0.walks.isEmpty }
        }
        let nodes =
            [narrower]
            + parts.map { part in
                add(part.set.map { .set($0) } ?? .any(part.walks.map { walk in add(.term(walk)) }))
            }
        phrases.append(PhraseWalk(parts: parts, isOpen: isOpen))
        return add(.phrase(phrases.count - 1, narrowedBy: all(nodes)))
    }

    /// Up to so many candidates, their texts decide rather than the places of all terms in a range.
    private static let fewTexts = 200

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
