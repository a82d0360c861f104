internal import Host
package import LMDB

// What can still be said of an event that cannot be read.

extension ReadableTransaction where Self: ~Copyable {
    /// The place of an event in its device's chain, for one that cannot be read; nil where nobody can tell whose it is.
    ///
    /// The index of devices says it of an event that could be read when it was folded, else the next event of the
    /// device. One that was lost in the tail and has no next stands behind the event before it: the tail is written
    /// here, and a device that begins is named by its second event. The id is that which the next event of the device
    /// names, where that proves itself.
    package func hole(at sequence: UInt64, _ log: LogState) throws(EventStoreError) -> EventHole? {
        var reason = "missing"
        if let bytes = try frameBytes(sequence, log) {
            if let hole = EventHole(bytes, at: sequence) { return hole }
            reason = "damaged"
        }
        let run = try run(ofEvent: sequence, log.tables)
        guard let next = try successor(of: sequence, in: run, log) else {
            var known = run
            if known == nil { known = try predecessor(of: sequence, log) }
            return known.map {
                EventHole(
                    device: $0.device, deviceSequence: $0.deviceSequence + (sequence - $0.sequence), id: nil,
                    reason: reason)
            }
        }
        return EventHole(
            device: next.device, deviceSequence: next.deviceSequence - 1, id: next.previous, reason: reason)
    }

    /// The nearest event before one that cannot be read, as the beginning of a run of its device's events.
    private func predecessor(of sequence: UInt64, _ log: LogState) throws(EventStoreError) -> DeviceRuns.Run? {
        var origins = Origins()
        var before = sequence
        while before > 1 {
            before -= 1
            if let run = try run(ofEvent: before, log.tables) { return run }
            guard let frame = try soundFrame(before, log) else { continue }
            return try origins.device(of: frame, in: self, log).map {
                DeviceRuns.Run(device: $0, deviceSequence: frame.deviceSequence, sequence: before, count: 1)
            }
        }
        return nil
    }

    /// The header of the device's event after one that cannot be read, if it stands close behind and names that one.
    private func successor(
        of sequence: UInt64, in run: DeviceRuns.Run?, _ log: LogState
    ) throws(EventStoreError) -> EventHeader? {
        var origins = Origins()
        var next = sequence
        while next < min(log.head, sequence + 64) {
            next += 1
            guard let bytes = try frameCopy(next, log), let frame = try? Frame(bytes.span, expecting: next),
                frame.previous == .sequence(sequence), frame.deviceSequence > 1
            else { continue }
            return try EventHeader.proven(frame, bytes: bytes.span, origins: &origins, in: self, log)
        }
        return nil
    }
}
