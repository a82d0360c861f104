public import DiaryModel
internal import EventStore
internal import Host

extension Diary {
    /// Counts, months and streaks as of a point. `today` is a day number (days since 1970-01-01).
    ///
    /// Reads the list's spans, about 20 ns each, and no entry; counts and words are one read.
    public func statistics(
        today: Int, at point: DiaryPoint = .head
    ) throws(DiaryError) -> (days: DayStatistics, totals: Totals, at: UInt64) {
        let totals = try totals(at: point)
        return try read(point) { (view, sequence) throws(EventStoreError) in
            var days: DayCounts
            do throws(EventStoreError) {
                days = try view.days(asOf: sequence, folding: false)
            } catch .damaged {
                view.log.doubts.note(table: SpanProjection.name)
                days = try view.days(asOf: sequence, folding: true)
            } catch {
                throw error
            }
            return (DayStatistics(days, today: today), totals, sequence)
        }
    }
}

extension StoreView {
    fileprivate func days(asOf sequence: UInt64, folding: Bool) throws(EventStoreError) -> DayCounts {
        var walk = try SpanWalk(asOf: sequence, folding: folding, in: self)
        var days = DayCounts()
        try walk.forEachDate(self) { days.add($0) }
        return days
    }
}
