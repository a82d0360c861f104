/// What the log says of an operation, as far as undo and redo are concerned.
package struct OperationNote<ID: Hashable & Sendable>: Sendable {
    /// What an operation does to the stacks.
    package enum UndoRole: Sendable {
        case `do`
        case undo
        case redo
    }

    package var id: ID
    package var undoRole: UndoRole
    /// The operation that is undone or redone; a `do` with a target takes that operation back out of turn.
    package var target: ID?
    /// Whether a person asked for it; other operations are skipped.
    package var isAttended: Bool

    package init(id: ID, undoRole: UndoRole = .do, target: ID? = nil, isAttended: Bool = true) {
        self.id = id
        self.undoRole = undoRole
        self.target = target
        self.isAttended = isAttended
    }
}

/// Which of the operations that touched one entry still stand.
///
/// An operation stands unless one that stands takes it back: an undo takes back its target, a redo takes back an undo,
/// and a `do` with a target takes that one back out of turn. The last is not a step of its own; so `undo ENTRY`, n
/// times, walks back n steps, and a plain `undo` after it brings the last one back.
package struct OperationsInEffect<ID: Hashable & Sendable>: Sendable {
    private var notes: [OperationNote<ID>] = []

    package init() {}

    /// Applies one operation. One that does not touch the entry counts only if it undoes or redoes another.
    package mutating func fold(_ note: OperationNote<ID>, touches: Bool) {
        guard note.isAttended, touches || note.undoRole != .do && note.target != nil else { return }
        notes.append(note)
    }

    /// The newest operation that stands and is a step of its own; nil if none does.
    package var top: ID? { inEffect.last }

    /// Whether this operation stands and is a step of its own.
    package func stands(_ id: ID) -> Bool { inEffect.contains(id) }

    /// Whether a step that came after this operation stands.
    package func stands(after id: ID) -> Bool {
        guard let last = inEffect.last,
            let own = notes.firstIndex(where: { $0.id == root(of: id) }),
            let newest = notes.lastIndex(where: { $0.id == last })
        else { return !inEffect.isEmpty }
        return newest > own
    }

    /// The steps that stand, oldest first; judged from the newest back, as later operations decide on earlier ones.
    private var inEffect: [ID] {
        var taken: Set<ID> = []
        var result: [ID] = []
        for note in notes.reversed() where !taken.contains(note.id) {
            if let target = note.target { taken.insert(target) } else { result.append(note.id) }
        }
        return result.reversed()
    }

    /// The step that a chain of undos and redos goes back to.
    private func root(of id: ID) -> ID {
        var id = id
        for note in notes.reversed() where note.id == id { if let target = note.target { id = target } }
        return id
    }
}
