internal import DiaryModel
internal import EventStore

extension StoreView {
    /// How many entries stood alive as of an event under each day whose dates a filter takes, which judges by them
    /// alone: the spans of the list, of the blocks that may hold these dates.
    func days(matching filter: EntryFilter = .everything, asOf sequence: UInt64) throws(EventStoreError) -> DayCounts {
        var walk = try SpanWalk(asOf: sequence, matching: filter, in: self)
        var days = DayCounts()
        try walk.forEachSpan(self) { span in
            days.add(span.date)
            return true
        }
        return days
    }
}
