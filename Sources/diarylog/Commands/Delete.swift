internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost

struct Delete: ChangingCommand {
    static let about = CommandWords(
        "delete", abstract: Sentence("Delete entries; undo brings them back.", "일기를 지웁니다. undo로 되살릴 수 있습니다."),
        discussion: Sentence(
            """
            With filters, all entries that match all of them, as one operation. Asks on a terminal; elsewhere it \
            wants --yes.
            """,
            """
            필터를 쓰면 모두에 맞는 일기를 한 작업으로 지웁니다. 터미널에서는 묻고, 다른 데서는 --yes가 필요합니다.
            """))

    @Argument(
        "entries",
        help: Sentence("Ids or beginnings of them, or @1 for the newest by date.", "식별자나 그 앞부분들, 또는 날짜로 가장 새로운 것은 @1."),
        completion: .entries)
    var entries: [String] = []

    @OptionGroup var filters: FilterOptions

    @Flag("yes", help: .unasked)
    var yes = false

    @Option(
        "expect", value: "vN|id",
        help: Sentence("Delete only if it is still at this version, or event id.", "아직 이 버전이나 이 변경일 때만 지웁니다."))
    var expect: String?

    func carryOut(in session: Session) throws {
        let expecting = try session.expected(expect)
        let filter = try filters.filter(session)
        if filter != .everything { return try deleteAll(filter, session) }
        guard !entries.isEmpty else { throw Problem.nothingChosen }
        if expecting != nil, entries.count != 1 { throw Problem.expectNeedsOne }
        if yes, expecting == nil, entries.contains(where: { $0.hasPrefix("@") }) {
            throw Problem(
                .unconfirmed, "@N with --yes needs --expect", "--yes와 함께 @N을 쓰려면 --expect가 필요합니다",
                hint: "Or name the entry by its id, which never shifts.", "또는 바뀌지 않는 식별자로 가리키세요.")
        }
        guard yes || Terminal.isTerminal(.input) else { throw Problem.needsYes }
        let diary = try session.open()
        var found: [Entry] = []
        for reference in entries {
            let entry = try session.presentEntry(reference, in: diary)
            if !found.contains(where: { $0.id == entry.id }) { found.append(entry) }
        }
        session.reportBase(of: found)
        if !yes, !session.asks(question(found, session)) {
            session.notify(.nothingDeleted)
            try session.write(nil, nil, [])
            return
        }
        try delete(found, in: diary, session) { expecting ?? (yes ? nil : .version($0.version)) }
    }

    /// Deletes what was chosen, as one operation, after saying how many entries that is.
    private func deleteAll(_ filter: EntryFilter, _ session: Session) throws {
        guard entries.isEmpty else { throw Problem.entryAndFilters }
        guard expect == nil else { throw Problem.expectNeedsOne }
        let diary = try session.open()
        let found = try session.entries(filter, in: diary)
        session.reportBase(of: found)
        guard try session.agrees(.askDeleteThem, about: found, yes: yes) else { return }
        try delete(found, in: diary, session) { .version($0.version) }
    }

    private func delete(
        _ found: [Entry], in diary: Diary, _ session: Session, expecting: (Entry) -> VersionName?
    ) throws {
        let requests = found.map { EntryRequest(entry: $0.id, command: .delete, expecting: expecting($0)) }
        let first = found.first.map { OnScreen.shortID($0.id) + " " + OnScreen.short($0, session) } ?? ""
        try session.perform(requests, in: diary) { .deleted($0, first) }
    }

    private func question(_ entries: [Entry], _ session: Session) -> Sentence {
        let first = entries.prefix(3).map { entry in
            OnScreen.date(entry.content.date, session) + " " + OnScreen.short(entry, session)
        }
        let names = first.joined(separator: "; ") + (entries.count > first.count ? "; …" : "")
        if entries.count == 1 { return Sentence("delete \(names)? [y/N] ", "\(quoted: names, .object) 지울까요? [y/N] ") }
        return Sentence(
            "delete \(entries.count, "entry", "entries"): \(names)? [y/N] ",
            "일기 \(entries.count)편을 지울까요? \(names) [y/N] ")
    }
}

extension Session {
    /// Carries out requests as one operation, and reports them.
    func perform(_ requests: [EntryRequest], in diary: Diary, _ notice: (Int) -> Sentence) throws {
        let context = try context()
        try report(try diary.perform(requests, in: context), of: requests, notice)
    }

    /// Reports what came of requests. Throws what kept them from being carried out.
    func report(_ outcome: ChangeOutcome, of requests: [EntryRequest], _ notice: (Int) -> Sentence) throws {
        let (receipt, changed, _) = try settled(outcome)
        let count = receipt?.count ?? 0
        notify(receipt == nil ? .unchanged : notice(count))
        let ids = requests.map(\.entry)
        try write(receipt, ids.count == 1 ? changed.first : nil, ids)
    }
}
