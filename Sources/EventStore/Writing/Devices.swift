internal import DiarylogHost

// The devices of a log: their first and newest events, and which of them are the store's own lineage.

extension StoreView {
    /// The devices that have flushed events, in the order of their bytes. Two look-ups for each.
    func storedDevices() throws(EventStoreError) -> [DeviceID] {
        var devices: [DeviceID] = []
        var cursor = try cursor(in: log.tables.devices)
        var isHere = try cursor.next()
        while isHere {
            let device = try run(cursor).device
            devices.append(device)
            let end = TableKey.run(device, .max, .max)
            isHere = try cursor.seek(end.span)
        }
        return devices
    }

    /// The number of a device's first event, if it is flushed.
    func storedBegin(of device: DeviceID) throws(EventStoreError) -> UInt64? {
        var begin: UInt64?
        try forEachRun(of: device) { run in
            if run.deviceSequence == 1 { begin = run.sequence }
            return false
        }
        return begin
    }

    /// Every device that has written; those that only the tail has come last.
    package func devices() throws(EventStoreError) -> [DeviceID] {
        var devices = try storedDevices()
        for sequence in log.tail {
            guard let frame = try soundFrame(sequence), !devices.contains(frame.device) else { continue }
            devices.append(frame.device)
        }
        return devices
    }

    /// The number and body of a device's first event; nil if it cannot be read.
    func begin(of device: DeviceID) throws(EventStoreError) -> (sequence: UInt64, DeviceBegin)? {
        var begin = try storedBegin(of: device)
        for sequence in log.tail where begin == nil {
            guard let frame = try soundFrame(sequence), frame.deviceSequence == 1, frame.device == device else {
                continue
            }
            begin = sequence
        }
        guard let begin, let frame = try soundFrame(begin), frame.kind == StoreKind.deviceBegin,
            let bytes = try frameBytes(begin),
            let body = try? DeviceBegin(bytes.extracting(frame.body))
        else { return nil }
        return (begin, body)
    }

    /// What people call a device; nil if nobody said, or its first event cannot be read.
    package func name(of device: DeviceID) throws(EventStoreError) -> String? { try begin(of: device)?.1.name }

    /// The newest readable event of a device; nil if there is none.
    func newest(of device: DeviceID) throws(EventStoreError) -> Frame? {
        for sequence in log.tail.reversed() {
            if let frame = try soundFrame(sequence), frame.device == device { return frame }
        }
        guard let run = try lastRun(of: device), run.count > 0, run.sequence > 0,
            run.sequence <= log.meta.flushed, run.count - 1 <= log.meta.flushed - run.sequence
        else { return nil }
        return try newestSound(upTo: run.last.sequence, above: run.sequence - 1)
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

    /// The device that this store writes as; in a log that was imported and not written since, all devices of the log.
    func ownDevices() throws(EventStoreError) -> [DeviceID] {
        log.meta.device == .zero ? try devices() : [log.meta.device]
    }

    /// The store's own lineage: the device it writes as, and all that this one continues.
    ///
    /// A device names in its first event the events it continues; their devices are searched for from there backwards.
    /// What a continued device wrote afterwards, elsewhere, is not part of the lineage. Neither is what somebody wrote
    /// as the same device in a copy: where two events have one number, `previous` leads from the own end back.
    package func ownLineage() throws(EventStoreError) -> Lineage {
        var lineage = Lineage()
        var waiting = try ownDevices()
        if log.meta.device == .zero {
            for device in waiting { lineage.extend(device, to: .max) }
        } else {
            try extend(&lineage, log.meta.device, to: soundFrame(log.meta.own.sequence), orAll: true)
        }
        while let device = waiting.popLast() {
            guard let (sequence, body) = try begin(of: device) else {
                // What it continues cannot be told.
                if !log.meta.holdsGaps, !log.meta.holdsDamage, try storedBegin(of: device) == nil {
                    throw log.tables.devices.damage
                }
                continue
            }
            for (writer, end) in try writers(of: body.continued, before: sequence) {
                if !lineage.devices.contains(writer) { waiting.append(writer) }
                try extend(&lineage, writer, to: end)
            }
        }
        return lineage
    }

    /// Adds a device's events up to `end`. With `orAll`, and if the device's chain was never forked, later ones as
    /// well.
    private func extend(
        _ lineage: inout Lineage, _ device: DeviceID, to end: Frame?, orAll: Bool = false
    ) throws(EventStoreError) {
        guard let fork = try fork(of: device) else {
            return lineage.extend(device, to: orAll ? .max : end?.deviceSequence ?? 0)
        }
        var own: Set<UInt64> = []
        var next = end
        while let frame = next, frame.deviceSequence >= fork {
            own.insert(frame.sequence)
            guard frame.deviceSequence > 1,
                let event = try event(frame.previous, number: frame.deviceSequence - 1, of: device, isForked: true)
            else { break }
            next = try soundFrame(event.sequence)
        }
        lineage.extend(device, to: min(end?.deviceSequence ?? 0, fork - 1), and: own)
    }

    /// The least number that two events of a device have; nil if there is none. Costs one pass over its runs.
    func fork(of device: DeviceID) throws(EventStoreError) -> UInt64? {
        var (greatest, fork): (UInt64, UInt64?) = (0, nil)
        try forEachRun(of: device) { run in
            if run.deviceSequence <= greatest { fork = run.deviceSequence }
            greatest = run.last.deviceSequence
            return fork == nil
        }
        return fork
    }

    /// The devices of the events with these ids, and the events.
    private func writers(
        of ids: [Digest], before end: UInt64
    ) throws(EventStoreError) -> [(device: DeviceID, event: Frame)] {
        var wanted = Set(ids)
        var writers: [(device: DeviceID, event: Frame)] = []
        var sequence = end
        while sequence > 1, !wanted.isEmpty {
            sequence -= 1
            guard let bytes = try frameBytes(sequence), bytes.count >= FrameLayout.minimum,
                wanted.remove(Digest(bytes, at: FrameLayout.idOffset)) != nil
            else { continue }
            if let frame = try? Frame(bytes, expecting: sequence) {
                writers.append((frame.device, frame))
            } else if let header = FrameRemains(bytes, at: sequence)?.provenHeader,
                let before = try event(
                    header.previous, number: header.deviceSequence - 1, of: header.device, isForked: true),
                let frame = try soundFrame(before.sequence)
            {
                // The event itself cannot be read, but what it followed is the lineage's.
                writers.append((header.device, frame))
            }
        }
        if writers.count < ids.count, !log.meta.holdsGaps {
            // One of them is damaged: to look at each is to note which.
            for sequence in 1..<max(end, 1) { _ = try soundFrame(sequence) }
        }
        return writers
    }
}

/// Devices, each up to one of its events: all that a store has written, wherever it lay.
package struct Lineage {
    private var last: [DeviceID: UInt64] = [:]
    /// Where a device's chain was forked, the numbers of its own branch in the log.
    private var branches: [DeviceID: Set<UInt64>] = [:]

    /// The devices, in no order.
    package var devices: Set<DeviceID> { Set(last.keys) }

    fileprivate mutating func extend(_ device: DeviceID, to number: UInt64, and branch: Set<UInt64> = []) {
        last[device] = max(last[device] ?? 0, number)
        if !branch.isEmpty { branches[device, default: []].formUnion(branch) }
    }

    /// Whether an event belongs to it, given the device that wrote it.
    package func contains(_ device: DeviceID, _ event: Frame) -> Bool {
        event.deviceSequence <= last[device] ?? 0 || branches[device]?.contains(event.sequence) == true
    }
}
