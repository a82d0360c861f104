internal import DiaryEngine
internal import DiaryModel
internal import DiarylogTextSearch
internal import EventStore
internal import Interchange

// Searches: what is found, with the pieces of text that match.

extension DiaryServer {
    func search(_ call: inout Call) throws -> JSONValue {
        var request = try call.query("q", isTyping: try call.items.takeFlag("typing")) ?? SearchRequest()
        request.point = try call.point()
        request.filter = try call.filter()
        request.limit = Int(try call.items.takeNumber("limit", in: 1...500) ?? 50)
        if let sort: SearchRequest.Sort = try call.items.takeChoice("sort") { request.sort = sort }
        request.after = try call.items.take("after") { SearchCursor(text: $0) }
        let isCounted = try call.items.takeFlag("count")
        let page = try diary.search(request)
        let found = try diary.found(page.hits, by: request, at: page.at)
        let total = isCounted ? try diary.total(page, of: request) : nil
        return [
            "at": .number(page.at.rawValue), "hits": .array(found.map { object($0, by: request) }),
            "next": .text(orNull: page.next?.text), "count": total.map { .number($0.count) } ?? .null,
            "exact": total.map { .bool($0.isExact) } ?? .null,
        ]
    }

    private func object(_ found: FoundEntry, by request: SearchRequest) -> JSONValue {
        let row = row(found.entry)
        var title: [UInt8] = []
        if case .string(let shown)? = row["title"] { title = shown }
        return [
            "entry": row, "snippet": .text(found.snippet),
            "title": .array(Self.pieces(of: title, request.matches(in: title)).map { .string($0) }),
            "pieces": .array(Self.pieces(of: Array(found.snippet.utf8), found.matches).map { .string($0) }),
            "loose": .bool(found.hit.isWide),
        ]
    }

    /// A text cut at the ends of its matches: plain, match, plain, and so on.
    private static func pieces(of text: [UInt8], _ matches: [Range<Int>]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        for match in matches {
            pieces += [Array(text[start..<match.lowerBound]), Array(text[match])]
            start = match.upperBound
        }
        return pieces + [Array(text[start...])]
    }
}

extension Call {
    /// The search that an item asks for; nil if the item is missing or blank.
    mutating func query(_ name: String, isTyping: Bool = false) throws -> SearchRequest? {
        guard let text = try items.take(name), text.contains(where: { !$0.isWhitespace }) else { return nil }
        let now = CivilTime(seconds: WriteContext.now().civilSeconds)
        do throws(QueryProblem) {
            return try SearchRequest(text, isTyping: isTyping) { DaySpan.named($0, now: now) }
        } catch {
            throw ServerProblem.query(error, in: text)
        }
    }
}
