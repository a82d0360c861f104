// Writing the table `drafts`.

extension StoreWriter {
    /// The number for a new draft, which no draft had before.
    package mutating func nextDraft() throws(EventStoreError) -> UInt64 {
        let number = try view.lastDraft() + 1
        try putDraftRow(StoredDraft.key(0), StoredDraft.counter(number))
        return number
    }

    /// Keeps a draft under its number, in the place of what was kept there. Costs the pages that it takes.
    package mutating func put(_ draft: StoredDraft) throws(EventStoreError) {
        try putDraftRow(StoredDraft.key(draft.number), draft.value)
    }

    /// Removes a draft; false if there is none of this number.
    @discardableResult
    package mutating func removeDraft(_ number: UInt64) throws(EventStoreError) -> Bool {
        let key = StoredDraft.key(number)
        if number == 0 { return false }
        return try view.delete(key.span, in: log.tables.drafts)
    }

    /// Keeps drafts that another store had, under their numbers, and counts on from there.
    mutating func takeOver(_ drafts: [StoredDraft], last: UInt64) throws(EventStoreError) {
        guard last > 0 || !drafts.isEmpty else { return }
        try putDraftRow(StoredDraft.key(0), StoredDraft.counter(max(last, drafts.map(\.number).max() ?? 0)))
        for draft in drafts { try put(draft) }
    }

    /// Makes the table what it is in another file.
    mutating func replaceDrafts(by rows: [(key: [UInt8], value: [UInt8])]) throws(EventStoreError) {
        try view.removeAll(in: log.tables.drafts)
        for row in rows { try putDraftRow(row.key, row.value) }
    }

    private mutating func putDraftRow(_ key: [UInt8], _ value: [UInt8]) throws(EventStoreError) {
        try view.put(value.span, for: key.span, in: log.tables.drafts)
    }
}
