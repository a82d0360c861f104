package import EventStore

// Scores: each scored part counts with the weight of its rarest term, as often as it stands in the document, and by how
// well it stands there; a range of terms counts once. So one number tells the order.

extension CandidateWalk {
    /// Looks up how rare the terms are. Must be called before `best`.
    package mutating func weigh(_ view: borrowing StoreView) throws(EventStoreError) {
        if index.documents > 0, briefs == nil { briefs = try index.memory.briefs(of: index, view) }
        if passesOver { try scoreApart(view) }
        relevance = try index.relevance(briefs, in: view)
        for part in scored.indices {
            let holders = try holders(of: part, view)
            scored[part].weight = holders == .max ? 0 : relevance.weight(documentsWithTerm: UInt64(holders))
        }
    }

    /// How many documents hold the rarest of what a part is found by, as of the point.
    private func holders(of part: Int, _ view: borrowing StoreView) throws(EventStoreError) -> Int {
        var fewest = Int.max
        if let phrase = scored[part].phrase {
            if index.point.past == nil { return phrases[phrase].holders }
            for number in phrases[phrase].weighed.indices {
                let own = phrases[phrase].weighed[number]
                var sum = 0
                for case let walk? in [own.walk, own.other] { sum += try holders(ofTerm: walk, view) }
                fewest = min(fewest, sum)
            }
        }
        for walk in scored[part].walks { fewest = min(fewest, try holders(ofTerm: walk, view)) }
        for set in scored[part].sets { fewest = min(fewest, sets[set].count) }
        return fewest
    }

    /// How many documents hold the term of a walk, as of the point.
    private func holders(ofTerm walk: Int, _ view: borrowing StoreView) throws(EventStoreError) -> Int {
        guard let past = index.point.past else { return walks[walk].holders }
        return try past.holders(of: walks[walk].term, index, in: view)
    }

    /// The candidates that score no less than the `wanted`th best of those that count, newest first.
    ///
    /// What does not count, as `counts` says of candidates whose scores suffice, and of which the index knows that they
    /// match or does not, is left out. If these are fewer than `wanted`, there are no others.
    package mutating func best(
        _ wanted: Int, _ view: borrowing StoreView,
        where counts: (DocumentID, _ isDecided: Bool) throws -> Bool = { _, _ in true }
    ) throws(EventStoreError) -> [ScoredCandidate] {
        do { return try settledBest(wanted, view, where: counts) } catch { throw EventStoreError(error) }
    }

    private mutating func settledBest(
        _ wanted: Int, _ view: borrowing StoreView, where counts: (DocumentID, _ isDecided: Bool) throws -> Bool
    ) throws -> [ScoredCandidate] {
        try gather(view)
        var best = BestCandidates(wanted)
        let (relevance, weight) = (relevance, scored.reduce(0) { $0 + $1.weight })
        let walk = scored.count == 1 && scored[0].walks.count == 1 && index.point.past == nil ? onlyWalk(of: root) : nil
        let bounds = gatheredBounds
        while true {
            if let bounds, let briefs {
                // A set: passes over what is too long for how often it may hold what is scored.
                while let next = sets[bounds.set].last(atOrBefore: limit), next > 0,
                    !relevance.mayReach(
                        best.bar, weight: weight, times: bounds.most(in: next), length: briefs.length(of: next))
                {
                    stand(on: next)
                }
            }
            guard try nextOffered(view) != nil else { break }
            try add(to: &best, weight, view, where: counts)
            guard let walk, let briefs else { continue }
            // One term: goes on through its block, without looking at other segments for each document.
            try walks[walk].forEachBeside {
                relevance.mayReach(best.bar, weight: weight, times: $1, length: briefs.length(of: $0))
            } visit: {
                let own = relevance.score(weight: weight, times: $1, length: briefs.length(of: $0)) * $2.share
                guard own >= best.bar, try counts($0, true) else { return }
                best.add(ScoredCandidate(document: $0, score: own, isDecided: true))
            }
            if let last = walks[walk].document { stand(on: last) }
        }
        return best.settled()
    }

    /// Adds the document it stands on, if it scores enough, matches and counts. What it scores at most costs no look at
    /// places; of a phrase, no term bounds that in the past.
    @inline(__always)
    private mutating func add(
        to best: inout BestCandidates, _ weight: Double, _ view: borrowing StoreView,
        where counts: (DocumentID, _ isDecided: Bool) throws -> Bool
    ) throws {
        if best.bar > 0, phrases.isEmpty || index.point.isNow {
            // As if all parts stood there as often as the one that does most.
            var most: UInt8 = 0
            for part in scored.indices where scored[part].weight > 0 {
                scored[part].most = try mostTimes(of: part, view)
                most = max(most, scored[part].most)
            }
            let length = length
            if !relevance.mayReach(best.bar, weight: weight, times: most, length: length) { return }
            var score = 0.0
            for part in scored.indices where scored[part].weight > 0 && scored[part].most > 0 {
                score += relevance.score(weight: scored[part].weight, times: scored[part].most, length: length)
            }
            if score < best.bar { return }
        }
        guard try isConfirmed(view) else { return }
        let score = try score(view)
        guard score >= best.bar, try counts(document, isDecided) else { return }
        best.add(ScoredCandidate(document: document, score: score, isDecided: isDecided))
    }

    /// The length of the current candidate's text.
    @inline(__always)
    private var length: UInt8 { index.point.past?[document]?.length ?? briefs?[document].length ?? 0 }

    /// The score of the current candidate.
    private mutating func score(_ view: borrowing StoreView) throws(EventStoreError) -> Double {
        let length = length
        var score = 0.0
        for part in scored.indices where scored[part].weight > 0 {
            let times = try times(of: part, view)
            if times == 0 { continue }
            let own = relevance.score(weight: scored[part].weight, times: times, length: length)
            score += own * (try placement(of: part, view).share)
        }
        return score
    }

    /// How often the current candidate holds a scored part.
    private mutating func times(of part: Int, _ view: borrowing StoreView) throws(EventStoreError) -> UInt8 {
        if let phrase = scored[part].phrase {
            switch try verdict(phrase, on: document, view) {
            case .no: return 0
            case .yes: return UInt8(clamping: phrases[phrase].found.times)
            case .unknown: return 1
            }
        }
        var times = UInt8.max
        for walk in scored[part].walks { times = min(times, try self.times(ofTerm: walk, view)) }
        for set in scored[part].sets { times = min(times, sets[set].contains(document) ? 1 : 0) }
        return times
    }

    /// How often the current candidate holds a scored part at most: a phrase as often as the rarest of its terms there,
    /// unless it is not known of one of them where it stands.
    private mutating func mostTimes(of part: Int, _ view: borrowing StoreView) throws(EventStoreError) -> UInt8 {
        guard let phrase = scored[part].phrase else { return try times(of: part, view) }
        var most = UInt8.max
        for number in 0..<phrases[phrase].parts.count {
            let part = phrases[phrase].parts[number]
            let own = try mostTimes(ofTerm: part.walk, view)
            let other = try mostTimes(ofTerm: part.other, view)
            if own == .max || other == .max { return .max }
            most = min(most, UInt8(clamping: Int(own) + Int(other)))
        }
        return most
    }

    /// The same of the term of a walk, if there is one.
    @inline(__always)
    private mutating func mostTimes(ofTerm walk: Int?, _ view: borrowing StoreView) throws(EventStoreError) -> UInt8 {
        guard let walk else { return 0 }
        let times = try times(ofTerm: walk, view)
        return times > 0 && !walks[walk].isKnown ? .max : times
    }

    /// How often the current candidate holds the term of a walk. Where another part let the candidate pass, the walk
    /// may not have come to it yet.
    @inline(__always)
    private mutating func times(
        ofTerm walk: Int, _ view: borrowing StoreView
    ) throws(EventStoreError) -> UInt8 {
        if isGathered(walk) { return gathered[walk][Int(document)] }
        return try walks[walk].last(atOrBefore: document, view) == document ? walks[walk].times : 0
    }

    /// How well a scored part stands in the current candidate, which holds it; as a beginning where terms do not tell.
    private mutating func placement(of part: Int, _ view: borrowing StoreView) throws(EventStoreError) -> Placement {
        if index.point.isEver { return .start }
        if let phrase = scored[part].phrase {
            guard try verdict(phrase, on: document, view) == .yes else { return .start }
            return phrases[phrase].placement ?? .start
        }
        guard scored[part].walks.count + scored[part].sets.count == 1 else { return .start }
        if let set = scored[part].sets.first { return sets[set].placement(in: document) }
        let walk = scored[part].walks[0]
        guard try walks[walk].last(atOrBefore: document, view) == document, walks[walk].isKnown else { return .start }
        return try walks[walk].placement()
    }
}
