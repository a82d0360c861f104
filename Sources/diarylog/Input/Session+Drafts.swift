internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
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
        var file = try EditorFile(
            entry.content.text, under: header, EditorNote(.entry(entry), in: path()))
        // Under a header it opens at the text.
        var position = position ?? TextPosition(line: 1)
        position.line += header.count { $0 == 0x0A }
        try Editor.run(on: &file, at: position, in: self)
        return try take(file, afterGoodEnd: true) { typed in
            let content = try content(typed, of: entry)
            return content == entry.content ? nil : try keep(content, as: entry, in: diary)
        }
    }

    /// What stands above an entry's text in the editor, if anything does.
    private func header(of entry: TypedEntry) throws -> EntryHeader? {
        entry.hasHeader ? try EntryHeader(entry.content, isPrecise: entry.isPrecise, self) : nil
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
        opened.note(kept: .draft(name))
        let outcome: DraftOutcome?
        do { outcome = try diary.write(.commit(draft.number, expecting: expecting), in: context) } catch {
            throw namingKeptDraft(Problem(error))
        }
        switch outcome {
        case nil: throw Problem.noDraft(name)
        case .blank:
            opened.note(kept: nil)
            notify(.draftBlank)
            if isJSON { try write(OperationJSON.receipt(nil, entry: nil, entries: [], unchanged: true)) }
        case .settled(let change):
            let settled: (receipt: OperationReceipt?, entries: [Entry], wasThere: Bool)
            do {
                settled = try self.settled(try inVersions(change, draft, diary), kept: .draft(name))
            } catch {
                let problem = Problem(error)
                if problem.code == "conflict" { throw problem }
                throw namingKeptDraft(problem)
            }
            opened.note(kept: nil)
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
        else { throw Problem.cannotMerge(draft.name, version: now.version.rawValue) }
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
        opened.note(kept: .draft(draft.name))
        throw namingKeptDraft(.markerStands(number: found.number, line: OnScreen.short(found.line)))
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
        if wasThere {
            notify(.addedBefore(id: id))
        } else if receipt == nil {
            notify(.unchanged)
        } else if draft.isNew {
            notify(.added(id: id, title: OnScreen.safe(OnScreen.title(entry, self))))
        } else if let conflict {
            notify(conflict.decision(entry))
        } else {
            notify(.edited(id: id, version: entry.version.rawValue))
        }
        if isJSON {
            try write(
                OperationJSON.receipt(receipt, entry: entry, entries: [entry.id], unchanged: receipt == nil || wasThere)
            )
        } else if receipt != nil {
            try write(ids: [entry.id])
        }
    }

    /// The problem, after it was said where the text is.
    private func namingKeptDraft(_ problem: Problem) -> Problem {
        if let kept = opened.now.kept { notify(.kept(kept)) }
        return problem
    }
}

extension Draft {
    /// As a person writes it: `d1`.
    var name: String { number.description }
}
