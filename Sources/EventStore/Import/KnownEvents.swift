internal import DiarylogHost

// Finding events by id: on their device by number, in their stream from its newest event back.

/// An event in the log, as an arriving event refers to it.
struct KnownEvent {
    var sequence: UInt64
    var id: Digest
    var deviceSequence: UInt64
    /// Nil if it cannot be read.
    var lamport: UInt64?
    /// Whether a hole keeps its position; then its id may be zero, which means unknown.
    var isHole = false

    /// Whether a hole keeps its position, and nobody knows its id.
    var isUnnamed: Bool { isHole && id == .zero }

    init(_ frame: Frame) {
        sequence = frame.sequence
        id = frame.id
        deviceSequence = frame.deviceSequence
        lamport = frame.lamport
    }

    init(_ draft: UnencodedFrame) {
        sequence = draft.sequence
        id = draft.id
        deviceSequence = draft.header.deviceSequence
        lamport = draft.header.lamport
    }

    /// An event whose position a hole keeps.
    init(_ hole: EventHole, at sequence: UInt64) {
        self.init(damaged: sequence, hole.id ?? .zero, hole.deviceSequence)
        isHole = true
    }

    /// A damaged event, with its id as it lies there.
    init(damaged sequence: UInt64, _ id: Digest, _ deviceSequence: UInt64) {
        self.sequence = sequence
        self.id = id
        self.deviceSequence = deviceSequence
    }
}

extension Frame {
    /// Whether it is the first event of its stream here, and none with which a stream begins: the creation is lost.
    func isOrphan(_ model: any StreamModel) -> Bool {
        version == 1 && object != .zero && !model.begins(kind: kind, schema: schema)
    }
}

/// What is known of a device whose events arrive.
struct ImportedDevice {
    /// The greatest number of its events; 0 if none is here.
    var greatest: UInt64 = 0
    /// Whether two of its events have the same number.
    var isForked = false
    /// The event that arrived last, or if none has, the newest in the log.
    var newest: KnownEvent?
}

extension StoreView {
    /// What the index holds on a device. Costs one pass over its runs.
    func indexedState(of device: DeviceID) throws(EventStoreError) -> ImportedDevice {
        var found = ImportedDevice()
        var newest: (sequence: UInt64, number: UInt64) = (0, 0)
        try forEachRun(of: device) { run in
            if run.deviceSequence <= found.greatest { found.isForked = true }
            if run.last.deviceSequence > found.greatest {
                found.greatest = run.last.deviceSequence
                newest = (run.last.sequence, run.last.deviceSequence)
            }
            return true
        }
        guard newest.sequence > 0 else { return found }
        guard let frame = try soundFrame(newest.sequence) else {
            found.newest = try unreadableEvent(newest.sequence, number: newest.number)
            return found
        }
        found.newest = KnownEvent(frame)
        return found
    }

    /// A hole or damaged event, as it lies there.
    private func unreadableEvent(
        _ sequence: UInt64, number: UInt64
    ) throws(EventStoreError) -> KnownEvent? {
        guard sequence <= log.head, let bytes = try frameBytes(sequence) else { return nil }
        if let hole = EventHole(bytes, at: sequence) { return KnownEvent(hole, at: sequence) }
        return FrameRemains(bytes, at: sequence).map { KnownEvent(damaged: sequence, $0.storedID, number) }
    }

    /// The event of a device with this number and id; in a forked chain several have the same number. A hole whose id
    /// nobody knows may be any event of its number.
    func event(
        _ id: Digest, number: UInt64, of device: DeviceID, isForked: Bool
    ) throws(EventStoreError) -> KnownEvent? {
        for sequence in try sequences(number, of: device, isForked: isForked) {
            let event =
                if let frame = try soundFrame(sequence) { KnownEvent(frame) } else {
                    try unreadableEvent(sequence, number: number)
                }
            if let event, event.id == id || event.isUnnamed { return event }
        }
        return nil
    }

    /// The sequence numbers of a device's events with this number.
    func sequences(
        _ number: UInt64, of device: DeviceID, isForked: Bool
    ) throws(EventStoreError) -> [UInt64] {
        let end = TableKey.run(device, number, .max)
        var sequences: [UInt64] = []
        var cursor = try cursor(in: log.tables.devices)
        var isHere = try cursor.seekAtOrBefore(end.span)
        while isHere, case let run = try run(cursor), run.device == device {
            let distance = number - min(number, run.deviceSequence)
            if distance < run.count { sequences.append(run.sequence &+ distance) }
            if !isForked { break }
            isHere = try cursor.previous()
        }
        return sequences
    }

    /// Finds events of a stream by their ids, from its newest back.
    func events(
        _ ids: [Digest], of row: StreamRow
    ) throws(EventStoreError) -> [Digest: KnownEvent] {
        var found: [Digest: KnownEvent] = [:]
        var sequence = row.head
        while sequence > 0, found.count < ids.count {
            let previous: UInt64
            if let frame = try soundFrame(sequence) {
                if ids.contains(frame.id) { found[frame.id] = KnownEvent(frame) }
                previous = frame.previousInStream
            } else {
                let id = sequence == row.head ? row.headID : try unreadableEvent(sequence, number: 0)?.id
                if let id, ids.contains(id) { found[id] = KnownEvent(damaged: sequence, id, 0) }
                previous =
                    if let bytes = try frameBytes(sequence), let links = UncheckedLinks(bytes, at: sequence) {
                        links.previousInStream
                    } else {
                        0
                    }
            }
            sequence = min(previous, sequence - 1)
        }
        return found
    }
}
