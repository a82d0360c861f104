internal import DiaryModel
internal import EventStore
internal import Host
internal import LMDB

// An entry as of an earlier event: from its row, or put together from the nearest keyframe.

extension ReadableTransaction where Self: ~Copyable {
    /// The entry of a row as it stood after event `sequence`; nil where it did not exist yet, `damaged` where nothing
    /// is left of it then.
    ///
    /// Costs a jump to the version, O(log versions), and at most fifteen steps back to a keyframe.
    func entry(_ row: StreamRow, asOf sequence: UInt64, _ log: LogState) throws(EventStoreError) -> Entry? {
        var origins = Origins()
        return try entry(row, asOf: sequence, &origins, log)
    }

    /// The same for many entries in turn, which were written by the same few devices.
    func entry(
        _ row: StreamRow, asOf sequence: UInt64, _ origins: inout Origins, _ log: LogState
    ) throws(EventStoreError) -> Entry? {
        if row.head <= sequence { return try Entry(row) }
        if row.create > sequence { return nil }
        let found: Entry?
        if let event = try lastEvent(of: row, notAfter: sequence, log) {
            found = try version(at: event, of: row, &origins, log)
        } else {
            found = try recovered(row, asOf: sequence, log)
        }
        guard let found else { throw .damaged("entry \(row.object.hexadecimal) as of event \(sequence)") }
        return found
    }

    /// The entry as its event left it; nil where that cannot be put together.
    private func version(
        at event: UInt64, of row: StreamRow, _ origins: inout Origins, _ log: LogState
    ) throws(EventStoreError) -> Entry? {
        if let created = EntryRow.created(row.state),
            let rebuilt = try contentBytes(ofEntry: row.create, at: event, &origins, log),
            let content = try? rebuilt.content.content
        {
            return Entry(
                id: row.object, content: content, isDeleted: rebuilt.isDeleted, version: rebuilt.version,
                sequence: event, createdAt: created, modifiedAt: rebuilt.stamp)
        }
        return try carefulVersion(at: event, of: row, log)
    }

    /// The same where an event of the entry cannot be read, or does not follow: it is passed over, or the entry is
    /// recovered from what is left.
    private func carefulVersion(
        at event: UInt64, of row: StreamRow, _ log: LogState
    ) throws(EventStoreError) -> Entry? {
        guard let chain = try chain(to: event, log), let state = try state(along: chain, log),
            let last = try soundFrame(event, log)
        else { return try recovered(row, asOf: event, log) }
        let born = try DiaryStreams.entry(row)
        var origins = Origins()
        return Entry(
            id: row.object, content: state.content, isDeleted: state.isDeleted, version: last.version,
            sequence: event, createdAt: Stamp(wall: born.createdAt, offset: born.createdOffset),
            modifiedAt: Stamp(wall: last.wall, offset: try origins.offset(of: last, in: self, log)))
    }

    /// The entry's newest event at or before another, sound or not; nil where a damaged one hides the way to it.
    func lastEvent(
        of row: StreamRow, notAfter limit: UInt64, _ log: LogState
    ) throws(EventStoreError) -> UInt64? {
        var sequence = row.head
        while sequence > limit {
            guard let frame = try soundFrame(sequence, log) else { return nil }
            sequence = frame.jump > limit ? frame.jump : frame.previousInStream
        }
        return sequence == 0 ? nil : sequence
    }

    /// The events from the last keyframe to this one, oldest first; nil where one of them is damaged.
    private func chain(to event: UInt64, _ log: LogState) throws(EventStoreError) -> [UInt64]? {
        var chain: [UInt64] = []
        var sequence = event
        while true {
            guard let frame = try soundFrame(sequence, log) else { return nil }
            chain.append(sequence)
            let isUnderstood = log.model.understands(kind: frame.kind, schema: frame.schema)
            if frame.keyframeSteps == 0, isUnderstood { return chain.reversed() }
            sequence = frame.previousInStream
        }
    }

    /// The state after the last event of a chain that begins with a keyframe; nil where one cannot be applied.
    private func state(along chain: [UInt64], _ log: LogState) throws(EventStoreError) -> EntryState? {
        var state: EntryState?
        var origins = Origins()
        for sequence in chain {
            var next: EntryState?
            _ = try withEvent(sequence, log, &origins) { (event) throws(EventStoreError) in
                next = log.model.state(state, followedBy: event)
            }
            guard let next else { return nil }
            state = next
        }
        return state
    }
}

extension StreamModel {
    /// An entry's state after one more event; nil where the event cannot follow the state.
    ///
    /// What is not understood has no effect, as in the row.
    func state(_ state: EntryState?, followedBy event: borrowing EventView) -> EntryState? {
        guard understands(kind: event.frame.kind, schema: event.frame.schema),
            let decoded = try? EntryEventCodec.decode(kind: event.frame.kind, body: event.body)
        else { return state }
        if let keyframe = decoded.keyframe { return keyframe }
        guard let state else { return nil }
        return try? DiaryStreams.evolved(state, decoded)
    }
}
