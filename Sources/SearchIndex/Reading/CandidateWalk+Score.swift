package import EventStore
package import TextSearch

// Scores: each scored part counts with the weight of its rarest term, and as often as its least frequent term occurs in
// the document.

extension CandidateWalk {
    /// Looks up how rare the terms are. Must be called before `score` and `next(scoring:)`.
    package mutating func weigh(_ view: borrowing StoreView) throws(EventStoreError) {
        if index.documents > 0, briefs == nil { briefs = try index.memory.briefs(of: index, view) }
        for part in scored.indices {
            var holders = Int.max
            for walk in scored[part].walks { holders = min(holders, try index.holders(of: walks[walk].term, view)) }
            for set in scored[part].sets { holders = min(holders, sets[set].count) }
            scored[part].weight = holders == .max ? 0 : index.relevance.weight(documentsWithTerm: UInt64(holders))
        }
    }

    /// Goes to the next candidate that scores at least so much, and returns it with its score; nil at the end. Without
    /// a score to reach, none is computed.
    package mutating func next(
        scoring least: Double?, _ view: borrowing StoreView
    ) throws(EventStoreError) -> (document: DocumentID, score: Double)? {
        guard let least else { return try next(view).map { ($0, 0) } }
        while let document = try next(view) {
            let score = score()
            if score >= least { return (document, score) }
        }
        return nil
    }

    /// The score of the current candidate.
    private func score() -> Double {
        let length = index.point.length(of: document) ?? briefs?[document].length ?? 0
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

    /// How the scored parts stand in a document: the sum of their placements, where a whole word counts 2; nil if terms
    /// do not tell. Documents must descend from call to call, and are those of a walk of their own.
    package mutating func placement(
        in document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int? {
        if case .ever = index.point { return nil }
        var sum = 0
        for part in scored {
            guard let placement = try placement(of: part, in: document, view) else { return nil }
            sum += placement
        }
        return sum
    }

    private mutating func placement(
        of part: Scored, in document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int? {
        if let phrase = part.phrase {
            guard let occurrences = try occurrences(of: phrases[phrase], in: document, view) else { return nil }
            if occurrences.isEmpty { return 0 }
            return phrases[phrase].placement(occurrences, try layout(of: document, view))?.rawValue
        }
        guard part.sets.isEmpty, part.walks.count == 1, let walk = part.walks.first else { return nil }
        guard try walks[walk].last(atOrBefore: document, view, index.tables) == document else { return 0 }
        if !walks[walk].sign.isKnown { return nil }
        var best = Placement.inside
        for occurrence in try walks[walk].occurrences() where occurrence.startsRun {
            best = max(best, occurrence.endsRun ? .whole : .start)
        }
        return best.rawValue
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
