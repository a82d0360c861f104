internal import EventStore

// A seed makes the randomness of a diary repeatable, for tests; this file says where one may be used.

extension StoreWriter {
    /// The context of a change in this diary.
    ///
    /// A seed is used only in a diary that was made with one. Anywhere else, salts derived from an environment variable
    /// could be guessed, and a short text with them; there the system's randomness is used instead.
    func seeded(_ context: WriteContext) throws(EventStoreError) -> WriteContext {
        var context = context
        guard context.entropy.isSeeded else { return context }
        if try isSeeded() { context.entropy.mix(log.head) } else { context.entropy = try .drawn() }
        return context
    }

    /// Whether the first event says that the diary is seeded; false if it cannot be read.
    private func isSeeded() throws(EventStoreError) -> Bool {
        var isSeeded = false
        _ = try view.withEvent(1) { event in
            isSeeded = (try? DeviceBegin(event.body).isSeeded) ?? false
        }
        return isSeeded
    }
}
