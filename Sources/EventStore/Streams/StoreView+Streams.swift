internal import Host

// Finding streams: the rows of the flushed log, and what the tail changes in them.

extension StoreView {
    /// The row of a stream as of the last flushed event.
    package func storedRow(ordinal: UInt32) throws(EventStoreError) -> StreamRow? {
        guard let bytes = try bytes(for: TableKey.ordinal(ordinal), in: log.tables.streams) else { return nil }
        do { return try StreamRow(bytes, ordinal: ordinal) } catch {
            throw .damaged("the row of stream number \(ordinal)")
        }
    }

    /// The row of a stream as of the last flushed event, read in place without a copy; nil also if its bytes are
    /// damaged.
    @_lifetime(borrow self)
    package func storedRowView(ordinal: UInt32) throws(EventStoreError) -> StreamRowView? {
        let key = TableKey.ordinal(ordinal)
        guard let bytes = try bytes(for: key, in: log.tables.streams) else { return nil }
        return StreamRowView(bytes, key: key)
    }

    /// The row of a stream as of the last flushed event; one that is damaged or gone is rebuilt from the stream's
    /// events up to `limit`.
    package func storedRow(
        of object: StreamID, through limit: UInt64 = .max
    ) throws(EventStoreError) -> StreamRow? {
        guard let ordinal = try storedOrdinal(of: object) else { return nil }
        if let bytes = try bytes(for: TableKey.ordinal(ordinal), in: log.tables.streams),
            let row = try? StreamRow(bytes, ordinal: ordinal)
        {
            return row
        }
        return try recoveredRow(of: object, ordinal: ordinal, through: min(limit, log.meta.flushed))
    }

    /// The ordinal of a stream as of the last flushed event.
    package func storedOrdinal(of object: StreamID) throws(EventStoreError) -> UInt32? {
        guard let bytes = try bytes(for: object.bytes, in: log.tables.ids), bytes.count == 4 else { return nil }
        return bytes.bigEndian(at: 0)
    }

    /// How many streams the flushed log has created.
    package func storedStreams() throws(EventStoreError) -> UInt32 {
        var cursor = try cursor(in: log.tables.streams)
        // Every stream has an event, so a greater number is damage.
        guard try cursor.last(), cursor.key.count == 4 else { return 0 }
        return min(cursor.key.bigEndian(at: 0), UInt32(clamping: log.meta.flushed))
    }

    /// The stream's row after the newest event, tail included; nil for a stream that was never created.
    ///
    /// Looks at each frame of the tail and applies those of this stream; applies all of them only if the stream began
    /// in the tail.
    package func stream(_ object: StreamID) throws(EventStoreError) -> StreamRow? {
        var row = try storedRow(of: object)
        var origins = Origins()
        var sequence = log.meta.flushed
        while sequence < log.head {
            sequence += 1
            guard let bytes = try frameBytes(sequence), let frame = try? Frame(bytes, expecting: sequence) else {
                continue
            }
            switch frame.object {
            case .none: continue
            case .sequence(let create): guard create == row?.create else { continue }
            case .offset(let start): guard StreamID(bytes, at: start) == object else { continue }
            }
            guard let before = row else { return try tail().row(of: object, in: self) }
            _ = try withEvent(sequence, &origins) { (event) throws(EventStoreError) in
                row =
                    try self.row(after: event, of: object, before: before, ordinal: before.ordinal)?.row ?? before
            }
        }
        return row
    }

    /// The rows that the tail changes, as they stand after event `limit` of the tail.
    ///
    /// Reads at most fifteen frames and the rows they touch.
    package func tail(through limit: UInt64 = .max) throws(EventStoreError) -> TailOverlay {
        var overlay = TailOverlay()
        guard log.head > log.meta.flushed else { return overlay }
        var origins = Origins()
        var sequence = log.meta.flushed + 1
        while sequence <= min(log.head, limit) {
            let reading = try withEvent(sequence, &origins) { (event) throws(EventStoreError) in
                try overlay.fold(event, in: self)
            }
            if case .sound = reading {} else { overlay.damaged.append(sequence) }
            sequence += 1
        }
        return overlay
    }
}

/// What the tail changes: at most a handful of rows, kept beside the stored ones.
package struct TailOverlay {
    /// A stream that the tail touches: its stored row, if it has one, and its row now.
    package struct Change {
        package var before: StreamRow?
        package var after: StreamRow
    }

    package private(set) var changes: [Change] = []
    /// Events of the tail that cannot be read.
    package internal(set) var damaged: [UInt64] = []

    package func row(
        of object: StreamID, in view: borrowing StoreView
    ) throws(EventStoreError) -> StreamRow? {
        for change in changes where change.after.object == object { return change.after }
        return try view.storedRow(of: object)
    }

    package func change(ofOrdinal ordinal: UInt32) -> Change? {
        for change in changes where change.after.ordinal == ordinal { return change }
        return nil
    }

    mutating func fold(
        _ event: borrowing EventView, in view: borrowing StoreView
    ) throws(EventStoreError) {
        guard let object = try view.object(of: event.frame, bytes: event.bytes), object != .zero else {
            return
        }
        let index = changes.firstIndex { $0.after.object == object }
        let before = if let index { Optional(changes[index].after) } else { try row(of: object, in: view) }
        let fresh = try before == nil ? nextOrdinal(view) : 0
        guard
            let after = try view.row(after: event, of: object, before: before, ordinal: fresh)?.row
        else { return }
        if let index {
            changes[index].after = after
        } else {
            changes.append(Change(before: before, after: after))
        }
    }

    private func nextOrdinal(
        _ view: borrowing StoreView
    ) throws(EventStoreError) -> UInt32 {
        var ordinal = try view.storedStreams()
        for change in changes { ordinal = max(ordinal, change.after.ordinal) }
        return ordinal + 1
    }
}

extension StoreView {
    /// A stream's row after one more event, and its marks; nil for an event that neither begins nor continues a stream.
    package func row(
        after event: borrowing EventView, of object: StreamID, before: StreamRow?, ordinal: UInt32
    ) throws(EventStoreError) -> (row: StreamRow, marks: Frame.Marks)? {
        let frame = event.frame
        guard let standing = try log.model.standing(after: event, of: object, from: before, in: self) else {
            return nil
        }
        let binds = frame.criticality != .ignorable && !log.model.understands(kind: frame.kind, schema: frame.schema)
        let row = StreamRow(
            ordinal: before?.ordinal ?? ordinal, head: frame.sequence, create: before?.create ?? frame.sequence,
            version: frame.version, isReadOnly: binds || before?.isReadOnly ?? false, object: object,
            headID: frame.id, state: standing.state)
        return (row, standing.marks)
    }
}
