internal import DiarylogHost

/// Which sequence numbers a device's events have, kept as runs: a device that writes alone is one row.
///
///     device 16 | deviceSeq u64be | seq u64be  ->  count u64
///
/// The last run is kept here while a transaction lengthens it, and is written once.
struct DeviceRuns {
    struct Run {
        var device: DeviceID
        var deviceSequence: UInt64
        var sequence: UInt64
        var count: UInt64
    }

    private var open: Run?

    mutating func note(
        device: DeviceID, deviceSequence: UInt64, sequence: UInt64, in view: inout StoreView,
        _ tables: Tables
    ) throws(EventStoreError) {
        if open?.device != device {
            try flush(to: &view, tables)
            open = try Self.last(of: device, in: view, tables)
        }
        if var run = open, run.deviceSequence &+ run.count == deviceSequence, run.sequence &+ run.count == sequence {
            run.count &+= 1
            open = run
            return
        }
        try flush(to: &view, tables)
        open = Run(device: device, deviceSequence: deviceSequence, sequence: sequence, count: 1)
    }

    mutating func flush(to view: inout StoreView, _ tables: Tables) throws(EventStoreError) {
        guard let run = open else { return }
        open = nil
        let key = TableKey.run(run.device, run.deviceSequence, run.sequence)
        var value = ByteWriter(capacity: 8)
        value.littleEndian(run.count)
        try view.put(value.bytes.span, for: key.span, in: tables.devices)
    }

    private static func last(
        of device: DeviceID, in view: borrowing StoreView, _ tables: Tables
    ) throws(EventStoreError) -> Run? {
        guard let found = try view.lastRun(of: device, tables) else { return nil }
        return Run(
            device: device, deviceSequence: found.deviceSequence, sequence: found.sequence, count: found.count)
    }
}

extension StoreView {
    /// The newest run of a device's flushed events.
    func lastRun(
        of device: DeviceID, _ tables: Tables
    ) throws(EventStoreError) -> (deviceSequence: UInt64, sequence: UInt64, count: UInt64)? {
        let end = TableKey.run(device, .max, .max)
        let prefix = device.bytes
        var cursor = try cursor(in: tables.devices)
        guard try cursor.seekAtOrBefore(end.span), cursor.key.count == 32, cursor.value.count == 8,
            cursor.key.extracting(0..<16).isEqual(to: prefix.span)
        else { return nil }
        return (cursor.key.bigEndian(at: 16), cursor.key.bigEndian(at: 24), cursor.value.littleEndian(at: 0))
    }

    /// The run of a device's events that a flushed event belongs to. Goes through the runs of all devices.
    func run(ofEvent sequence: UInt64, _ tables: Tables) throws(EventStoreError) -> DeviceRuns.Run? {
        var cursor = try cursor(in: tables.devices)
        var isHere = try cursor.first()
        while isHere {
            if cursor.key.count == 32, cursor.value.count == 8 {
                let first: UInt64 = cursor.key.bigEndian(at: 24)
                let count: UInt64 = cursor.value.littleEndian(at: 0)
                if first <= sequence, sequence - first < count {
                    return DeviceRuns.Run(
                        device: DeviceID(cursor.key), deviceSequence: cursor.key.bigEndian(at: 16),
                        sequence: first, count: count)
                }
            }
            isHere = try cursor.next()
        }
        return nil
    }
}
