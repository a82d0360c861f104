internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import Interchange

struct Show: ReadingCommand {
    static let about = CommandWords(
        "show", abstract: Sentence("Show entries.", "일기를 보입니다."),
        discussion: Sentence(
            """
            On a terminal Markdown is shown by bold, lists and the like; --raw, and the setting "markdown = no", leave \
            the text as it is written. In a pipe one ENTRY is exactly its text, byte for byte. A day (yesterday, 2026-11-01), a month or a year \
            shows all entries of it.
            """,
            """
            터미널에서는 마크다운을 굵은 글씨와 목록 등으로 보입니다. --raw나 "markdown = no" 설정이면 쓴 그대로 둡니다. \
            파이프에서 일기 하나는 그 글만 한 바이트도 다르지 않게 출력합니다. 날(어제, 2026-11-01)이나 달, 해를 주면 그때의 일기를 모두 보입니다.
            """))

    @Argument(
        "entry",
        help: Sentence(
            "An id or the beginning of one, @1 for the newest by date, ENTRY@v3 for a version, or a day.",
            "식별자나 그 앞부분, 날짜로 가장 새로운 것은 @1, 버전은 일기@v3, 또는 날."),
        completion: .entries)
    var entries: [String] = []

    @Flag(
        "random", against: ["ENTRY", "--open"],
        help: Sentence("An entry at random, of those that the filters take.", "필터에 맞는 것 가운데 무작위로 한 편."))
    var random = false

    @OptionGroup var filters: FilterOptions

    @Option(
        "open", value: "n", in: Bounds.limit,
        help: Sentence(
            "Open its n-th file, a copy of it, with $DIARYLOG_OPENER or xdg-open.",
            "n번째 파일의 사본을 $DIARYLOG_OPENER나 xdg-open으로 엽니다."))
    var open: Int?

    @Flag(
        "images",
        help: Sentence(
            "Show its pictures, on a terminal that takes them (kitty, iTerm2).", "그림을 받는 터미널(kitty, iTerm2)이면 그림도 보입니다."
        ))
    var images = false

    @Flag("raw", help: Sentence("Show texts as they are written.", "글을 쓴 그대로 보입니다."))
    var raw = false

    func carryOut(in session: Session) throws {
        let filter = try filters.filter(session)
        if random { return try showAny(filter, session) }
        if filter != .everything {
            throw Problem(
                usage: "the filters of show are for --random", "show의 필터는 --random과 함께 씁니다",
                hint: "diarylog list takes filters; a day shows its entries.",
                "diarylog list가 필터를 받습니다. 날을 주면 그날의 일기를 보입니다.")
        }
        let named = entries.isEmpty ? [session.newest].compactMap(\.self) : entries
        if named.isEmpty {
            throw Problem.noneNamed(
                hint: "@1 is the newest, a day shows its entries, and --random shows one at random.",
                "@1은 가장 새로운 일기, 날은 그날의 일기들, --random은 무작위로 고른 일기입니다.")
        }
        let point = try session.point()
        let diary = try session.open()
        let entries = try references(named, session, in: diary, at: point)
        if let open {
            guard entries.count == 1, let reference = entries.first else {
                throw Problem(usage: "--open is for one entry", "--open은 일기 한 편에만 씁니다")
            }
            return try session.openAttachment(open, of: session.entry(reference, in: diary, at: point), in: diary)
        }
        if entries.count == 1, let entry = try? session.entry(entries[0], in: diary, at: point) {
            return try show(entry, entries[0], diary, point, session)
        }
        let found = try entries.flatMap { try session.entries($0, in: diary, at: point) }
        try session.show(found, isRaw: raw, of: diary, at: point)
    }

    /// What was named: words that together say days (last week) are one reference, if the first of them names nothing.
    private func references(
        _ entries: [String], _ session: Session, in diary: Diary, at point: DiaryPoint
    ) throws -> [String] {
        let all = entries.joined(separator: " ")
        guard entries.count > 1, (try? session.entries(entries[0], in: diary, at: point)) == nil,
            try session.namesDays(all)
        else { return entries }
        return [all]
    }

    /// Shows one of the entries that a filter takes, at random.
    private func showAny(_ filter: EntryFilter, _ session: Session) throws {
        var request = ListRequest()
        request.point = try session.point()
        request.filter = filter
        let diary = try session.open()
        var chance = try session.context().entropy
        let (found, leftOut) = try diary.random(request, &chance)
        guard let chosen = found else {
            if session.isTerminal { session.notify(.nothingFound) }
            throw Problem.nothingFound
        }
        if session.isJSON {
            try session.write(EntryJSON.object(chosen, isFull: true))
        } else {
            try session.page(EntryPage.text(chosen, session, isRaw: raw))
        }
        if leftOut > 0 { throw Problem.leftOut(leftOut) }
    }

    private func show(
        _ entry: Entry, _ reference: String, _ diary: Diary, _ point: DiaryPoint, _ session: Session
    ) throws {
        let conflict = entry.isBranched ? try diary.conflict(of: entry.id, at: .event(entry.sequence)) : nil
        if session.isJSON {
            guard let conflict else { return try session.write(EntryJSON.object(entry, isFull: true)) }
            return try session.write(ConflictJSON.object(conflict, isFull: true, try diary.deviceNames()))
        }
        guard session.isTerminal else {
            guard entry.isUnderstood else {
                throw Problem(
                    .newerFormat,
                    "entry \(OnScreen.shortID(entry.id)) was written by a newer diarylog, and cannot be read",
                    "일기 \(OnScreen.shortID(entry.id), .topic) 더 새로운 diarylog가 쓴 것이라 읽을 수 없습니다", hint: Problem.newer)
            }
            try session.write(entry.content.text)
            session.reportBranches(of: entry)
            return try session.reportLost(conflict, in: diary)
        }
        try session.reportLost(conflict, in: diary)
        var text = EntryPage.text(entry, session, isRaw: raw)
        if !entry.isDeleted, !session.namesVersion(reference) {
            let lines = try session.neighbours(of: entry, in: diary, at: point)
            if !lines.isEmpty { text += "\n" + lines.joined() }
        }
        guard images else { return try session.page(text) }
        try session.write(text)
        try session.showImages(of: entry, in: diary)
    }
}

extension Session {
    /// The entries that a reference names: one, or those of a day, a month or a year, oldest first.
    func entries(_ reference: String, in diary: Diary, at point: DiaryPoint) throws -> [Entry] {
        do { return [try entry(reference, in: diary, at: point)] } catch {
            guard Problem(error) == .noEntry(reference), try namesDays(reference) else { throw error }
        }
        var request = ListRequest()
        request.point = point
        request.filter = .dates(try days(reference))
        request.isReversed = true
        let page = try diary.list(request)
        if page.entries.isEmpty {
            throw Problem(
                .notFound, "there is no entry of \(reference)", "\(reference)에 쓴 일기가 없습니다",
                hint: Problem.entriesShown)
        }
        return page.entries
    }

    /// Whether a reference can be read as days. Throws for a day that is none, and says why.
    func namesDays(_ reference: String) throws -> Bool {
        do { _ = try days(reference) } catch let error where Problem(error).saysNoDate(reference) { return false }
        return true
    }

    /// A row for the entry before this one by date and one for that behind it, as far as there are any.
    func neighbours(of entry: Entry, in diary: Diary, at point: DiaryPoint) throws -> [String] {
        let found = try diary.neighbours(of: entry, at: point)
        return [(Sentence("before:", "이전:"), found.earlier), (Sentence("after:", "다음:"), found.later)].compactMap {
            word, other in
            other.map { entry in
                let columns = [text(word), OnScreen.shortID(entry.id), OnScreen.shortDate(entry.content.date, self)]
                return row((columns + [OnScreen.short(entry, self)]).map { paint($0, 2) })
            }
        }
    }
}

/// Prints an entry to give away: its text alone, as Markdown, or with all its fields.
struct Share: ReadingCommand {
    static let about = CommandWords(
        "share",
        abstract: Sentence(
            "Print an entry for somebody else: txt, md or json.", "다른 사람에게 보낼 일기 한 편을 출력합니다: txt, md, json."),
        discussion: Sentence("txt is exactly the text, byte for byte, and nothing else.", "txt는 글만, 한 바이트도 다르지 않습니다."))

    @Argument("entry", help: .anEntryOrVersion, completion: .entries)
    var entry: String

    @Option("format", help: Sentence("How it is written.", "출력 형식."))
    var format = ShareFormat.txt

    func carryOut(in session: Session) throws {
        let point = try session.point()
        let diary = try session.open()
        let entry = try session.entry(entry, in: diary, at: point)
        switch session.isJSON ? .json : format {
        case .json: try session.write(EntryJSON.object(entry, isFull: true))
        case .md:
            let markdown = EntryMarkdown.text(entry, date: OnScreen.date(entry.content.date, session))
            try session.page(session.shown(markdown, lines: true))
        case .txt:
            guard session.isTerminal else { return try session.write(entry.content.text) }
            try session.page(OnScreen.safe(entry.text, lines: true) + "\n")
        }
    }
}

enum ShareFormat: String, Choice, Sendable {
    case txt, md, json
}
