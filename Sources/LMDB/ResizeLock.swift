internal import Glibc

/// The lock that every transaction of an environment holds, so that the map is replaced only while there is none.
///
///     begin ── enter ──┐                      ┌── leave ── end
///                      ├── transactions ──────┤
///     grow ─ alone: holds new ones back, waits until none is left, exchanges the map, opens again
///
/// A thread that is already inside may always enter again: if it were held back, `alone` would wait for it for ever.
/// Entering and leaving each cost a lock, some 20 ns.
final class ResizeLock: Sendable {
    /// The thread that entered; it must be handed to `leave`.
    struct Pass: BitwiseCopyable, Sendable {
        fileprivate let thread: UInt
        /// How often the map had been replaced; it is not while a pass is held.
        let exchanges: Int
    }

    private struct State {
        var inside: [UInt] = []
        var isClosed = false
        var isBroken = false
        var exchanges = 0
    }

    private let monitor = Monitor(State())

    /// How often `alone` has succeeded.
    var exchanges: Int { monitor.when { state in state.exchanges } }

    /// Whether the calling thread holds a transaction.
    var isHeldByThisThread: Bool {
        let thread = pthread_self()
        return monitor.when { state in state.inside.contains(thread) }
    }

    /// Enters, after waiting while the map is being replaced.
    ///
    /// Throws `.panicked` if a replacement failed half-way and left no map.
    func enter() throws(LMDBError) -> Pass {
        let thread = pthread_self()
        return try monitor.when { state throws(LMDBError) -> Pass? in
            if state.isBroken { throw .panicked }
            if state.isClosed, !state.inside.contains(thread) { return nil }
            state.inside.append(thread)
            return Pass(thread: thread, exchanges: state.exchanges)
        }
    }

    /// Enters beside a thread that is inside, and stays there until this one has left: it is not held back.
    func join() -> Pass {
        let thread = pthread_self()
        return monitor.when { state in
            precondition(!state.inside.isEmpty, "whoever gave the pass is inside")
            state.inside.append(thread)
            return Pass(thread: thread, exchanges: state.exchanges)
        }
    }

    /// Leaves; any thread may call it.
    func leave(_ pass: Pass) {
        monitor.when { state in
            if let index = state.inside.lastIndex(of: pass.thread) {
                state.inside.swapAt(index, state.inside.count - 1)
                state.inside.removeLast()
            }
            return ()
        }
    }

    /// Runs `exchange` while no thread is inside, unless another thread replaced the map since `seen` was read.
    ///
    /// The calling thread must not be inside. `exchange` returns whether there is a map afterwards; if it throws, the
    /// error is passed on and the old map is still in place.
    func alone(since seen: Int, _ exchange: () throws(LMDBError) -> Bool) throws(LMDBError) {
        let thread = pthread_self()
        monitor.when { state -> Void? in
            precondition(!state.inside.contains(thread), "the map is not exchanged by a thread inside a transaction")
            if state.isClosed { return nil }
            state.isClosed = true
            return ()
        }
        let isBroken = try monitor.when { state throws(LMDBError) -> Bool? in
            guard state.inside.isEmpty else { return nil }
            state.isClosed = false
            if state.isBroken || state.exchanges != seen { return state.isBroken }
            state.isBroken = try !exchange()
            state.exchanges += 1
            return state.isBroken
        }
        if isBroken { throw .panicked }
    }
}
