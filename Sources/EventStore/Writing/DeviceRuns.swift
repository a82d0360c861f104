internal import DiarylogHost

/// Which sequence numbers a device's events have, kept as runs: a device that writes alone is one row.
///
///     device 16 | deviceSeq u64be | seq u64be  ->  count u64 | crc32c u32 over key and count
///
/// The last run is kept here while a transaction lengthens it, and is written once.
struct DeviceRuns {
    /// Events of a device, one behind the other in its own count and in the log.
    struct Run {
        var device: DeviceID
        var deviceSequence: UInt64
        var sequence: UInt64
        var count: UInt64

        init(device: DeviceID, deviceSequence: UInt64, sequence: UInt64, count: UInt64 = 1) {
            (self.device, self.deviceSequence, self.sequence, self.count) = (device, deviceSequence, sequence, count)
        }

        /// Reads a row; nil if it is not what was written.
        init?(_ key: Span<UInt8>, _ value: Span<UInt8>) {
            guard key.count == 32, value.count == 12, let sealed = SealedValue.open(value, under: key) else {
                return nil
            }
            device = DeviceID(key)
            (deviceSequence, sequence) = (key.bigEndian(at: 16), key.bigEndian(at: 24))
            count = sealed.littleEndian(at: 0)
        }

        var key: [UInt8] { TableKey.run(device, deviceSequence, sequence) }

        var value: [UInt8] {
            var writer = ByteWriter(capacity: 12)
            writer.littleEndian(count)
            writer.seal(under: key.span)
            return writer.bytes
        }

        /// The device's number of its last event, and that one's number in the log.
        var last: (deviceSequence: UInt64, sequence: UInt64) {
            (deviceSequence &+ count &- 1, sequence &+ count &- 1)
        }
    }

    private var open: Run?

    mutating func note(
        device: DeviceID, deviceSequence: UInt64, sequence: UInt64, in view: inout StoreView
    ) throws(EventStoreError) {
        if open?.device != device {
            try flush(to: &view)
            open = try view.lastRun(of: device)
        }
        if var run = open, run.deviceSequence &+ run.count == deviceSequence, run.sequence &+ run.count == sequence {
            run.count &+= 1
            open = run
            return
        }
        try flush(to: &view)
        open = Run(device: device, deviceSequence: deviceSequence, sequence: sequence)
    }

    mutating func flush(to view: inout StoreView) throws(EventStoreError) {
        guard let run = open else { return }
        open = nil
        let (key, value) = (run.key, run.value)
        try view.put(value.span, for: key.span, in: view.log.tables.devices)
    }
}

extension StoreView {
    /// The run on which a cursor of `devices` stands. Throws `damagedTable`.
    func run(_ cursor: borrowing TableCursor) throws(EventStoreError) -> DeviceRuns.Run {
        guard let run = DeviceRuns.Run(cursor.key, cursor.value) else { throw log.tables.devices.damage }
        return run
    }

    /// Visits the runs of a device's flushed events, in the order of its own count, until the visitor returns false.
    func forEachRun(
        of device: DeviceID, _ visit: (DeviceRuns.Run) throws(EventStoreError) -> Bool
    ) throws(EventStoreError) {
        let first = TableKey.run(device, 0, 0)
        var cursor = try cursor(in: log.tables.devices)
        var isHere = try cursor.seek(first.span)
        while isHere, case let run = try run(cursor), run.device == device, try visit(run) {
            isHere = try cursor.next()
        }
    }

    /// The newest run of a device's flushed events.
    func lastRun(of device: DeviceID) throws(EventStoreError) -> DeviceRuns.Run? {
        let end = TableKey.run(device, .max, .max)
        var cursor = try cursor(in: log.tables.devices)
        guard try cursor.seekAtOrBefore(end.span), case let run = try run(cursor), run.device == device else {
            return nil
        }
        return run
    }

    /// The run of a device's events that a flushed event belongs to. Goes through the runs of all devices.
    func run(ofEvent sequence: UInt64) throws(EventStoreError) -> DeviceRuns.Run? {
        var cursor = try cursor(in: log.tables.devices)
        while try cursor.next() {
            let run = try run(cursor)
            if run.sequence <= sequence, sequence - run.sequence < run.count { return run }
        }
        return nil
    }
}
