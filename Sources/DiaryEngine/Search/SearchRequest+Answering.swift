internal import DiarylogSearchIndex
internal import DiarylogTextSearch
internal import EventStore

extension SearchRequest {
    /// How many of the best hits are sorted once more by where the words stand in their texts.
    private static let reranked = 64
    /// A Korean word is looked for with a space within only where fewer entries than this have it as typed: it costs
    /// some times as much, and who has enough does not miss the others.
    static let few = 32

    func page(
        asOf sequence: UInt64, _ memory: SearchMemory, in view: borrowing StoreView
    ) throws(EventStoreError) -> SearchPage {
        var walk = try SearchWalk(asOf: sequence, allVersions: allVersions, memory: memory, in: view)
        return try page(&walk, view)
    }

    private func page(_ walk: inout SearchWalk, _ view: borrowing StoreView) throws(EventStoreError) -> SearchPage {
        var page = SearchPage(at: SequenceNumber(walk.sequence))
        let asked = trees(isLoose: false).asked
        let wanted = limit.mostOfPage + 1
        var hits: [SearchHit] = []
        if after?.isWide != true {
            hits = try best(walk.plan(asked), wanted, after, &walk, view)
        }
        if hits.count < wanted, trees(isLoose: true).wide != nil {
            // What there is as typed, up to a few: whoever goes on has passed it.
            let few = after == nil ? wanted : Self.few
            let typed = after == nil ? hits : try best(walk.plan(asked), few, nil, &walk, view)
            let isLoose = typed.count < Self.few
            if typed.count < few, let forms = forms(isLoose: isLoose) {
                hits += try more(walk.plan(forms), than: typed, wanted - hits.count, &walk, view)
            } else if let wide = trees(isLoose: isLoose).wide {
                let rest =
                    typed.isEmpty ? walk.plan(wide) : walk.plan(.all([wide, .not(asked)]), excluding: asked)
                hits += try more(rest, than: [], wanted - hits.count, &walk, view)
            }
        }
        if hits.count == wanted {
            hits.removeLast()
            if sort == .newest, let last = hits.last {
                page.next = SearchCursor(
                    at: walk.sequence, isWide: last.isWide, date: last.date, ordinal: last.ordinal,
                    born: last.born.rawValue)
            }
        }
        page.hits = hits
        page.leftOut = walk.leftOut
        page.visited = walk.visited
        return page
    }

    /// The first `wanted` hits of a wider plan, without those that match as `typed`.
    private func more(
        _ plan: SearchPlan, than typed: [SearchHit], _ wanted: Int, _ walk: inout SearchWalk,
        _ view: borrowing StoreView
    ) throws(EventStoreError) -> [SearchHit] {
        let enough = wanted.addingReportingOverflow(typed.count)
        var hits = try best(
            plan, enough.overflow ? .max : enough.partialValue, after?.isWide == true ? after : nil, &walk, view)
        // Of one entry, or version, this event tells no other.
        let known = Set(typed.map(\.born.rawValue))
        hits.removeAll { known.contains($0.born.rawValue) }
        return hits.prefix(wanted).map { hit in
            var hit = hit
            hit.isWide = true
            return hit
        }
    }

    /// The first `wanted` hits of a plan, in order.
    private func best(
        _ plan: SearchPlan, _ wanted: Int, _ after: SearchCursor?, _ walk: inout SearchWalk,
        _ view: borrowing StoreView
    ) throws(EventStoreError) -> [SearchHit] {
        var stamps = try HitStamps(asOf: walk.sequence, in: view)
        guard sort == .relevance else {
            let mark = try after.flatMap { (after) throws(EventStoreError) in
                try stamps.stamp(of: after.ordinal, view)
            }
            var list = HitList(
                limit: wanted, sort: sort, after: after, goesByStamps: stamps.isNeeded, mark: mark)
            try walk.forEachHit(plan, view) { hit in
                guard list.mayTake(hit) else { return }
                list.take(try stamps.stamped(hit, view))
            } isEnough: { date, ordinal in
                list.isEnough(newestAhead: date, upTo: ordinal)
            }
            list.settle()
            return list.hits
        }
        // Take the best scores and read their texts; if too many of these do not match, take more.
        let needed = max(wanted, Self.reranked)
        let isTwice = !plan.isDecidedByIndex && needed < Int.max / 2
        var room = isTwice ? needed * 2 : needed
        while true {
            var list = HitList(limit: room, sort: sort, after: nil)
            var best = try walk.best(room, of: plan, view)
            let isAll = best.count < room
            if wanted < room, !plan.tree.hasFilter, plan.isDecidedByIndex, !allVersions {
                if let hits = try first(wanted, among: &best, of: plan, &list, &stamps, &walk, view) { return hits }
            }
            try walk.offer(best, of: plan, view) { hit in
                list.take(try stamps.stamped(hit, view))
            } least: {
                list.least
            }
            list.settle()
            var hits: [SearchHit] = []
            for hit in list.hits where hits.count < needed {
                if let read = try walk.read(hit, plan, view) { hits.append(read) }
            }
            if isAll || hits.count == needed {
                hits.sort { HitList.precedes($0, $1, .relevance) }
                return Array(try reranked(hits, plan, &walk, view).prefix(wanted))
            }
            room = room.multipliedReportingOverflow(by: 4).overflow ? Int.max : room * 4
        }
    }

    /// The first `wanted` hits, if the candidates that score best hold all patterns as whole words. Then no other hit
    /// can come before them, and most records need not be read. Nil if they do not: the best candidates are in the list
    /// then, and no longer in `best`.
    private func first(
        _ wanted: Int, among best: inout [ScoredCandidate], of plan: SearchPlan, _ list: inout HitList,
        _ stamps: inout HitStamps, _ walk: inout SearchWalk, _ view: borrowing StoreView
    ) throws(EventStoreError) -> [SearchHit]? {
        let scores = best.map(\.score).sorted(by: >)
        guard scores.count >= wanted, wanted > 0 else { return nil }
        let bar = scores[wanted - 1]
        try walk.offer(best.filter { $0.score >= bar }, of: plan, view) { hit in
            list.take(try stamps.stamped(hit, view))
        } least: {
            list.least
        }
        best.removeAll { $0.score >= bar }
        let hits = list.hits.filter { $0.score >= bar }.sorted { HitList.precedes($0, $1, .relevance) }
        if hits.count >= Self.reranked || hits.contains(where: \.isUnread) { return nil }
        let placements = try walk.placements(of: hits[...], plan, view)
        let whole = zip(hits, placements).filter { $1 == Placement.whole.rawValue * plan.patterns.count }
        return whole.count < wanted ? nil : whole.prefix(wanted).map(\.0)
    }

    /// Sorts the best hits once more: first those with the words as whole words, then those where they begin a word.
    private func reranked(
        _ hits: [SearchHit], _ plan: SearchPlan, _ walk: inout SearchWalk, _ view: borrowing StoreView
    ) throws(EventStoreError) -> [SearchHit] {
        let best = hits.prefix(Self.reranked)
        let placements = try walk.placements(of: best, plan, view)
        var placed = zip(best, placements).map { (hit: $0, placement: $1) }
        placed.sort { left, right in
            if left.placement != right.placement { return left.placement > right.placement }
            return HitList.precedes(left.hit, right.hit, .relevance)
        }
        return placed.map(\.hit) + hits.dropFirst(Self.reranked)
    }

    func count(
        asOf sequence: UInt64, bound: Int, _ memory: SearchMemory, in view: borrowing StoreView
    ) throws(EventStoreError) -> SearchCount {
        var walk = try SearchWalk(asOf: sequence, allVersions: allVersions, memory: memory, in: view)
        let asked = try count(walk.plan(trees(isLoose: false).asked), bound, &walk, view)
        guard let wide = trees(isLoose: asked.count < Self.few).wide else { return asked }
        return try count(walk.plan(wide), bound, &walk, view)
    }

    private func count(
        _ plan: SearchPlan, _ bound: Int, _ walk: inout SearchWalk, _ view: borrowing StoreView
    ) throws(EventStoreError) -> SearchCount {
        let (count, seen) = try walk.count(plan, bound: bound, view)
        guard let seen else { return SearchCount(at: SequenceNumber(walk.sequence), count: count, isExact: true) }
        // The entries looked at stand for the rest.
        let share = Double(max(1, seen)) / Double(max(1, walk.entries))
        return SearchCount(
            at: SequenceNumber(walk.sequence), count: Int((Double(count) / share).rounded()), isExact: false)
    }
}
