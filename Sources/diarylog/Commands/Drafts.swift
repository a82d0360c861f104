internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// Lists, shows, changes, writes and discards what was typed and is not in the log.
struct Drafts: DiaryCommand {
    enum Action: String, Choice {
        case list, show, diff, edit, commit, discard
    }

    static let about = CommandWords(
        "draft",
        abstract: HelpText(
            "List, show, change, write or discard what was typed and is not written yet.", "쓰다 만 글을 보이고, 고치고, 적고, 버립니다."
        ),
        discussion: HelpText(
            """
            While an editor is open, what it saves is kept as a draft; the draft goes when its text is written. One \
            stays where something went wrong: commit writes it, edit changes its text, discard removes it for ever. \
            A text that could only be saved in a file is listed by its path; show, commit and discard take that. \
            If the entry has changed since the draft was begun, diff shows how the draft differs from it now; commit \
            --merge puts both together where they touch different words, and --expect with a version writes over that.
            """,
            """
            편집기가 열려 있는 동안 저장하는 글은 초안으로 남고, 일기에 적으면 없어집니다. 무언가 잘못되면 초안이 남습니다. 파일에만 남은 글은 \
            경로로 보이고, show와 commit, discard는 그 경로도 받습니다. commit은 그것을 적고, edit은 글을 고치고, \
            discard는 영영 버립니다. 초안을 시작한 뒤에 일기가 바뀌었으면 diff가 지금 글과의 차이를 보이고, \
            commit --merge는 서로 다른 곳을 고친 글을 합치며, --expect는 그 버전 위에 적습니다.
            """))

    @Argument(
        "action",
        help: HelpText(
            "list, show, diff, edit, commit or discard.",
            "list(목록), show(보기), diff(차이), edit(고치기), commit(적기), discard(버리기)."))
    var action: Action = .list

    @Argument(
        "draft", help: HelpText("A draft, as d1, or a file of list.", "초안, d1처럼, 또는 list의 파일."), completion: .drafts)
    var draft: String?

    @Option(
        "expect", value: "vN|id",
        help: HelpText("commit: write it over this version, or event id.", "commit: 이 버전이나 이 사건 위에 적습니다."))
    var expect: String?

    @Flag(
        "merge",
        help: HelpText(
            "commit: put it together with what the entry says now.", "commit: 일기에 지금 있는 글과 합칩니다."))
    var merge = false

    @Flag("yes", help: HelpText("discard: do not ask.", "discard: 묻지 않습니다."))
    var yes = false

    @OptionGroup var global: GlobalOptions

    var changes: Bool { action == .commit }

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        if expect != nil, action != .commit { throw Problem.against("--expect", action.rawValue) }
        if merge, action != .commit { throw Problem.against("--merge", action.rawValue) }
        if merge, expect != nil { throw Problem.against("--merge", "--expect") }
        if yes, action != .discard { throw Problem.against("--yes", action.rawValue) }
        guard action != .list else {
            if let draft { throw Problem.against("list", draft) }
            return try list(in: try session.open(), session)
        }
        guard let name = draft else { throw Problem.draftWanted(action.rawValue) }
        let diary = try session.open()
        if name.contains("/") {
            return try carryOut(on: try LeftText(at: name, of: session.path()), in: diary, session)
        }
        let found = try DraftNumber(name).flatMap { number in
            try diary.draft(number)
        }
        guard let found else {
            // Nothing else of the drafts was read: this one cannot be.
            throw diary.damage.isNone ? Problem.noDraft(name) : .damagedDraft(name)
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
        let drafts = try diary.drafts()
        let left = try session.leftTexts(in: diary)
        if session.options.jsonl {
            for draft in drafts { try session.write(DraftJSON.object(draft, isFull: false)) }
            for text in left { try session.write(json(text)) }
            return try session.writeEnd(of: diary, at: .head)
        }
        if session.isJSON {
            return try session.write([
                "drafts": .array(drafts.map { DraftJSON.object($0, isFull: false) }), "files": .array(left.map(json)),
            ])
        }
        if drafts.isEmpty, left.isEmpty { session.notify(.noDrafts) }
        for draft in drafts { try session.write(try line(draft, session)) }
        for text in left {
            try session.write(try line(text, session))
            if let swap = text.file.swap { session.notify(.swapLeft(swap)) }
        }
    }

    private func json(_ left: LeftText) -> JSONValue {
        [
            "file": .text(left.file.path), "entry": .text(orNull: left.what.entry?.hexadecimal),
            "writtenAt": EntryJSON.stamp(ClockReading(wall: left.time * 1_000_000, offset: 0)),
            "swap": .text(orNull: left.file.swap),
        ]
    }

    /// The same columns as a draft's, with the path for its number.
    private func line(_ left: LeftText, _ session: Session) throws -> String {
        let entry = left.what.entry.map { session.isTerminal ? OnScreen.shortID($0) : $0.hexadecimal }
        let text = String(decoding: session.text(of: left), as: UTF8.self)
        let title = Headline(of: text, previewLength: 0).title.map(String.init)
        let columns = [
            session.paint(left.file.path, 33), entry ?? "-",
            session.paint(try session.columnTime(ClockReading(wall: left.time * 1_000_000, offset: 0)), 36),
            OnScreen.cut(OnScreen.safe(title ?? session.text(.noTitle)), to: 60),
        ]
        return columns.joined(separator: session.column) + "\n"
    }

    /// The same for a text that lies in a file.
    private func carryOut(on left: LeftText, in diary: Diary, _ session: Session) throws {
        if expect != nil || merge { throw Problem.against(merge ? "--merge" : "--expect", left.file.path) }
        switch action {
        case .list, .diff, .edit: throw Problem.against(action.rawValue, left.file.path)
        case .show: try session.write(left.bytes)
        case .commit: try session.commit(left, in: diary)
        case .discard:
            guard yes || Terminal.isTerminal(.input) else { throw Problem.needsYes }
            if !yes, !session.asks(.askDiscardFile(left.file.path)) { return session.notify(.nothingDiscarded) }
            left.file.discard()
            session.notify(.fileDiscarded(left.file.path))
        }
    }

    /// Number, entry (- for a new one), when it was kept last, title.
    private func line(_ draft: Draft, _ session: Session) throws -> String {
        let isShort = session.isTerminal
        let entry = isShort ? OnScreen.shortID(draft.entry) : draft.entry.hexadecimal
        let title = draft.headline.title.map(String.init) ?? session.text(.noTitle)
        let columns = [
            session.paint(draft.number.description, 33), draft.isNew ? "-" : entry,
            session.paint(try session.columnTime(draft.keptAt), 36),
            isShort ? OnScreen.cut(OnScreen.safe(title), to: 60) : String(title.map { $0 == "\t" ? " " : $0 }),
        ]
        return columns.joined(separator: session.column) + "\n"
    }

    private func show(_ draft: Draft, in diary: Diary, _ session: Session) throws {
        if session.isJSON { return try session.write(DraftJSON.object(draft, isFull: true)) }
        let name = draft.number.description
        if draft.isNew {
            session.notify(.draftOfNew(name))
        } else {
            let id = OnScreen.shortID(draft.entry)
            session.notify(.draftOfEntry(name, id: id, version: draft.baseVersion.rawValue))
            let now = try diary.entry(draft.entry)
            let isAsSeen = try draft.base.map { base in
                try diary.stands(draft.entry, at: .event(base.hexadecimal))
            }
            if let now, isAsSeen == false {
                session.notify(.draftBehind(name, id: id, version: now.version.rawValue))
            }
        }
        guard session.isTerminal else { return try session.write(draft.content.text) }
        try session.page(OnScreen.safe(String(decoding: draft.content.text, as: UTF8.self), lines: true) + "\n")
    }

    /// How the draft differs from what the entry says now.
    private func difference(of draft: Draft, in diary: Diary, _ session: Session) throws {
        let now = try diary.entry(draft.entry)
        let hunks = hunks(from: now?.content.text ?? [], to: draft.content.text)
        if session.isJSON {
            return try session.write([
                "draft": .text(draft.name), "entry": .text(orNull: now?.id.hexadecimal),
                "hunks": .array(hunks.map { DifferenceJSON.hunk($0) }),
            ])
        }
        if hunks.isEmpty { return session.notify(.noDifference) }
        try session.page(DiffText.hunks(hunks, by: .usual(session), session))
    }

    private func edit(_ draft: Draft, in diary: Diary, _ session: Session) throws {
        let sitting = try Sitting(draft.content, from: draft.start, goingOn: draft, in: diary, session)
        let typed: [UInt8]
        if Terminal.isTerminal(.input) {
            typed = try Editor.edit(draft.content.text, sitting, in: session)
        } else {
            typed = try TextInput.standardInput()
            sitting.keep(typed)
        }
        guard hasVisibleCharacter(String(decoding: typed, as: UTF8.self)) else { throw Problem.nothingVisible }
        if case (false, let problem?) = sitting.holds(typed) { throw problem }
        guard let now = sitting.draft else { return }
        if session.isJSON { return try session.write(DraftJSON.object(now, isFull: true)) }
        if now == draft { return session.notify(.unchanged) }
        session.notify(.kept(.draft(now.number.description)))
        if !session.isTerminal { try session.write(now.number.description + "\n") }
    }

    private func discard(_ draft: Draft, in diary: Diary, _ session: Session) throws {
        guard yes || Terminal.isTerminal(.input) else { throw Problem.needsYes }
        let name = draft.number.description
        if !yes, !session.asks(.askDiscard(name, title: session.title(draft))) {
            if session.isJSON { return try session.write(["discarded": .null]) }
            return session.notify(.nothingDiscarded)
        }
        let gone = try diary.write(.discard(draft.number))
        guard let gone else { throw Problem.noDraft(name) }
        if session.isJSON { return try session.write(["discarded": DraftJSON.object(gone, isFull: true)]) }
        session.notify(.draftDiscarded(name, title: session.title(gone)))
    }
}
