internal import DiarylogSearchIndex
internal import DiarylogTextSearch
internal import EventStore

extension SearchRequest {
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
        let asked = asked
        let wanted = limit.mostOfPage + 1
        var hits: [SearchHit] = []
        if after?.isWide != true {
            hits = try best(walk.plan(asked), wanted, after, &walk, view)
        }
        if hits.count < wanted, after == nil || wide(isLoose: true) != nil {
            // What there is as typed, up to a few: whoever goes on has passed it.
            let few = after == nil ? wanted : Self.few
            let typed = after == nil ? hits : try best(walk.plan(asked), few, nil, &walk, view)
            let isLoose = typed.count < Self.few
            if let wide = wide(isLoose: isLoose, besidesTyped: true) {
                let areAll = typed.count < few
                let rest = areAll ? walk.plan(wide) : walk.plan(.all([wide, .not(asked)]), excluding: asked)
                hits += try more(rest, than: areAll ? typed : [], wanted - hits.count, &walk, view)
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
        let places = try HitPlaces(asOf: walk.sequence, in: view)
        guard sort == .relevance else {
            let mark = try after.flatMap { (after) throws(EventStoreError) in
                try places.place(of: after.ordinal, view)
            }
            var list = HitList(
                limit: wanted, sort: sort, after: after, goesByPlaces: places.isNeeded, mark: mark)
            try walk.forEachHit(plan, view) { hit in
                guard list.mayTake(hit) else { return }
                list.take(try places.placed(hit, view))
            } isEnough: { date, ordinal in
                list.isEnough(newestAhead: date, upTo: ordinal)
            }
            list.sortAndTrim()
            return list.hits
        }
        var list = HitList(limit: wanted, sort: sort, after: nil)
        try walk.best(wanted, of: plan, into: &list, places, view)
        list.sortAndTrim()
        return list.hits
    }

    func count(
        asOf sequence: UInt64, bound: Int, _ memory: SearchMemory, in view: borrowing StoreView
    ) throws(EventStoreError) -> SearchCount {
        var walk = try SearchWalk(asOf: sequence, allVersions: allVersions, memory: memory, in: view)
        var counted: Set<UInt32> = []
        let typed = try walk.count(asked, bound: bound, &counted, view)
        let isLoose = typed.count < Self.few
        // The few that are there as typed are not counted again, where each of them is known.
        let isApart = isLoose && counted.count == typed.count
        guard let wide = wide(isLoose: isLoose, besidesTyped: isApart) else { return typed }
        if !isApart { counted = [] }
        var all = try walk.count(wide, bound: bound, &counted, view)
        if isApart { all.count += typed.count }
        return all
    }
}
