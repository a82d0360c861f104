internal import DiaryModel
internal import EventStore

extension Diary {
    /// A page of the entries as of a point.
    ///
    /// In the order of dates it costs the blocks of the list that it passes, by modification the events, by creation
    /// the entries; none of these grows with the diary. Only the order that begins with the oldest modification reads
    /// every entry first.
    public func list(_ request: ListRequest = ListRequest()) throws(EventStoreError) -> EntryPage {
        var request = request
        if let cursor = request.after {
            (request.point, request.sort, request.isReversed) = (.event(cursor.at), cursor.sort, cursor.isReversed)
        }
        let asked = request
        return try read(request.point) { view, sequence in
            let found = try page(asked, sequence, view)
            try checkCount(of: found, asked, view)
            return found
        }
    }

    /// Throws `damagedTable` where a list of all living entries, in one page, has another number of them than the log
    /// counts at its point, and than the log makes. Where events are lost that is told already.
    private func checkCount(
        of page: EntryPage, _ request: ListRequest, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let (at, shown) = (page.at.rawValue, page.entries.count + page.leftOut)
        guard request.filter == .everything, !request.deleted, request.sort == .date, request.after == nil,
            page.next == nil, shown < request.limit.mostOfPage, try view.totals(asOf: at).live != UInt64(shown)
        else { return }
        // Not each that is listed is shown.
        var (listed, walk) = (0, try SpanWalk(asOf: at, in: view))
        try walk.forEachSpan(view) { _ in
            listed += 1
            return true
        }
        // The fold may be the first to meet an event that is lost.
        let living = try view.fold(ListFold.self, to: at).value.living
        if living != listed, view.log.damage.found.isNone { throw SpanTable.damage }
    }

    private func page(
        _ request: ListRequest, _ sequence: UInt64, _ view: borrowing StoreView
    ) throws(EventStoreError) -> EntryPage {
        var page = EntryPage(at: SequenceNumber(sequence))
        let limit = request.limit.mostOfPage
        var walk = try EntryWalk(request, asOf: sequence, in: view)
        var last: ListCandidate?
        var isOver = false
        while !isOver {
            // No more than the page needs in any case.
            let wanted = min(limit - page.entries.count, Self.mostAtOnce - 1) + 1
            let candidates = try walk.next(wanted, view)
            isOver = candidates.count < wanted
            for candidate in candidates {
                guard try page.considers(candidate, request, view, full: page.entries.count >= limit) else {
                    continue
                }
                if page.entries.count > limit {
                    page.entries.removeLast()
                    page.next = last.map { cursor(after: $0, request, sequence) }
                    isOver = true
                    break
                }
                last = candidate
            }
        }
        page.visited = walk.visited
        return page
    }

    /// Candidates that are held at once.
    private static let mostAtOnce = 64

    /// How many entries a list would show.
    public func count(_ request: ListRequest) throws(EventStoreError) -> Int {
        var request = request
        request.limit = nil
        return try list(request).entries.count
    }

    /// Visits the entries that a list would show, a thousand in a transaction; as of which event, and how many cannot
    /// be read.
    func forEachEntry(
        _ request: ListRequest, _ visit: (Entry) -> Void
    ) throws(EventStoreError) -> (at: SequenceNumber, leftOut: Int) {
        var (request, leftOut) = (request, 0)
        (request.limit, request.after) = (1_000, nil)
        while true {
            let page = try list(request)
            for entry in page.entries { visit(entry) }
            leftOut += page.leftOut
            guard let next = page.next else { return (page.at, leftOut) }
            request.after = next
        }
    }

    private func cursor(after last: ListCandidate, _ request: ListRequest, _ sequence: UInt64) -> ListCursor {
        ListCursor(
            at: SequenceNumber(sequence), sort: request.sort, isReversed: request.isReversed, position: last.position,
            ordinal: last.ordinal)
    }
}

extension Int? {
    /// The most that a page has, whatever number a caller was given: it may be counted with, up and down.
    var mostOfPage: Int { Swift.min(Swift.max(self ?? .max, 0), Int(Int32.max)) }
}

extension EntryPage {
    /// Adds the candidate if it belongs to the list; returns whether it did.
    ///
    /// A full page accepts one more entry, which shows that another page follows.
    fileprivate mutating func considers(
        _ candidate: ListCandidate, _ request: ListRequest,
        _ view: borrowing StoreView, full: Bool
    ) throws(EventStoreError) -> Bool {
        if let date = candidate.date, request.filter.judge(date: date) == .misses { return false }
        let entry: Entry?
        do throws(EventStoreError) {
            entry = try view.entry(candidate.row, asOf: at.rawValue)
        } catch .damaged {
            leftOut += full ? 0 : 1
            return false
        } catch {
            throw error
        }
        guard let entry, request.takes(entry) else { return false }
        entries.append(entry)
        return true
    }
}
