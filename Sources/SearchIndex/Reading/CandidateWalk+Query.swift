internal import DiarylogTextSearch
internal import EventStore

// Turning a query into nodes.

extension CandidateWalk {
    /// With `isScored`, its words count for the score.
    mutating func add(
        _ query: IndexQuery, isScored: Bool = true, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        switch query {
        case .text(let pattern, _), .title(let pattern, _):
            return try add(pattern.probes, isScored: isScored, view)
        case .exact(let exact): return try add(exact.probes, isScored: false, view)
        case .filter(let groups): return try add(groups, isScored: false, view)
        case .all(let queries): return all(try add(queries, isScored, view))
        case .any(let queries):
            if !queries.allSatisfy(Self.stopsAtEach) { passesOver = true }
            return any(try add(queries, isScored, view))
        case .not(let inner):
            guard index.decidesAbsence, inner.isDecidedByTerms(decidesAbsence: true) else { return add(.every) }
            return add(.not(try add(inner, isScored: false, view)))
        }
    }

    private mutating func add(
        _ queries: [IndexQuery], _ isScored: Bool, _ view: borrowing StoreView
    ) throws(EventStoreError) -> [Int] {
        var parts: [Int] = []
        for query in queries { parts.append(try add(query, isScored: isScored, view)) }
        return parts
    }

    /// Whether the walks of a query stop at each document that holds their terms. Where several parts must all match,
    /// the walks pass over documents that another part may offer.
    private static func stopsAtEach(_ query: IndexQuery) -> Bool {
        switch query {
        case .text, .title, .exact, .filter: true
        case .any(let queries): queries.allSatisfy(stopsAtEach)
        case .all, .not: false
        }
    }

    /// Gives the scored parts walks of their own.
    mutating func scoreApart(_ view: borrowing StoreView) throws(EventStoreError) {
        for part in scored.indices {
            scored[part].walks = try scored[part].walks.map { (walk) throws(EventStoreError) in try again(walk, view) }
            guard var phrase = scored[part].phrase.map({ phrases[$0] }) else { continue }
            try phrase.walkApart { (walk) throws(EventStoreError) in try again(walk, view) }
            scored[part].phrase = phrases.count
            phrases.append(phrase)
        }
    }

    private mutating func again(_ walk: Int, _ view: borrowing StoreView) throws(EventStoreError) -> Int {
        try self.walk(of: walks[walk].term, view)
    }

    mutating func add(
        _ groups: [[Probe]], isScored: Bool, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        var all = All()
        var own = ScoredPart()
        for group in groups {
            if group.count == 1, case .term(let term) = group[0] {
                own.walks.append(try walk(of: term, view))
            } else {
                sets.append(try DocumentSet(group, placing: isRanked && isScored, upTo: limit, index, view))
                own.sets.append(sets.count - 1)
                all.nodes.append(add(.set(sets.count - 1)))
            }
        }
        all.walks = own.walks
        if isScored { scored.append(own) }
        return add(all)
    }

    mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    /// All of what must match, the rarest first.
    mutating func add(_ all: All) -> Int {
        if all.walks.isEmpty, all.phrases.isEmpty, all.nodes.count < 2 { return all.nodes.first ?? add(.every) }
        var sorted = all
        sorted.walks.sort { walks[$0].holders < walks[$1].holders }
        sorted.phrases.sort { phrases[$0].holders < phrases[$1].holders }
        alls.append(sorted)
        return add(.all(alls.count - 1))
    }

    /// All of several parts. The terms of all of them are walked together: no place is read of a document that one of
    /// them rules out.
    private mutating func all(_ parts: [Int]) -> Int {
        var all = All()
        for part in parts {
            switch nodes[part] {
            case .every: continue
            case .all(let own):
                all.walks += alls[own].walks
                all.nodes += alls[own].nodes
                all.phrases += alls[own].phrases
                // Nobody asks it any more.
                nodes[part] = .every
            case .any, .set, .not: all.nodes.append(part)
            }
        }
        return add(all)
    }

    mutating func any(_ parts: [Int]) -> Int {
        if parts.isEmpty || parts.contains(where: { if case .every = nodes[$0] { true } else { false } }) {
            return add(.every)
        }
        return parts.count == 1 ? parts[0] : add(.any(parts))
    }
}
