/// The undo and redo stacks, folded forwards from the operations in their order: the law for what walks the log
/// backwards.
///
///     do 1   do 2   undo(2)=3   undo(1)=4   redo(4)=5        undo: [5]   redo: [3]
///
/// Undoing pushes the undoing operation itself on the redo stack, so that a redo takes *it* back: each step is the
/// inverse of the one before, and n undos and n redos pass through the same states.
package struct UndoStacks<ID: Equatable> {
    package private(set) var undo: [ID] = []
    package private(set) var redo: [ID] = []

    package init() {}

    /// An operation that does something clears what could be redone.
    package mutating func does(_ id: ID) {
        undo.append(id)
        redo = []
    }

    package mutating func undoes(_ target: ID?, by id: ID) {
        undo.removeAll { $0 == target }
        redo.append(id)
    }

    package mutating func redoes(_ target: ID?, by id: ID) {
        redo.removeAll { $0 == target }
        undo.append(id)
    }
}
