internal import DiaryModel
internal import EventStore
internal import TextSearch

extension Diary {
    /// Texts that a count reads before it may say "about".
    public static let countBound = 1_500

    /// A page of what a query finds as of a point.
    ///
    /// By date it costs the terms' newest blocks, and a text for each candidate that the terms do not decide. What is
    /// only half typed comes after what was found as it was typed. Where the index does not stand at the newest folded
    /// event, or is damaged, every entry is read instead, and the page says so.
    public func search(_ request: SearchRequest) throws(DiaryError) -> SearchPage {
        var request = request
        if let cursor = request.after { request.point = .event(cursor.at) }
        let settled = request
        return try read(request.point) { (view, sequence) throws(EventStoreError) in
            try settled.page(asOf: sequence, searchMemory, in: view)
        }
    }

    /// How many entries, or versions of entries, a query finds: about, where `countBound` texts were read and enough of
    /// them answered to tell the share of all; else, and always with `exactly`, exact.
    public func count(_ request: SearchRequest, exactly: Bool = false) throws(DiaryError) -> SearchCount {
        try read(request.point) { (view, sequence) throws(EventStoreError) in
            try request.count(asOf: sequence, bound: exactly ? .max : Self.countBound, searchMemory, in: view)
        }
    }

    /// Bytes that the search index takes in the file, in whole pages; 0 where it is not there.
    public func searchBytes() throws(DiaryError) -> Int {
        try read(.head) { (view, _) throws(EventStoreError) in
            guard let tables = view.log.tables(of: SearchProjection.name) else { return 0 }
            var bytes = 0
            for table in tables {
                let size = try view.size(of: table)
                bytes += size.pages * size.pageSize
            }
            return bytes
        }
    }

    /// The entries of some hits as they were found at a point, and the pieces of their texts that answer.
    ///
    /// One whose bytes are damaged is left out. Each costs what reading one entry does; one look at the log for all.
    public func found(
        _ hits: [SearchHit], by request: SearchRequest, at sequence: UInt64
    ) throws(DiaryError) -> [FoundEntry] {
        try read(.event(sequence)) { (view, sequence) throws(EventStoreError) in
            let marks = Marks(request)
            let tail = try view.tail()
            var origins = Origins()
            var found: [FoundEntry] = []
            for hit in hits {
                guard let row = try view.readableRow(hit.ordinal, over: tail) else { continue }
                do throws(EventStoreError) {
                    let point = request.allVersions ? hit.born : sequence
                    let entry =
                        if request.allVersions {
                            try view.version(of: row, at: point, &origins)
                        } else {
                            try view.entry(row, asOf: point, &origins)
                        }
                    if let entry { found.append(FoundEntry(entry, hit, marks)) }
                } catch .damaged {
                    continue
                } catch {
                    throw error
                }
            }
            return found
        }
    }
}

/// What is marked in the texts that are found.
struct Marks {
    let tree: SearchTree
    let patterns: [Pattern]
    let exact: [ExactText]

    init(_ request: SearchRequest) {
        let trees = request.trees
        tree = trees.wide ?? trees.asked
        patterns = tree.patterns
        exact = tree.exactTexts
    }
}

/// An entry that was found, and where.
public struct FoundEntry: Sendable {
    /// The entry as of the point, or as it was in the version that was found.
    public var entry: Entry
    /// Where it was found.
    public var hit: SearchHit
    /// A piece of the text that answers around the first match; line breaks are shown as spaces. In a conflict that may
    /// be a text that is not shown.
    public var snippet: String
    /// What was found, in bytes of the snippet's UTF-8.
    public var matches: [Range<Int>]

    init(_ entry: Entry, _ hit: SearchHit, _ marks: Marks) {
        let searched = SearchedEntry(entry.content, entry.branches)
        var units = TextUnits()
        let text = searched.text(searched.answering(marks.tree, &units) ?? 0)
        units.read(text.span)
        let piece = Snippet(of: text, units: units, patterns: marks.patterns, exact: marks.exact)
        self.entry = entry
        self.hit = hit
        snippet = piece.text
        matches = piece.matches
    }
}

extension SearchRequest {
    /// Answers that are put in order once more by where in their texts the words stand.
    private static let reranked = 64

    fileprivate func page(
        asOf sequence: UInt64, _ memory: SearchMemory, in view: borrowing StoreView
    ) throws(EventStoreError) -> SearchPage {
        do throws(EventStoreError) {
            if var walk = try SearchWalk(asOf: sequence, allVersions: allVersions, memory: memory, in: view) {
                return try page(&walk, view)
            }
        } catch .damaged {
            // The index cannot be believed: the texts can.
        } catch {
            throw error
        }
        var scan = try SearchScan(self, asOf: sequence, in: view)
        return try scan.page(in: view)
    }

    private func page(_ walk: inout SearchWalk, _ view: borrowing StoreView) throws(EventStoreError) -> SearchPage {
        var page = SearchPage(at: walk.sequence)
        let (asked, wide) = trees
        let wanted = (limit ?? .max - 1) + 1
        var hits: [SearchHit] = []
        if after?.isWide != true {
            hits = try best(asked, wanted, after, &walk, view)
        }
        if let wide, hits.count < wanted {
            // What was found as it is typed is not found again.
            var isAny = !hits.isEmpty
            if !isAny, after != nil { isAny = try !best(asked, 1, nil, &walk, view).isEmpty }
            let rest = isAny ? SearchTree.all([wide, .not(asked)]) : wide
            let start = after?.isWide == true ? after : nil
            walk.excluded = isAny ? asked : nil
            hits += try best(rest, wanted - hits.count, start, &walk, view).map { hit in
                var hit = hit
                hit.isWide = true
                return hit
            }
        }
        if hits.count == wanted {
            hits.removeLast()
            if sort == .newest, let last = hits.last {
                page.next = SearchCursor(
                    at: walk.sequence, isWide: last.isWide, date: last.date, ordinal: last.ordinal, born: last.born)
            }
        }
        page.hits = hits
        page.leftOut = walk.leftOut
        page.visited = walk.visited
        return page
    }

    /// The first hits of a tree, in order.
    private func best(
        _ tree: SearchTree, _ wanted: Int, _ after: SearchCursor?, _ walk: inout SearchWalk,
        _ view: borrowing StoreView
    ) throws(EventStoreError) -> [SearchHit] {
        var stamps = try HitStamps(asOf: walk.sequence, in: view)
        guard sort == .relevance else {
            let mark = try after.flatMap { (after) throws(EventStoreError) in
                try stamps.stamp(of: after.ordinal, view)
            }
            var list = HitList(
                limit: wanted, sort: sort, after: after, goesByStamps: stamps.isNeeded, mark: mark)
            try walk.forEachHit(tree, isScored: false, view) { (hit) throws(EventStoreError) in
                guard list.mayTake(hit) else { return }
                var hit = hit
                if stamps.isNeeded { hit.stamp = try stamps.stamp(of: hit.ordinal, view) }
                list.take(hit)
            } isEnough: { date, ordinal in
                list.isEnough(newestAhead: date, upTo: ordinal)
            }
            list.settle()
            return list.hits
        }
        // The best scores first, and then their texts: as many more as turn out not to answer.
        let needed = max(wanted, Self.reranked)
        var room = needed.multipliedReportingOverflow(by: 2).overflow ? Int.max : needed * 2
        while true {
            var list = HitList(limit: room, sort: sort, after: nil)
            try walk.forEachHit(
                tree, isScored: true, view, { (hit) throws(EventStoreError) in list.take(hit) },
                isEnough: { _, _ in false })
            list.settle()
            let isAll = list.hits.count < room
            var hits: [SearchHit] = []
            for hit in list.hits where hits.count < needed {
                if let read = try walk.read(hit, tree, view) { hits.append(read) }
            }
            if isAll || hits.count == needed {
                hits.sort { HitList.precedes($0, $1, .relevance) }
                return Array(try reranked(hits, tree.patterns, &walk, view).prefix(wanted))
            }
            room = room.multipliedReportingOverflow(by: 4).overflow ? Int.max : room * 4
        }
    }

    /// Of the best answers, those where the words stand by themselves come first, then those where they begin a word.
    private func reranked(
        _ hits: [SearchHit], _ patterns: [Pattern], _ walk: inout SearchWalk, _ view: borrowing StoreView
    ) throws(EventStoreError) -> [SearchHit] {
        var placed: [(hit: SearchHit, place: Int)] = []
        for hit in hits.prefix(Self.reranked) { placed.append((hit, try walk.placement(of: hit, patterns, view))) }
        placed.sort { left, right in
            if left.place != right.place { return left.place > right.place }
            return HitList.precedes(left.hit, right.hit, .relevance)
        }
        return placed.map(\.hit) + hits.dropFirst(Self.reranked)
    }

    fileprivate func count(
        asOf sequence: UInt64, bound: Int, _ memory: SearchMemory, in view: borrowing StoreView
    ) throws(EventStoreError) -> SearchCount {
        let tree = trees.wide ?? trees.asked
        do throws(EventStoreError) {
            if var walk = try SearchWalk(asOf: sequence, allVersions: allVersions, memory: memory, in: view) {
                return try count(tree, bound, &walk, view)
            }
        } catch .damaged {
            // As above.
        } catch {
            throw error
        }
        var scan = try SearchScan(self, asOf: sequence, in: view)
        let count = try scan.page(in: view).hits.count
        return SearchCount(at: sequence, count: count, isExact: true)
    }

    private func count(
        _ tree: SearchTree, _ bound: Int, _ walk: inout SearchWalk, _ view: borrowing StoreView
    ) throws(EventStoreError) -> SearchCount {
        let (count, seen) = try walk.count(tree, bound: bound, view)
        guard let seen else { return SearchCount(at: walk.sequence, count: count, isExact: true) }
        // What was looked at stands for the rest.
        let share = Double(max(1, seen)) / Double(max(1, walk.entries))
        return SearchCount(at: walk.sequence, count: Int((Double(count) / share).rounded()), isExact: false)
    }
}
