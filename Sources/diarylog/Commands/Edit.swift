internal import Arguments
internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Host
internal import Interchange

/// Changes an entry.
struct Edit: ChangingCommand {
    static let about = CommandWords(
        "edit", abstract: "Change an entry; without options the editor opens.",
        discussion: """
            With --where and the filters of list (--tagged for its --tag), all living entries for which each of them \
            holds, as one operation. What changes nothing writes nothing; but where several texts stand, a saved text \
            decides, even the one shown.
            """)

    @Argument("entry", help: "An id or the beginning of one, or @1 for the newest by date.", completion: .entries)
    var entry: String?

    @Option("where", value: "query", help: "All entries that a query finds.")
    var query: String?

    @OptionGroup var filters: TaggedFilterOptions

    @Flag("yes", help: "Do not ask before many entries are changed.")
    var yes = false

    @Option("text", taking: .anyWord, help: "The new text, or - for standard input.")
    var text: String?

    @Option("date", value: "when", help: "The new date.", completion: .days)
    var date: String?

    @Option("tag", help: "Add a tag; may be given again.", completion: .tags)
    var tags: [String] = []

    @Option("untag", value: "tag", help: "Take a tag off.", completion: .tags)
    var untags: [String] = []

    @Flag("star", help: "Mark it with a star.")
    var star = false

    @Flag("unstar", help: "Take the star off.")
    var unstar = false

    @Option("place", taking: .anyWord, help: "The new place, as 37.5665,126.9780, or a name of place list.")
    var place: String?

    @Flag("precise", help: "Keep the place as exact as it is given, not to about a kilometre.")
    var precise = false

    @Flag("no-place", help: "Take the place off.")
    var noPlace = false

    @Flag("header", help: "The editor shows date, tags, star and place above the text, to be changed there.")
    var header = false

    @Option("expect", value: "vN|id", help: "Write only if it is still at this version, or event id.")
    var expect: String?

    @Flag("draft", help: "A text that comes too late for --expect becomes a draft; on a terminal it always does.")
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
            session.sayBranches(of: before)
            session.sayBase(of: [before])
            return try type(on: before, in: diary, session)
        }
        session.sayBase(of: [before])
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
        session.say(notice(of: entry, isWritten: receipt != nil, decides: before.isUndecided && edit.text != nil))
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
