internal import DiaryModel
internal import EventStore
internal import TextSearch

/// The entries that may answer to a tree, newest first: those that ever held the terms, whatever else is asked of them.
///
/// Parts that must all agree leap over each other's gaps; what no term is known of passes everything.
struct CandidateWalk {
    private enum Node {
        case term(Int)
        case set(Int)
        case every
        case all([Int])
        case any([Int])
    }

    /// A pattern that counts towards the score, and the terms it is known by.
    private struct Scored {
        var walks: [Int]
        var sets: [Int]
        var weight: Double
    }

    private var nodes: [Node] = []
    private var walks: [PostingWalk] = []
    private var sets: [EntrySet] = []
    private var scored: [Scored] = []
    private var root = 0
    private let newest: UInt32

    init(
        _ tree: SearchTree, _ manifest: SearchManifest, _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) {
        newest = manifest.entries
        root = try add(tree, true, manifest, view, tables)
    }

    /// The newest candidate at or before a number, which must not ascend from call to call.
    mutating func last(
        atOrBefore limit: UInt32, _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) -> UInt32? {
        guard newest > 0 else { return nil }
        let found = try last(root, min(limit, newest), view, tables)
        return found == 0 ? nil : found
    }

    private mutating func last(
        _ node: Int, _ limit: UInt32, _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) -> UInt32? {
        switch nodes[node] {
        case .term(let walk): return try walks[walk].last(atOrBefore: limit, view, tables)
        case .set(let set): return sets[set].last(atOrBefore: limit)
        case .every: return limit
        case .any(let parts):
            var best: UInt32?
            for part in parts {
                if let found = try last(part, limit, view, tables) { best = max(best ?? 0, found) }
            }
            return best
        case .all(let parts):
            var agreed = limit
            var index = 0
            var count = 0
            while count < parts.count {
                guard let found = try last(parts[index], agreed, view, tables) else { return nil }
                count = found == agreed ? count + 1 : 1
                agreed = found
                index = index + 1 == parts.count ? 0 : index + 1
            }
            return agreed
        }
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

    private mutating func add(
        _ tree: SearchTree, _ counts: Bool, _ manifest: SearchManifest, _ view: borrowing StoreView,
        _ tables: SearchTables
    ) throws(EventStoreError) -> Int {
        switch tree {
        case .text(let pattern), .title(let pattern):
            return try add(pattern.probes, isScored: counts, manifest, view, tables)
        case .exact(let exact): return try add(exact.probes, isScored: false, manifest, view, tables)
        case .filter(let filter): return add(filter, manifest)
        case .not: return add(.every)
        case .all(let trees):
            var parts: [Int] = []
            for tree in trees { parts.append(try add(tree, counts, manifest, view, tables)) }
            return all(parts)
        case .any(let trees):
            var parts: [Int] = []
            for tree in trees { parts.append(try add(tree, counts, manifest, view, tables)) }
            return any(parts)
        }
    }

    private mutating func add(
        _ groups: [[Probe]], isScored: Bool, _ manifest: SearchManifest, _ view: borrowing StoreView,
        _ tables: SearchTables
    ) throws(EventStoreError) -> Int {
        var parts: [Int] = []
        var own = Scored(walks: [], sets: [], weight: 0)
        for group in groups {
            if group.count == 1, case .term(let term) = group[0] {
                walks.append(PostingWalk(term, manifest))
                own.walks.append(walks.count - 1)
                parts.append(add(.term(walks.count - 1)))
            } else {
                sets.append(try EntrySet(group, manifest, view, tables))
                own.sets.append(sets.count - 1)
                parts.append(add(.set(sets.count - 1)))
            }
        }
        if isScored { scored.append(own) }
        return all(parts)
    }

    private mutating func add(_ filter: EntryFilter, _ manifest: SearchManifest) -> Int {
        switch filter {
        case .tag(let tag):
            walks.append(PostingWalk(Term.tag(tag.bytes), manifest))
            return add(.term(walks.count - 1))
        case .all(let filters): return all(filters.map { add($0, manifest) })
        case .any(let filters): return any(filters.map { add($0, manifest) })
        case .everything, .dates, .month, .dayOfMonth, .starred, .conflict, .not: return add(.every)
        }
    }
}

// Scores: of each pattern the rarest of its terms, as often as the least frequent of them stands in the entry.

extension CandidateWalk {
    /// Looks up how rare the terms are. To be called before `score`.
    mutating func weigh(
        _ relevance: Relevance, _ manifest: SearchManifest, _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) {
        for index in scored.indices {
            var holders = UInt64.max
            for walk in scored[index].walks {
                holders = min(holders, try PostingWalk.count(walks[walk].term, manifest, view, tables))
            }
            for set in scored[index].sets { holders = min(holders, UInt64(sets[set].count)) }
            scored[index].weight = holders == .max ? 0 : relevance.weight(documentsWithTerm: holders)
        }
    }

    /// The score of the entry that `last` has come to.
    func score(_ entry: UInt32, length: UInt8, _ relevance: Relevance) -> Double {
        var score = 0.0
        for part in scored {
            var times = UInt8.max
            for walk in part.walks { times = min(times, walks[walk].entry == entry ? walks[walk].times : 0) }
            for set in part.sets { times = min(times, sets[set].last(atOrBefore: entry) == entry ? 1 : 0) }
            if times > 0, part.weight > 0 {
                score += relevance.score(weight: part.weight, times: times, length: length)
            }
        }
        return score
    }

    /// The score of a text that is not in the index yet.
    func score(_ text: borrowing TextUnits, _ patterns: [Pattern], _ relevance: Relevance) -> Double {
        var score = 0.0
        for (part, pattern) in zip(scored, patterns) {
            let times = pattern.times(in: text)
            if times > 0, part.weight > 0 {
                score += relevance.score(
                    weight: part.weight, times: times, length: Relevance.lengthCode(text.count))
            }
        }
        return score
    }
}
