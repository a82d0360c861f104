public import EventStore

// What a diary's answers could not believe: what is met on the way to an answer is noted. Nothing here reads or
// repairs.

extension Diary {
    /// What all calls through this value met so far and could not believe.
    ///
    /// Answers are given as far as the rest of the log tells them, and changes are made on that. Costs nothing.
    public var damage: Damage { store.doubts.damage }

    /// Forgets what was met so far: for a program that has told it, or has seen it mended.
    public func forgetDamage() { store.doubts.forget() }

    /// Runs calls, and returns with their result the damage that they met, whatever others met before.
    ///
    ///     let (page, damage) = try diary.witnessing { try diary.list() }
    ///     if !damage.isNone { … }
    ///
    /// Calls that wait for a task's own transaction are not witnessed, only noted in `damage`.
    public func witnessing<Answer>(_ calls: () throws -> Answer) throws -> (answer: Answer, damage: Damage) {
        let (result, damage) = Doubts.witness(calls)
        return (try result.get(), damage)
    }
}
