internal import Synchronization

/// What a caller's own closure or application threw: it passes through the store, and comes back as it was thrown.
///
/// Inside, every error is an `EventStoreError`; this keeps the caller's beside it.
package final class CallersError: Sendable {
    private let kept = Mutex<(any Error)?>(nil)

    package init() {}

    /// Runs what is the caller's, and keeps what it throws.
    package func keeping<Answer: ~Copyable>(_ body: () throws -> Answer) throws(EventStoreError) -> Answer {
        kept.withLock { $0 = nil }
        do { return try body() } catch {
            kept.withLock { $0 = error }
            throw EventStoreError(error)
        }
    }

    /// Runs what is the store's, and throws the caller's error in the place of the store's if one was kept.
    package func unwrapped<Answer: ~Copyable>(_ body: () throws(EventStoreError) -> Answer) throws -> Answer {
        do { return try body() } catch { throw kept.withLock { $0 } ?? error }
    }

    /// The same, awaited.
    package func unwrapped<Answer>(_ body: () async throws(EventStoreError) -> Answer) async throws -> Answer {
        do { return try await body() } catch { throw kept.withLock { $0 } ?? error }
    }
}
