internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// Changes an entry.
struct Edit: ChangingCommand {
    static let about = CommandWords(
        "edit", abstract: HelpText("Change an entry; without options the editor opens.", "일기를 고칩니다. 옵션이 없으면 편집기를 엽니다."),
        discussion: HelpText(
            """
            With --where and the filters of list (--tagged for its --tag), all living entries for which each of them \
            holds, as one operation. What changes nothing writes nothing; but where several texts stand, a saved text \
            decides, even the one shown.
            """,
            """
            --where와 list의 거르는 옵션(--tag는 --tagged)을 쓰면 모두에 맞는 일기를 한 작업으로 고칩니다. 바뀐 것이 없으면 쓰지 않습니다. 다만 글이 여럿 서 \
            있으면, 보이는 글 그대로라도 저장한 글이 정해집니다.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String?

    @Option("where", value: "query", help: HelpText("All entries that a query finds.", "검색어로 찾은 일기 모두."))
    var query: String?

    @OptionGroup var filters: TaggedFilterOptions

    @Flag("yes", help: HelpText("Do not ask before many entries are changed.", "여러 일기를 바꾸기 전에 묻지 않습니다."))
    var yes = false

    @Option("text", taking: .anyWord, help: HelpText("The new text, or - for standard input.", "새 글, 또는 표준 입력이면 -."))
    var text: String?

    @Option("date", value: "when", help: HelpText("The new date.", "새 날짜."), completion: .days)
    var date: String?

    @Option("tag", help: HelpText("Add a tag; may be given again.", "태그를 더합니다. 여러 번 쓸 수 있습니다."), completion: .tags)
    var tags: [String] = []

    @Option("untag", value: "tag", help: HelpText("Take a tag off.", "태그를 뗍니다."), completion: .tags)
    var untags: [String] = []

    @Flag("star", help: HelpText("Mark it with a star.", "별을 붙입니다."))
    var star = false

    @Flag("unstar", help: HelpText("Take the star off.", "별을 뗍니다."))
    var unstar = false

    @Option(
        "place", taking: .anyWord,
        help: HelpText(
            "The new place, as 37.5665,126.9780, or a name of place list.",
            "새 장소, 37.5665,126.9780처럼, 또는 place list의 이름."))
    var place: String?

    @Flag("precise", help: .precisely)
    var precise = false

    @Flag("no-place", help: HelpText("Take the place off.", "장소를 뗍니다."))
    var noPlace = false

    @Flag("header", help: .aHeader)
    var header = false

    @Option(
        "expect", value: "vN|id",
        help: HelpText("Write only if it is still at this version, or event id.", "아직 이 버전이나 이 사건일 때만 씁니다."))
    var expect: String?

    @Flag(
        "draft",
        help: HelpText(
            "A text that comes too late for --expect becomes a draft; on a terminal it always does.",
            "--expect보다 늦은 글을 초안으로 남깁니다. 터미널에서는 늘 남깁니다."))
    var draft = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        if star, unstar { throw Problem.against("--star", "--unstar") }
        if place != nil, noPlace { throw Problem.against("--place", "--no-place") }
        let expecting = try session.expected(expect)
        var edit = EntryEdit()
        edit.date = try date.map { text in try session.chosenDate(text) }
        if star || unstar { edit.isStarred = star }
        edit.place = try place.map { text in try session.place(text, isPrecise: precise) }
        edit.removesPlace = noPlace
        let isOfFields = !edit.isEmpty || !tags.isEmpty || !untags.isEmpty
        let filter = try filters.filter(session)
        let isOfMany = query != nil || filter != .everything
        if header, text != nil || isOfMany || isOfFields || !Terminal.isTerminal(.input) {
            throw Problem.headerNeedsEditor
        }
        let diary = try session.open()
        if isOfMany { return try editAll(filter, edit, in: diary, session) }
        guard let entry else { throw Problem.nothingChosen }
        let before = try session.presentEntry(entry, in: diary)
        edit.addedTags = tags.map { Self.tag($0, among: before.content.tags) }
        edit.removedTags = untags.map { Self.tag($0, among: before.content.tags) }
        if text == nil, let said = before.content.textTags.first(where: { edit.removedTags.contains($0) }) {
            throw Problem.tagOfText(OnScreen.safe(said.text))
        }
        if let text {
            edit.text = text == "-" ? try TextInput.standardInput() : Array(text.utf8)
        } else if edit.isEmpty {
            try check(expecting, before, in: diary)
            if before.isDeleted { throw Problem.entryIsDeleted(OnScreen.shortID(before.id)) }
            guard Terminal.isTerminal(.input) else {
                edit.text = try TextInput.standardInput()
                return try perform(edit, on: before, expecting: expecting, in: diary, session)
            }
            session.reportBranches(of: before)
            session.reportBase(of: [before])
            return try type(on: before, in: diary, session)
        }
        session.reportBase(of: [before])
        try perform(edit, on: before, expecting: expecting, in: diary, session)
    }

    /// Opens the editor on the entry's text.
    private func type(on before: Entry, in diary: Diary, _ session: Session) throws {
        var start = DraftStart(of: before.id)
        start.base = before.event
        let header = try header ? EntryHeader(before.content, isPrecise: precise, session) : nil
        let sitting = try Sitting(before.content, under: header, from: start, in: diary, session)
        let typed = try Editor.edit(before.content.text, sitting, in: session)
        if try session.finish(typed, of: sitting, decides: before.isUndecided, in: diary) { return }
        // What was saved as it was shown still decides between several texts.
        var edit = EntryEdit()
        edit.text = sitting.read(typed).content.text
        try perform(edit, on: before, expecting: .version(before.version), in: diary, session)
    }

    /// Writes the change.
    private func perform(
        _ edit: EntryEdit, on before: Entry, expecting: VersionName?, in diary: Diary, _ session: Session
    ) throws {
        let order = EntryRequest(entry: before.id, command: .edit(edit), expecting: expecting)
        let context = try session.context()
        let outcome = try diary.perform([order], in: context)
        var kept: KeptText?
        // A script that is told of the conflict has its text, and would leave a draft each time.
        if case .conflict = outcome, edit.text != nil, draft || Terminal.isTerminal(.input) {
            kept = try keep(edit, before, in: diary, session)
        }
        let (receipt, entries, _) = try session.settled(outcome, kept: kept)
        guard let entry = entries.first else { return }
        session.notify(notice(of: entry, isWritten: receipt != nil, decides: before.isUndecided && edit.text != nil))
        if session.isJSON {
            try session.write(
                OperationJSON.receipt(receipt, entry: entry, entries: [entry.id], unchanged: receipt == nil))
        } else if receipt != nil {
            try session.write(ids: [entry.id])
        }
    }

    private func notice(of entry: Entry, isWritten: Bool, decides: Bool) -> Notice {
        let id = OnScreen.shortID(entry.id)
        guard isWritten else { return .unchanged }
        return decides
            ? .decided(id: id, version: entry.version.rawValue)
            : .edited(id: id, version: entry.version.rawValue)
    }

    /// Throws if the entry is at another version than expected, before anyone types for nothing.
    private func check(_ expecting: VersionName?, _ entry: Entry, in diary: Diary) throws {
        guard let expecting else { return }
        let isThere = try diary.stands(entry.id, at: expecting)
        if isThere { return }
        let actual: VersionName =
            if case .event = expecting { .event(entry.event.hexadecimal) } else { .version(entry.version) }
        throw Problem.conflict(entry: OnScreen.shortID(entry.id), expected: expecting, actual: actual, kept: nil)
    }

    /// The entry's own tag if that is canonically equal to the typed one, or else the tag as typed.
    static func tag(_ text: String, among tags: [Tag]) -> Tag {
        let typed = Tag.typed(text)
        return tags.contains(typed) ? typed : tags.first { $0.text == typed.text } ?? typed
    }

    /// Keeps a text that came too late as a draft of the entry.
    private func keep(
        _ edit: EntryEdit, _ entry: Entry, in diary: Diary, _ session: Session
    ) throws -> KeptText? {
        let content = edit.applied(to: entry.content)
        let sitting = try Sitting(entry.content, from: DraftStart(of: entry.id), in: diary, session)
        sitting.keep(content.text)
        guard let draft = sitting.draft else { return nil }
        let kept = KeptText.draft(draft.number.description)
        session.opened.note(kept: kept)
        return kept
    }
}
