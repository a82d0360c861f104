internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments

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
        let filter = try filters.filter(session)
        let isNamed = filter == .everything
        let entries = entries.isEmpty && isNamed ? [session.newest].compactMap(\.self) : entries
        let expecting = try session.expected(expect)
        guard isNamed || entries.isEmpty else { throw Problem.entryAndFilters }
        guard !isNamed || !entries.isEmpty else { throw Problem.nothingChosen }
        if expecting != nil, entries.count != 1 { throw Problem.expectNeedsOne }
        if yes, expecting == nil { try session.refuseNumbers(entries) }
        let diary = try session.open()
        var found = try isNamed ? [] : session.entries(filter, in: diary)
        for reference in entries {
            let entry = try session.presentEntry(reference, in: diary)
            if !found.contains(where: { $0.id == entry.id }) { found.append(entry) }
        }
        session.reportBase(of: found)
        guard try session.agrees(to: .delete, found, yes: yes) else { return }
        // What was named unasked is deleted whatever it says by now; what was shown, or chosen by what it says, is not.
        let requests = found.map { entry in
            EntryRequest(
                entry: entry.id, command: .delete,
                expecting: expecting ?? (yes && isNamed ? nil : .version(entry.version)))
        }
        let first = found.first.map { OnScreen.shortID($0.id) + " " + OnScreen.short($0, session) } ?? ""
        try session.perform(requests, in: diary) { .deleted($0, first) }
    }
}

extension Session {
    /// Carries out requests as one operation, and reports them.
    func perform(_ requests: [EntryRequest], in diary: Diary, _ notice: (Int) -> Sentence) throws {
        try report(try diary.perform(requests, in: try context()), of: requests, notice)
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
