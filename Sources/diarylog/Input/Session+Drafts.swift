internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// What is typed, on its way into the diary: one way for all commands.
//
//     the editor's file  ─ closed well ─▶  a draft, and the file is gone  ─▶  the log, and the draft is gone
//
// What the diary does not take stays where it is: what it cannot keep in the file, what it cannot write as the draft.

extension Session {
    /// Opens the editor on an entry, and returns the draft that has what was typed; nil if that is what it was. If the
    /// text has nothing to see, that is thrown, and nothing is kept.
    func type(_ entry: TypedEntry, at position: TextPosition? = nil, in diary: Diary) throws -> Draft? {
        // Nobody types what cannot be kept.
        try diary.checkWritable()
        let header = try header(of: entry)?.bytes ?? []
        var file = try EditorFile(entry.content.text, under: header, note(.entry(entry), of: diary))
        // Under a header it opens at the text.
        var position = position ?? TextPosition(line: 1)
        position.line += header.count { $0 == 0x0A }
        try Editor.run(on: &file, at: position, in: self)
        return try take(file, in: diary) { typed in
            let content = try content(typed, of: entry)
            if content == entry.content { return nil }
            let draft = try keep(content, as: entry, in: diary)
            file.note(entry, keptAs: draft)
            return draft
        }
    }

    /// What stands above an entry's text in the editor, if anything does.
    private func header(of entry: TypedEntry) throws -> EntryHeader? {
        guard let zone = entry.headerZone else { return nil }
        // What a later run reads means what it did when it was typed.
        var reader = self
        reader.shownIn = zone
        return try EntryHeader(entry.content, isPrecise: entry.isPrecise, reader)
    }

    /// The entry as a file in the editor has it. Throws what is wrong with its header, and if there is nothing to see.
    func content(_ typed: [UInt8], of entry: TypedEntry) throws -> EntryContent {
        var content = entry.content
        content.text = typed
        if let header = try header(of: entry) { content = try header.read(typed) }
        guard hasVisibleCharacter(String(decoding: content.text, as: UTF8.self)) else { throw Problem.nothingVisible }
        return content
    }

    /// Keeps what was typed as a draft: as the one that it goes on with, if nobody else has since kept, committed or
    /// discarded that, or else as one of its own.
    func keep(_ content: EntryContent, as entry: TypedEntry, in diary: Diary) throws -> Draft {
        let context = try context()
        if let (number, revision) = entry.draft {
            switch try diary.write(.keep(content, in: number, after: revision), in: context) {
            case .kept(let draft), .unchanged(let draft): return draft
            case .refused(let refusal, let entry): throw Problem(refusal, entry: OnScreen.shortID(entry))
            case .conflict, .missing: break
            }
        }
        switch try diary.write(.begin(entry.start, with: content), in: context) {
        case .kept(let draft), .unchanged(let draft), .conflict(let draft): return draft
        case .refused(let refusal, let entry): throw Problem(refusal, entry: OnScreen.shortID(entry))
        // What is begun is never missing.
        case .missing: throw Problem.noDraft(entry.draft?.number.description ?? "")
        }
    }

    /// A draft's title, safe for a screen.
    func title(_ draft: Draft) -> String { OnScreen.safe(draft.headline.title.map(String.init) ?? text(.noTitle)) }

    /// Commits a draft and reports it. Whatever prevents that is thrown, and the draft stays and is named.
    func commit(
        _ draft: Draft, expecting: VersionName? = nil, deciding conflict: EntryConflict? = nil, in diary: Diary
    ) throws {
        try refuseMarkers(in: draft, of: diary)
        let context = try context()
        let name = draft.name
        opened.note { $0.kept = .draft(name) }
        let outcome: DraftOutcome?
        do { outcome = try diary.write(.commit(draft.number, expecting: expecting), in: context) } catch {
            throw namingKeptDraft(Problem(error))
        }
        switch outcome {
        case nil: throw Problem.noDraft(name)
        case .blank:
            opened.note { $0.kept = nil }
            notify("the draft is empty; it was discarded", "초안에 보이는 글자가 없어서 버렸습니다")
            try write(nil, nil, [])
        case .settled(let change):
            let settled: (receipt: OperationReceipt?, entries: [Entry], wasThere: Bool)
            do {
                settled = try self.settled(try inVersions(change, draft, diary), kept: .draft(name))
            } catch {
                let problem = Problem(error)
                if problem.code == .conflict { throw problem }
                throw namingKeptDraft(problem)
            }
            opened.note { $0.kept = nil }
            try report(settled.receipt, settled.entries.first, draft, wasThere: settled.wasThere, deciding: conflict)
        }
    }

    /// Puts a draft's text together with what its entry says now, and keeps that in the draft; the version it is to be
    /// written over, nil if the entry is as the draft saw it. Throws where both changed the same words.
    func merge(_ draft: Draft, in diary: Diary) throws -> VersionName? {
        guard let now = try diary.entry(draft.entry), now.event != draft.base else { return nil }
        let base = try draft.base.flatMap { event in try diary.version(byEvent: event.hexadecimal, of: draft.entry) }
        guard let base,
            case .merged(let text) = reconcile(
                base: base.content.text, ours: draft.content.text, theirs: now.content.text)
        else {
            throw Problem(
                .conflict, "\(draft.name) and the entry changed the same words; nothing was written",
                "초안 \(draft.name, .with) 일기가 같은 곳을 고쳐서 아무것도 쓰지 않았습니다",
                hint:
                    "diarylog draft diff \(draft.name) shows how they differ; put together what you want with draft edit \(draft.name), "
                    + "then draft commit \(draft.name) --expect v\(now.version.rawValue).",
                "diarylog draft diff \(draft.name, .by) 차이를 보고, draft edit \(draft.name, .by) 합친 다음 draft commit \(draft.name) --expect "
                    + "\("v\(now.version.rawValue)", .object) 쓰세요.")
        }
        var content = draft.content
        content.text = text
        switch try diary.write(.keep(content, in: draft.number, after: draft.revision), in: try context()) {
        case .kept, .unchanged: return .version(now.version)
        case .conflict, .missing: throw Problem.noDraft(draft.name)
        case .refused(let refusal, let entry): throw Problem(refusal, entry: OnScreen.shortID(entry))
        }
    }

    /// Throws if a draft of an entry in conflict has a line that stood between its texts; the draft stays.
    private func refuseMarkers(in draft: Draft, of diary: Diary) throws {
        guard let found = try diary.markerLine(in: draft) else { return }
        opened.note { $0.kept = .draft(draft.name) }
        throw namingKeptDraft(
            Problem(
                .undecided,
                "line \(found.number) still stands between two texts: \(OnScreen.short(found.line)); nothing was written",
                "\(found.number)번째 줄이 아직 두 글 사이에 남아 있습니다: \(OnScreen.short(found.line)). 아무것도 쓰지 않았습니다",
                hint: "Keep what is to stay of the texts, and take out the marker lines between them.",
                "글에서 남길 것만 남기고, 사이의 구분선을 지우세요."))
    }

    /// A conflict in numbers of versions, which people see, where it was found by ids of events.
    private func inVersions(_ change: ChangeOutcome, _ draft: Draft, _ diary: Diary) throws -> ChangeOutcome {
        guard case .conflict(let id, .event, _) = change, draft.baseVersion != 0 else { return change }
        guard let now = try diary.entry(id) else { return change }
        return .conflict(entry: id, expected: .version(draft.baseVersion), actual: .version(now.version))
    }

    private func report(
        _ receipt: OperationReceipt?, _ entry: Entry?, _ draft: Draft, wasThere: Bool, deciding conflict: EntryConflict?
    ) throws {
        guard let entry else { return }
        let id = OnScreen.shortID(entry.id)
        if wasThere || (receipt != nil && draft.isNew) {
            reportAdded(entry, wasThere: wasThere)
        } else if receipt == nil {
            notify(.unchanged)
        } else if let conflict {
            notify(conflict.decision(entry))
        } else {
            notify(.edited(id: id, version: entry.version.rawValue))
        }
        try write(receipt, entry, [entry.id], wasThere: wasThere)
    }

    /// The problem, after it was said where the text is.
    private func namingKeptDraft(_ problem: Problem) -> Problem {
        if let kept = opened.now.kept { notify(kept.sentence) }
        return problem
    }
}

extension Draft {
    /// As a person writes it: `d1`.
    var name: String { number.description }
}

/// Where a text is that was typed and is not in the log.
enum KeptText: Equatable, Sendable {
    /// In the diary, as the draft of this name.
    case draft(String)
    /// In the file that an editor had.
    case file(String)

    /// Where it is, and what goes on with it.
    var sentence: Sentence {
        switch self {
        case .draft(let name):
            Sentence(
                "what was typed is kept as \(name); diarylog draft commit \(name) writes it, "
                    + "diarylog draft edit \(name) goes on",
                "쓴 글은 초안 \(name)에 남겨 두었습니다. diarylog draft commit \(name) 명령으로 저장하고, "
                    + "diarylog draft edit \(name) 명령으로 이어 씁니다")
        case .file(let path):
            Sentence(
                "what was typed is kept in \(path); diarylog draft commit \(ShellWord.quoted(path)) writes it, draft edit opens it again",
                "쓴 글은 여기에 남겨 두었습니다: \(path)\ndiarylog draft commit \(ShellWord.quoted(path)) 명령으로 저장하고, draft edit로 다시 엽니다"
            )
        }
    }

    /// What an error in JSON says of it.
    var member: JSONMember {
        switch self {
        case .draft(let name): JSONMember("draft", .text(name))
        case .file(let path): JSONMember("file", .text(path))
        }
    }
}
