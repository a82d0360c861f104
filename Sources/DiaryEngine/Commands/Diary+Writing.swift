public import DiaryModel
public import EventStore

// Writing one entry at a time, with strings: what most programs want. Each call returns the entry as it stands
// afterwards, or throws why it was not written: a `ChangeProblem`, or the `EventStoreError` that every call may throw.

extension DiaryCommand where Outcome == ChangeOutcome {
    /// Adds an entry of a text. Its date is now, to the second, unless one is given.
    ///
    /// The outcome is `refused`, for example for a text without a visible character, or one over a limit of format 1.
    public static func add(
        _ text: String, date: EntryDate? = nil, tags: [String] = [], isStarred: Bool = false
    ) -> DiaryCommand {
        DiaryCommand { writer, context in
            var content = EntryContent(text: Array(text.utf8), date: date ?? EntryDate(context))
            content.tags = tags.map { Tag($0) }
            content.isStarred = isStarred
            return try writer.add(content, key: nil, again: false, dateIsGiven: true, in: context)
        }
    }

    /// Lets `change` edit an entry in place and writes the difference; if there is none, writes nothing.
    ///
    /// `change` is called while nobody else can write; so it must do nothing but change the draft. The outcome is
    /// `refused` with `noSuchEntry`, with `isDeleted`, and as that of `add` is.
    public static func edit(_ id: EntryID, _ change: @escaping @Sendable (inout EntryDraft) -> Void) -> DiaryCommand {
        DiaryCommand { writer, context in
            guard let row = try writer.view.stream(id, isNamed: true) else {
                return .refused(.noSuchEntry, entry: id)
            }
            let request = EntryRequest(changing: try Entry(row), change)
            return try writer.perform([request], as: .edit, key: nil, in: context)
        }
    }

    /// Deletes an entry; a deleted one stays deleted. It can be restored, and its content stays in the log.
    public static func delete(_ id: EntryID) -> DiaryCommand { perform([EntryRequest(entry: id, command: .delete)]) }

    /// Makes a deleted entry alive again; one that is alive stays as it is.
    public static func restore(_ id: EntryID) -> DiaryCommand { perform([EntryRequest(entry: id, command: .restore)]) }
}

extension Diary {
    /// Adds an entry and returns it; see `DiaryCommand.add`.
    @discardableResult
    public func add(
        _ text: String, date: EntryDate? = nil, tags: [String] = [], isStarred: Bool = false
    ) throws -> Entry {
        try write(.add(text, date: date, tags: tags, isStarred: isStarred)).entry()
    }

    /// The same from a task.
    @discardableResult
    public func add(
        _ text: String, date: EntryDate? = nil, tags: [String] = [], isStarred: Bool = false
    ) async throws -> Entry {
        try await write(.add(text, date: date, tags: tags, isStarred: isStarred)).entry()
    }

    /// Lets `change` edit an entry in place; see `DiaryCommand.edit`.
    @discardableResult
    public func edit(_ id: EntryID, _ change: @escaping @Sendable (inout EntryDraft) -> Void) throws -> Entry {
        try write(.edit(id, change)).entry()
    }

    /// The same from a task.
    @discardableResult
    public func edit(
        _ id: EntryID, _ change: @escaping @Sendable (inout EntryDraft) -> Void
    ) async throws -> Entry { try await write(.edit(id, change)).entry() }

    /// Deletes an entry; see `DiaryCommand.delete`.
    @discardableResult
    public func delete(_ id: EntryID) throws -> Entry { try write(.delete(id)).entry() }

    /// The same from a task.
    @discardableResult
    public func delete(_ id: EntryID) async throws -> Entry { try await write(.delete(id)).entry() }

    /// Makes a deleted entry alive again; see `DiaryCommand.restore`.
    @discardableResult
    public func restore(_ id: EntryID) throws -> Entry { try write(.restore(id)).entry() }

    /// The same from a task.
    @discardableResult
    public func restore(_ id: EntryID) async throws -> Entry { try await write(.restore(id)).entry() }
}

extension EntryRequest {
    /// A person's change of an entry; it expects the entry to be still as it was shown.
    fileprivate init(changing entry: Entry, _ change: (inout EntryDraft) -> Void) {
        var draft = EntryDraft(entry.content)
        change(&draft)
        self.init(
            entry: entry.id, command: .edit(draft.edit(of: entry.content)),
            expecting: .event(entry.event.hexadecimal))
    }
}

extension ChangeOutcome {
    /// The one entry that was changed, or that was already as wanted; throws the `ChangeProblem` where nothing was
    /// written.
    public func entry() throws -> Entry {
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
