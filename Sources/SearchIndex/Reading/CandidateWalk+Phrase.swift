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
        var all = All()
        if placed.count == 1, placed[0].probes.count == 1, case .term(let term) = placed[0].probes[0] {
            all.walks = [walk(of: term)]
            if isScored { scored.append(ScoredPart(walks: all.walks)) }
            return try add(all, view)
        }
        var parts: [PlacedPart] = []
        for position in placed { parts.append(try part(position, view)) }
        let rarity = Rarity(
            holders: parts.map(\.holders).min() ?? .max,
            terms: parts.filter { !$0.part.isOpen }.map { $0.part.walks.map { walks[$0].term } })
        Self.dropCovered(&parts)
        if parts.allSatisfy(\.part.isOpen) {
            all.nodes = [try add(groups, isScored: isScored, view)]
        } else {
            for part in parts where !part.part.isOpen {
                if part.part.walks.count == 1 {
                    all.walks += part.part.walks
                } else {
                    var nodes: [Int] = []
                    for walk in part.part.walks { nodes.append(try add(All(walks: [walk]), view)) }
                    all.nodes.append(any(nodes))
                }
            }
            if isScored { scored.append(ScoredPart(phrase: phrases.count)) }
        }
        all.phrases = [phrases.count]
        phrases.append(PhraseWalk(parts: parts.map(\.part), rarity))
        return try add(all, view)
    }

    private mutating func part(
        _ placed: PlacedProbe, _ view: borrowing StoreView
    ) throws(EventStoreError) -> PlacedPart {
        var part = PhraseWalk.Part(
            offset: placed.offset, isJoined: placed.isJoined, provesEnd: placed.provesEnd, walks: [])
        var holders = 0
        for case .term(let term) in placed.probes {
            let walk = walk(of: term)
            part.walks.append(walk)
            holders += try walks[walk].holders(view)
        }
        if part.walks.count < placed.probes.count { part.walks = [] }
        return PlacedPart(part: part, holders: part.isOpen ? .max : holders, placed: placed)
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
}
