internal import Arguments
internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Host
internal import Interchange

/// Lists, shows, changes, writes and discards what was typed and is not in the log.
struct Drafts: DiaryCommand {
    enum Action: String, Choice {
        case list, show, edit, commit, discard
    }

    static let about = CommandWords(
        "draft", abstract: "List, show, change, write or discard what was typed and is not written yet.",
        discussion: """
            While an editor is open, what it saves is kept as a draft; the draft goes when its text is written. One stays \
            where something went wrong: commit writes it, edit changes its text, discard removes it for ever. If the \
            entry has changed since the draft was begun, commit wants --expect with the version it is to be written over.
            """)

    @Argument("action", help: "list, show, edit, commit or discard.")
    var action: Action = .list

    @Argument("draft", help: "A draft, as d1.", completion: .drafts)
    var draft: String?

    @Option("expect", value: "vN|id", help: "commit: write it over this version, or event id.")
    var expect: String?

    @Flag("yes", help: "discard: do not ask.")
    var yes = false

    @OptionGroup var global: GlobalOptions

    var changes: Bool { action == .commit }

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        if expect != nil, action != .commit { throw Problem.usage(.against("--expect", action.rawValue)) }
        if yes, action != .discard { throw Problem.usage(.against("--yes", action.rawValue)) }
        guard action != .list else {
            if let draft { throw Problem.usage(.against("list", draft)) }
            return try list(in: try session.open(), session)
        }
        guard let name = draft else { throw Problem.usage(.draftWanted(action.rawValue)) }
        let diary = try session.open()
        let found = try DraftNumber(name).flatMap { number in
            try diary.draft(number)
        }
        guard let found else {
            // Nothing else of the drafts was read: this one cannot be.
            throw Problem.entry(diary.damage.isNone ? .noDraft(name) : .damagedDraft(name))
        }
        switch action {
        case .list: break
        case .show: try show(found, in: diary, session)
        case .edit: try edit(found, in: diary, session)
        case .commit: try session.commit(found, expecting: try session.expected(expect), in: diary)
        case .discard: try discard(found, in: diary, session)
        }
    }

    private func list(in diary: Diary, _ session: Session) throws {
        let drafts = try diary.drafts()
        if session.options.jsonl {
            for draft in drafts { try session.write(DraftJSON.object(draft, isFull: false)) }
            return try session.writeEnd(of: diary, at: .head)
        }
        if session.isJSON {
            return try session.write(["drafts": .array(drafts.map { DraftJSON.object($0, isFull: false) })])
        }
        if drafts.isEmpty { session.say(.draft(.none)) }
        for draft in drafts { try session.write(try line(draft, session)) }
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
            session.say(.draft(.ofNew(name)))
        } else {
            let id = OnScreen.shortID(draft.entry)
            session.say(.draft(.ofEntry(name, id: id, version: draft.baseVersion.rawValue)))
            let now = try diary.entry(draft.entry)
            let isAsSeen = try draft.base.map { base in
                try diary.stands(draft.entry, at: .event(base.hexadecimal))
            }
            if let now, isAsSeen == false {
                session.say(.draft(.behind(name, id: id, version: now.version.rawValue)))
            }
        }
        guard session.isTerminal else { return try session.write(draft.content.text) }
        try session.page(OnScreen.safe(String(decoding: draft.content.text, as: UTF8.self), lines: true) + "\n")
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
        guard hasVisibleCharacter(String(decoding: typed, as: UTF8.self)) else { throw Problem.entry(.nothingVisible) }
        if case (false, let problem?) = sitting.holds(typed) { throw problem }
        guard let now = sitting.draft else { return }
        if session.isJSON { return try session.write(DraftJSON.object(now, isFull: true)) }
        if now == draft { return session.say(.unchanged) }
        session.say(.draft(.kept(.draft(now.number.description))))
        if !session.isTerminal { try session.write(now.number.description + "\n") }
    }

    private func discard(_ draft: Draft, in diary: Diary, _ session: Session) throws {
        guard yes || Terminal.isTerminal(.input) else { throw Problem.usage(.needsYes) }
        let name = draft.number.description
        if !yes, !session.asks(.draft(.askDiscard(name, title: session.title(draft)))) {
            if session.isJSON { return try session.write(["discarded": .null]) }
            return session.say(.draft(.nothingDiscarded))
        }
        let gone = try diary.discard(draft.number)
        guard let gone else { throw Problem.entry(.noDraft(name)) }
        if session.isJSON { return try session.write(["discarded": DraftJSON.object(gone, isFull: true)]) }
        session.say(.draft(.discarded(name, title: session.title(gone))))
    }
}
