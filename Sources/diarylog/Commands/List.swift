internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

struct List: ReadingCommand {
    static let about = CommandWords(
        "list", abstract: Sentence("List the entries, newest date first.", "일기 목록을 새로운 날짜부터 보입니다."))

    @Argument(
        "day",
        help: Sentence(
            "Only these days, as yesterday or 2026-11: short for --on.", "이날들의 것만, 어제나 2026-11처럼. --on을 줄인 것입니다."),
        completion: .days)
    var day: [String] = []

    @OptionGroup var filters: FilterOptions

    @Option("sort", help: Sentence("By date, created or modified.", "date(날짜), created(쓴 때), modified(고친 때) 순서."))
    var sort = ListRequest.Sort.date

    @Flag("reverse", help: Sentence("Oldest first.", "오래된 것부터."))
    var reverse = false

    @Flag("deleted", help: Sentence("The deleted entries instead.", "지운 일기만."))
    var deleted = false

    @Option(
        "limit", short: "n", value: "n", in: Bounds.limit,
        help: Sentence("At most this many; -3 is short for it.", "최대 N개. -3처럼 줄여 쓸 수 있습니다."))
    var limit: Int?

    @Option("after", value: "cursor", help: Sentence("Go on where an earlier list ended.", "앞선 목록이 끝난 데서 이어 봅니다."))
    var after: String?

    @Flag("full", against: ["--preview"], help: Sentence("Whole entries, with their texts.", "본문까지 모두."))
    var full = false

    @Flag(
        "watch", against: ["--json", "--jsonl", "--at", "--full", "--preview"],
        help: Sentence("Show it anew whenever the diary has changed.", "일기장이 바뀔 때마다 새로 보입니다."))
    var watch = false

    @Option(
        "preview", value: "n", in: Bounds.lines,
        help: Sentence("Show the first N lines of each text below its row.", "각 줄 아래에 본문 N줄."))
    var preview: Int?

    func carryOut(in session: Session) throws {
        var request = try filters.request(session)
        if !day.isEmpty {
            let days = EntryFilter.dates(try days(session))
            request.filter = request.filter == .everything ? days : .all([request.filter, days])
        }
        request.sort = sort
        request.isReversed = reverse
        request.deleted = deleted
        if let after {
            guard let cursor = ListCursor(text: after) else { throw Problem.unreadableCursor }
            if (sort != .date && sort != cursor.sort) || (reverse && !cursor.isReversed)
                || Self.isOther(request.point, cursor.at)
            {
                throw Problem.otherCursor
            }
            request.after = cursor
        }
        if watch { return try watching(session, request) }
        let diary = try session.open()
        let end = try write(request, of: diary, session)
        if end.leftOut > 0 { throw Problem.leftOut(end.leftOut) }
    }

    /// The days that were named; what is none is looked for by another command.
    private func days(_ session: Session) throws -> ClosedRange<Int64> {
        let text = day.joined(separator: " ")
        do {
            let days = try session.days(text)
            if try session.span(text) == nil, try session.date(text).precision != .day {
                let past = session.again("list", day, as: ["--at", text])
                session.notify(
                    "these are the entries of that day; \(past) shows the diary as it was then",
                    "그날의 일기입니다. 그때의 일기장은 \(past, .by) 볼 수 있습니다")
            }
            return days
        } catch {
            let problem = Problem(error)
            guard problem.saysNoDate(text) else { throw error }
            let other = session.again(text.hasPrefix("@") ? "show" : "search", day, as: day)
            throw Problem(
                .unreadableDate, problem.message,
                hint: Sentence(
                    "A day is written as yesterday, 2026-11 or \"last week\"; \(other) looks for an entry.",
                    "날은 어제, 2026-11, 지난주처럼 씁니다. 일기를 찾으려면 \(other)"), details: problem.details)
        }
    }

    /// Whether a point that is asked for by its number is not the one of a cursor.
    static func isOther(_ point: DiaryPoint, _ at: SequenceNumber) -> Bool {
        if case .event(let asked) = point { asked != at } else { false }
    }

    private func write(_ request: ListRequest, of diary: Diary, _ session: Session) throws -> ListEnd {
        let answer = Answer("entries", session, isPaged: !watch)
        let (isTerminal, isColoured) = (session.isTerminal, session.isColoured)
        var rows = EntryRows(session, isByDay: sort == .date)
        // Scripts rely on the columns, so entries in conflict are named beside them.
        var undecided = UndecidedEntries()
        func text(_ entry: Entry) -> String {
            if full { return (answer.isEmpty ? "" : EntryPage.rule) + EntryPage.text(entry, session) }
            if isTerminal { return rows.row(of: entry) + below(entry, session) }
            undecided.note(entry)
            return EntryLine.plain(entry, session, isColoured: isColoured) + below(entry, session)
        }
        // The last line stays empty: the cursor is there.
        let room = watch && isTerminal ? max((Terminal.height(of: .output) ?? 24) - 1, 1) : nil
        let most = room.map { min(limit ?? $0, $0) } ?? limit
        let end = try session.pages(diary, request, limit: most) { page, at in
            answer.head = ["at": .number(at)]
            for entry in page { try answer.write(EntryJSON.object(entry, isFull: full), or: text(entry)) }
        }
        if isTerminal, !session.isJSON, answer.isEmpty { ErrorOutput.write(session.text(.empty) + "\n") }
        let next = end.next?.text
        try answer.finish(at: SequenceNumber(end.at), next: next, ["next": .text(orNull: next)])
        undecided.notify(session)
        return end
    }

    /// What `--preview` adds below a row.
    private func below(_ entry: Entry, _ session: Session) -> String {
        preview.map { EntryLine.preview(entry, lines: $0, session) } ?? ""
    }
}

/// How a list ended.
struct ListEnd {
    var at: UInt64 = 0
    var next: ListCursor?
    var leftOut = 0
}

extension Session {
    /// Passes on a list page by page, each read in a short transaction, all as of the same point.
    func pages(
        _ diary: Diary, _ request: ListRequest, limit: Int?, _ take: ([Entry], UInt64) throws -> Void
    ) throws -> ListEnd {
        // All living entries: the log counts them.
        let isWhole =
            request.filter == .everything && request.sort == .date && !request.deleted && request.after == nil
            && limit == nil
        var request = request
        var end = ListEnd()
        var left = limit ?? .max
        var shown = 0
        repeat {
            request.limit = min(left, 500)
            let page = try diary.list(request)
            try take(page.entries, page.at.rawValue)
            left -= page.entries.count
            shown += page.entries.count
            end = ListEnd(at: page.at.rawValue, next: page.next, leftOut: end.leftOut + page.leftOut)
            request.after = page.next
        } while left > 0 && request.after != nil
        if isWhole, damage.isNone {
            let at = end.at
            let totals = try diary.totals(at: .event(SequenceNumber(at)))
            end.leftOut = max(end.leftOut, Int(clamping: totals.live) - shown)
        }
        return end
    }
}

extension List {
    /// Shows the list, and shows it anew whenever the diary has changed; ends when it is interrupted, or when nobody
    /// reads what it writes.
    ///
    /// On a terminal the screen is cleared and the newest entries that fit are shown. In a pipe the whole list comes
    /// each time, and an empty line ends it.
    func watching(_ session: Session, _ request: ListRequest) throws {
        let diary = try session.open()
        while true {
            if session.isTerminal { try session.write("\u{1B}[H\u{1B}[2J") }
            let end = try write(request, of: diary, session)
            if !session.isTerminal { try session.write("\n") }
            try session.flush()
            _ = try diary.waitForChange(since: SequenceNumber(end.at))
        }
    }
}
