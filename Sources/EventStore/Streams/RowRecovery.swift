// Rebuilding damaged rows of streams from the log, and finding in the rows identifiers that damage took from the log.

extension StoreView {
    /// Rebuilds a stream's row from its events up to `limit`, all of them flushed.
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
        var origins = Origins()
        var row: StreamRow?
        while let sequence = events.popLast() {
            _ = try withEvent(sequence, &origins) { (event) throws(EventStoreError) in
                row = try self.row(after: event, of: object, before: row, ordinal: ordinal)?.row ?? row
            }
        }
        guard let row else { throw .damaged("the row of stream number \(ordinal)") }
        return row
    }

    /// The number of the stream's event before one of its events, 0 for its first; nil for an event that is not of the
    /// stream, or cannot be read.
    private func eventBefore(
        _ sequence: UInt64, of object: StreamID
    ) throws(EventStoreError) -> UInt64? {
        guard let bytes = try frameBytes(sequence), let frame = try? Frame(bytes, expecting: sequence),
            try self.object(of: frame, bytes: bytes) == object
        else { return nil }
        return frame.previousInStream
    }

    /// A flushed row; nil if there is none, or if its bytes are damaged.
    package func readableRow(_ ordinal: UInt32) throws(EventStoreError) -> StreamRow? {
        do throws(EventStoreError) {
            return try storedRow(ordinal: ordinal)
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

    /// The event that holds a stream's identifier whole, if it can still be read.
    func identifierHolder(of row: StreamRow) throws(EventStoreError) -> UInt64? {
        guard let frame = try soundFrame(row.create), case .offset = frame.object else { return nil }
        return row.create
    }
}
