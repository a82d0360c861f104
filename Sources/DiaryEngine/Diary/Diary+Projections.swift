public import EventStore

// The tables that follow from the log, and how far they have come.

extension Diary {
    /// How the diary's own tables stand, `streams`, and those of each projection that this program keeps.
    public func projections() throws(EventStoreError) -> [ProjectionStatus] { try store.projectionStatus() }

    /// Makes every table anew that follows from the log, in a new file that takes the place of the old one; `report` is
    /// called with the events that are done and those that there are.
    @discardableResult
    public func rebuild(
        _ report: @escaping (_ done: UInt64, _ total: UInt64) -> Void = { _, _ in }
    ) throws(EventStoreError) -> Compaction {
        try store.rebuild(report)
    }
}
