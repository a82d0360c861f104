internal import DiaryModel
internal import DiarylogTextSearch
public import EventStore

/// The diary as of a point: a plain value that answers the same questions as the diary did then.
///
/// The past does not change: a view as of an event gives the same answers for ever. A view as of the head answers as of
/// the newest event at each call. It holds no transaction and costs nothing to keep.
public struct DiaryView: Sendable {
    /// The diary.
    public let diary: Diary
    /// The point it is a view of.
    public let point: DiaryPoint

    /// The entry as it stood; nil if it did not exist yet. A deleted entry is returned with `isDeleted` set.
    public func entry(_ id: EntryID) throws(EventStoreError) -> Entry? { try diary.entry(id, at: point) }

    /// A page of the entries as they stood: living ones by date, newest first, unless the request says otherwise.
    public func list(_ request: ListRequest = ListRequest()) throws(EventStoreError) -> EntryPage {
        var request = request
        request.point = point
        return try diary.list(request)
    }

    /// What a query finds, newest date first or best match first, each with a snippet of its text.
    ///
    /// The grammar is that of Docs/Search.md; `date:`, `before:` and `after:` accept years, months and days as
    /// `2026-11-01`, or days in words, which the clock of the diary's context resolves. Costs one page of a search and
    /// one read for each hit. Throws a `QueryProblem` with the position that cannot be parsed.
    public func search(
        _ query: String, limit: Int? = nil, by sort: SearchRequest.Sort = .newest
    ) throws -> [FoundEntry] {
        let now = EntryDate(diary.newContext()).civil
        var request = try SearchRequest(query) { DaySpan.named($0, now: now) }
        (request.point, request.limit, request.sort) = (point, limit, sort)
        let page = try diary.search(request)
        return try diary.found(page.hits, by: request, at: page.at)
    }

    /// How many entries were alive, and how many words they held: one read.
    public func totals() throws(EventStoreError) -> Totals { try diary.totals(at: point) }
}

extension Diary {
    /// The diary as it stood at a point: after an event, or at an instant.
    public func asOf(_ point: DiaryPoint) -> DiaryView { DiaryView(diary: self, point: point) }

    /// What a query finds now; see `DiaryView.search`.
    public func search(
        _ query: String, limit: Int? = nil, by sort: SearchRequest.Sort = .newest
    ) throws -> [FoundEntry] {
        try asOf(.head).search(query, limit: limit, by: sort)
    }
}
