internal import DiaryModel
internal import EventStore
internal import Host
internal import LMDB

// Versions around a damaged event: changes can be undone as well as done, so a text is reached from both sides.

/// What is left of an entry's events, looked for in the whole log.
struct Survivors {
    struct Event {
        var sequence: UInt64
        var previous: UInt64
        var stamp: Stamp
        /// Nil where the body is blanked, not understood or broken.
        var decoded: EntryEventCodec.Decoded?
        var salt: [UInt8]
    }

    let row: StreamRow
    var events: [UInt64: Event] = [:]
    /// Events that cannot be read, of this entry or of others, oldest first.
    var damaged: [UInt64] = []

    /// Where a version's event stands, or stood; nil where its neighbours are lost too.
    func sequence(ofVersion version: UInt64) -> UInt64? {
        if let event = events[version] { return event.sequence }
        if version == row.version { return row.head }
        if version == 1 { return row.create }
        if let next = events[version + 1] { return next.previous }
        // Between two that are known, as many lost as damaged: they are these, in order.
        var (low, high) = (version - 1, version + 1)
        while low > 1, events[low] == nil { low -= 1 }
        while high < row.version, events[high] == nil { high += 1 }
        let start = events[low]?.sequence ?? row.create - 1
        let end = events[high]?.sequence ?? row.head + 1
        let between = damaged.filter { start < $0 && $0 < end }
        let lost = (low...high).filter { events[$0] == nil }
        guard between.count == lost.count, let index = lost.firstIndex(of: version) else { return nil }
        return between[index]
    }

    /// When a version was written; of a lost one, when the one before it was.
    func stamp(ofVersion version: UInt64) -> Stamp? {
        for earlier in stride(from: version, to: 0, by: -1) {
            if let event = events[earlier] { return event.stamp }
        }
        return nil
    }

    /// The states of all versions that can be reached: forwards from each keyframe, backwards from what is known.
    ///
    /// `whole` are those that no damaged event stands in the way of.
    func states() throws(EventStoreError) -> (states: [UInt64: EntryState], whole: Set<UInt64>) {
        var states: [UInt64: EntryState] = [:]
        var whole: Set<UInt64> = []
        let newest = try DiaryStreams.entry(row).state
        if vouches(row.version, newest) { states[row.version] = newest }
        for (version, event) in events.sorted(by: { $0.key < $1.key }) {
            let before = states[version - 1]
            let state: EntryState?
            if let keyframe = event.decoded?.keyframe {
                state = keyframe
            } else if let decoded = event.decoded {
                state = before.flatMap { try? DiaryStreams.evolved($0, decoded) }
            } else {
                state = before
            }
            guard let state, vouches(version, state) else { continue }
            if event.decoded?.keyframe != nil || whole.contains(version - 1) { whole.insert(version) }
            states[version] = state
        }
        for (version, event) in events.sorted(by: { $0.key > $1.key }) where version > 1 && states[version - 1] == nil {
            guard let after = states[version] else { continue }
            let before = event.decoded.map { Self.undone(after, $0) } ?? after
            if let before, vouches(version - 1, before) { states[version - 1] = before }
        }
        return (states, whole)
    }

    private func vouches(_ version: UInt64, _ state: EntryState) -> Bool {
        guard let event = events[version], let decoded = event.decoded else { return true }
        return decoded.vouches(for: state, salt: event.salt)
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
}

extension ReadableTransaction where Self: ~Copyable {
    /// The entry as of an event when the short way is damaged: every event of the entry is looked for in the log.
    ///
    /// A damaged event so costs its own reason and time, not the texts. A version that is lost all the same is
    /// answered by the nearest one before it, under that one's number. Slow: it reads the log from the entry's
    /// creation to its newest event. Nil where nothing is left of the entry at that time.
    func recovered(_ row: StreamRow, asOf limit: UInt64, _ log: LogState) throws(EventStoreError) -> Entry? {
        let survivors = try survivors(of: row, log)
        let (states, whole) = try survivors.states()
        var isCertain = true
        for version in stride(from: row.version, to: 0, by: -1) {
            let sequence = survivors.sequence(ofVersion: version)
            if let sequence, sequence > limit { continue }
            guard let sequence, let state = states[version] else {
                isCertain = false
                continue
            }
            let born = try DiaryStreams.entry(row)
            let created = Stamp(wall: born.createdAt, offset: born.createdOffset)
            return Entry(
                id: row.object, content: state.content, isDeleted: state.isDeleted, version: version,
                sequence: sequence, createdAt: created, modifiedAt: survivors.stamp(ofVersion: version) ?? created,
                isRecovered: !isCertain || !whole.contains(version))
        }
        return nil
    }

    func survivors(of row: StreamRow, _ log: LogState) throws(EventStoreError) -> Survivors {
        var found = Survivors(row: row)
        var origins = Origins()
        for sequence in row.create...row.head {
            let reading = try withEvent(sequence, log, &origins) { (event) throws(EventStoreError) in
                let frame = event.frame
                guard frame.object == .sequence(row.create) || sequence == row.create else { return }
                let isUnderstood = log.model.understands(kind: frame.kind, schema: frame.schema)
                found.events[frame.version] = Survivors.Event(
                    sequence: sequence, previous: frame.previousInStream,
                    stamp: Stamp(wall: frame.wall, offset: event.offset),
                    decoded: isUnderstood ? try? EntryEventCodec.decode(kind: frame.kind, body: event.body) : nil,
                    salt: [UInt8](copying: event.salt))
            }
            if case .sound = reading { continue }
            found.damaged.append(sequence)
        }
        return found
    }
}
