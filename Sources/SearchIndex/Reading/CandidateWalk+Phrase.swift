internal import DiarylogTextSearch
internal import EventStore

// Turning what stands side by side into nodes: which of its terms find candidates and prove it.

extension CandidateWalk {
    mutating func add(
        _ placed: [PlacedProbe], isScored: Bool, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        // A single term, or a range of terms, needs no places.
        if placed.count == 1, placed[0].probes.count == 1 || placed[0].isOpen {
            return try add([placed[0].probes], isScored: isScored, view)
        }
        if index.documents > 0, briefs == nil { briefs = try index.memory.briefs(of: index, view) }
        var parts: [PhraseWalk.Part] = []
        for probe in placed { parts.append(try part(probe, view)) }
        let phrase = PhraseWalk(parts)
        var all = All()
        if phrase.parts.allSatisfy(\.isOpen) {
            all.nodes = [try add(placed.map(\.probes), isScored: isScored, view)]
        } else {
            for part in phrase.parts where !part.isOpen {
                if part.walks.count == 1 {
                    all.walks += part.walks
                } else {
                    var nodes: [Int] = []
                    for walk in part.walks { nodes.append(try add(All(walks: [walk]), view)) }
                    all.nodes.append(any(nodes))
                }
            }
            if isScored { scored.append(ScoredPart(phrase: phrases.count)) }
        }
        all.phrases = [phrases.count]
        phrases.append(phrase)
        return try add(all, view)
    }

    private mutating func part(
        _ placed: PlacedProbe, _ view: borrowing StoreView
    ) throws(EventStoreError) -> PhraseWalk.Part {
        var part = PhraseWalk.Part(placed: placed)
        if placed.isOpen { return part }
        part.holders = 0
        for case .term(let term) in placed.probes {
            let walk = walk(of: term)
            part.walks.append(walk)
            part.holders += try walks[walk].holders(view)
        }
        return part
    }
}
