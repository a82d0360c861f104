internal import EventStore

/// The best of what a search finds, in order: as many as are wanted, and no more are kept.
struct HitList {
    private(set) var hits: [SearchHit] = []
    private let limit: Int
    private let sort: SearchRequest.Sort
    private let after: SearchCursor?
    /// Whether the first `limit` are in order, and all others were dropped.
    private var isSettled = false

    /// `limit` hits that follow a cursor.
    init(limit: Int, sort: SearchRequest.Sort, after: SearchCursor?) {
        self.limit = limit
        self.sort = sort
        self.after = after
    }

    mutating func take(_ hit: SearchHit) {
        if let after, !Self.follows(hit, after) { return }
        if isSettled, let worst = hits.last, hits.count == limit, !precedes(hit, worst) { return }
        hits.append(hit)
        isSettled = false
        // Sorted now and then, so that each costs little however many are wanted.
        if hits.count >= limit,
            hits.count == limit || hits.count >= limit.multipliedReportingOverflow(by: 2).partialValue
        {
            settle()
        }
    }

    /// Whether no entry up to an ordinal, of this date or older, can belong to the first `limit`.
    mutating func isEnough(newestAhead: Int64, upTo ordinal: UInt32) -> Bool {
        guard sort == .newest, hits.count >= limit else { return false }
        settle()
        guard let worst = hits.last else { return false }
        return newestAhead < worst.date || (newestAhead == worst.date && ordinal < worst.ordinal)
    }

    /// Puts them in order, and drops what is beyond the limit.
    mutating func settle() {
        if isSettled { return }
        let sort = sort
        hits.sort { Self.precedes($0, $1, sort) }
        if hits.count > limit { hits.removeLast(hits.count - limit) }
        isSettled = true
    }

    private func precedes(_ left: SearchHit, _ right: SearchHit) -> Bool { Self.precedes(left, right, sort) }

    /// Newest date, then the entry made last, then its newest version; by relevance the better score first.
    static func precedes(_ left: SearchHit, _ right: SearchHit, _ sort: SearchRequest.Sort) -> Bool {
        if sort == .relevance, left.score != right.score { return left.score > right.score }
        if left.date != right.date { return left.date > right.date }
        if left.ordinal != right.ordinal { return left.ordinal > right.ordinal }
        return left.born > right.born
    }

    private static func follows(_ hit: SearchHit, _ cursor: SearchCursor) -> Bool {
        (hit.date, hit.ordinal, hit.born) < (cursor.date, cursor.ordinal, cursor.born)
    }
}
