internal import Synchronization

/// Which generation a store has open, and how often another file was found at its path. Threads share it.
final class OpenGeneration: Sendable {
    private struct State {
        /// Nil after a failed commit, or once it was seen that another file is at the path, until that is opened.
        var generation: Generation?
        var replacements = 0
        /// Whether a read found the last of them, and no change has been refused for it yet.
        var isUnreported = false
    }

    private let state: Mutex<State>

    init(_ generation: Generation) { state = Mutex(State(generation: generation)) }

    /// The open generation; nil if none is.
    var generation: Generation? { state.withLock { $0.generation } }

    /// How often another file was found at the path.
    var replacements: Int { state.withLock { $0.replacements } }

    /// Returns the open generation; where none is, this one is open from now on.
    func orElse(_ fresh: Generation) -> Generation {
        state.withLock { state in
            if let other = state.generation { return other }
            state.generation = fresh
            return fresh
        }
    }

    /// Lets the open generation go.
    func close() { state.withLock { $0.generation = nil } }

    /// Has another generation open in the place of this one, or none; nothing, if another thread was first.
    func exchange(_ stale: Generation, for fresh: Generation?) {
        state.withLock { state in
            if state.generation === stale { state.generation = fresh }
        }
    }

    /// Lets a generation go that is no longer at its path, and forgets what damage was met in it: that says nothing
    /// about the file there now. Unless the caller is `reporting` it, the next change is to be refused for it.
    func noteReplaced(_ stale: Generation, reporting: Bool, forgetting damage: FoundDamage) {
        state.withLock { state in
            if state.generation === stale {
                state.generation = nil
                state.replacements += 1
                state.isUnreported = true
                damage.forget()
            }
            if reporting { state.isUnreported = false }
        }
    }

    /// Returns whether a change is to be refused for a file that was replaced: once for each.
    func report() -> Bool {
        state.withLock { state in
            defer { state.isUnreported = false }
            return state.isUnreported
        }
    }
}
