// What can still be told of an event that cannot be read.

extension StoreView {
    /// The hole that keeps a position of the log; nil for an event, also for one that cannot be read.
    package func keptHole(_ sequence: UInt64) throws(EventStoreError) -> EventHole? {
        guard let bytes = try frameBytes(sequence) else { return nil }
        return EventHole(bytes, at: sequence)
    }

    /// The position in its device's chain of an event that cannot be read; nil if nobody can tell which device wrote
    /// it.
    ///
    /// Its own header tells it, if that is whole; failing that, the next event of the device, which names it, or the
    /// index of devices, for an event that could be read when it was flushed. One that was lost in the tail and has no
    /// next event is placed behind the event before it: the tail is written by one device, and a device that begins is
    /// named by its second event. A damaged index tells nothing.
    package func hole(at sequence: UInt64) throws(EventStoreError) -> EventHole? {
        var reason = "missing"
        if let bytes = try frameBytes(sequence) {
            if let hole = EventHole(bytes, at: sequence) { return hole }
            reason = "damaged"
            if let header = FrameRemains(bytes, at: sequence)?.provenHeader {
                return EventHole(
                    device: header.device, deviceSequence: header.deviceSequence, id: header.id, reason: reason)
            }
        }
        if let next = try successor(of: sequence) {
            return EventHole(
                device: next.device, deviceSequence: next.deviceSequence - 1, id: next.previous, reason: reason)
        }
        var known = try? run(ofEvent: sequence)
        if known == nil { known = try predecessor(of: sequence) }
        return try known.map { (known) throws(EventStoreError) in
            EventHole(
                device: known.device, deviceSequence: known.deviceSequence + (sequence - known.sequence),
                id: try nameInStream(sequence), reason: reason)
        }
    }

    /// The device that wrote an event which cannot be read: as a hole or the event's own header has it, failing that,
    /// as the index of devices has it. Nil if neither tells it.
    ///
    /// What lies in the log goes first: the index has an event only when all that were flushed with it are noted, and
    /// an answer must not depend on when it was asked.
    package func writer(ofLost sequence: UInt64) throws(EventStoreError) -> DeviceID? {
        if let bytes = try frameBytes(sequence) {
            if let hole = EventHole(bytes, at: sequence) { return hole.device }
            if let header = FrameRemains(bytes, at: sequence)?.provenHeader { return header.device }
        }
        return try run(ofEvent: sequence)?.device
    }

    /// Whether an event that cannot be read lies in the log as one of a stream's.
    func isUnreadable(_ sequence: UInt64, of row: StreamRow) throws(EventStoreError) -> Bool {
        guard let bytes = try frameBytes(sequence), (try? Frame(bytes, expecting: sequence)) == nil else {
            return false
        }
        return FrameRemains(bytes, at: sequence)?.header?.object == row.object
    }

    /// The id of an event that cannot be read, as its stream names it: in the row, if the event is the newest,
    /// otherwise in the event that was decided on it. Nil if neither is there to name it.
    private func nameInStream(_ sequence: UInt64) throws(EventStoreError) -> Digest? {
        guard let bytes = try frameBytes(sequence), let object = FrameRemains(bytes, at: sequence)?.header?.object,
            object != .zero, let row = try? storedRow(of: object)
        else { return nil }
        if row.head == sequence { return row.headID }
        var next = row.head
        while next > sequence, let bytes = try frameBytes(next), let frame = try? Frame(bytes, expecting: next) {
            if let index = frame.parents(in: bytes).firstIndex(of: sequence) {
                return Digest(bytes, at: frame.header.parents.lowerBound + 32 * index)
            }
            next = min(frame.previousInStream, next - 1)
        }
        return nil
    }

    /// The nearest event before an unreadable one, as the beginning of a run of its device's events.
    private func predecessor(of sequence: UInt64) throws(EventStoreError) -> DeviceRuns.Run? {
        var before = sequence
        while before > 1 {
            before -= 1
            if let run = try? run(ofEvent: before) { return run }
            guard let frame = try soundFrame(before) else { continue }
            return DeviceRuns.Run(
                device: frame.device, deviceSequence: frame.deviceSequence, sequence: before, count: 1)
        }
        return nil
    }

    /// The device's event after one that cannot be read: among the next 64, the first that follows none of the events
    /// around it. Nil if another unreadable event lies between: the successor may follow that one.
    private func successor(of sequence: UInt64) throws(EventStoreError) -> EventHeader? {
        var known: Set<Digest> = []
        var before = sequence
        while before > 1, sequence - before < Self.near {
            before -= 1
            if let id = try soundFrame(before)?.id { known.insert(id) }
        }
        var next = sequence
        while next < min(log.head, sequence + Self.near) {
            next += 1
            guard let bytes = try frameBytes(next), let frame = try? Frame(bytes, expecting: next) else { return nil }
            if frame.deviceSequence > 1, !known.contains(frame.previous) {
                // The index has flushed events alone: an event of the tail is not in it yet.
                let named = (try? sequences(frame.deviceSequence - 1, of: frame.device, isForked: true)) ?? []
                if named.isEmpty || named.contains(sequence) {
                    return frame.isProven(in: bytes) ? EventHeader(frame.header, in: bytes) : nil
                }
            }
            known.insert(frame.id)
        }
        return nil
    }

    /// How far around an event its neighbours in the chain are looked for.
    private static var near: UInt64 { 64 }
}
