internal import Host

// The devices of a log: their first and newest events, and which of them are the store's own lineage.

extension StoreView {
    /// The devices that have flushed events, in the order of their bytes. Two look-ups for each.
    func storedDevices() throws(EventStoreError) -> [DeviceID] {
        var devices: [DeviceID] = []
        var cursor = try cursor(in: log.tables.devices)
        var isHere = try cursor.next()
        while isHere {
            guard cursor.key.count == 32 else {
                isHere = try cursor.next()
                continue
            }
            let device = DeviceID(cursor.key, at: 0)
            devices.append(device)
            let end = TableKey.run(device, .max, .max)
            isHere = try cursor.seek(end.span)
            if isHere, cursor.key.isEqual(to: end.span) { isHere = try cursor.next() }
        }
        return devices
    }

    /// The number of a device's first event, if it is flushed.
    func storedBegin(of device: DeviceID) throws(EventStoreError) -> UInt64? {
        let first = TableKey.run(device, 1, 0)
        var cursor = try cursor(in: log.tables.devices)
        guard try cursor.seek(first.span), cursor.key.count == 32, cursor.key.bigEndian(at: 16) as UInt64 == 1,
            cursor.key.extracting(0..<16).isEqual(to: device.bytes.span)
        else { return nil }
        return cursor.key.bigEndian(at: 24)
    }

    /// Every device that has written; those that only the tail has come last.
    package func devices() throws(EventStoreError) -> [DeviceID] {
        var devices = try storedDevices()
        var sequence = log.meta.flushed
        while sequence < log.head {
            sequence += 1
            guard let frame = try soundFrame(sequence), !devices.contains(frame.device) else { continue }
            devices.append(frame.device)
        }
        return devices
    }

    /// The number and body of a device's first event; nil if it cannot be read.
    func begin(of device: DeviceID) throws(EventStoreError) -> (sequence: UInt64, DeviceBegin)? {
        var begin = try storedBegin(of: device)
        var sequence = log.meta.flushed
        while begin == nil, sequence < log.head {
            sequence += 1
            guard let frame = try soundFrame(sequence), frame.deviceSequence == 1,
                frame.device == device
            else { continue }
            begin = sequence
        }
        guard let begin, let frame = try soundFrame(begin), frame.kind == StoreKind.deviceBegin,
            let bytes = try frameBytes(begin),
            let body = try? DeviceBegin(bytes.extracting(frame.body))
        else { return nil }
        return (begin, body)
    }

    /// The newest readable event of a device; nil if there is none.
    func newest(of device: DeviceID) throws(EventStoreError) -> Frame? {
        var sequence = log.head
        while sequence > log.meta.flushed {
            if let frame = try soundFrame(sequence), frame.device == device {
                return frame
            }
            sequence -= 1
        }
        guard let run = try lastRun(of: device, log.tables), run.count > 0,
            run.sequence <= log.meta.flushed, run.count - 1 <= log.meta.flushed - run.sequence
        else { return nil }
        sequence = run.sequence + run.count - 1
        while sequence >= run.sequence, sequence > 0 {
            if let frame = try soundFrame(sequence) { return frame }
            sequence -= 1
        }
        return nil
    }

    /// The store's secret: the meta record's copy, else that of the earliest readable device.begin.
    package func knownSecret() throws(EventStoreError) -> [UInt8]? {
        if let secret = log.meta.secret { return secret }
        var earliest: (sequence: UInt64, secret: [UInt8])?
        for device in try devices() {
            guard let (sequence, body) = try begin(of: device), let secret = body.secret,
                sequence < earliest?.sequence ?? .max
            else { continue }
            earliest = (sequence, secret)
        }
        return earliest?.secret
    }

    /// The devices this store has written as, here and in the homes it knows; in a log that was imported and not
    /// written since, all devices of the log.
    func ownDevices() throws(EventStoreError) -> [DeviceID] {
        if log.meta.device == .zero { return try devices() }
        var own = [log.meta.device]
        for home in log.meta.homes where !own.contains(home.device) { own.append(home.device) }
        return own
    }

    /// The store's own lineage: the devices it has written as, and all that they continue.
    ///
    /// A device names in its first event the events it continues; their devices are searched for from there backwards.
    /// What a continued device wrote afterwards, elsewhere, is not part of the lineage.
    package func ownLineage() throws(EventStoreError) -> Lineage {
        var lineage = Lineage()
        var waiting: [DeviceID] = []
        for device in try ownDevices() {
            let home = log.meta.homes.first { $0.device == device }
            let isHere = log.meta.device == .zero || device == log.meta.device
            let last = try isHere ? .max : home.flatMap { (home) throws(EventStoreError) in try number(home) } ?? 0
            lineage.extend(device, to: last)
            waiting.append(device)
        }
        while let device = waiting.popLast() {
            guard let (sequence, body) = try begin(of: device) else { continue }
            for (writer, number) in try writers(of: body.tips, before: sequence) {
                if !lineage.contains(writer, 1) { waiting.append(writer) }
                lineage.extend(writer, to: number)
            }
        }
        return lineage
    }

    /// The device's number of a home's newest event; if that cannot be read, of the newest readable one before it.
    private func number(_ home: Meta.Home) throws(EventStoreError) -> UInt64? {
        var sequence = min(home.tip, log.head)
        while sequence > 0 {
            if let frame = try soundFrame(sequence), frame.device == home.device {
                return frame.deviceSequence
            }
            sequence -= 1
        }
        return nil
    }

    /// The devices of the events with these ids, and the events' numbers there.
    private func writers(
        of ids: [Digest], before end: UInt64
    ) throws(EventStoreError) -> [(device: DeviceID, number: UInt64)] {
        var wanted = Set(ids)
        var writers: [(device: DeviceID, number: UInt64)] = []
        var sequence = end
        while sequence > 1, !wanted.isEmpty {
            sequence -= 1
            guard let bytes = try frameBytes(sequence), bytes.count >= FrameLayout.minimum,
                wanted.remove(Digest(bytes, at: FrameLayout.idOffset)) != nil
            else { continue }
            if let frame = try? Frame(bytes, expecting: sequence) {
                writers.append((frame.device, frame.deviceSequence))
            } else if let header = FrameRemains(bytes, at: sequence)?.provenHeader {
                writers.append((header.device, header.deviceSequence))
            }
        }
        return writers
    }
}

/// Devices, each up to one of its events: all that a store has written, wherever it lay.
package struct Lineage {
    private var last: [DeviceID: UInt64] = [:]

    /// The devices, in no order.
    package var devices: Set<DeviceID> { Set(last.keys) }

    fileprivate mutating func extend(_ device: DeviceID, to number: UInt64) {
        last[device] = max(last[device] ?? 0, number)
    }

    /// Whether an event belongs to it, given the device that wrote it and its number there.
    package func contains(_ device: DeviceID, _ number: UInt64) -> Bool { number <= last[device] ?? 0 }
}
