internal import DiarylogTextSearch
internal import EventStore

// Turning a phrase into nodes: which of its terms find candidates and prove it.

extension CandidateWalk {
    /// What stands at one unit of a phrase.
    private struct PlacedPart {
        var part: PhraseWalk.Part
        /// How many documents hold one of its terms now; the greatest number for a range of terms.
        var holders: Int
        let placed: PlacedProbe
    }

    /// A phrase of tokens; `groups` find candidates where all tokens are ranges of terms.
    mutating func add(
        _ placed: [PlacedProbe], _ groups: [[Probe]], isScored: Bool, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        if index.documents > 0, briefs == nil { briefs = try index.memory.briefs(of: index, view) }
        if placed.count == 1, placed[0].probes.count == 1, case .term(let term) = placed[0].probes[0] {
            let walk = walk(of: term)
            if isScored { scored.append(ScoredPart(walks: [walk])) }
            return add(.term(walk))
        }
        var parts: [PlacedPart] = []
        for position in placed { parts.append(try part(position, view)) }
        let holders = parts.map(\.holders).min() ?? .max
        let rarity = Rarity(
            holders: holders,
            terms: parts.filter { !$0.part.walks.isEmpty }.map { $0.part.walks.map { walks[$0].term } })
        Self.dropCovered(&parts)
        let terms = parts.map(\.part).filter { !$0.walks.isEmpty }
        var narrower: Int
        if terms.isEmpty {
            narrower = try add(groups, isScored: isScored, view)
        } else {
            narrower = try add(termsOf: terms, view)
            if isScored { scored.append(ScoredPart(phrase: phrases.count)) }
        }
        phrases.append(PhraseWalk(parts: parts.map(\.part), holders: holders, rarity))
        return add(.phrases([phrases.count - 1], narrowedBy: narrower))
    }

    private mutating func part(
        _ placed: PlacedProbe, _ view: borrowing StoreView
    ) throws(EventStoreError) -> PlacedPart {
        var part = PhraseWalk.Part(
            offset: placed.offset, isJoined: placed.isJoined, provesEnd: placed.provesEnd, walks: [], ranges: [])
        var holders = 0
        for case .term(let term) in placed.probes {
            let walk = walk(of: term)
            part.walks.append(walk)
            holders += try walks[walk].holders(view)
        }
        if part.walks.count < placed.probes.count {
            part.walks = []
            part.ranges = placed.probes
        }
        return PlacedPart(part: part, holders: part.walks.isEmpty ? .max : holders, placed: placed)
    }

    /// Drops two characters that those beside them cover, the most frequent first.
    private static func dropCovered(_ parts: inout [PlacedPart]) {
        let order = parts.indices.dropFirst().dropLast().sorted { parts[$0].holders > parts[$1].holders }
        var dropped: Set<Int> = []
        for index in order {
            let (before, part, after) = (parts[index - 1].placed, parts[index].placed, parts[index + 1].placed)
            // Whether the two stand side by side, the one behind them tells by what is joined to it.
            let isCovered =
                before.isDouble && part.isDouble && after.isDouble && !after.isApart
                && before.offset + 1 == part.offset && part.offset + 1 == after.offset
            if isCovered, !dropped.contains(index - 1), !dropped.contains(index + 1) { dropped.insert(index) }
        }
        parts = parts.indices.filter { !dropped.contains($0) }.map { parts[$0] }
    }

    /// The parts of a phrase with walks of their own.
    mutating func apart(_ parts: [PhraseWalk.Part]) -> [PhraseWalk.Part] {
        parts.map { (part) in
            var part = part
            part.walks = part.walks.map { walk(of: walks[$0].term) }
            return part
        }
    }

    /// The documents that hold a term of each of some parts, which all have one.
    mutating func add(
        termsOf parts: [PhraseWalk.Part], _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        // The rarest one comes first: it leaves least to be looked at.
        var single: [(walk: Int, holders: Int)] = []
        for part in parts where part.walks.count == 1 {
            single.append((part.walks[0], try walks[part.walks[0]].holders(view)))
        }
        let sorted = single.sorted { $0.holders < $1.holders }.map(\.walk)
        var nodes = sorted.count > 1 ? [add(.terms(sorted))] : sorted.map { add(.term($0)) }
        for part in parts where part.walks.count > 1 { nodes.append(any(part.walks.map { add(.term($0)) })) }
        return nodes.count == 1 ? nodes[0] : add(.all(nodes))
    }
}
