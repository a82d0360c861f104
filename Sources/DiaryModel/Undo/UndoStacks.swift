/// What the log says of an operation, as far as undoing is concerned.
package struct OperationNote<ID: Hashable & Sendable>: Sendable {
    /// What an operation does to the stacks.
    package enum Acts: Sendable {
        case `do`
        case undo
        case redo
    }

    package var id: ID
    package var acts: Acts
    /// The operation that is taken back or done again; a `do` with a target takes back one out of turn.
    package var target: ID?
    /// Whether a person asked for it; what nobody asked for is passed over.
    package var isAttended: Bool

    package init(id: ID, acts: Acts = .do, target: ID? = nil, isAttended: Bool = true) {
        self.id = id
        self.acts = acts
        self.target = target
        self.isAttended = isAttended
    }
}

/// The undo and redo stacks, derived from the operations in their order and from nothing else.
///
///     do 1   do 2   undo(2)=3   undo(1)=4   redo(4)=5        undo: [5]   redo: [3]
///
/// Undoing pushes the undoing operation itself on the redo stack, so that redoing takes *it* back: each step is the
/// inverse of the one before, and n undos and n redos pass through the same states.
package struct UndoStacks<ID: Hashable & Sendable>: Sendable {
    package private(set) var undo: [ID] = []
    package private(set) var redo: [ID] = []

    package init() {}

    package mutating func fold(_ note: OperationNote<ID>) {
        guard note.isAttended else { return }
        switch note.acts {
        case .do:
            undo.append(note.id)
            redo = []
        case .undo:
            undo.removeAll { $0 == note.target }
            redo.append(note.id)
        case .redo:
            redo.removeAll { $0 == note.target }
            undo.append(note.id)
        }
    }
}

/// The same fold for one entry: which of the operations that touched it still stand.
///
/// A `do` with a target takes that one out and does not stand itself; undoing it puts the target back in its place,
/// redoing it takes it out again. So `undo ENTRY`, n times, walks back n steps, and a plain `undo` after it brings
/// the last one back.
package struct StandingOperations<ID: Hashable & Sendable>: Sendable {
    private struct Member: Sendable {
        var id: ID
        var isOut: Bool
    }

    private var members: [Member] = []
    /// Operations that stand for another: a redo for what it redid, an undo for what it undid.
    private var roots: [ID: ID] = [:]
    /// What a `do` with a target took out.
    private var takenOut: [ID: ID] = [:]

    package init() {}

    /// Follows one operation. One that does not touch the entry counts only through what it takes back.
    package mutating func fold(_ note: OperationNote<ID>, touches: Bool) {
        guard note.isAttended else { return }
        switch note.acts {
        case .do:
            guard touches else { return }
            if let target = note.target {
                takenOut[note.id] = root(target)
                set(root(target), out: true)
            } else {
                members.append(Member(id: note.id, isOut: false))
            }
        case .undo, .redo:
            guard let target = note.target else { return }
            let origin = root(target)
            roots[note.id] = origin
            let isBack = note.acts == .undo
            if let victim = takenOut[origin] { set(victim, out: !isBack) } else { set(origin, out: isBack) }
        }
    }

    /// The newest operation that stands; nil where none does.
    package var top: ID? { members.last { !$0.isOut }?.id }

    /// Whether an operation stands.
    package func stands(_ id: ID) -> Bool { members.contains { $0.id == id && !$0.isOut } }

    /// Whether an operation that came after this one stands.
    package func stands(after id: ID) -> Bool {
        guard let index = members.firstIndex(where: { $0.id == root(id) }) else { return !members.allSatisfy(\.isOut) }
        return members[(index + 1)...].contains { !$0.isOut }
    }

    private func root(_ id: ID) -> ID { roots[id] ?? id }

    private mutating func set(_ id: ID, out: Bool) {
        for index in members.indices where members[index].id == id { members[index].isOut = out }
    }
}
