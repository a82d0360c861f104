// Reading a program's own store, now and as of any event.

extension Store {
    /// The number of the newest event; 0 for none. Costs one short read transaction.
    public func head() throws(EventStoreError) -> SequenceNumber {
        SequenceNumber(try beginRead().view.log.head)
    }

    /// The newest event that came into this store at or before an instant; 0 for none. An instant that is not before
    /// now means the newest event of all.
    ///
    /// Where the store's clock has leapt, most of its events decide which of them came when; see Docs/TimeTravel.md.
    /// `now` is the system's clock if it is not given. Both are microseconds since 1970 UTC.
    public func head(notAfter instant: Int64, now: Int64? = nil) throws(EventStoreError) -> SequenceNumber {
        let reader = try beginRead()
        return SequenceNumber(try moment(instant, now: now ?? WriteContext.now().wall, in: reader.view).sequence)
    }

    /// A stream now, or as of an event; nil if it had not begun.
    ///
    /// Costs some 2 µs for now. As of an event it costs O(log versions) to find the version, and then folds the
    /// stream's events up to it.
    public func stream(_ id: StreamID, asOf sequence: SequenceNumber? = nil) throws(EventStoreError) -> StreamState? {
        try goingAround {
            let view = try beginRead()
            guard let row = try view.view.stream(id) else { return nil }
            guard let sequence else { return StreamState(row) }
            guard row.create <= sequence.rawValue else { return nil }
            return try view.view.row(row, asOf: sequence.rawValue).map { StreamState($0) }
        }
    }

    /// Visits the readable events of a range, in the order of the log, until the visitor returns false; returns the
    /// numbers of those that cannot be read. The store's own events are passed over.
    ///
    /// One read transaction serves the whole call: nothing that is written meanwhile shows. Keep it short, because
    /// pages freed in the meantime stay in use until it ends.
    @discardableResult
    public func forEachEvent(
        from first: SequenceNumber = 1, through last: SequenceNumber? = nil,
        _ visit: (StoredEvent) throws -> Bool
    ) throws -> [SequenceNumber] {
        let own = CallersError()
        let reader = try beginRead()
        var damaged: [SequenceNumber] = []
        var sequence = max(first.rawValue, 1)
        let end = min(last?.rawValue ?? .max, reader.view.log.head)
        var goesOn = true
        while goesOn, sequence <= end {
            let reading = try own.unwrapped { () throws(EventStoreError) in
                try reader.view.withEvent(sequence) { event in
                    if event.frame.object != .zero { goesOn = try own.keeping { try visit(StoredEvent(event)) } }
                }
            }
            if case .sound = reading {} else { damaged.append(SequenceNumber(sequence)) }
            sequence += 1
        }
        return damaged
    }

    /// The readable events of a stream, oldest first; only those up to `last` if that is given.
    public func events(of id: StreamID, through last: SequenceNumber? = nil) throws(EventStoreError) -> [StoredEvent] {
        try goingAround {
            let reader = try beginRead()
            guard let row = try reader.view.stream(id) else { return [] }
            var events: [StoredEvent] = []
            for sequence in try reader.view.events(of: row) where sequence <= last?.rawValue ?? .max {
                _ = try reader.view.withEvent(sequence) { event in
                    events.append(StoredEvent(event))
                }
            }
            return events
        }
    }

    /// The running totals of all streams after an event, or now, as the application counts them.
    public func totals(asOf last: SequenceNumber? = nil) throws(EventStoreError) -> Counters {
        let reader = try beginRead()
        var sequence = min(last?.rawValue ?? .max, reader.view.log.head)
        while sequence > 0 {
            if let frame = try reader.view.soundFrame(sequence) { return frame.counters }
            sequence -= 1
        }
        return Counters()
    }

    /// Asks a question of a projection's rows as of an event, or now; see `Projection`. What the question throws comes
    /// back as it was thrown.
    ///
    /// Events that the rows have not applied yet are applied in memory for the question, at some 10 µs each; nothing is
    /// written.
    public func ask<Answer>(
        _ projection: some Projection, asOf sequence: SequenceNumber? = nil,
        _ question: (inout ProjectionRows, _ sequence: SequenceNumber) throws -> Answer
    ) throws -> Answer {
        let own = CallersError()
        let reader = try beginRead()
        let head = reader.view.log.head
        return try own.unwrapped { () throws(EventStoreError) in
            try reader.view.askRows(
                of: projection, known: RowProjection(projection).name, asOf: min(sequence?.rawValue ?? head, head)
            ) { rows, sequence in
                try own.keeping { try question(&rows, SequenceNumber(sequence)) }
            }
        }
    }

    /// Lets a projection that was given when the store was opened catch up with the newest event, in slices; each slice
    /// is durable.
    public func catchUp(
        _ projection: some Projection, _ report: (ProjectionProgress) -> Bool = { _ in true }
    ) throws(EventStoreError) {
        try catchUp(RowProjection(projection).name, anew: false, report)
    }
}
