internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// What the commands do with a text that an editor left, and with a draft: one way for all of them.

extension Session {
    /// Writes what a sitting typed as its entry. False if there is nothing to write, as the text is what it was.
    func finish(
        _ typed: [UInt8], of sitting: Sitting, deciding conflict: EntryConflict? = nil, in diary: Diary
    ) throws -> Bool {
        let (content, mistake) = sitting.read(typed)
        guard hasVisibleCharacter(String(decoding: content.text, as: UTF8.self)) else {
            try drop(sitting.draft, in: diary)
            throw Problem.nothingVisible
        }
        if let mistake {
            // All but the line that is named is kept.
            if let draft = sitting.draft { opened.note(kept: .draft(draft.name)) }
            throw namingKeptDraft(mistake)
        }
        if let replacement = sitting.replacement {
            if let draft = sitting.draft { opened.note(kept: .draft(draft.name)) }
            throw namingKeptDraft(replacement)
        }
        let (isHeld, problem) = sitting.holds(typed)
        guard let draft = sitting.draft, isHeld else {
            if let problem { throw namingKeptDraft(problem) }
            return false
        }
        try commit(draft, deciding: conflict, in: diary)
        return true
    }

    /// Discards the draft of a new entry whose text was emptied and saved; one of an entry stays, as it was kept last.
    private func drop(_ draft: Draft?, in diary: Diary) throws {
        guard let draft else { return }
        guard draft.isNew else {
            opened.note(kept: .draft(draft.number.description))
            return notify(.kept(.draft(draft.number.description)))
        }
        _ = try diary.write(.discard(draft.number))
        notify(.draftDiscarded(draft.number.description, title: title(draft)))
    }

    /// A draft's title, safe for a screen.
    func title(_ draft: Draft) -> String { OnScreen.safe(draft.headline.title.map(String.init) ?? text(.noTitle)) }

    /// Commits a draft and reports it. Whatever prevents that is thrown, and the draft stays and is named.
    func commit(
        _ draft: Draft, expecting: VersionName? = nil, deciding conflict: EntryConflict? = nil, in diary: Diary
    ) throws {
        try refuseMarkers(in: draft, of: diary)
        let context = try context()
        let name = draft.number.description
        let outcome: DraftOutcome?
        do throws(EventStoreError) {
            outcome = try diary.write(.commit(draft.number, expecting: expecting), in: context)
        } catch {
            var kept: String? = name
            if case .replaced = error { kept = try keptAnew(draft, in: diary) }
            opened.note(kept: kept.map { .draft($0) })
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
            opened.note(kept: .draft(name))
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
        opened.note(kept: .draft(draft.number.description))
        throw namingKeptDraft(.markerStands(number: found.number, line: OnScreen.short(found.line)))
    }

    /// Keeps a draft in the diary that took the place of the one it was in; its name there, nil if it is refused.
    private func keptAnew(_ draft: Draft, in diary: Diary) throws -> String? {
        let outcome = try diary.write(.begin(draft.start, with: draft.content))
        guard case .kept(let anew) = outcome else { return nil }
        return anew.name
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
