// Flushing: events move from the tail to the table `log`, and every index applies them, in the order of the log.

extension StoreWriter {
    /// Moves the whole tail into the log and the indexes, byte for byte, damaged frames too.
    package mutating func flushTail() throws(EventStoreError) {
        while log.meta.flushed < log.head {
            let sequence = log.meta.flushed + 1
            var frame = try view.frameCopy(sequence)
            if frame == nil { frame = try view.frameInPlace(sequence) }
            guard let bytes = frame else {
                // A missing frame stays missing; the log goes on.
                try apply(nil, at: sequence)
                log.meta.flushed = sequence
                try noteUnreadable(sequence)
                continue
            }
            let key = TableKey.tail(sequence)
            _ = try view.delete(key.span, in: .main)
            try flush(bytes, sequence)
        }
        try runs.flush(to: &view)
    }

    /// Writes one frame into the log and lets every index apply it. `known` is what the frame makes of its stream, if
    /// that has been computed.
    mutating func flush(
        _ bytes: [UInt8], _ sequence: UInt64, known: StreamChange? = nil
    ) throws(EventStoreError) {
        let key = TableKey.sequence(sequence)
        try view.put(bytes.span, for: key.span, in: log.tables.log, appending: true)
        log.meta.flushed = sequence
        guard let frame = try? Frame(bytes.span, expecting: sequence) else {
            if let hole = EventHole(bytes.span, at: sequence) {
                try runs.note(
                    device: hole.device, deviceSequence: hole.deviceSequence, sequence: sequence, in: &view)
            } else {
                try noteUnreadable(sequence)
            }
            return try apply(nil, at: sequence)
        }
        if frame.bindsStore { log.meta.holdsBindingEvents = true }
        log.meta.lamport = max(log.meta.lamport, frame.lamport)
        try runs.note(
            device: frame.device, deviceSequence: frame.deviceSequence, sequence: sequence, in: &view)
        try KeyRow.forEach(of: frame) { (row) throws(EventStoreError) in try view.insert(row) }
        var change = known
        if change == nil { change = try self.change(by: frame, bytes) }
        if let change { try index(change) }
    }

    /// Writes what an event makes of its stream into the stream's row, and lets projections apply it.
    mutating func index(_ change: StreamChange) throws(EventStoreError) {
        let (object, before, after) = (change.after.object, change.before, change.after)
        let rowKey = TableKey.ordinal(after.ordinal)
        let rowBytes = after.bytes
        if before == nil {
            ordinals = after.ordinal
            let idKey = object.bytes
            try view.put(rowKey.span, for: idKey.span, in: log.tables.ids)
        }
        try view.put(rowBytes.span, for: rowKey.span, in: log.tables.streams, appending: before == nil)
        try apply(change, at: after.head)
    }

    /// What a frame makes of its stream. Nil if the event belongs to no stream, or neither begins nor continues it.
    private func change(
        by frame: Frame, _ bytes: [UInt8]
    ) throws(EventStoreError) -> StreamChange? {
        let object = frame.object
        guard object != .zero else { return nil }
        let before = try view.storedRow(of: object, before: frame)
        let fresh = try before == nil ? nextOrdinal() : 0
        let after = try view.row(after: frame, bytes, before: before, ordinal: fresh)?.row
        return after.map { StreamChange(before: before, after: $0) }
    }

    func nextOrdinal() throws(EventStoreError) -> UInt32 {
        let last = if let ordinals { ordinals } else { try view.storedStreams() }
        guard last < .max else { throw .overLimit("streams in one store") }
        return last + 1
    }
}

extension StoreView {
    /// A stream's row after the event of a frame in hand, as `look` has it.
    func row(
        after frame: Frame, _ bytes: [UInt8], before: StreamRow?, ordinal: UInt32, writing: Counters? = nil
    ) throws(EventStoreError) -> (row: StreamRow, marks: Frame.Marks)? {
        var after: (row: StreamRow, marks: Frame.Marks)?
        _ = try look(at: frame, bytes.span, writing: writing) { event in
            after = try row(after: event, before: before, ordinal: ordinal)
        }
        return after
    }
}
