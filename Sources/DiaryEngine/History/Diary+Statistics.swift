public import DiaryModel
internal import EventStore

extension Diary {
    /// Counts, months and streaks as of a point. `today` is a day number (days since 1970-01-01).
    ///
    /// Reads the list's spans, some 0.1 µs each, and no entry; counts and words are one read.
    public func statistics(
        today: Int, at point: DiaryPoint = .head
    ) throws(EventStoreError) -> (days: DayStatistics, totals: Totals, at: UInt64) {
        let totals = try totals(at: point)
        return try read(point) { view, sequence in
            (DayStatistics(try view.days(asOf: sequence), today: today), totals, sequence)
        }
    }

    /// How many entries stand under each of some days, oldest first, as of a point: those days that have any.
    ///
    /// Reads the blocks of the list that hold these dates (civil seconds, both ends included).
    public func days(
        within dates: ClosedRange<Int64>, at point: DiaryPoint = .head
    ) throws(EventStoreError) -> (days: [DayCount], at: UInt64) {
        try read(point) { view, sequence in
            (try view.days(matching: .dates(dates), asOf: sequence).days, sequence)
        }
    }
}
