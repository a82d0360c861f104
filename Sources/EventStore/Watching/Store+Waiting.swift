internal import DiarylogHost

extension Store {
    /// Blocks the calling thread until there are events after this one, or the log was rewritten.
    ///
    /// Returns at once if there are already. In between the thread sleeps; in case the kernel's notice is lost, the
    /// store is asked every 10 s as well. For threads that have nothing else to do: tasks iterate over `changes`.
    package func waitForChange(since event: SequenceNumber) throws(EventStoreError) -> StoreChange {
        // The watch first: a commit between the look and the wait then ends the wait.
        let watch = try? FileWatch(path)
        let edition = try beginRead().view.log.edition
        while true {
            if let change = try change(since: event.rawValue, edition).change { return change }
            if let watch { _ = watch.wait(milliseconds: 10_000) } else { WallClock.pause(nanoseconds: 1_000_000_000) }
        }
    }
}
