public import EventStore

// What a diary's answers could not believe: what is met on the way to an answer is noted. Nothing here reads or
// repairs.

extension Diary {
    /// What all calls through this value met so far and could not believe.
    ///
    /// Answers are given as far as the rest of the log tells them, and changes are made on that. Costs nothing.
    public var damage: Damage { store.damage.found }

    /// Forgets what was met so far: for a program that has told it, or has seen it mended.
    public func forgetDamage() { store.damage.forget() }
}
