internal import DiarylogHost

// Damaged rows: put together again from the log, and found again where the index of identifiers does not lead to them.

extension StoreView {
    /// A stream's row, where `ids` leads to a row that is damaged, gone or another stream's.
    ///
    /// The row may stand under another ordinal. If it does not, it is damaged, and put together from the log.
    func mendedRow(
        of object: StreamID, ordinal: UInt32, through limit: UInt64
    ) throws(EventStoreError) -> StreamRow? {
        if let row = try searchedRow(of: object) { return row }
        log.doubts.note(table: "streams")
        return try recoveredRow(of: object, ordinal: ordinal, through: limit)
    }

    /// A stream's row, looked for in all rows: some 40 ns each. Nil if no sound row is the stream's.
    func searchedRow(of object: StreamID) throws(EventStoreError) -> StreamRow? {
        try searchedRows(in: object...object, limit: 1).first
    }

    /// The rows of the streams whose identifiers lie in a range, looked for in all rows, for lack of `ids`.
    package func searchedRows(
        in range: ClosedRange<StreamID>, limit: Int
    ) throws(EventStoreError) -> [StreamRow] {
        var found: [StreamRow] = []
        var cursor = try cursor(in: log.tables.streams)
        var isHere = try cursor.first()
        while isHere, found.count < limit {
            if cursor.key.count == 4, let object = StreamRow.object(in: cursor.value), range.contains(object),
                let row = try? StreamRow(cursor.value, ordinal: cursor.key.bigEndian(at: 0))
            {
                found.append(row)
            }
            isHere = try cursor.next()
        }
        if !found.isEmpty { log.doubts.note(table: "ids") }
        return found
    }

    /// The identifier of a stream by its ordinal, looked for where its row is damaged: as it lies there, or else in all
    /// of `ids`. Nil if nothing names it.
    private func object(ofOrdinal ordinal: UInt32) throws(EventStoreError) -> StreamID? {
        let key = TableKey.ordinal(ordinal)
        if let bytes = try bytes(for: key, in: log.tables.streams), let object = StreamRow.object(in: bytes),
            let known = try self.bytes(for: object.bytes, in: log.tables.ids), known.isEqual(to: key.span)
        {
            return object
        }
        var cursor = try cursor(in: log.tables.ids)
        var isHere = try cursor.first()
        while isHere {
            if cursor.key.count == 16, cursor.value.isEqual(to: key.span) {
                return StreamID(cursor.key, at: 0)
            }
            isHere = try cursor.next()
        }
        return nil
    }

    /// Puts a stream's row together from its events up to `limit`, all of them flushed.
    ///
    /// Searches the log backwards for the newest of them, goes from each to the one before, and applies them from the
    /// oldest on. Throws `damaged` if no readable event can begin the stream.
    func recoveredRow(
        of object: StreamID, ordinal: UInt32, through limit: UInt64
    ) throws(EventStoreError) -> StreamRow {
        var events: [UInt64] = []
        var sequence = limit
        while sequence > 0 {
            if let before = try eventBefore(sequence, of: object) {
                events.append(sequence)
                sequence = before
            } else {
                sequence -= 1
            }
        }
        guard let row = try row(ordinal: ordinal, after: events.reversed()) else {
            throw .damaged("the row of stream number \(ordinal)")
        }
        return row
    }

    /// The number of the stream's event before one of its events, 0 for its first; nil for an event that is not of the
    /// stream, or cannot be read.
    private func eventBefore(
        _ sequence: UInt64, of object: StreamID
    ) throws(EventStoreError) -> UInt64? {
        guard let bytes = try frameBytes(sequence), let frame = try? Frame(bytes, expecting: sequence),
            frame.object == object
        else { return nil }
        return frame.previousInStream
    }

    /// The row of a stream as of the last flushed event, by its ordinal; one that is damaged is put together from the
    /// log. Nil if there is none, or nothing is left of it.
    package func readableRow(_ ordinal: UInt32) throws(EventStoreError) -> StreamRow? {
        if let bytes = try bytes(for: TableKey.ordinal(ordinal), in: log.tables.streams),
            let row = try? StreamRow(bytes, ordinal: ordinal)
        {
            return row
        }
        guard ordinal > 0, try ordinal <= storedStreams() else { return nil }
        log.doubts.note(table: "streams")
        guard let object = try object(ofOrdinal: ordinal) else { return nil }
        do throws(EventStoreError) {
            return try recoveredRow(of: object, ordinal: ordinal, through: log.meta.flushed)
        } catch .damaged {
            return nil
        } catch {
            throw error
        }
    }

    /// The ordinal of the newest flushed stream that began at or before an event; 0 for none.
    ///
    /// Ordinals grow as their streams' first events do, so this is a binary search over the rows. A damaged row counts
    /// as an early one: at worst, the caller meets streams that began later.
    package func newestOrdinal(createdBy sequence: UInt64) throws(EventStoreError) -> UInt32 {
        var (low, high) = (UInt32(0), try storedStreams())
        if sequence >= log.meta.flushed { return high }
        while low < high {
            let middle = low + (high - low + 1) / 2
            if let row = try readableRow(middle), row.create > sequence { high = middle - 1 } else { low = middle }
        }
        return low
    }

    /// The row of the stream that an event began; nil if it began none, or if the row is damaged.
    package func storedRow(createdAt sequence: UInt64) throws(EventStoreError) -> StreamRow? {
        guard let row = try readableRow(newestOrdinal(createdBy: sequence)), row.create == sequence else { return nil }
        return row
    }
}
