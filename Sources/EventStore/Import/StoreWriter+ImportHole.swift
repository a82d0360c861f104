// Importing holes: positions in the chains of devices whose events could not be read by whoever passed the log on.

extension StoreWriter {
    /// Writes a hole for an event that cannot be had, so that the events after it find what they follow.
    ///
    /// Answers `known` if the event itself, or a hole, has that position already. If the hole's id is lost, the
    /// device's next event supplies it.
    mutating func importHole(_ hole: EventHole, record: Int) throws(EventStoreError) -> OperationAnswer {
        precondition(pending == nil, "one operation at a time")
        guard hole.device != .zero else { return .never(EventRefusal(.device, .missing)) }
        guard hole.deviceSequence > 0, hole.deviceSequence < EventLimits.lamport else {
            return .never(EventRefusal(.deviceSequence, .outOfRange))
        }
        try openImports()
        var device = try importState(of: hole.device)
        if hole.deviceSequence <= device.greatest {
            try runs.flush(to: &view)
            let held = try view.sequences(
                hole.deviceSequence, of: hole.device, isForked: device.isForked)
            if !held.isEmpty { return .known }
        }
        if let needs = unmetOperation(throughHoleOf: hole.device, record) { return .notYet(needs) }
        let sequence = log.head + 1
        noteRecorded(sequence, hole.id ?? .zero)
        try flush(hole.bytes(at: sequence), sequence)
        let event = KnownEvent(hole, at: sequence)
        device.greatest = max(device.greatest, hole.deviceSequence)
        device.newest = event
        imported.devices[hole.device] = device
        if let id = hole.id { imported.holes[id] = event }
        log.meta.holdsGaps = true
        stopWriting(of: hole.device)
        return .accepted
    }

    /// What an unfinished operation still needs; a hole within it counts as its next event.
    private mutating func unmetOperation(throughHoleOf device: DeviceID, _ record: Int) -> EventNeeds? {
        guard var rest = imported.unfinished else { return nil }
        guard rest.device == device else { return EventNeeds(rest: Int(rest.count - rest.index)) }
        rest.note(holeOf: record)
        imported.unfinished = rest.index < rest.count ? rest : nil
        return nil
    }

    /// Whether an event continues an operation whose first events are holes: the newest event is a hole of its device
    /// with the number before.
    func comesAfterHole(_ header: EventHeader) throws(EventStoreError) -> Bool {
        guard log.head > 0, let hole = try view.keptHole(log.head) else { return false }
        return hole.device == header.device && hole.deviceSequence + 1 == header.deviceSequence
    }

    /// Stores the id of a hole, which the event after it has named.
    mutating func name(_ hole: KnownEvent, _ id: Digest) throws(EventStoreError) -> KnownEvent {
        var named = hole
        named.id = id
        guard var found = try view.keptHole(hole.sequence) else { return hole }
        found.id = id
        let key = TableKey.sequence(hole.sequence)
        let value = found.bytes(at: hole.sequence)
        try view.put(value.span, for: key.span, in: log.tables.log)
        imported.holes[id] = named
        return named
    }
}
