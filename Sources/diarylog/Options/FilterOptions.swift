internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogTextSearch

/// Which entries a command takes: by date, tags, star and place, and by a query for all else.
struct FilterOptions: ArgumentGroup {
    @OptionGroup private var days: DayFilters

    @Option(
        "tag", help: Sentence("With this tag; may be given again.", "이 태그가 있는 것. 여러 번 쓸 수 있습니다."), completion: .tags)
    var tags: [String] = []

    @Option("not-tag", value: "tag", help: Sentence("Without this tag.", "이 태그가 없는 것."), completion: .tags)
    var withoutTags: [String] = []

    @Flag("starred", help: Sentence("With a star.", "별이 있는 것."))
    var starred = false

    @Option(
        "place", taking: .anyWord,
        help: Sentence(
            "Of this place: a name of yours, a part of the name that another app gave, or 37.57,126.98.",
            "이 장소의 것: 이름을 붙인 장소, 다른 앱이 붙인 이름의 일부, 또는 37.57,126.98."), completion: .places)
    var place: String?

    @OptionGroup private var query: QueryFilterOption

    static let names = Set(declarations.map(\.name))

    /// The list of the entries that pass, as of the point that was asked for.
    func request(_ session: Session) throws -> ListRequest {
        var request = ListRequest()
        request.point = try session.point()
        request.filter = try filter(session)
        return request
    }

    /// A tag; one of nothing is none, or what is deleted without it would be everything.
    private func tag(_ text: String) throws -> Tag {
        let tag = Tag.typed(text)
        guard !tag.folded.allSatisfy(\.isWhitespace) else {
            throw Problem(usage: "a tag cannot be empty", "태그가 비어 있습니다")
        }
        return tag
    }

    /// What passes; everything where no option was given.
    func filter(_ session: Session) throws -> EntryFilter {
        var all = try days.filters(session)
        all += try tags.map { .tag(try tag($0)) } + withoutTags.map { .not(.tag(try tag($0))) }
        if starred { all.append(.starred) }
        if let place {
            if place.allSatisfy(\.isWhitespace) {
                throw Problem(usage: "a place cannot be empty", "장소가 비어 있습니다")
            }
            let named = EntryFilter.placeNamed(place)
            all.append((try? session.place(place)).map { .any([.place($0), named]) } ?? named)
        }
        if let query = try query.filter(session) { all.append(query) }
        return all.isEmpty ? .everything : .all(all)
    }
}

/// Entries that a query finds: words and fields, as search takes them.
struct QueryFilterOption: ArgumentGroup {
    @Option(
        "where", value: "query",
        help: Sentence(
            "That this query finds, as 'star:no sea'; see help query.", "이 검색어로 찾는 것, '별:아니오 바다'처럼. help query를 보세요."))
    var query: String?

    func filter(_ session: Session) throws -> EntryFilter? {
        guard let query else { return nil }
        do throws(QueryProblem) {
            return try EntryFilter(query: query, day: { try? session.days($0) }, place: { try? session.place($0) })
        } catch {
            throw session.badQuery(error, in: query)
        }
    }
}

extension Session {
    /// What is wrong with a query; of a day that is none, why.
    func badQuery(_ problem: QueryProblem, in query: String) -> Problem {
        guard case .unreadableValue(let name, let value) = problem.kind else { return .badQuery(problem, in: query) }
        if name == "measure" {
            // As it was typed, with its colon.
            let typed = String(decoding: Array(query.utf8)[problem.range], as: UTF8.self)
            return .badQuery(QueryProblem(.unreadableValue(name, typed), at: problem.range), in: query)
        }
        do { _ = try namesDays(value) } catch { return .badQuery(problem, in: query, because: Problem(error).message) }
        return .badQuery(problem, in: query)
    }
}

/// Which days entries are taken of: a day, or a span of days, in words that a date may have.
struct DayFilters: ArgumentGroup {
    @Option(
        "on", value: "day",
        help: Sentence(
            "Of this day, week, month or year: 2026-11, \"last week\".", "그날, 그 주, 그달, 그해의 것: 2026-11, 지난주."),
        completion: .days)
    var on: String?

    @Option("from", value: "day", help: Sentence("Of this day or later.", "이날부터."), completion: .days)
    var from: String?

    @Option("to", value: "day", help: Sentence("Of this day or earlier.", "이날까지."), completion: .days)
    var to: String?

    func filters(_ session: Session) throws -> [EntryFilter] {
        var all: [EntryFilter] = []
        if let on { all.append(.dates(try session.days(on))) }
        if let from { all.append(.dates(try session.days(from).lowerBound...Int64.max)) }
        if let to { all.append(.dates(Int64.min...(try session.days(to).upperBound))) }
        return all
    }
}

extension ListRequest.Sort: Choice {}
extension SearchRequest.Sort: Choice {}
