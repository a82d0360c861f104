internal import Host

// What can still be told of an event that cannot be read.

extension StoreView {
    /// The position in its device's chain of an event that cannot be read; nil if nobody can tell which device wrote
    /// it.
    ///
    /// The next event of the device tells it; failing that, the index of devices, for an event that could be read when
    /// it was flushed. One that was lost in the tail and has no next event is placed behind the event before it: the
    /// tail is written by one device, and a device that begins is named by its second event. The id is the one that the
    /// next event of the device names, if that event proves itself.
    package func hole(at sequence: UInt64) throws(EventStoreError) -> EventHole? {
        var reason = "missing"
        if let bytes = try frameBytes(sequence) {
            if let hole = EventHole(bytes, at: sequence) { return hole }
            reason = "damaged"
        }
        guard let next = try successor(of: sequence) else {
            var known = try run(ofEvent: sequence, log.tables)
            if known == nil { known = try predecessor(of: sequence) }
            guard let known else { return nil }
            return EventHole(
                device: known.device, deviceSequence: known.deviceSequence + (sequence - known.sequence),
                id: try nameInStream(sequence), reason: reason)
        }
        return EventHole(
            device: next.device, deviceSequence: next.deviceSequence - 1, id: next.previous, reason: reason)
    }

    /// Whether an event that cannot be read lies in the log as one of a stream's.
    func isUnreadable(_ sequence: UInt64, of row: StreamRow) throws(EventStoreError) -> Bool {
        guard let bytes = try frameBytes(sequence), (try? Frame(bytes, expecting: sequence)) == nil,
            let lying = try? Frame(damaged: bytes, expecting: sequence)
        else { return false }
        return lying.object == .sequence(row.create)
    }

    /// The id of an event that cannot be read, as its stream names it: in the row, if the event is the newest,
    /// otherwise in the event that was made on it. Nil if neither names it. Both can be believed: a row has a checksum,
    /// and an event proves itself.
    private func nameInStream(_ sequence: UInt64) throws(EventStoreError) -> Digest? {
        guard let bytes = try frameBytes(sequence), let lying = try? Frame(damaged: bytes, expecting: sequence),
            let object = try object(of: lying, bytes: bytes), object != .zero,
            let row = try storedRow(of: object)
        else { return nil }
        if row.head == sequence { return row.headID }
        var origins = Origins()
        var next = row.head
        while next > sequence, let frame = try soundFrame(next), let bytes = try frameCopy(next) {
            let parents = frame.parents(in: bytes.span)
            if let index = parents.firstIndex(of: .sequence(sequence)) {
                let header = try EventHeader.proven(frame, bytes: bytes.span, origins: &origins, in: self)
                return header.flatMap { index < $0.parents.count ? $0.parents[index] : nil }
            }
            next = min(frame.previousInStream, next - 1)
        }
        return nil
    }

    /// The nearest event before one that cannot be read, as the beginning of a run of its device's events.
    private func predecessor(of sequence: UInt64) throws(EventStoreError) -> DeviceRuns.Run? {
        var origins = Origins()
        var before = sequence
        while before > 1 {
            before -= 1
            if let run = try run(ofEvent: before, log.tables) { return run }
            guard let frame = try soundFrame(before) else { continue }
            return try origins.device(of: frame, in: self).map {
                DeviceRuns.Run(device: $0, deviceSequence: frame.deviceSequence, sequence: before, count: 1)
            }
        }
        return nil
    }

    /// The header of the device's event after one that cannot be read, if it is among the next 64 events and names that
    /// one.
    private func successor(of sequence: UInt64) throws(EventStoreError) -> EventHeader? {
        var origins = Origins()
        var next = sequence
        while next < min(log.head, sequence + 64) {
            next += 1
            guard let bytes = try frameCopy(next), let frame = try? Frame(bytes.span, expecting: next),
                frame.previous == .sequence(sequence), frame.deviceSequence > 1
            else { continue }
            return try EventHeader.proven(frame, bytes: bytes.span, origins: &origins, in: self)
        }
        return nil
    }
}
