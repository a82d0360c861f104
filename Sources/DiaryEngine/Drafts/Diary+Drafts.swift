public import DiaryModel
public import EventStore

// What an editing screen does while somebody types. It begins a draft with the first thing typed, keeps it at each
// pause, and commits it when it is closed: one version, and one step of undo, however often it was kept.
//
//     begin → kept(d1) → keep → kept(d1) → … → commit → changed        or discard
//
// A draft is no event: it has no version, no list shows it, and undo does not know it. It lies in the diary's file, and
// so a backup has it.

extension DiaryCommand where Outcome == KeepOutcome {
    /// Begins a draft with what was typed first, and keeps it. Costs a commit, as `keep`.
    ///
    /// Begun once more under the same `sitting`, it is kept again. A new entry that was begun under a sitting and then
    /// committed is `refused` with `alreadyExists`.
    public static func begin(_ start: DraftStart, with content: EntryContent) -> DiaryCommand {
        DiaryCommand(preparing: { diary, context in
            return .write { writer in try writer.begin(start, with: content, in: context) }
        })
    }

    /// Keeps what a draft says now in the place of what it said before.
    ///
    /// `revision` is that of the draft which the caller kept last: if somebody else has kept something else since, the
    /// outcome is `conflict`, and nothing is lost. Nil: whatever is kept there gives way. Costs a commit with two waits
    /// for the disk, and some bytes more than the content; nothing if the content is the same. Throws if it could
    /// not be written.
    public static func keep(
        _ content: EntryContent, in draft: DraftNumber, after revision: UInt32? = nil
    ) -> DiaryCommand { keep(in: draft, after: revision) { _ in content } }

    /// The same of a content that is made of the one before.
    package static func keep(
        in number: DraftNumber, after revision: UInt32? = nil,
        _ content: @escaping @Sendable (EntryContent) -> EntryContent
    ) -> DiaryCommand {
        DiaryCommand(preparing: { diary, context in
            guard try diary.draft(number) != nil else { return .done(.missing) }
            return .write { writer in
                guard let draft = try writer.view.draft(number) else { return .missing }
                return try writer.keep(content(draft.content), in: draft, after: revision, context)
            }
        })
    }
}

extension DiaryCommand where Outcome == Draft? {
    /// Removes a draft for ever; returns it as it was, nil if there was none.
    public static func discard(_ number: DraftNumber) -> DiaryCommand {
        DiaryCommand(preparing: { diary, _ in
            guard try diary.draft(number) != nil else { return .done(nil) }
            return .write { writer in
                let draft = try writer.view.draft(number)
                try writer.removeDraft(number.rawValue)
                return draft
            }
        })
    }

    /// Makes a draft that changes an entry one of a new entry, with this content, under its number; nil if there is
    /// none.
    static func makeNew(_ number: DraftNumber, with content: EntryContent) -> DiaryCommand {
        DiaryCommand(preparing: { _, context in
            return .write { writer in
                guard var draft = try writer.view.draft(number) else { return nil }
                var context = context
                context.entropy.mix(number.rawValue)
                draft.entry = try writer.newEntry(DraftStart(), in: context)
                (draft.base, draft.baseVersion, draft.content, draft.options) = (nil, 0, content, DraftOptions())
                try writer.put(DraftCodec.encode(draft))
                return draft
            }
        })
    }
}

extension Diary {
    /// The drafts, those kept last first. A row that is damaged is left out and noted in `damage`. Writes nothing.
    public func drafts() throws(EventStoreError) -> [Draft] {
        let found = try store.beginRead().view.allDrafts()
        return found.sorted { ($1.keptAt.wall, $1.number) < ($0.keptAt.wall, $0.number) }
    }

    /// Throws `readOnly` where the diary can only be read, before anybody types for nothing.
    package func checkWritable() throws(EventStoreError) { try store.checkWritable() }

    /// A draft; nil if there is none of this number. Writes nothing.
    public func draft(_ number: DraftNumber) throws(EventStoreError) -> Draft? {
        try store.beginRead().view.draft(number)
    }
}

extension StoreWriter {
    fileprivate mutating func begin(
        _ start: DraftStart, with content: EntryContent, in context: WriteContext
    ) throws(EventStoreError) -> KeepOutcome {
        if let sitting = start.sitting {
            let known = try view.allDrafts().first {
                $0.options.sitting == sitting && ($0.isNew ? nil : $0.entry) == start.entry
            }
            if let known { return try keep(content, in: known, after: nil, context) }
        }
        var draft = Draft(
            number: DraftNumber(rawValue: 0), revision: 1, entry: .zero, base: nil, baseVersion: 0,
            content: content.inOrder, begunAt: context.now, keptAt: context.now,
            options: DraftOptions(
                key: start.key, again: start.again, dateIsGiven: start.dateIsGiven, sitting: start.sitting))
        if let entry = start.entry {
            draft.entry = entry
            guard let row = try view.stream(entry, isNamed: true) else { return .refused(.noSuchEntry, entry: entry) }
            draft.base = start.base ?? row.headID
            draft.baseVersion = try version(madeBy: draft.base, of: row)
        } else {
            draft.entry = try newEntry(start, in: context)
            if start.sitting != nil, try view.stream(draft.entry, isNamed: true) != nil {
                return .refused(.alreadyExists, entry: draft.entry)
            }
        }
        if let refusal = try refusal(of: draft) { return .refused(refusal, entry: draft.entry) }
        draft.number = DraftNumber(rawValue: try nextDraft())
        try put(DraftCodec.encode(draft))
        return .kept(draft)
    }

    fileprivate mutating func keep(
        _ content: EntryContent, in kept: Draft, after revision: UInt32?, _ context: WriteContext
    ) throws(EventStoreError) -> KeepOutcome {
        var draft = kept
        let content = content.inOrder
        if draft.content == content { return .unchanged(draft) }
        if let revision, revision != draft.revision { return .conflict(draft) }
        draft.content = content
        draft.revision &+= 1
        draft.keptAt = context.now
        if let refusal = try refusal(of: draft) { return .refused(refusal, entry: draft.entry) }
        try put(DraftCodec.encode(draft))
        return .kept(draft)
    }

    /// Why a draft cannot be kept. One of a deleted entry can: the entry stays deleted.
    private func refusal(of draft: Draft) throws(EventStoreError) -> Refusal? {
        if let row = try view.stream(draft.entry, isNamed: true) {
            if log.model.isForgotten(row) { return .isForgotten }
            if !log.model.isUnderstood(row) { throw .needsNewerProgram }
        }
        if draft.options.sitting.map({ $0.utf8.count > EntryLimits.zone }) == true { return .contentTooLarge }
        return draftRefusal(of: draft.content)
    }

    /// The version of an entry that an event made; 0 if the entry has no such event.
    private func version(madeBy event: Digest?, of row: StreamRow) throws(EventStoreError) -> EntryVersion {
        if event == row.headID { return EntryVersion(row.version) }
        return try view.event(of: row, where: { $0 == event }).map { EntryVersion($0.version) } ?? 0
    }

    /// The identifier of an entry that is to be: that of its key, that of its sitting, or a drawn one.
    fileprivate func newEntry(_ start: DraftStart, in context: WriteContext) throws(EventStoreError) -> EntryID {
        if let key = start.key, !start.again { return EntryID(ofEntryKeyed: try view.commandKey(key).code) }
        if let sitting = start.sitting {
            let name = Array("diarylog/draft/1".utf8) + Array(sitting.utf8)
            return EntryID(Digest(authenticating: name, secret: try view.secret()).bytes.span)
        }
        var context = try seeded(context)
        // With a seed, two drafts after the same event would have one identifier.
        context.entropy.mix(try view.drafts().last?.number ?? 0)
        return context.entropy.identifier()
    }
}
