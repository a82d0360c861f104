public import DiaryModel
internal import EventStore

extension Diary {
    /// Counts, months and streaks as of a point. `today` is a day number (days since 1970-01-01).
    ///
    /// Reads the list's spans, some 3 ns each, and no entry; counts and words are one read.
    public func statistics(
        today: Int, at point: DiaryPoint = .head
    ) throws(EventStoreError) -> (days: DayStatistics, totals: Totals, at: UInt64) {
        let totals = try totals(at: point)
        return try read(point) { view, sequence in
            var days: DayCounts
            do throws(EventStoreError) {
                days = try view.days(asOf: sequence)
            } catch .damaged {
                view.log.doubts.note(table: SpanProjection.name)
                days = try view.foldedDays(asOf: sequence)
            } catch {
                throw error
            }
            return (DayStatistics(days, today: today), totals, sequence)
        }
    }
}
