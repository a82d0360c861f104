import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore

// Drafts, and the files that entries and drafts have.

extension World {
    // MARK: Drafts

    private func pickDraft() -> (DraftNumber, NaiveDiary.Typed)? {
        let known = naive.drafts.keys.sorted()
        let place = chance.below(12)
        guard !known.isEmpty, let draft = naive.drafts[known[place % known.count]] else { return nil }
        return (known[place % known.count], draft)
    }

    /// What somebody types: a text of few, so that texts come again; now and then one with nothing to see.
    private func typed(over content: EntryContent, by intake: AttachmentIntake) throws -> EntryContent {
        var content = content
        content.text = Array(chance.pick(["비", "비가 온다", "a\nb", "a\nc\nb", "x", " ", "\u{200B}"]).utf8)
        content.isStarred = chance.isLucky(oneIn: 3)
        if chance.isLucky(oneIn: 6), !content.attachments.isEmpty { content.attachments.removeFirst() }
        if chance.isLucky(oneIn: 6) {
            content.attachments = Set(content.attachments + [try file(by: intake)]).sorted()
        }
        return content
    }

    func begin() throws -> Effect {
        let entry = chance.isLucky(oneIn: 2) ? pick() : nil
        let base = entry.flatMap { naive.now($0) }
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        let content = try typed(over: base?.content ?? plain("x"), by: intake)
        tell("  \(entry.map(place) ?? "new"): \(String(decoding: content.text, as: UTF8.self))")
        let outcome = try diary.write(.begin(DraftStart(of: entry), with: content), in: scratch.context)
        if let entry, naive.forgotten.contains(entry) {
            check(outcome == .refused(.isForgotten, entry: entry), "a draft of a forgotten entry: \(outcome)")
            return .refused
        }
        lastDraft += 1
        guard case .kept(let draft) = outcome, draft.number == DraftNumber(rawValue: lastDraft) else {
            check(false, "a draft was not begun: \(outcome)")
            return .refused
        }
        check(entry == nil ? naive.now(draft.entry) == nil : draft.entry == entry, "a draft is of \(draft.entry)")
        naive.drafts[draft.number] = NaiveDiary.Typed(
            entry: draft.entry, content: content, base: base, keptAt: scratch.wall)
        return .applied
    }

    func keep() throws -> Effect {
        guard let (number, known) = pickDraft() else { return .nothingToDo }
        var draft = known
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        let content = chance.isLucky(oneIn: 6) ? draft.content : try typed(over: draft.content, by: intake)
        let late: UInt32 = chance.isLucky(oneIn: 2) ? 1 : 0
        let after = chance.isLucky(oneIn: 3) ? draft.revision - late : nil
        tell("  \(number) after \(after.map(String.init) ?? "any")")
        let outcome = try diary.write(.keep(content, in: number, after: after), in: scratch.context)
        switch outcome {
        case .unchanged where content == draft.content: return .refused
        case .conflict where content != draft.content && after != nil && after != draft.revision: return .refused
        case .kept where content != draft.content && (after == nil || after == draft.revision):
            (draft.content, draft.keptAt) = (content, scratch.wall)
            draft.revision += 1
            naive.drafts[number] = draft
            return .applied
        default:
            check(false, "\(number) kept after \(after.map(String.init) ?? "any"): \(outcome)")
            return .refused
        }
    }

    func commit() throws -> Effect {
        guard let (number, draft) = pickDraft() else { return .nothingToDo }
        let key = chance.isLucky(oneIn: 3) ? "key of \(number) at \(naive.head)" : nil
        let now = naive.now(draft.entry)
        let isExpected = draft.base != nil && chance.isLucky(oneIn: 3)
        let expecting = isExpected ? now.map { VersionName.version(EntryVersion($0.number)) } : nil
        tell("  \(number), \(place(draft.entry))")
        let wanted = wanted(of: draft, isExpected: isExpected)
        let outcome = try diary.write(.commit(number, expecting: expecting, key: key), in: scratch.context)
        switch (outcome, wanted) {
        case (.blank?, .blank), (.settled(.unchanged)?, .unchanged):
            naive.drafts[number] = nil
            return .applied
        case (.settled(.conflict)?, .conflict), (.settled(.refused(.isDeleted, _))?, .deleted),
            (.settled(.refused(.nothingVisible, _))?, .nothingVisible):
            return .refused
        case (.settled(.changed(let receipt, let entries))?, .changed(let content)):
            naive.drafts[number] = nil
            note(receipt, [(draft.entry, EntryState(content: content))])
            check(entries.allSatisfy { matches($0, naive.head) }, "a commit shows another entry")
            guard let key else { return try expectGone(number) }
            // The answer was lost: the same once more is the same receipt, though the draft is gone.
            let again = try diary.write(.commit(number, key: key), in: scratch.context)
            if case .settled(.repeated(receipt, _))? = again { return .applied }
            check(false, "committed once more: \(String(describing: again))")
        default: check(false, "\(number): \(String(describing: outcome)), not \(wanted)")
        }
        return .refused
    }

    private enum Committed { case blank, unchanged, conflict, deleted, nothingVisible, changed(EntryContent) }

    private func wanted(of draft: NaiveDiary.Typed, isExpected: Bool) -> Committed {
        guard let base = draft.base, let now = naive.now(draft.entry) else {
            return draft.content.isBlank ? .blank : .changed(draft.content)
        }
        // Deletion says more than a change: no late save brings the entry back.
        if now.isDeleted { return .deleted }
        let decision = naive.decide(.revise(from: base.content, to: draft.content), of: draft.entry)
        if case .success(now.state) = decision { return .unchanged }
        // An observation is no edit, and does not count.
        if now.edited > base.sequence, !isExpected { return .conflict }
        if case .success(let state) = decision { return .changed(state.content) }
        return .nothingVisible
    }

    func discard() throws -> Effect {
        guard let (number, draft) = pickDraft() else { return .nothingToDo }
        let gone = try diary.write(.discard(number))
        check(gone?.content == draft.content, "\(number) discarded: \(String(describing: gone))")
        naive.drafts[number] = nil
        return try expectGone(number)
    }

    /// A save that comes late brings back neither what was discarded nor what was committed.
    private func expectGone(_ number: DraftNumber) throws -> Effect {
        let late = try diary.write(.keep(plain("late"), in: number), in: scratch.context)
        check(late == .missing, "a late save: \(late)")
        let (committed, discarded) = (
            try diary.write(.commit(number), in: scratch.context), try diary.write(.discard(number))
        )
        check(committed == nil && discarded == nil, "\(number) is committed or discarded once more")
        return .applied
    }

    // MARK: Files

    /// Puts one of a few files, so that entries share them.
    private func file(by intake: AttachmentIntake) throws -> Attachment {
        let bytes = [UInt8](repeating: UInt8(chance.below(9)), count: 1 + chance.below(3))
        return try diary.attachment(intake.put(bytes), name: "f\(chance.below(3))")
    }

    /// Puts a file and lets an entry name it, or a new one.
    func attach(isNew: Bool) throws -> Effect {
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        let file = try file(by: intake)
        guard let id = isNew ? nil : pick() else {
            return try add(with(content()) { $0.attachments = [file] })
        }
        let edit = with(EntryEdit()) { $0.addedAttachments = [file] }
        return try perform([EntryRequest(entry: id, command: .edit(edit))])
    }

    func detach() throws -> Effect {
        let having = naive.ids.filter { naive.now($0)?.content.attachments.isEmpty == false }
        guard !having.isEmpty else { return .nothingToDo }
        let id = having[chance.below(24) % having.count]
        let edit = with(EntryEdit()) { $0.removedAttachments = [chance.pick(naive.now(id)?.content.attachments ?? [])] }
        return try perform([EntryRequest(entry: id, command: .edit(edit))])
    }

    /// Ends in the midst of putting a file, or before anything names it.
    func stopWhileAttaching() throws -> Effect {
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        if chance.isLucky(oneIn: 2) {
            _ = try file(by: intake)
        } else {
            var file = try intake.begin()
            try file.write([1, 2, 3])
        }
        return .applied
    }

    /// A sweep must wait for whoever has put a file that nothing names yet.
    func sweepWhileAttaching() throws -> Effect {
        diary = scratch.diary
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        var content = content()
        content.attachments = [try file(by: intake)]
        do {
            _ = try second.sweepAttachments(removing: true)
            check(false, "a sweep did not wait")
        } catch EventStoreError.busy {}
        return try add(content)
    }

    func sweep() throws -> Effect {
        _ = try diary.sweepAttachments(removing: true)
        try compareFolder()
        return .applied
    }

    /// An entry is forgotten: its versions, its drafts, and the files that nothing else names.
    func forget() throws -> Effect {
        guard let id = pick() else { return .nothingToDo }
        tell("  \(place(id))")
        let typed = naive.drafts.values.filter { $0.entry == id && $0.base != nil }.map(\.content)
        let before = Set((naive.versions[id, default: []].map(\.content) + typed).flatMap(\.attachments))
        let residue = try Residue(of: id, in: diary)
        guard let done = try diary.forget(id, in: scratch.context) else {
            check(false, "an entry was not there to be forgotten")
            return .refused
        }
        check(!done.oldFileIsLeft && done.attachmentsLeft == 0, "something is left: \(done)")
        let hits = try residue.hits(in: diary.store.path)
        check(hits == 0, "\(hits) of \(residue.count) runs are left")
        if naive.forgotten.contains(id) { return .refused }
        let event = try diary.log(limit: 1).events.first
        check(event?.kind == "entry.forget" && event?.entry == id, "the newest event does not say it was forgotten")
        naive.forget(id, event?.id ?? .zero, at: scratch.wall)
        let named = naive.files(at: naive.head, withDrafts: true)
        let gone = before.filter { !named.contains($0.hash) }
        check(Set(done.plan.attachments.map(\.hash.bytes)) == Set(gone.map(\.hash)), "other files were to be forgotten")
        for file in gone {
            check(diary.state(of: file) == .missing, "forgotten, and a file that nothing names is there")
        }
        return .applied
    }
}
