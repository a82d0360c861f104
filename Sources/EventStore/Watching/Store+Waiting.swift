internal import DiarylogHost
internal import Synchronization

extension Store {
    /// Blocks the calling thread until there are events after this one, or another file stands at the path.
    ///
    /// Returns at once if there are already. For threads that have nothing else to do: tasks iterate over `changes`.
    @available(*, noasync)
    package func waitForChange(since event: SequenceNumber) throws(EventStoreError) -> StoreChange {
        let changes = changes(since: event)
        if let change = try change(since: event.rawValue, changes.edition).change { return change }
        let next = NextChange()
        _ = Task { await next.come(of: changes) }
        return try next.awaited()
    }
}

/// The next change, which a task waits for in the place of a thread.
private final class NextChange: Sendable {
    private let result = Mutex<Result<StoreChange?, any Error>>(.success(nil))
    private let isThere = Semaphore()

    func come(of changes: StoreChanges) async {
        var iterator = changes.makeAsyncIterator()
        do {
            let change = try await iterator.next()
            result.withLock { $0 = .success(change) }
        } catch {
            result.withLock { $0 = .failure(error) }
        }
        isThere.signal()
    }

    func awaited() throws(EventStoreError) -> StoreChange {
        isThere.wait()
        do {
            if let change = try result.withLock(\.self).get() { return change }
        } catch {
            throw EventStoreError(error)
        }
        throw .storage("nobody waits for a change any more")
    }
}
