internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import Interchange

/// Lists, shows, changes, writes and discards what was typed and is not in the log.
struct Drafts: DiaryCommand {
    enum Action: String, Choice {
        case list, show, diff, edit, commit, discard
    }

    static let about = CommandWords(
        "draft",
        abstract: Sentence(
            "What was typed and is not written yet.", "쓰다 만 글을 보이고, 고치고, 저장하고, 버립니다."
        ),
        discussion: Sentence(
            """
            A text from the editor that cannot be written stays as a draft: commit writes it, edit changes its text, \
            discard removes it for ever. Where the editor did not end well, or a text cannot even be kept, it stays \
            in the editor's file, which is listed by its path; every action takes that. \
            If the entry has changed since the draft was begun, diff shows how the draft differs from it now; commit \
            --merge puts both together where they touch different words, and --expect with a version writes over that.
            """,
            """
            편집기에서 쓴 글을 저장하지 못하면 초안이 남습니다. commit은 그것을 저장하고, edit은 글을 고치고, discard는 아주 버립니다. \
            편집기가 제대로 끝나지 않았거나 초안으로도 남길 수 없으면 글은 편집기의 파일에 남습니다. 파일은 경로로 보이고, 모든 동작이 \
            그 경로도 받습니다. 초안을 시작한 뒤에 일기가 바뀌었으면 diff가 지금 글과의 차이를 보이고, \
            commit --merge는 서로 다른 곳을 고친 글을 합치며, --expect는 그 버전 위에 씁니다.
            """))

    @Argument(
        "action",
        help: Sentence(
            "list, show, diff, edit, commit or discard.",
            "list(목록), show(보기), diff(차이), edit(고치기), commit(저장), discard(버리기)."))
    var action: Action = .list

    @Argument(
        "draft", help: Sentence("A draft, as d1, or a file of list.", "초안, d1처럼, 또는 list의 파일."), completion: .drafts)
    var draft: String?

    @Option(
        "expect", value: "vN|id",
        help: Sentence("commit: write it over this version, or event id.", "commit: 이 버전이나 이 변경 위에 씁니다."))
    var expect: String?

    @Flag(
        "merge", against: ["--expect"],
        help: Sentence(
            "commit: put it together with what the entry says now.", "commit: 일기에 지금 있는 글과 합칩니다."))
    var merge = false

    @Flag("yes", help: Sentence("discard: do not ask.", "discard: 묻지 않습니다."))
    var yes = false

    var changes: Bool { action == .commit }

    func carryOut(in session: Session) throws {
        if expect != nil, action != .commit { throw Problem.against("--expect", action.rawValue) }
        if merge, action != .commit { throw Problem.against("--merge", action.rawValue) }
        if yes, action != .discard { throw Problem.against("--yes", action.rawValue) }
        guard action != .list else {
            if let draft { throw Problem.against("list", draft) }
            return try list(in: try session.open(), session)
        }
        guard let name = draft else {
            throw Problem(
                usage: "draft \(action.rawValue) wants a draft, as d1", "draft \(action.rawValue)에는 d1처럼 초안을 씁니다",
                hint: "diarylog draft list shows the drafts.", "diarylog draft list로 초안을 볼 수 있습니다.")
        }
        let diary = try session.open()
        if name.contains("/") {
            let file = try session.editorFile(at: name, in: diary, action: action.rawValue)
            return try carryOut(on: file, in: diary, session)
        }
        let found = try DraftNumber(name).flatMap { number in
            try diary.draft(number)
        }
        guard let found else {
            // Nothing else of the drafts was read: this one cannot be.
            throw diary.damage.isNone
                ? Problem.noDraft(name)
                : Problem(
                    .damagedDraft, "draft \(name) is damaged and cannot be read",
                    "초안 \(name, .subject) 손상되어 읽을 수 없습니다",
                    hint: "A backup may have it; diarylog verify --salvage makes a diary of what is left, drafts too.",
                    "백업에 있을 수 있습니다. diarylog verify --salvage는 남은 것으로 새 일기장을 만들며, 초안도 찾습니다.")
        }
        switch action {
        case .list: break
        case .show: try show(found, in: diary, session)
        case .edit: try edit(found, in: diary, session)
        case .diff: try difference(of: found, in: diary, session)
        case .commit:
            let version = merge ? try session.merge(found, in: diary) : nil
            let draft = try version == nil ? found : diary.draft(found.number) ?? found
            try session.commit(draft, expecting: version ?? session.expected(expect), in: diary)
        case .discard:
            session.endForgetting(in: diary)
            try discard(found, in: diary, session)
        }
    }

    private func list(in diary: Diary, _ session: Session) throws {
        let files = try session.editorFiles(in: diary)
        let drafts = try diary.drafts()
        if drafts.isEmpty, files.isEmpty { session.notify("there are no drafts", "초안이 없습니다") }
        let answer = Answer("drafts", session)
        for draft in drafts { try answer.write(DraftJSON.object(draft, isFull: false), or: line(draft, session)) }
        // A document has them apart.
        for file in files where session.options.jsonl || !session.isJSON {
            try answer.write(json(file), or: file.saved == nil ? "" : line(file, session))
        }
        try answer.finish(at: diary.resolve(.head), [JSONMember("files", .array(files.map(json)))])
        for file in files { session.reportUnsaved(of: file) }
    }

    private func json(_ file: EditorFile) -> JSONValue {
        var entry: EntryID?
        if case .entry(let typed) = file.note.subject { entry = typed.start.entry }
        return [
            "file": .text(file.path), "entry": .text(orNull: entry?.hexadecimal),
            "writtenAt": EntryJSON.stamp(ClockReading(wall: file.time * 1_000_000, offset: 0)),
            "unsaved": .array(file.leftovers().map { .text($0) }),
        ]
    }

    /// The same columns as a draft's, with the path for its number.
    private func line(_ file: EditorFile, _ session: Session) throws -> String {
        var text = file.text ?? []
        var entry: EntryID?
        if case .entry(let typed) = file.note.subject {
            text = (try? session.content(text, of: typed).text) ?? text
            entry = typed.start.entry
        }
        let title = Headline(of: String(decoding: text, as: UTF8.self), previewLength: 0).title.map(String.init)
        let columns = [
            session.paint(file.path, 33),
            entry.map { session.isTerminal ? OnScreen.shortID($0) : $0.hexadecimal } ?? "-",
            session.paint(try session.columnTime(ClockReading(wall: file.time * 1_000_000, offset: 0)), 36),
            OnScreen.cut(OnScreen.safe(title ?? session.text(.noTitle)), to: 60),
        ]
        return columns.joined(separator: session.column) + "\n"
    }

    /// The same for a text that lies in a file.
    private func carryOut(on found: EditorFile, in diary: Diary, _ session: Session) throws {
        if expect != nil || merge { throw Problem.against(merge ? "--merge" : "--expect", found.path) }
        var file = found
        switch action {
        case .list: break
        case .show:
            guard let text = file.text else { throw Problem.noFile(file.path) }
            try session.write(text)
        case .diff: try difference(of: file, in: diary, session)
        case .edit:
            try diary.checkWritable()
            try file.takeRescued()
            try Editor.run(on: &file, in: session)
            session.report(file)
        case .commit: try session.commit(file, in: diary)
        case .discard:
            let question = Sentence("remove \(file.path) for ever? [y/N] ", "\(file.path) 파일을 아주 지울까요? [y/N] ")
            guard try session.confirms(question, yes: yes) else {
                return session.notify("nothing was discarded", "아무것도 버리지 않았습니다")
            }
            // What is left of one that is gone has been named, and so has an editor that may keep something of it.
            let isAlone = file.leftovers().isEmpty && file.keeper == nil
            if file.saved == nil || isAlone { file.discard() } else { session.remove(file) }
            session.notify("removed \(file.path)", "지웠습니다: \(file.path)")
        }
    }

    /// How a file differs from what it would change, as that is now.
    private func difference(of file: EditorFile, in diary: Diary, _ session: Session) throws {
        guard let typed = file.text else { throw Problem.noFile(file.path) }
        switch file.note.subject {
        case .many(let ids, let head):
            let entries = try session.entries(ids, at: head, in: diary)
            let given = EntryBuffer(entries, session).bytes
            try write(hunks(from: given, to: typed), of: ("file", file.path), nil, session)
        case .entry(let entry):
            let now = try entry.start.entry.flatMap { id in try diary.entry(id) }
            let text = try session.content(typed, of: entry).text
            try write(hunks(from: now?.content.text ?? [], to: text), of: ("file", file.path), now, session)
        }
    }

    /// Number, entry (- for a new one), when it was kept last, title.
    private func line(_ draft: Draft, _ session: Session) throws -> String {
        let isShort = session.isTerminal
        let entry = isShort ? OnScreen.shortID(draft.entry) : draft.entry.hexadecimal
        let title = draft.headline.title.map(String.init) ?? session.text(.noTitle)
        let columns = [
            session.paint(draft.name, 33), draft.isNew ? "-" : entry,
            session.paint(try session.columnTime(draft.keptAt), 36),
            isShort ? OnScreen.cut(OnScreen.safe(title), to: 60) : String(title.map { $0 == "\t" ? " " : $0 }),
        ]
        return columns.joined(separator: session.column) + "\n"
    }

    private func show(_ draft: Draft, in diary: Diary, _ session: Session) throws {
        if session.isJSON { return try session.write(DraftJSON.object(draft, isFull: true)) }
        let name = draft.name
        if draft.isNew {
            session.notify("\(name) is a draft of a new entry", "\(name) 초안은 새 일기입니다")
        } else {
            let id = OnScreen.shortID(draft.entry)
            session.notify(
                "\(name) is a draft of entry \(id), begun at version \(draft.baseVersion.rawValue)",
                "\(name) 초안은 일기 \(id)의 버전 \(draft.baseVersion.rawValue)에서 고치던 것입니다")
            let now = try diary.entry(draft.entry)
            let isAsSeen = try draft.base.map { base in
                try diary.stands(draft.entry, at: .event(base.hexadecimal))
            }
            if let now, isAsSeen == false {
                session.notify(
                    "entry \(id) is at version \(now.version.rawValue) by now; diarylog draft commit \(name) --merge puts both together, "
                        + "--expect v\(now.version.rawValue) writes the draft over that",
                    "일기 \(id, .topic) 이제 버전 \(now.version.rawValue)입니다. diarylog draft commit \(name) --merge는 둘을 합치고, --expect "
                        + "v\(now.version.rawValue) 옵션은 그 위에 초안을 저장합니다")
            }
        }
        guard session.isTerminal else { return try session.write(draft.content.text) }
        try session.page(OnScreen.safe(String(decoding: draft.content.text, as: UTF8.self), lines: true) + "\n")
    }

    /// How the draft differs from what the entry says now.
    private func difference(of draft: Draft, in diary: Diary, _ session: Session) throws {
        let now = try diary.entry(draft.entry)
        try write(
            hunks(from: now?.content.text ?? [], to: draft.content.text), of: ("draft", draft.name), now, session)
    }

    private func write(
        _ hunks: [DiffHunk], of what: (kind: String, name: String), _ now: Entry?, _ session: Session
    ) throws {
        if session.isJSON {
            return try session.write(
                .object([
                    JSONMember(what.kind, .text(what.name)), JSONMember("entry", .text(orNull: now?.id.hexadecimal)),
                    JSONMember("hunks", .array(hunks.map { DifferenceJSON.hunk($0) })),
                ]))
        }
        if hunks.isEmpty { return session.notify(.noDifference) }
        try session.page(DiffText.hunks(hunks, by: .usual(session), session))
    }

    private func edit(_ draft: Draft, in diary: Diary, _ session: Session) throws {
        let entry = TypedEntry(draft)
        let now: Draft
        if Terminal.isTerminal(.input) {
            now = try session.type(entry, in: diary) ?? draft
        } else {
            let content = try session.content(try TextInput.standardInput(), of: entry)
            now = try session.keep(content, as: entry, in: diary)
        }
        if session.isJSON { return try session.write(DraftJSON.object(now, isFull: true)) }
        if now == draft { return session.notify(.unchanged) }
        session.notify(KeptText.draft(now.name).sentence)
        if !session.isTerminal { try session.write(now.name + "\n") }
    }

    private func discard(_ draft: Draft, in diary: Diary, _ session: Session) throws {
        let name = draft.name
        let question = Sentence(
            "discard \(name) \(session.title(draft)) for ever? [y/N] ",
            "초안 \(name) \(session.title(draft)) 글을 아주 버릴까요? [y/N] ")
        guard try session.confirms(question, yes: yes) else {
            if session.isJSON { return try session.write(["discarded": .null]) }
            return session.notify("nothing was discarded", "아무것도 버리지 않았습니다")
        }
        let gone = try diary.write(.discard(draft.number))
        guard let gone else { throw Problem.noDraft(name) }
        if session.isJSON { return try session.write(["discarded": DraftJSON.object(gone, isFull: true)]) }
        session.notify("discarded \(name) \(session.title(gone))", "초안을 버렸습니다: \(name) \(session.title(gone))")
    }
}
