internal import DiarylogHost

// The store's own tables made anew from the log: rows of streams, the index of identifiers, devices and keys.

extension StoreWriter {
    /// Makes `streams`, `ids`, `devices` and `keys` anew, in this one transaction; other writers wait for it.
    ///
    /// Costs some 10 µs an event. What only the old tables tell of events that cannot be read is kept: a sound row of a
    /// stream that has such events, their devices, and their keys. `report` is called every 8,192 events.
    package mutating func rebuildTables(_ report: (ProjectionProgress) -> Void) throws(EventStoreError) {
        try flushTail()
        let unreadable = try unreadableEvents()
        var runs = RunTable()
        try survey(unreadable, &runs)
        try forgetFailures(of: .streams)
        log.meta.holdsDamage = false
        for sequence in unreadable { try noteUnreadable(sequence) }
        if unreadable.isEmpty {
            try remakeRows(report)
        } else {
            try mendRows()
        }
        try view.removeAll(in: log.tables.devices)
        for run in runs.all {
            let key = TableKey.run(run.device, run.deviceSequence, run.sequence)
            var value = ByteWriter(capacity: 8)
            value.littleEndian(run.count)
            try view.put(value.bytes.span, for: key.span, in: log.tables.devices)
        }
        report(ProjectionProgress(done: log.meta.flushed, total: log.meta.flushed))
    }

    /// The flushed events that cannot be read, besides holes.
    private func unreadableEvents() throws(EventStoreError) -> [UInt64] {
        guard log.meta.flushed > 0 else { return [] }
        var found: [UInt64] = []
        try view.forEachFrame(in: 1...log.meta.flushed) { sequence, bytes in
            guard let bytes else {
                found.append(sequence)
                return true
            }
            if (try? Frame(bytes, expecting: sequence)) == nil, EventHole(bytes, at: sequence) == nil {
                found.append(sequence)
            }
            return true
        }
        return found
    }

    /// Gathers the runs of all devices, and writes the keys anew. Of events that cannot be read, the old tables tell.
    private mutating func survey(_ unreadable: [UInt64], _ runs: inout RunTable) throws(EventStoreError) {
        var keys: [(code: Digest, sequence: UInt64)] = []
        if !unreadable.isEmpty { keys = try keptKeys(of: Set(unreadable)) }
        var sequence: UInt64 = 0
        while sequence < log.meta.flushed {
            sequence += 1
            guard let bytes = try view.frameCopy(sequence), let frame = try? Frame(bytes.span, expecting: sequence)
            else {
                if let bytes = try view.frameCopy(sequence), let hole = EventHole(bytes.span, at: sequence) {
                    runs.note(hole.device, hole.deviceSequence, sequence)
                } else if let run = try view.run(ofEvent: sequence, log.tables) {
                    runs.note(run.device, run.deviceSequence + (sequence - run.sequence), sequence)
                }
                continue
            }
            if let code = frame.key?.code { keys.append((code, sequence)) }
            runs.note(frame.device, frame.deviceSequence, sequence)
        }
        try view.removeAll(in: log.tables.keys)
        for (code, sequence) in keys { try noteKey(code, sequence) }
    }

    private func keptKeys(of events: Set<UInt64>) throws(EventStoreError) -> [(code: Digest, sequence: UInt64)] {
        var kept: [(code: Digest, sequence: UInt64)] = []
        var cursor = try view.cursor(in: log.tables.keys)
        while try cursor.next() {
            guard cursor.key.count == 40 else { continue }
            let sequence: UInt64 = cursor.key.bigEndian(at: 32)
            if events.contains(sequence) { kept.append((Digest(cursor.key, at: 0), sequence)) }
        }
        return kept
    }

    /// All rows and identifiers from the log alone.
    private mutating func remakeRows(_ report: (ProjectionProgress) -> Void) throws(EventStoreError) {
        try view.removeAll(in: log.tables.streams)
        try view.removeAll(in: log.tables.ids)
        ordinals = nil
        var sequence: UInt64 = 0
        while sequence < log.meta.flushed {
            sequence += 1
            guard let bytes = try view.frameCopy(sequence), let frame = try? Frame(bytes.span, expecting: sequence)
            else { continue }
            _ = try index(frame, bytes, nil)
            if sequence & 8191 == 0 { report(ProjectionProgress(done: sequence, total: log.meta.flushed)) }
        }
    }

    /// Makes only damaged rows anew, from what is left of the log. A sound row may hold what the log has lost.
    private mutating func mendRows() throws(EventStoreError) {
        var identifiers: [(object: StreamID, ordinal: UInt32)] = []
        let count = try view.storedStreams()
        var ordinal: UInt32 = 0
        while ordinal < count {
            ordinal += 1
            guard let row = try view.readableRow(ordinal) else { continue }
            identifiers.append((row.object, ordinal))
            let (key, value) = (TableKey.ordinal(ordinal), row.bytes)
            try view.put(value.span, for: key.span, in: log.tables.streams)
        }
        try view.removeAll(in: log.tables.ids)
        for (object, ordinal) in identifiers {
            let (key, value) = (object.bytes, TableKey.ordinal(ordinal))
            try view.put(value.span, for: key.span, in: log.tables.ids)
        }
    }
}

extension Store {
    /// The name under which the store's own tables are listed and rebuilt, beside projections.
    package static let ownTables = Meta.streams

    /// Makes the store's own tables anew from the log, in one transaction: either all of it, or nothing. Those in which
    /// a page is damaged are made anew before, in a transaction of their own.
    package func rebuildTables(_ report: (ProjectionProgress) -> Void = { _ in }) throws(EventStoreError) {
        try noteUnreadableTables()
        try write { writer in try writer.rebuildTables(report) }
    }
}
