internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogTextSearch
internal import Interchange

struct Search: ReadingCommand {
    static let about = CommandWords(
        "search", abstract: Sentence("Find entries by what they say.", "내용으로 일기를 찾습니다."),
        discussion: Sentence(
            """
            diarylog search 날씨 바다           both words, anywhere
            diarylog search 'walk* OR 산책'     either; a word that begins so
            diarylog search '"좋은 날" -비'      a phrase, and not this word
            diarylog search '제목:여행 tag:가족 after:2026-01-01 star:yes'
            diarylog search 날ㅆ                what is half typed; ㄴㅆ finds 날씨, too
            diarylog search --contains '…!'    exactly these characters; may stand beside words, and again
            diarylog search --starred --on 2026-11

            Korean is found within words, words of other scripts whole, and where few are found by their beginnings; \
            case and accents make no difference. Nothing found is exit 1. help query names the fields.
            """,
            """
            diarylog search 날씨 바다           두 낱말이 다 있는 것
            diarylog search 'walk* OR 산책'     둘 가운데 하나. *는 그렇게 시작하는 낱말
            diarylog search '"좋은 날" -비'      이어진 말, 그리고 뒤의 낱말은 없는 것
            diarylog search '제목:여행 tag:가족 after:2026-01-01 star:yes'
            diarylog search 날ㅆ                쓰다 만 말. ㄴㅆ도 날씨를 찾습니다
            diarylog search --contains '…!'    꼭 이 글자들. 낱말과 함께, 여러 번 쓸 수 있습니다
            diarylog search --starred --on 2026-11

            한국어는 낱말 안에서도 찾고, 다른 글자의 말은 낱말째로, 찾은 것이 적으면 첫머리로도 찾습니다. 대소문자와 악센트는 가리지 않습니다. 찾은 것이 없으면 종료 코드는 1입니다. 필드는 \
            help query에 있습니다.
            """))

    @Argument("query", taking: .text, help: Sentence("What to look for.", "찾을 말."))
    var words: [String] = []

    @Option(
        "contains", value: "text", taking: .anyWord,
        help: Sentence(
            "Exactly these characters, not a query; capitals count only if there is one. May be given again.",
            "검색어가 아니라 꼭 이 글자들. 대문자가 있을 때만 대소문자를 가립니다. 여러 번 쓸 수 있습니다."))
    var contained: [String] = []

    @Flag(
        "exact-case", with: "--contains",
        help: Sentence("With --contains: capitals and small letters always differ.", "--contains에서 대소문자를 늘 가립니다."))
    var exactCase = false

    @OptionGroup var filters: FilterOptions

    @Option("sort", help: Sentence("newest or relevance.", "newest(새로운 것부터)나 relevance(관련도)."))
    var sort = SearchRequest.Sort.newest

    @Option("limit", value: "n", in: Bounds.limit, help: .atMost)
    var limit: Int?

    @Option(
        "after", value: "cursor", against: ["--sort relevance"],
        help: Sentence("Go on where an earlier search ended.", "앞선 검색이 끝난 데서 이어 찾습니다."))
    var after: String?

    @Flag(
        "all-versions",
        help: Sentence("Every version that ever said so, of deleted entries too.", "그렇게 말한 적 있는 모든 버전, 지운 일기도."))
    var allVersions = false

    @Flag(
        "count", against: ["--full", "--limit", "--after"],
        help: Sentence("Only how many; from some size on about how many.", "몇 편인지만. 많으면 어림수로."))
    var count = false

    @Flag(
        "exact", with: "--count",
        help: Sentence("With --count: count all, however long it takes.", "--count에서 오래 걸려도 모두 셉니다."))
    var exact = false

    @Flag("full", help: Sentence("With text and body, in JSON.", "JSON에 글과 본문도."))
    var full = false

    func carryOut(in session: Session) throws {
        let request = try request(for: words.joined(separator: " "), session)
        let diary = try session.open()
        if count { return try writeCount(diary, request, session) }
        let page = try diary.search(request)
        try write(page, diary, request, session)
        if page.leftOut > 0 { throw Problem.leftOut(page.leftOut) }
        if page.hits.isEmpty {
            if session.isTerminal { session.notify(.nothingFound) }
            if after == nil { try notifyOfNear(request, in: diary, session) }
            throw Problem.nothingFound
        }
    }

    /// What the command line asks for, with a query in the place of its own.
    func request(for text: String, _ session: Session) throws -> SearchRequest {
        let filter = try filters.filter(session)
        let isQuery = !text.isEmpty || (contained.isEmpty && filter == .everything)
        var request = isQuery ? try query(text, session) : SearchRequest()
        for text in contained {
            let folds = !exactCase && !SearchRequest.hasCapital(text)
            guard request.narrow(toTextsContaining: text, foldingCase: folds) else {
                throw Problem.badQuery(QueryProblem(.empty, at: 0..<0), in: text)
            }
        }
        request.point = try session.point()
        request.filter = filter
        request.sort = sort
        request.allVersions = allVersions
        request.limit = limit
        if let after {
            guard let cursor = SearchCursor(text: after) else { throw Problem.unreadableCursor }
            if List.isOther(request.point, cursor.at) { throw Problem.otherCursor }
            request.after = cursor
        }
        return request
    }

    private func query(_ text: String, _ session: Session) throws -> SearchRequest {
        do throws(QueryProblem) {
            return try SearchRequest(text, day: { try? session.days($0) }, place: { try? session.place($0) })
        } catch {
            throw session.badQuery(error, in: text)
        }
    }

    private func writeCount(_ diary: Diary, _ request: SearchRequest, _ session: Session) throws {
        let exactly = exact
        let found = try diary.count(request, exactly: exactly)
        if session.isJSON {
            try session.write([
                "at": .number(found.at.rawValue), "count": .number(found.count), "exact": .bool(found.isExact),
            ])
        } else {
            let about = Sentence("about \(found.count)", "약 \(found.count)")
            try session.write((found.isExact ? "\(found.count)" : session.text(about)) + "\n")
        }
        if found.count == 0 {
            try notifyOfNear(request, in: diary, session)
            throw Problem.nothingFound
        }
    }

    private func write(
        _ page: SearchPage, _ diary: Diary, _ request: SearchRequest, _ session: Session
    ) throws {
        let answer = Answer("hits", session, ["at": .number(page.at.rawValue)])
        let (isTerminal, isColoured) = (session.isTerminal, session.isColoured)
        var rows = EntryRows(session)
        try diary.forEachFound(page, by: request) { found in
            try answer.write(
                json(found, diary),
                or: isTerminal
                    ? FoundLine.onTerminal(found, request, &rows, session)
                    : FoundLine.plain(found, request, session, isColoured: isColoured))
        }
        func tail() throws -> JSONValue {
            let total = try diary.total(page, of: request)
            return [
                "next": .text(orNull: page.next?.text), "count": .number(total.count), "exact": .bool(total.isExact),
            ]
        }
        try answer.finish(at: page.at, next: page.next?.text, tail())
        guard isTerminal, !answer.isEmpty else { return }
        let total = try diary.total(page, of: request)
        // Behind what was found, not before it.
        try session.flush()
        let number =
            allVersions
            ? Sentence("\(total.count, "version", "versions")", "버전 \(total.count)개")
            : Sentence("\(total.count, "entry", "entries")", "일기 \(total.count)편")
        let (en, ko) = total.isExact ? (number.en, number.ko) : ("about " + number.en, "약 " + number.ko)
        if page.hits.count >= total.count {
            session.notify("\(en) found", "\(ko, .object) 찾았습니다")
        } else {
            session.notify("\(page.hits.count) of \(en) found", "찾은 \(ko) 가운데 \(page.hits.count)")
        }
    }

    private func json(_ found: FoundEntry, _ diary: Diary) throws -> JSONValue {
        let matches = found.matches.map { JSONValue.array([.number($0.lowerBound), .number($0.upperBound)]) }
        let row: JSONValue = [
            "entry": EntryJSON.object(found.entry, isFull: full), "snippet": .text(found.snippet),
            "matches": .array(matches), "loose": .bool(found.hit.isWide),
            "score": sort == .relevance ? .decimal(found.hit.score) : .null,
        ]
        guard allVersions else { return row }
        let now = try diary.entry(found.entry.id)
        return row.adding(["current": .bool(now?.version == found.entry.version && now?.isDeleted == false)])
    }
}

extension Diary {
    /// Passes on what a page found, read in short transactions, all as of the same point.
    func forEachFound(_ page: SearchPage, by request: SearchRequest, _ take: (FoundEntry) throws -> Void) throws {
        for start in stride(from: 0, to: page.hits.count, by: 500) {
            let part = page.hits[start..<min(start + 500, page.hits.count)]
            for found in try found(Array(part), by: request, at: page.at) { try take(found) }
        }
    }
}
