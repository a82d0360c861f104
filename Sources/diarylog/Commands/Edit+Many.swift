internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

/// Editing all entries that a query and filters choose, as one operation.
extension Edit {
    /// Makes the same change to all of them, or opens their texts in one editor.
    func editAll(_ filter: EntryFilter, _ edit: EntryEdit, in diary: Diary, _ session: Session) throws {
        if entry != nil { throw Problem.entryAndFilters }
        if text != nil { throw Problem.against("--text", query == nil ? "--on" : "--where") }
        guard expect == nil else { throw Problem.expectNeedsOne }
        let isOfFields = !edit.isEmpty || !tags.isEmpty || !untags.isEmpty
        guard isOfFields || Terminal.isTerminal(.input) else { throw Problem.nothingAsked }
        let entries = try session.entries(where: query, filter, in: diary)
        guard isOfFields else { return try editTexts(of: entries, in: diary, session) }
        guard try session.agrees(.askChangeThem, about: entries, yes: yes) else { return }
        try session.change(entries, in: diary) { before in
            var edit = edit
            edit.addedTags = tags.map { Self.tag($0, among: before.content.tags) }
            edit.removedTags = untags.map { Self.tag($0, among: before.content.tags) }
            return edit
        }
    }

    /// Writes those that were changed; the others are not even looked at, so that no conflict is decided by accident.
    private func editTexts(of entries: [Entry], in diary: Diary, _ session: Session) throws {
        session.reportBase(of: entries)
        let buffer = EntryBuffer(entries, session)
        try Editor.edit(buffer.bytes, in: session) { typed, kept in
            let changes = try buffer.changes(in: typed)
            let requests = changes.map { change in
                var edit = EntryEdit()
                edit.text = change.text
                return EntryRequest(
                    entry: change.entry.id, command: .edit(edit), expecting: .version(change.entry.version))
            }
            try session.perform(requests, in: diary, kept: kept) { .changedMany($0) }
        }
    }
}
