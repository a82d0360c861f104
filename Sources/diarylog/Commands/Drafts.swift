internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import Interchange

/// Lists what was typed and is not in the log.
struct Drafts: DiaryCommand {
    static let about = CommandWords(
        "draft", usual: "list",
        abstract: Sentence("What was typed and is not written yet.", "쓰다 만 글을 보입니다."),
        discussion: Sentence(
            """
            A text from the editor that cannot be written stays as a draft. Where the editor did not end well, or a text \
            cannot even be kept, it stays in the editor's file, which is listed by its path; every action takes that.
            """,
            """
            편집기에서 쓴 글을 저장하지 못하면 초안이 남습니다. 편집기가 제대로 끝나지 않았거나 초안으로도 남길 수 없으면 글은 편집기의 파일에 남습니다. \
            파일은 경로로 보이고, 모든 동작이 그 경로도 받습니다.
            """))

    func carryOut(in session: Session) throws {
        let diary = try session.open()
        let files = try session.editorFiles(in: diary)
        let drafts = try diary.drafts()
        if drafts.isEmpty, files.isEmpty { session.notify("there are no drafts", "초안이 없습니다") }
        let answer = Answer("drafts", session)
        for draft in drafts { try answer.write(DraftJSON.object(draft, isFull: false), or: line(draft, session)) }
        // A document has them apart.
        for file in files where session.options.jsonl || !session.isJSON {
            try answer.write(json(file), or: line(file, session))
        }
        try answer.finish(at: diary.resolve(.head), ["files": .array(files.map(json))])
        for file in files { session.reportUnsaved(of: file) }
    }

    private func json(_ file: EditorFile) -> JSONValue {
        var entry: EntryID?
        if case .entry(let typed) = file.note.subject { entry = typed.start.entry }
        return [
            "file": .text(file.path), "entry": .text(orNull: entry?.hexadecimal),
            "writtenAt": EntryJSON.stamp(ClockReading(wall: file.time * 1_000_000, offset: 0)),
            "unsaved": .array(file.leftovers.map { .text($0) }),
        ]
    }

    /// The same columns as a draft's, with the path for its number; a row for each file that may have the text.
    private func line(_ file: EditorFile, _ session: Session) throws -> String {
        try (file.saved == nil ? file.strays : [file.path]).map { path in
            var text = file.text ?? file.bytes(of: path) ?? []
            var entry: EntryID?
            if case .entry(let typed) = file.note.subject {
                text = (try? session.content(text, of: typed).text) ?? text
                entry = typed.start.entry
            }
            let headline = Headline(of: String(decoding: text, as: UTF8.self), previewLength: 0)
            let time = (try? FileSystem.modificationTime(of: path)) ?? 0
            return try row(path, entry, ClockReading(wall: time * 1_000_000, offset: 0), headline, session)
        }.joined()
    }

    private func line(_ draft: Draft, _ session: Session) throws -> String {
        try row(draft.name, draft.isNew ? nil : draft.entry, draft.keptAt, draft.headline, session)
    }

    /// Number or path, entry (- for a new one), when it was kept last, title.
    private func row(
        _ name: String, _ entry: EntryID?, _ keptAt: ClockReading, _ headline: Headline, _ session: Session
    ) throws -> String {
        let isShort = session.isTerminal
        let title = headline.title.map(String.init) ?? session.text(.noTitle)
        let columns = [
            session.paint(name, 33), entry.map { isShort ? OnScreen.shortID($0) : $0.hexadecimal } ?? "-",
            session.paint(try session.columnTime(keptAt), 36),
            isShort ? OnScreen.cut(OnScreen.safe(title), to: 60) : String(title.map { $0 == "\t" ? " " : $0 }),
        ]
        return columns.joined(separator: session.column) + "\n"
    }
}

extension Sentence {
    static let aDraft = Sentence("A draft, as d1, or a file of the list.", "초안, d1처럼, 또는 목록의 파일.")
}

/// What can be done with a draft, or with a file that an editor left.
protocol DraftAction: DiaryCommand {
    var name: String { get }

    func carryOut(on draft: Draft, in diary: Diary, _ session: Session) throws
    func carryOut(on file: EditorFile, in diary: Diary, _ session: Session) throws
}

extension DraftAction {
    func carryOut(in session: Session) throws {
        let diary = try session.open()
        if name.contains("/") {
            let file = try session.editorFile(at: name, in: diary, action: Self.about.name)
            return try carryOut(on: file, in: diary, session)
        }
        if let draft = try DraftNumber(name).flatMap({ try diary.draft($0) }) {
            return try carryOut(on: draft, in: diary, session)
        }
        // Nothing else of the drafts was read: this one cannot be.
        throw diary.damage.isNone
            ? Problem.noDraft(name)
            : Problem(
                .damagedDraft, "draft \(name) is damaged and cannot be read",
                "초안 \(name, .subject) 손상되어 읽을 수 없습니다",
                hint: "A backup may have it; diarylog verify --salvage makes a diary of what is left, drafts too.",
                "백업에 있을 수 있습니다. diarylog verify --salvage는 남은 것으로 새 일기장을 만들며, 초안도 찾습니다.")
    }
}

struct DraftShow: DraftAction {
    static let about = CommandWords("draft show", abstract: Sentence("Print the text.", "글을 보입니다."))

    @Argument("draft", help: .aDraft, completion: .drafts)
    var name: String

    func carryOut(on draft: Draft, in diary: Diary, _ session: Session) throws {
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

    func carryOut(on file: EditorFile, in diary: Diary, _ session: Session) throws {
        guard let text = file.text else { throw Problem.noText(file.path) }
        try session.write(text)
    }
}

struct DraftDiff: DraftAction {
    static let about = CommandWords(
        "draft diff", abstract: Sentence("How it differs from what the entry says now.", "일기의 지금 글과 어떻게 다른지 보입니다."))

    @Argument("draft", help: .aDraft, completion: .drafts)
    var name: String

    func carryOut(on draft: Draft, in diary: Diary, _ session: Session) throws {
        let now = try diary.entry(draft.entry)
        try write(
            hunks(from: now?.content.text ?? [], to: draft.content.text), of: ("draft", draft.name), now, session)
    }

    func carryOut(on file: EditorFile, in diary: Diary, _ session: Session) throws {
        guard let typed = file.text else { throw Problem.noText(file.path) }
        switch file.note.subject {
        case .many(let parts, let head):
            let entries = try session.entries(parts.map(\.id), at: head, in: diary)
            let given = EntryBuffer(entries, session).bytes
            try write(hunks(from: given, to: typed), of: ("file", file.path), nil, session)
        case .entry(let entry):
            let now = try entry.start.entry.flatMap { id in try diary.entry(id) }
            let text = try session.content(typed, of: entry).text
            try write(hunks(from: now?.content.text ?? [], to: text), of: ("file", file.path), now, session)
        }
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
}

struct DraftEdit: DraftAction {
    static let about = CommandWords("draft edit", abstract: Sentence("Change the text.", "글을 고칩니다."))

    @Argument("draft", help: .aDraft, completion: .drafts)
    var name: String

    func carryOut(on draft: Draft, in diary: Diary, _ session: Session) throws {
        let now: Draft
        do { now = try typed(on: draft, in: diary, session) } catch {
            guard Problem(error) == .nothingVisible else { throw error }
            throw Problem(
                .nothingVisible, Problem.nothingVisible.message,
                hint: Sentence(
                    "\(draft.name) is as it was; diarylog draft discard \(draft.name) removes it.",
                    "초안 \(draft.name, .topic) 그대로입니다. diarylog draft discard \(draft.name, .by) 버립니다."))
        }
        if session.isJSON { return try session.write(DraftJSON.object(now, isFull: true)) }
        if now == draft { return session.notify(.unchanged) }
        session.notify(KeptText.draft(now.name).sentence)
        if !session.isTerminal { try session.write(now.name + "\n") }
    }

    private func typed(on draft: Draft, in diary: Diary, _ session: Session) throws -> Draft {
        let entry = TypedEntry(draft)
        if Terminal.isTerminal(.input) { return try session.type(entry, in: diary) ?? draft }
        let content = try session.content(try TextInput.standardInput(), of: entry)
        return try session.keep(content, as: entry, in: diary)
    }

    func carryOut(on file: EditorFile, in diary: Diary, _ session: Session) throws {
        var file = file
        try diary.checkWritable()
        try file.takeRescued()
        try Editor.run(on: &file, in: session)
        session.report(file)
    }
}

struct DraftCommit: DraftAction, ChangingCommand {
    static let about = CommandWords(
        "draft commit", abstract: Sentence("Write it into the diary.", "일기장에 저장합니다."),
        discussion: Sentence(
            """
            If the entry has changed since the draft was begun, --merge puts both together where they touch different \
            words, and --expect with a version writes over that.
            """,
            "초안을 시작한 뒤에 일기가 바뀌었으면 --merge는 서로 다른 곳을 고친 글을 합치고, --expect는 그 버전 위에 씁니다."))

    @Argument("draft", help: .aDraft, completion: .drafts)
    var name: String

    @Option("expect", value: "vN|id", help: Sentence("Write it over this version, or event id.", "이 버전이나 이 변경 위에 씁니다."))
    var expect: String?

    @Flag(
        "merge", against: ["--expect"],
        help: Sentence("Put it together with what the entry says now.", "일기에 지금 있는 글과 합칩니다."))
    var merge = false

    func carryOut(on draft: Draft, in diary: Diary, _ session: Session) throws {
        let version = merge ? try session.merge(draft, in: diary) : nil
        let merged = try version == nil ? draft : diary.draft(draft.number) ?? draft
        try session.commit(merged, expecting: version ?? session.expected(expect), in: diary)
    }

    func carryOut(on file: EditorFile, in diary: Diary, _ session: Session) throws {
        if expect != nil || merge { throw Problem.against(merge ? "--merge" : "--expect", file.path) }
        try session.commit(file, in: diary)
    }
}

struct DraftDiscard: DraftAction {
    static let about = CommandWords("draft discard", abstract: Sentence("Remove it for ever.", "아주 버립니다."))

    @Argument("draft", help: .aDraft, completion: .drafts)
    var name: String

    @Flag("yes", help: .unasked)
    var yes = false

    func carryOut(on draft: Draft, in diary: Diary, _ session: Session) throws {
        session.endForgetting(in: diary)
        let name = draft.name
        let question = Sentence(
            "discard \(name) \(session.title(draft)) for ever? [y/N] ",
            "초안 \(name) \(session.title(draft)) 글을 아주 버릴까요? [y/N] ")
        guard try agrees(to: question, session) else { return }
        let gone = try diary.write(.discard(draft.number))
        guard let gone else { throw Problem.noDraft(name) }
        if session.isJSON { return try session.write(["discarded": DraftJSON.object(gone, isFull: true)]) }
        session.notify("discarded \(name) \(session.title(gone))", "초안을 버렸습니다: \(name) \(session.title(gone))")
    }

    func carryOut(on file: EditorFile, in diary: Diary, _ session: Session) throws {
        let question = Sentence("remove \(file.path) for ever? [y/N] ", "\(file.path) 파일을 아주 지울까요? [y/N] ")
        guard try agrees(to: question, session) else { return }
        // What is left of one that is gone has been named, and so has an editor that may keep something of it.
        let isAlone = file.leftovers.isEmpty && file.keeper == nil
        if file.saved == nil || isAlone { file.discard() } else { session.remove(file) }
        session.notify("removed \(file.path)", "지웠습니다: \(file.path)")
    }

    /// Whether it goes; if not, that is said.
    private func agrees(to question: Sentence, _ session: Session) throws -> Bool {
        if try session.confirms(question, yes: yes) { return true }
        if session.isJSON { try session.write(["discarded": .null]) }
        session.notify("nothing was discarded", "아무것도 버리지 않았습니다")
        return false
    }
}
