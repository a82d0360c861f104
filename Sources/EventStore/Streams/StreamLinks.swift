/// What a new event of a stream points back to.
struct StreamLinks {
    var jump: UInt64 = 0
    /// Ids of the events that it is decided on.
    var parents: [Digest] = []
    /// Their numbers, 0 for one that the log does not hold; nil if the stream's event before is the only one.
    var listed: [UInt64]?
}

extension StoreView {
    /// The links of the event that follows a row's head.
    ///
    /// Jump pointers are skew-binary: if the predecessor's jump spans as far as the jump before it, the event jumps
    /// over both; otherwise it points to its predecessor.
    ///
    ///     1 ← 2 ← 3 ← 4 ← 5 ← 6 ← 7 ← 8       7 jumps to 4 and 4 to 1, equal spans, so 8 jumps to 1
    ///
    /// Costs three reads; a version is then found in O(log versions). A damaged neighbour shortens the jump.
    func links(
        after row: StreamRow, on parents: [EventReference]
    ) throws(EventStoreError) -> StreamLinks {
        var links = StreamLinks(parents: parents.map(\.id))
        if parents.map(\.sequence) != [row.head] { links.listed = parents.map(\.sequence) }
        guard let head = try soundFrame(row.head) else { return links }
        links.jump = row.head
        if head.jump != 0, let middle = try soundFrame(head.jump), middle.jump != 0,
            let far = try soundFrame(middle.jump),
            head.version - middle.version == middle.version - far.version
        {
            links.jump = middle.jump
        }
        return links
    }

    /// The stream's newest event at or before another, sound or not, found from its newest in O(log versions) steps.
    ///
    /// Nil if the stream began later, or a damaged event hides the way to it.
    package func lastEvent(
        of row: StreamRow, notAfter limit: UInt64
    ) throws(EventStoreError) -> UInt64? {
        var sequence = row.head
        while sequence > limit {
            guard let frame = try soundFrame(sequence) else { return nil }
            sequence = frame.jump > limit ? frame.jump : frame.previousInStream
        }
        return sequence == 0 ? nil : sequence
    }

    /// Whether the stream holds an event that this program does not know and that binds it.
    ///
    /// The row knows only that the program which flushed the event did not know it. If so, the events are looked at,
    /// newest first. An event that cannot be read counts as unknown.
    func isBound(_ row: StreamRow) throws(EventStoreError) -> Bool {
        guard row.isReadOnly else { return false }
        let events = try events(of: row)
        guard events.count == row.version else { return true }
        for sequence in events.reversed() {
            guard let frame = try soundFrame(sequence) else { return true }
            if frame.criticality != .ignorable, !log.model.understands(kind: frame.kind, schema: frame.schema) {
                return true
            }
        }
        return false
    }

    /// The numbers of a stream's readable events, oldest first.
    ///
    /// Goes back from frame to frame, O(versions). If one is damaged, the log is read from the stream's first event
    /// instead.
    package func events(of row: StreamRow) throws(EventStoreError) -> [UInt64] {
        var events: [UInt64] = []
        var sequence = row.head
        while sequence > 0 {
            guard let frame = try soundFrame(sequence) else { return try survivingEvents(of: row) }
            events.append(sequence)
            sequence = frame.previousInStream
        }
        return events.reversed()
    }

    private func survivingEvents(of row: StreamRow) throws(EventStoreError) -> [UInt64] {
        var events: [UInt64] = []
        for sequence in row.create...row.head {
            if try object(ofEvent: sequence) == row.object { events.append(sequence) }
        }
        return events
    }

    /// The stream that an event belongs to; nil if that cannot be read.
    package func object(ofEvent sequence: UInt64) throws(EventStoreError) -> StreamID? {
        try soundFrame(sequence)?.object
    }
}
