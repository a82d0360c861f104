internal import DiaryModel
public import EventStore
internal import TextSearch

/// The diary as of a point: a plain value that asks the same questions and gets the answers of then.
///
/// What is past does not change: a view of an event gives the same answers for ever. One of the head is of whatever is
/// the newest event when it is asked. It holds no transaction and costs nothing to keep.
public struct DiaryView: Sendable {
    /// The diary.
    public let diary: Diary
    /// What it is a view of.
    public let point: DiaryPoint

    /// An entry as it stood; nil where it did not exist yet. A deleted one is given, marked.
    public func entry(_ id: EntryID) throws(DiaryError) -> Entry? { try diary.entry(id, at: point) }

    /// A page of the entries as they stood: those that lived, by date, newest first, unless the request says otherwise.
    public func list(_ request: ListRequest = ListRequest()) throws(DiaryError) -> EntryPage {
        var request = request
        request.point = point
        return try diary.list(request)
    }

    /// What a query finds, newest by date first or best first, with the piece of each text that answers.
    ///
    /// The grammar is that of Docs/Search.md; `date:`, `before:` and `after:` take days as `2026-11-01`, or as people
    /// say them, by the clock of the diary's context. Costs a page of a search and a read for each hit. Throws `query`
    /// with the place of what cannot be read.
    public func search(
        _ query: String, limit: Int? = nil, by sort: SearchRequest.Sort = .newest
    ) throws(DiaryError) -> [FoundEntry] {
        var request: SearchRequest
        do throws(QueryProblem) {
            request = try SearchRequest(query) { day($0) }
        } catch {
            throw .query(error)
        }
        (request.point, request.limit, request.sort) = (point, limit, sort)
        let page = try diary.search(request)
        return try diary.found(page.hits, by: request, at: page.at)
    }

    /// How many entries lived, and how many words they held: one read.
    public func totals() throws(DiaryError) -> Totals { try diary.totals(at: point) }

    /// The civil seconds of a day.
    private func day(_ text: String) -> ClosedRange<Int64>? {
        let now = EntryDate(diary.newContext()).civil
        guard case .day(let day)? = try? NaturalDate.parse(text: text, now: now) else { return nil }
        return day.seconds...day.seconds + 86_399
    }
}

extension Diary {
    /// The diary as it was after an event, or at an instant.
    public func asOf(_ point: DiaryPoint) -> DiaryView { DiaryView(diary: self, point: point) }

    /// What a query finds now; see `DiaryView.search`.
    public func search(
        _ query: String, limit: Int? = nil, by sort: SearchRequest.Sort = .newest
    ) throws(DiaryError) -> [FoundEntry] {
        try asOf(.head).search(query, limit: limit, by: sort)
    }
}
