// Flushing: events move from the tail to the table `log`, and every index applies them, in the order of the log.

extension StoreWriter {
    /// Moves the whole tail into the log and the indexes, byte for byte, damaged frames too.
    package mutating func flushTail() throws(EventStoreError) {
        while log.meta.flushed < log.head {
            let sequence = log.meta.flushed + 1
            guard let bytes = try view.frameCopy(sequence) else {
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
        try runs.flush(to: &view, log.tables)
    }

    /// Writes one frame into the log and lets every index apply it. `known` is what the frame makes of its stream, if
    /// that has been computed.
    mutating func flush(
        _ bytes: [UInt8], _ sequence: UInt64, known: StreamChange? = nil
    ) throws(EventStoreError) {
        let key = TableKey.sequence(sequence)
        try view.put(bytes.span, for: key.span, in: log.tables.log, appending: true)
        // Asked before the event counts as flushed: the projections that stood at the event before go on.
        let activeProjections = currentProjections()
        log.meta.flushed = sequence
        guard let frame = try? Frame(bytes.span, expecting: sequence) else {
            if let hole = EventHole(bytes.span, at: sequence) {
                try runs.note(
                    device: hole.device, deviceSequence: hole.deviceSequence, sequence: sequence, in: &view,
                    log.tables)
            } else {
                try noteUnreadable(sequence)
            }
            for active in activeProjections { try apply(nil, at: sequence, active) }
            return
        }
        if frame.bindsStore { log.meta.holdsBindingEvents = true }
        log.meta.lamport = max(log.meta.lamport, frame.lamport)
        try runs.note(
            device: frame.device, deviceSequence: frame.deviceSequence, sequence: sequence, in: &view, log.tables)
        if let code = frame.key?.code { try noteKey(code, sequence) }
        if let event = try index(frame, bytes, known) { try apply(event, at: sequence) }
    }

    mutating func noteKey(_ code: Digest, _ sequence: UInt64) throws(EventStoreError) {
        let key = TableKey.key(code, sequence)
        let nothing: [UInt8] = []
        try view.put(nothing.span, for: key.span, in: log.tables.keys)
    }

    /// Writes what an event makes of its stream into the stream's row; returns what projections apply, nil for an event
    /// that changes no stream.
    mutating func index(
        _ frame: Frame, _ bytes: [UInt8], _ known: StreamChange?
    ) throws(EventStoreError) -> AppliedEvent? {
        var found = known
        if found == nil { found = try change(by: frame, bytes) }
        guard let change = found else { return nil }
        let (object, before, after) = (change.after.object, change.before, change.after)
        let rowKey = TableKey.ordinal(after.ordinal)
        let rowBytes = after.bytes
        if before == nil {
            ordinals = after.ordinal
            let idKey = object.bytes
            try view.put(rowKey.span, for: idKey.span, in: log.tables.ids)
        }
        try view.put(rowBytes.span, for: rowKey.span, in: log.tables.streams, appending: before == nil)
        return AppliedEvent(frame, bytes, before: before, after: after)
    }

    /// What a frame makes of its stream. Nil if the event belongs to no stream, or neither begins nor continues it.
    private func change(
        by frame: Frame, _ bytes: [UInt8]
    ) throws(EventStoreError) -> StreamChange? {
        let object = frame.object
        guard object != .zero else { return nil }
        let before = try view.storedRow(of: object, before: frame, through: frame.sequence - 1)
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

/// What an event makes of its stream.
struct StreamChange {
    var before: StreamRow?
    var after: StreamRow
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
