public import DiaryModel
public import EventStore

/// The numbers by which operations record their command, fixed for ever.
public enum CommandCode: UInt8, Sendable, CaseIterable {
    case none = 0
    case add = 1
    case edit = 2
    case delete = 3
    case restore = 4
    case `import` = 5
    case undo = 6
    case redo = 7
    case forget = 8
    case observe = 9
}

extension CommandCode {
    /// What requests are noted as: the command that they share; an edit, where they are of several kinds.
    init(of requests: [EntryRequest]) {
        let codes = Set(requests.map(\.command.code))
        self = codes.count == 1 ? codes.first ?? .none : codes.isEmpty ? .none : .edit
    }
}

extension EntryCommand {
    /// Whether it gives the entry other content, and nothing else.
    var isEdit: Bool {
        switch self {
        case .edit(let edit): !edit.isEmpty
        case .revise: true
        case .create, .become, .delete, .restore: false
        }
    }

    /// The number under which an operation of this command alone is noted.
    fileprivate var code: CommandCode {
        switch self {
        case .create: .add
        case .edit, .revise: .edit
        case .delete: .delete
        case .restore, .become: .restore
        }
    }
}

/// What is asked of one entry, and at which version of it.
public struct EntryRequest: Sendable {
    /// The entry to be changed.
    public var entry: EntryID
    /// What is asked of it.
    public var command: EntryCommand
    /// The version the person saw; if the entry is at another one, nothing is written. Nil: any version. Observations
    /// since then do not count. An edit that finds the entry as it would leave it changes nothing, whatever version it
    /// expects.
    public var expecting: VersionName?
    /// The events that the person saw the entry stand on, its `heads`, or its newest event where it has none; if it
    /// stands on another one, nothing is written, so that no text is decided against that nobody saw. Nil: whatever it
    /// stands on. Observations since then do not count.
    public var seeing: [Digest]?

    /// A request; without `expecting` and `seeing` it goes ahead at any version.
    public init(entry: EntryID, command: EntryCommand, expecting: VersionName? = nil, seeing: [Digest]? = nil) {
        self.entry = entry
        self.command = command
        self.expecting = expecting
        self.seeing = seeing
    }
}

/// What a change led to.
public enum ChangeOutcome: Sendable {
    /// Written to disk: the operation, and the entries as they stand after it, at most 100.
    case changed(OperationReceipt, [Entry])
    /// There was nothing to change; nothing was written.
    case unchanged([Entry])
    /// The key was used before for the same content: the first operation's receipt.
    case repeated(OperationReceipt, [Entry])
    /// The key was used before for other content; nothing was written.
    case keyTaken(by: EntryID)
    /// The entry is not at the expected version; nothing was written.
    case conflict(entry: EntryID, expected: VersionName, actual: VersionName)
    /// The entry does not allow what was asked; nothing was written.
    case refused(Refusal, entry: EntryID)
}
