internal import DiarylogHost

// Streams by their ordinals, and what shows that a row of `streams` or of `ids` is not what was written.

extension StoreView {
    /// The row of a stream as of the last flushed event. Throws `damagedTable`: each ordinal that was given has a row.
    package func storedRow(ordinal: UInt32) throws(EventStoreError) -> StreamRow {
        guard let bytes = try bytes(for: TableKey.ordinal(ordinal), in: log.tables.streams),
            let row = try? StreamRow(bytes, ordinal: ordinal)
        else { throw log.tables.streams.damage }
        return row
    }

    /// Throws `damagedTable` where `ids` does not lead to a stream that has a row. Looks at all rows, some 40 ns each.
    package func checkAbsence(of streams: ClosedRange<StreamID>) throws(EventStoreError) {
        var cursor = try cursor(in: log.tables.streams)
        while try cursor.next() {
            if let object = StreamRow.object(in: cursor.value), streams.contains(object) { throw log.tables.ids.damage }
        }
    }

    /// How many streams the flushed log has created: ordinals have no gaps, so the last one is the number of rows.
    package func storedStreams() throws(EventStoreError) -> UInt32 {
        var cursor = try cursor(in: log.tables.streams)
        guard try cursor.last() else { return 0 }
        guard cursor.key.count == 4, case let last:UInt32 = cursor.key.bigEndian(at: 0),
            try Int(last) == size(of: log.tables.streams).rows
        else { throw log.tables.streams.damage }
        return last
    }

    /// The ordinal of the newest flushed stream that began at or before an event; 0 for none.
    ///
    /// Ordinals grow as their streams' first events do, so this is a binary search over the rows.
    package func newestOrdinal(createdBy sequence: UInt64) throws(EventStoreError) -> UInt32 {
        var (low, high) = (UInt32(0), try storedStreams())
        if sequence >= log.meta.flushed { return high }
        while low < high {
            let middle = low + (high - low + 1) / 2
            if try storedRow(ordinal: middle).create > sequence { high = middle - 1 } else { low = middle }
        }
        return low
    }

    /// The row of the stream that an event began; nil if it began none.
    package func storedRow(createdAt sequence: UInt64) throws(EventStoreError) -> StreamRow? {
        let ordinal = try newestOrdinal(createdBy: sequence)
        guard ordinal > 0, case let row = try storedRow(ordinal: ordinal), row.create == sequence else { return nil }
        return row
    }
}
