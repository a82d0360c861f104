internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost

struct Edit: ChangingCommand {
    static let about = CommandWords(
        "edit", abstract: Sentence("Change an entry; without options the editor opens.", "일기를 고칩니다. 옵션이 없으면 편집기를 엽니다."),
        discussion: Sentence(
            """
            diarylog edit @1 "The new text."             or - for standard input
            diarylog edit @1 --tag sea --star --date yesterday
            diarylog edit --where 'tag:sea star:no' --star

            With --where, all entries that the query finds, as one operation. An edit without a change writes \
            nothing. Where two devices wrote different texts, the editor opens all, with marker lines where they \
            differ, and what you save is the entry's text; conflicts ENTRY --keep decides without an editor.
            """,
            """
            diarylog edit @1 "새 글"                     표준 입력이면 -
            diarylog edit @1 --tag 바다 --star --date 어제
            diarylog edit --where '태그:바다 별:아니오' --star

            --where를 쓰면 검색어로 찾은 일기를 모두 한 작업으로 고칩니다. 바뀐 것이 없으면 쓰지 않습니다. 여러 기기에서 다르게 고쳐 글이 둘 이상이면, 편집기가 모두 열고 다른 \
            곳을 구분선으로 나눕니다. 저장한 글이 그 일기의 글이 됩니다. 편집기 없이는 conflicts 일기 --keep으로 정합니다.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String?

    @Argument("text", taking: .text, help: Sentence("The new text, or - for standard input.", "새 글, 또는 표준 입력이면 -."))
    var words: [String] = []

    @OptionGroup var chosen: QueryFilterOption

    @Flag("yes", help: .unasked)
    var yes = false

    @Option(
        "text", taking: .anyWord, against: ["TEXT", "--where"],
        help: Sentence("The new text, for scripts: it may begin with a dash.", "새 글. 스크립트에서 씁니다: 빼기표로 시작해도 됩니다."))
    var newText: String?

    @Option("date", value: "when", help: Sentence("The new date.", "새 날짜."), completion: .days)
    var date: String?

    @Option("tag", help: Sentence("Add a tag; may be given again.", "태그를 더합니다. 여러 번 쓸 수 있습니다."), completion: .tags)
    var tags: [String] = []

    @Option("untag", value: "tag", help: Sentence("Take a tag off.", "태그를 뗍니다."), completion: .tags)
    var untags: [String] = []

    @OptionGroup var given: EntryOptions

    @Flag("unstar", against: ["--star"], help: Sentence("Take the star off.", "별을 뗍니다."))
    var unstar = false

    @Flag("no-place", against: ["--place"], help: Sentence("Take the place off.", "장소를 뗍니다."))
    var noPlace = false

    @Option(
        "expect", value: "vN|id",
        help: Sentence("Write only if it is still at this version, or event id.", "아직 이 버전이나 이 변경일 때만 씁니다."))
    var expect: String?

    @Flag(
        "draft", with: "--expect",
        help: Sentence(
            "A text that comes too late for --expect becomes a draft; on a terminal it always does.",
            "--expect보다 늦은 글을 초안으로 남깁니다. 터미널에서는 늘 남깁니다."))
    var draft = false

    func carryOut(in session: Session) throws {
        if let word = words.first, words.count == 1, Self.namesEntry(word) {
            throw Problem(
                usage: "edit changes one entry, and \(word) would become its text",
                "edit는 한 편만 고치며, \(word, .subject) 그 글이 됩니다",
                hint: "--where chooses many entries; --text \(word) writes that text.",
                "여러 편은 --where로 고르고, 그 글을 쓰려면 --text \(word)라고 하세요.")
        }
        let text = text
        let expecting = try session.expected(expect)
        var edit = EntryEdit()
        edit.date = try date.map { text in try session.chosenDate(text) }
        if given.star || unstar { edit.isStarred = given.star }
        edit.place = try given.chosenPlace(session)
        edit.removesPlace = noPlace
        let isOfFields = !edit.isEmpty || !tags.isEmpty || !untags.isEmpty
        let filter = try chosen.filter(session)
        if given.header, text != nil || filter != nil || isOfFields || !Terminal.isTerminal(.input) {
            throw Problem.headerNeedsEditor
        }
        let diary = try session.open()
        if let filter { return try editAll(filter, edit, in: diary, session) }
        guard let entry = entry ?? session.newest else { throw Problem.nothingChosen }
        let found = try session.presentEntry(entry, in: diary)
        let conflict = found.isUndecided ? try diary.conflict(of: found.id) : nil
        // What stands now: more may have come in between.
        let before = conflict?.entry ?? found
        edit.date = Self.date(edit.date, in: before)
        edit.addedTags = try tags.map { try Tag.given($0) }
        edit.removedTags = Self.removed(untags, from: before)
        if text == nil,
            let said = before.content.textTags.first(where: { said in
                edit.removedTags.contains { $0.isSame(as: said) }
            })
        {
            throw Problem(
                .tagOfText, "the text itself says the tag \(OnScreen.safe(said.text))",
                "글 안에 적힌 태그입니다: \(OnScreen.safe(said.text))",
                hint: "Take the word out of the text: diarylog edit ENTRY.", "글에서 그 말을 빼세요: diarylog edit 일기")
        }
        if let text {
            edit.text = text == "-" ? try TextInput.standardInput() : Array(text.utf8)
        } else if edit.isEmpty {
            try check(expecting, before, in: diary)
            if before.isDeleted { throw Problem.entryIsDeleted(OnScreen.shortID(before.id)) }
            guard Terminal.isTerminal(.input) else {
                // Of a loop over a pipe the rest would become the text.
                throw Self.nothingSaid
            }
            // The texts of a conflict are all in the editor.
            if before.status != .conflict { session.reportBranches(of: before) }
            session.reportBase(of: [before])
            return try type(on: before, conflict, in: diary, session)
        }
        session.reportBase(of: [before])
        try perform(edit, on: before, conflict, expecting: expecting, in: diary, session)
    }

    /// The new text: the words behind the entry with a space between them, as a shell gives those that are not quoted.
    var text: String? { newText ?? (words.isEmpty ? nil : words.joined(separator: " ")) }

    static let nothingSaid = Problem(
        usage: "what is to change was not said", "무엇을 고칠지 말하지 않았습니다",
        hint: "Give the text behind the entry, or - for standard input; diarylog help edit shows what else can change.",
        "일기 뒤에 글을 쓰거나, 표준 입력이면 -를 쓰세요. 다른 바꿀 것은 diarylog help edit에서 볼 수 있습니다.")

    /// Whether a text is what an entry is called, as `@2`: somebody named two entries.
    private static func namesEntry(_ word: String) -> Bool {
        word.hasPrefix("@") && word.dropFirst().first?.isNumber == true
            && word.dropFirst().allSatisfy { $0.isNumber || $0 == "@" || $0 == "v" }
    }

    /// Opens the editor on the entry's text, or on all of them.
    private func type(on before: Entry, _ conflict: EntryConflict?, in diary: Diary, _ session: Session) throws {
        var start = DraftStart(of: before.id)
        start.base = before.event
        var content = before.content
        var line: Int?
        if before.status == .conflict, let conflict {
            guard conflict.texts.count <= EntryConflict.mostInEditor else {
                throw Problem(
                    .tooManyTexts,
                    "entry \(OnScreen.shortID(before.id)) has \(conflict.others(than: []).count) texts, too many to open at once: \(conflict.others(than: []).joined(separator: ", "))",
                    "일기 \(OnScreen.shortID(before.id))의 글이 \(conflict.others(than: []).count)개라 한꺼번에 열 수 없습니다: \(conflict.others(than: []).joined(separator: ", "))",
                    hint:
                        "diarylog conflicts \(OnScreen.shortID(before.id)) shows them; with --keep VERSION it takes one, with --keep all all.",
                    "diarylog conflicts \(OnScreen.shortID(before.id), .by) 볼 수 있습니다. --keep 버전은 하나를, --keep all은 모두를 씁니다."
                )
            }
            let marked = try session.marked(conflict, in: diary)
            line = marked.firstLine
            // Texts that differ in their last line feed alone have no line to choose.
            if line != nil { content.text = marked.bytes }
        }
        var entry = TypedEntry(content, start)
        try given.note(in: &entry, session)
        if let draft = try session.type(entry, at: line.map(TextPosition.init(line:)), in: diary) {
            return try session.commit(draft, deciding: conflict, in: diary)
        }
        if let conflict, line != nil {
            session.notify(
                "nothing was decided: entry \(OnScreen.shortID(before.id)) still has \(conflict.texts.count) texts",
                "정하지 않았습니다. 일기 \(OnScreen.shortID(before.id))에는 아직 글이 \(conflict.texts.count)개 있습니다")
            return try session.write(nil, before, [before.id])
        }
        // What was saved as it was shown still decides between several texts.
        var edit = EntryEdit()
        edit.text = content.text
        try perform(edit, on: before, conflict, expecting: .version(before.version), in: diary, session)
    }

    /// Writes the change. A text is never decided against that was not seen here.
    private func perform(
        _ edit: EntryEdit, on before: Entry, _ conflict: EntryConflict?, expecting: VersionName?, in diary: Diary,
        _ session: Session
    ) throws {
        let context = try session.context()
        var seen = before
        var outcome = try diary.perform([request(edit, on: seen, expecting)], in: context)
        // Where another program here went on from what was seen, a text without --expect follows its own, as ever.
        while case .conflict = outcome, expecting == nil, edit.text != nil, !seen.isBranched,
            let now = try diary.entry(before.id), now.event != seen.event, !now.isBranched
        {
            seen = now
            outcome = try diary.perform([request(edit, on: seen, expecting)], in: context)
        }
        var kept: KeptText?
        // A script that is told of the conflict has its text, and would leave a draft each time.
        if case .conflict = outcome, edit.text != nil, draft || Terminal.isTerminal(.input) {
            kept = try keep(edit, before, in: diary, session)
        }
        let (receipt, entries, _) = try session.settled(outcome, kept: kept)
        guard let entry = entries.first else { return }
        let decision = edit.text == nil ? nil : conflict?.decision(entry)
        // What was seen in an editor is known.
        let old = text == nil || edit.text == seen.content.text ? nil : OnScreen.short(seen, session)
        let edited = Sentence.edited(id: OnScreen.shortID(entry.id), version: entry.version.rawValue, old: old)
        session.notify(receipt == nil ? .unchanged : decision ?? edited)
        try session.write(receipt, entry, [entry.id])
    }

    private func request(_ edit: EntryEdit, on seen: Entry, _ expecting: VersionName?) -> EntryRequest {
        let expecting = expecting ?? (edit.text != nil && seen.isBranched ? .version(seen.version) : nil)
        return EntryRequest(
            entry: seen.id, command: .edit(edit), expecting: expecting, seeing: edit.text == nil ? nil : seen.standsOn)
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

    /// The entry's own date where the given one says the same: another name of the zone is no change.
    static func date(_ given: EntryDate?, in entry: Entry) -> EntryDate? {
        let own = entry.content.date
        guard let given, given.seconds == own.seconds, given.offset == own.offset, given.precision == own.precision
        else { return given }
        return own
    }

    /// What an entry was given that is the same as the typed tags, and those of which it was given none.
    static func removed(_ untags: [String], from entry: Entry) -> [Tag] {
        untags.flatMap { text in
            let given = entry.given(Tag.typed(text))
            return given.isEmpty ? [Tag.typed(text)] : given
        }
    }

    /// Keeps a text that came too late as a draft of the entry.
    private func keep(
        _ edit: EntryEdit, _ entry: Entry, in diary: Diary, _ session: Session
    ) throws -> KeptText? {
        let typed = TypedEntry(entry.content, DraftStart(of: entry.id))
        guard let text = edit.text, let content = try? session.content(text, of: typed), content != entry.content,
            let draft = try? session.keep(content, as: typed, in: diary)
        else { return nil }
        let kept = KeptText.draft(draft.name)
        session.opened.note { $0.kept = kept }
        return kept
    }
}
