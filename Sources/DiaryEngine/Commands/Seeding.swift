internal import EventStore

// A seed makes a diary's chance the same each time, for tests; where one may be followed.

extension StoreWriter {
    /// The context of a change in this diary.
    ///
    /// A seed is followed only in a diary that was born with one: anywhere else salts that follow from a variable of
    /// the environment could be guessed, and a short text with them. There the system's chance takes its place.
    func settled(_ context: WriteContext) throws(EventStoreError) -> WriteContext {
        var context = context
        guard context.entropy.isSeeded else { return context }
        if try isSeeded() { context.entropy.mix(log.head) } else { context.entropy = .system }
        return context
    }

    /// Whether the first event says so; false where it cannot be read.
    private func isSeeded() throws(EventStoreError) -> Bool {
        var origins = Origins()
        var isSeeded = false
        _ = try view.withEvent(1, &origins) { (event) throws(EventStoreError) in
            isSeeded = (try? DeviceBegin(event.body).isSeeded) ?? false
        }
        return isSeeded
    }
}
