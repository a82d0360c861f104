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
        parts.reserveCapacity(placed.count)
        for probe in placed {
            var part = PhraseWalk.Part(offset: probe.offset, isJoined: probe.isJoined)
            for case .term(let term) in probe.probes {
                let walk = try walk(of: term, view)
                part.holders = (part.walk == nil ? 0 : part.holders) + walks[walk].holders
                (part.walk, part.other) = (walk, part.walk)
            }
            // Of the forms of a Korean word with a space within, most are in no text.
            if part.holders == 0, index.point.isNow { return add(.any([])) }
            parts.append(part)
        }
        let phrase = PhraseWalk(placed, parts)
        var all = All()
        if phrase.parts.isEmpty {
            all.nodes = [try add(placed.map(\.probes), isScored: isScored, view)]
        } else {
            for part in phrase.parts {
                if let walk = part.walk, part.other == nil { all.walks.append(walk) }
                guard let walk = part.walk, let other = part.other else { continue }
                all.nodes.append(any([add(All(walks: [other])), add(All(walks: [walk]))]))
            }
            if isScored { scored.append(ScoredPart(phrase: phrases.count)) }
        }
        all.phrases = [phrases.count]
        phrases.append(phrase)
        return add(all)
    }
}
