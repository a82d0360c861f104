internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

/// Editing all entries that a query finds, as one operation.
extension Edit {
    /// Makes the same change to all of them, or opens their texts in one editor.
    func editAll(_ filter: EntryFilter, _ edit: EntryEdit, in diary: Diary, _ session: Session) throws {
        if entry != nil { throw Problem.entryAndFilters }
        guard expect == nil else { throw Problem.expectNeedsOne }
        let isOfFields = !edit.isEmpty || !tags.isEmpty || !untags.isEmpty
        guard isOfFields || Terminal.isTerminal(.input) else { throw Self.nothingSaid }
        let entries = try session.entries(filter, in: diary)
        guard isOfFields else { return try editTexts(of: entries, in: diary, session) }
        let added = try tags.map { try Tag.given($0) }
        guard try session.agrees(to: .change, entries, yes: yes) else { return }
        try session.change(entries, in: diary) { before in
            var edit = edit
            edit.date = Self.date(edit.date, in: before)
            edit.addedTags = added
            edit.removedTags = Self.removed(untags, from: before)
            return edit
        }
    }

    /// Writes those that were changed; the others are not even looked at, so that no conflict is decided by accident.
    private func editTexts(of entries: [Entry], in diary: Diary, _ session: Session) throws {
        let settled = session.settled(entries)
        guard !settled.isEmpty else { return }
        session.reportBase(of: settled)
        try diary.checkWritable()
        // What is shown is what is read again at the end, whatever comes meanwhile.
        let ids = settled.map(\.id)
        let head = try diary.resolve(.head)
        let buffer = EntryBuffer(try session.entries(ids, at: head, in: diary), session)
        var file = try EditorFile(buffer.bytes, session.note(.many(buffer.parts, at: head), of: diary))
        try Editor.run(on: &file, in: session)
        try session.commit(file, in: diary)
    }
}

extension Session {
    /// The entries that an editor may have side by side. Of a conflict one text would be decided for, with the others
    /// out of sight: it is left out, and that is said.
    func settled(_ entries: [Entry]) -> [Entry] {
        let settled = entries.filter { $0.status != .conflict }
        if settled.count < entries.count { notify(.undecidedLeft(entries.count - settled.count)) }
        return settled
    }
}
