internal import DiaryModel
internal import EventStore
internal import Host
internal import LMDB

// Versions around a damaged event: changes can be undone as well as done, so a text is reached from both sides.

extension ReadableTransaction where Self: ~Copyable {
    /// The entry as of an event when the short way is damaged: every event of the entry is looked for in the log.
    ///
    /// Forwards from each keyframe, then backwards from what is known, the row included. A damaged event so costs
    /// its own reason and time, not the texts. Slow: it reads the log from the entry's creation to its newest event.
    func recovered(_ row: StreamRow, asOf limit: UInt64, _ log: LogState) throws(EventStoreError) -> Entry? {
        let found = try survivors(of: row, log)
        var states: [UInt64: EntryState] = [row.version: try DiaryStreams.entry(row).state]
        for (version, event) in found.sorted(by: { $0.key < $1.key }) where states[version] == nil {
            if let keyframe = event.decoded.keyframe {
                states[version] = keyframe
            } else if let before = states[version - 1] {
                states[version] = try? DiaryStreams.evolved(before, event.decoded)
            }
        }
        for (version, event) in found.sorted(by: { $0.key > $1.key }) where version > 1 && states[version - 1] == nil {
            if let after = states[version] { states[version - 1] = Self.undone(after, event.decoded) }
        }
        guard let version = Self.version(asOf: limit, found, row, states), let state = states[version] else {
            return nil
        }
        let stamp = found[version].map(\.stamp) ?? Stamp(wall: 0, offset: 0)
        return Entry(
            id: row.object, content: state.content, isDeleted: state.isDeleted, version: version,
            sequence: found[version]?.sequence ?? limit, createdAt: found[1].map(\.stamp) ?? stamp,
            modifiedAt: stamp, isRecovered: true)
    }

    private func survivors(
        of row: StreamRow, _ log: LogState
    ) throws(EventStoreError) -> [UInt64: (sequence: UInt64, stamp: Stamp, decoded: EntryEventCodec.Decoded)] {
        var found: [UInt64: (sequence: UInt64, stamp: Stamp, decoded: EntryEventCodec.Decoded)] = [:]
        var origins = Origins()
        var sequence = row.create
        while sequence <= row.head {
            let number = sequence
            _ = try withEvent(number, log, &origins) { (event) throws(EventStoreError) in
                guard event.frame.object == .sequence(row.create) || number == row.create,
                    let decoded = try? EntryEventCodec.decode(kind: event.frame.kind, body: event.body)
                else { return }
                let stamp = Stamp(wall: event.frame.wall, offset: event.offset)
                found[event.frame.version] = (number, stamp, decoded)
            }
            sequence += 1
        }
        return found
    }

    /// The state before an event, from the state after it.
    private static func undone(_ state: EntryState, _ decoded: EntryEventCodec.Decoded) -> EntryState? {
        var before = state
        switch decoded.event {
        case .created: return nil
        case .deleted: before.isDeleted = false
        case .restored: before.isDeleted = true
        case .changed(let changes):
            for change in changes.reversed() {
                guard (try? before.content.apply(change.inverse)) != nil else { return nil }
            }
        }
        return before
    }

    /// The version that stood after `limit`: the newest survivor's, or, where exactly one version is missing right
    /// after it and its damaged event is no later than `limit`, that one.
    private static func version(
        asOf limit: UInt64, _ found: [UInt64: (sequence: UInt64, stamp: Stamp, decoded: EntryEventCodec.Decoded)],
        _ row: StreamRow, _ states: [UInt64: EntryState]
    ) -> UInt64? {
        guard let newest = found.filter({ $0.value.sequence <= limit }).keys.max() else {
            return states[1] == nil ? nil : 1
        }
        let next = newest + 1
        let isMissing = found[next] == nil && next <= row.version
        let isOwnEvent = found[newest]?.sequence == limit
        return isMissing && !isOwnEvent && states[next] != nil ? next : newest
    }
}
