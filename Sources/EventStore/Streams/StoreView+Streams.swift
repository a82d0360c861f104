internal import DiarylogHost

// Finding streams: the rows of the flushed log, and what the tail changes in them.

extension StoreView {
    /// The row of a stream as of the last flushed event, read in place without a copy. Throws `damagedTable`.
    @_lifetime(borrow self)
    package func storedRowView(ordinal: UInt32) throws(EventStoreError) -> StreamRowView {
        let key = TableKey.ordinal(ordinal)
        guard let bytes = try bytes(for: key, in: log.tables.streams), let row = StreamRowView(bytes, key: key) else {
            throw log.tables.streams.damage
        }
        return row
    }

    /// The row of a stream as of the last flushed event; nil if it has none. Throws `damagedTable`.
    package func storedRow(of object: StreamID) throws(EventStoreError) -> StreamRow? {
        guard let ordinal = try storedOrdinal(of: object) else { return nil }
        let row = try storedRow(ordinal: ordinal)
        guard row.object == object else { throw log.tables.ids.damage }
        return row
    }

    /// The same, before an event of the stream: if the event continues the stream, `ids` must lead to a row that there
    /// is.
    func storedRow(of object: StreamID, before frame: Frame) throws(EventStoreError) -> StreamRow? {
        if let row = try storedRow(of: object) { return row }
        if frame.previousInStream > 0, frame.previousInStream <= log.meta.flushed {
            try checkAbsence(of: object...object)
        }
        return nil
    }

    /// The ordinal of a stream as of the last flushed event, as `ids` has it.
    package func storedOrdinal(of object: StreamID) throws(EventStoreError) -> UInt32? {
        guard let bytes = try bytes(for: object.bytes, in: log.tables.ids) else { return nil }
        guard bytes.count == 4 else { throw log.tables.ids.damage }
        return bytes.bigEndian(at: 0)
    }

    /// The stream's row after the newest event, tail included; nil for a stream that was never created.
    ///
    /// Looks at each frame of the tail and applies those of this stream; applies all of them only if the stream began
    /// in the tail. With `isNamed`, by somebody who got the identifier from this log, `ids` must lead to a row that
    /// there is.
    package func stream(_ object: StreamID, isNamed: Bool = false) throws(EventStoreError) -> StreamRow? {
        try noteUnreadable(through: .max)
        let row = try streamOfTail(object, storedRow(of: object))
        if row == nil, isNamed { try checkAbsence(of: object...object) }
        return row
    }

    private func streamOfTail(_ object: StreamID, _ stored: StreamRow?) throws(EventStoreError) -> StreamRow? {
        var row = stored
        for sequence in log.tail where try soundFrame(sequence)?.object == object {
            guard let before = row else { return try tail().row(of: object, in: self) }
            _ = try withEvent(sequence) { event in
                row =
                    try self.row(after: event, before: before, ordinal: before.ordinal)?.row ?? before
            }
        }
        return row
    }

    /// The rows that the tail changes, as they stand after event `limit` of the tail.
    ///
    /// Reads at most fifteen frames and the rows they touch.
    /// Those that change a row are passed to `visit`.
    package func tail(
        through limit: UInt64 = .max,
        _ visit: (StreamChange) throws -> Void = { _ in }
    ) throws(EventStoreError) -> TailOverlay {
        try noteUnreadable(through: limit)
        var overlay = TailOverlay()
        for sequence in log.tail where sequence <= limit {
            let slot = try withEvent(sequence) { event in try overlay.fold(event, in: self, visit) }
            if case .event = slot {} else { overlay.damaged.append(sequence) }
        }
        return overlay
    }
}

/// What the tail changes: at most a handful of rows, kept beside the stored ones.
package struct TailOverlay: Sendable {
    /// The rows of the streams that the tail touches.
    package private(set) var rows: [StreamRow] = []
    /// Events of the tail that cannot be read.
    package internal(set) var damaged: [UInt64] = []

    /// A tail that changes nothing.
    package init() {}

    package func row(
        of object: StreamID, in view: borrowing StoreView
    ) throws(EventStoreError) -> StreamRow? {
        for row in rows where row.object == object { return row }
        return try view.storedRow(of: object)
    }

    package func row(ofOrdinal ordinal: UInt32) -> StreamRow? {
        for row in rows where row.ordinal == ordinal { return row }
        return nil
    }

    /// Whether the tail changes the stream with this ordinal. Cheap for each row of a long list.
    package func touches(_ ordinal: UInt32) -> Bool {
        for index in rows.indices where rows[index].ordinal == ordinal { return true }
        return false
    }

    mutating func fold(
        _ event: borrowing EventView, in view: borrowing StoreView,
        _ visit: (StreamChange) throws -> Void
    ) throws(EventStoreError) {
        let object = event.frame.object
        guard object != .zero else { return }
        let index = rows.firstIndex { $0.object == object }
        let before =
            if let index { Optional(rows[index]) } else {
                try view.storedRow(of: object, before: event.frame)
            }
        let fresh = try before == nil ? nextOrdinal(view) : 0
        guard
            let after = try view.row(after: event, before: before, ordinal: fresh)?.row
        else { return }
        if let index { rows[index] = after } else { rows.append(after) }
        try bridging { try visit(StreamChange(before: before, after: after)) }
    }

    private func nextOrdinal(
        _ view: borrowing StoreView
    ) throws(EventStoreError) -> UInt32 {
        var ordinal = try view.storedStreams()
        for row in rows { ordinal = max(ordinal, row.ordinal) }
        return ordinal + 1
    }
}

extension StoreView {
    /// A stream's row after one more event, and its marks; nil for an event that neither begins nor continues a stream.
    package func row(
        after event: borrowing EventView, before: StreamRow?, ordinal: UInt32
    ) throws(EventStoreError) -> (row: StreamRow, marks: Frame.Marks)? {
        let frame = event.frame
        guard let update = try log.model.update(after: event, from: before, in: self) else {
            return nil
        }
        let binds = frame.criticality != .ignorable && !log.model.understands(kind: frame.kind, schema: frame.schema)
        let row = StreamRow(
            ordinal: before?.ordinal ?? ordinal, head: frame.sequence, create: before?.create ?? frame.sequence,
            version: frame.version, isReadOnly: binds || before?.isReadOnly ?? false,
            isDoubtful: update.isDoubtful, object: frame.object, headID: frame.id, state: update.state)
        return (row, update.marks)
    }

    /// A stream's row as it was after an earlier event, folded from its events up to then. Nil if it had not begun.
    package func row(_ row: StreamRow, asOf limit: UInt64) throws(EventStoreError) -> StreamRow? {
        if row.head <= limit { return row }
        return try self.row(ordinal: row.ordinal, after: events(of: row).prefix { $0 <= limit })
    }

    /// A stream's row after its events, oldest first; nil if none of them begins it.
    private func row(ordinal: UInt32, after events: some Sequence<UInt64>) throws(EventStoreError) -> StreamRow? {
        var row: StreamRow?
        for sequence in events {
            _ = try withEvent(sequence) { event in
                row = try self.row(after: event, before: row, ordinal: ordinal)?.row ?? row
            }
        }
        return row
    }
}
