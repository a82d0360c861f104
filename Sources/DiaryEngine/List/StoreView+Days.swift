internal import DiaryModel
internal import EventStore

// The days of all living entries, from the rows of the list.

extension StoreView {
    /// How many entries stood alive under each day as of an event.
    ///
    /// Every row of the list is looked at where it lies, except those of groups and blocks that end before the event or
    /// begin after it.
    func days(asOf sequence: UInt64) throws(EventStoreError) -> DayCounts {
        let known = try log.tables(of: SpanProjection.name)
        let tail = try tail(through: sequence)
        var days = DayCounts()
        for stream in tail.rows {
            let row = try DiaryStreams.entry(stream)
            if !row.state.isDeleted { days.add(row.state.content.date.seconds) }
        }
        let touched = tail.rows.map(\.ordinal)
        // The tail has what it ended or began: the table is read as of its own last event.
        let flushed = min(sequence, log.meta.flushed)
        var cursor = try cursor(in: known[SpanKind.living.blocks])
        var groups = try self.cursor(in: known[SpanKind.living.groups])
        var path = BlockPath(asOf: flushed)
        var isHere = try path.begin(at: nil, &cursor, &groups)
        while isHere {
            let isSound = SpanBlock.forEachVisible(cursor.key, cursor.value, asOf: flushed) { date, ordinal in
                if touched.isEmpty || !touched.contains(ordinal) { days.add(date) }
            }
            guard isSound else { throw SpanTable.damage }
            isHere = try path.advance(&cursor, &groups)
        }
        return days
    }

    /// The same of the dates that a filter takes, which judges by them alone: only the blocks of these are read.
    func days(matching filter: EntryFilter, asOf sequence: UInt64) throws(EventStoreError) -> DayCounts {
        var walk = try SpanWalk(asOf: sequence, matching: filter, in: self)
        var days = DayCounts()
        try walk.forEachSpan(self) { span in
            days.add(span.date)
            return true
        }
        return days
    }
}
