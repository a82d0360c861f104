public import DiaryModel
public import EventStore

// Writing one entry at a time, with strings: what most programs want. Each call returns the entry as it stands
// afterwards, or throws why it was not written: a `ChangeProblem`, or the `EventStoreError` that every call may throw.

extension Diary {
    /// Adds an entry and returns it. Its date is now, to the second, unless one is given.
    ///
    /// Throws `refused`, for example for a text without a visible character, or one over a limit of format 1.
    @discardableResult
    public func add(
        _ text: String, date: EntryDate? = nil, tags: [String] = [], isStarred: Bool = false
    ) throws -> Entry {
        let context = newContext()
        return try add(content(text, date, tags, isStarred, context), in: context).entry()
    }

    /// Lets `change` edit an entry in place and writes the difference; if there is none, writes nothing.
    ///
    /// If somebody else writes the entry meanwhile, `change` is called again, with the entry as it is by then; so it
    /// should do nothing but change the draft; after a hundred times `conflict` is thrown. Throws `refused` with
    /// `noSuchEntry`, with `isDeleted`, and as `add` does.
    @discardableResult
    public func edit(_ id: EntryID, _ change: (inout EntryDraft) -> Void) throws -> Entry {
        for _ in 1..<Self.tries {
            let outcome = try perform([request(to: id, change)])
            if case .conflict = outcome { continue }
            return try outcome.entry()
        }
        return try perform([request(to: id, change)]).entry()
    }

    /// How often an edit is tried that others are quicker than.
    private static var tries: Int { 100 }

    /// Deletes an entry; a deleted one stays deleted. It can be restored, and its content stays in the log.
    @discardableResult
    public func delete(_ id: EntryID) throws -> Entry {
        try perform([EntryRequest(entry: id, command: .delete)]).entry()
    }

    /// Makes a deleted entry alive again; one that is alive stays as it is.
    @discardableResult
    public func restore(_ id: EntryID) throws -> Entry {
        try perform([EntryRequest(entry: id, command: .restore)]).entry()
    }
}

// The same from tasks: changes that wait at the same time share one transaction, and each has its own outcome.
extension Diary {
    /// Adds an entry; see the synchronous form.
    @discardableResult
    public func add(
        _ text: String, date: EntryDate? = nil, tags: [String] = [], isStarred: Bool = false
    ) async throws -> Entry {
        let context = newContext()
        return try await add(content(text, date, tags, isStarred, context), in: context).entry()
    }

    /// Lets `change` edit an entry in place; see the synchronous form.
    @discardableResult
    public func edit(_ id: EntryID, _ change: (inout EntryDraft) -> Void) async throws -> Entry {
        for _ in 1..<Self.tries {
            let outcome = try await perform([request(to: id, change)])
            if case .conflict = outcome { continue }
            return try outcome.entry()
        }
        return try await perform([request(to: id, change)]).entry()
    }

    /// Deletes an entry; see the synchronous form.
    @discardableResult
    public func delete(_ id: EntryID) async throws -> Entry {
        try await perform([EntryRequest(entry: id, command: .delete)]).entry()
    }

    /// Makes a deleted entry alive again; see the synchronous form.
    @discardableResult
    public func restore(_ id: EntryID) async throws -> Entry {
        try await perform([EntryRequest(entry: id, command: .restore)]).entry()
    }

    private func content(
        _ text: String, _ date: EntryDate?, _ tags: [String], _ isStarred: Bool, _ context: WriteContext
    ) -> EntryContent {
        var content = EntryContent(text: Array(text.utf8), date: date ?? EntryDate(context))
        content.tags = tags.map { Tag($0) }
        content.isStarred = isStarred
        return content
    }

    /// The request for a person's change of an entry; it expects the entry to be still as it was shown.
    private func request(to id: EntryID, _ change: (inout EntryDraft) -> Void) throws -> EntryRequest {
        guard let entry = try entry(id) else { throw ChangeProblem.refused(.noSuchEntry, entry: id) }
        var draft = EntryDraft(entry.content)
        change(&draft)
        return EntryRequest(
            entry: id, command: .edit(draft.edit(of: entry.content)), expecting: .event(entry.event.hexadecimal))
    }
}

extension ChangeOutcome {
    /// The one entry that was changed, or that was already as wanted.
    fileprivate func entry() throws -> Entry {
        switch self {
        case .changed(_, let entries), .unchanged(let entries), .repeated(_, let entries):
            guard let entry = entries.first else { throw EventStoreError.damaged("the entry that was just written") }
            return entry
        case .keyTaken(let holder): throw ChangeProblem.keyTaken(by: holder)
        case .conflict(let entry, let expected, let actual):
            throw ChangeProblem.conflict(entry: entry, expected: expected, actual: actual)
        case .refused(let refusal, let entry): throw ChangeProblem.refused(refusal, entry: entry)
        }
    }
}

extension EntryDate {
    /// The time of a context, to the second, by the clocks of its zone.
    init(_ context: WriteContext) {
        self.init(
            seconds: floorDivide(context.wall, 1_000_000) + Int64(context.offset), offset: context.offset,
            zone: context.zone, precision: .second)
    }
}
