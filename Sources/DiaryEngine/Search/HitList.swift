internal import EventStore

/// The best hits of a search, in order: it keeps at most twice as many as are wanted.
struct HitList {
    private(set) var hits: [SearchHit] = []
    private let limit: Int
    private let sort: SearchRequest.Sort
    private let after: SearchCursor?
    private let mark: ListPlace?
    /// Whether hits of one date are ordered by places instead of ordinals.
    private let goesByPlaces: Bool
    /// Whether the hits are in order and at most `limit`.
    private var isSorted = false
    /// The last of the first `limit` hits when they were last put in order: what does not precede it cannot belong.
    private var worst: SearchHit?

    /// A list of `limit` hits that follow a cursor, whose entry has the place `mark`.
    init(
        limit: Int, sort: SearchRequest.Sort, after: SearchCursor?, goesByPlaces: Bool = false, mark: ListPlace? = nil
    ) {
        self.limit = limit
        self.sort = sort
        self.after = after
        self.goesByPlaces = goesByPlaces
        self.mark = mark
    }

    /// Whether a hit may belong to the list, judging by its date alone.
    func mayTake(_ hit: SearchHit) -> Bool {
        if sort == .relevance { return true }
        if let after, hit.date > after.date { return false }
        return hit.date >= worst?.date ?? .min
    }

    /// The least score that can still enter the list, and the date that a hit with just this score must have.
    var least: (score: Double, date: Int64) { (worst?.score ?? 0, worst?.date ?? .min) }

    mutating func take(_ hit: SearchHit) {
        if let after, !Self.follows(hit, after, mark) { return }
        if let worst, !precedes(hit, worst) { return }
        hits.append(hit)
        isSorted = false
        // Sort only now and then, so that each hit costs little however many are wanted.
        if hits.count >= limit,
            hits.count == limit || hits.count >= limit.multipliedReportingOverflow(by: 2).partialValue
        {
            sortAndTrim()
        }
    }

    /// Whether no entry with this date or an older one, and at most this ordinal, can belong to the first `limit`.
    mutating func isEnough(newestAhead: Int64, upTo ordinal: UInt32) -> Bool {
        guard sort == .newest, hits.count >= limit else { return false }
        sortAndTrim()
        guard let worst = hits.last else { return false }
        return newestAhead < worst.date || (newestAhead == worst.date && ordinal < worst.ordinal && !goesByPlaces)
    }

    /// Sorts the hits and drops those beyond the limit.
    mutating func sortAndTrim() {
        if isSorted { return }
        let sort = sort
        hits.sort { Self.precedes($0, $1, sort) }
        if hits.count > limit { hits.removeLast(hits.count - limit) }
        if hits.count == limit { worst = hits.last }
        isSorted = true
    }

    private func precedes(_ left: SearchHit, _ right: SearchHit) -> Bool { Self.precedes(left, right, sort) }

    /// Newest date first, then the entry created last, by place or ordinal, then the newest version; by relevance, the
    /// better score before all these.
    static func precedes(_ left: SearchHit, _ right: SearchHit, _ sort: SearchRequest.Sort) -> Bool {
        if sort == .relevance, left.score != right.score { return left.score > right.score }
        if left.date != right.date { return left.date > right.date }
        if left.place != right.place { return follows(right.place, left.place) }
        if left.ordinal != right.ordinal { return left.ordinal > right.ordinal }
        return left.born > right.born
    }

    /// Whether a hit follows a cursor, whose entry has the place `mark`.
    static func follows(_ hit: SearchHit, _ cursor: SearchCursor, _ mark: ListPlace?) -> Bool {
        if hit.date != cursor.date { return hit.date < cursor.date }
        if hit.place != mark { return follows(hit.place, mark) }
        return (hit.ordinal, hit.born.rawValue) < (cursor.ordinal, cursor.born)
    }

    /// Whether `place` stands behind `other`, as the lesser one; none stands last.
    private static func follows(_ place: ListPlace?, _ other: ListPlace?) -> Bool {
        guard let other else { return false }
        return place.map { $0 < other } ?? true
    }
}
