internal import DiaryModel
internal import EventStore
internal import Host
internal import LMDB

// An entry as of an earlier event: from its row, or put together from the nearest keyframe.

extension ReadableTransaction where Self: ~Copyable {
    /// The entry of a row as it stood after event `sequence`; nil where it did not exist yet.
    ///
    /// Costs a jump to the version, O(log versions), and at most fifteen steps back to a keyframe.
    func entry(_ row: StreamRow, asOf sequence: UInt64, _ log: LogState) throws(EventStoreError) -> Entry? {
        if row.head <= sequence { return try Entry(row) }
        guard
            let event = try lastEvent(
                ofStreamWithHead: row.head, create: row.create, notAfter: sequence, log)
        else { return nil }
        return try version(at: event, of: row, log)
    }

    /// The entry as its event left it.
    func version(at event: UInt64, of row: StreamRow, _ log: LogState) throws(EventStoreError) -> Entry? {
        guard let chain = try chain(to: event, log), let state = try state(along: chain, log),
            let last = try soundFrame(event, log), let created = try stamp(of: row.create, log),
            let modified = try stamp(of: event, log)
        else { return try recovered(row, asOf: event, log) }
        return Entry(
            id: row.object, content: state.content, isDeleted: state.isDeleted, version: last.version,
            sequence: event, createdAt: created, modifiedAt: modified)
    }

    /// The events from the last keyframe to this one, oldest first; nil where one of them is damaged.
    private func chain(to event: UInt64, _ log: LogState) throws(EventStoreError) -> [UInt64]? {
        var chain: [UInt64] = []
        var sequence = event
        while true {
            guard let frame = try soundFrame(sequence, log) else { return nil }
            chain.append(sequence)
            if frame.keyframeSteps == 0 { return chain.reversed() }
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
                guard let decoded = try? EntryEventCodec.decode(kind: event.frame.kind, body: event.body) else {
                    // Not understood, and so without effect, as in the row.
                    next = state
                    return
                }
                if let keyframe = decoded.keyframe {
                    next = keyframe
                } else if let state {
                    next = try? DiaryStreams.evolved(state, decoded)
                }
            }
            guard let next else { return nil }
            state = next
        }
        return state
    }

    func stamp(of event: UInt64, _ log: LogState) throws(EventStoreError) -> Stamp? {
        guard let frame = try soundFrame(event, log) else { return nil }
        var origins = Origins()
        return Stamp(wall: frame.wall, offset: try origins.offset(of: frame, in: self, log))
    }
}
