internal import Host

// Holes: places in the chains of devices whose events nobody could read who passed the log on.

extension StoreWriter {
    /// Takes the place of an event that cannot be had, so that those after it find what they follow.
    ///
    /// `known` where the event itself, or a hole, has that place already. Where the hole's id is lost, the device's
    /// next event says it.
    package mutating func importHole(_ hole: EventHole, record: Int) throws(EventStoreError) -> OperationAnswer {
        precondition(pending == nil, "one operation at a time")
        guard hole.device != .zero else { return .never(EventRefusal(.device, .missing)) }
        guard hole.deviceSequence > 0, hole.deviceSequence < EventLimits.lamport else {
            return .never(EventRefusal(.deviceSequence, .outOfRange))
        }
        try openImports()
        var device = try meet(hole.device)
        if hole.deviceSequence <= device.greatest {
            try runs.flush(to: &view, log.tables)
            let held = try view.sequences(
                hole.deviceSequence, of: hole.device, isForked: device.isForked)
            if !held.isEmpty { return .known }
        }
        if let needs = unmetOperation(throughHoleOf: hole.device, record) { return .notYet(needs) }
        let sequence = log.head + 1
        noteRecorded(sequence, hole.id ?? .zero)
        try flush(hole.bytes(at: sequence), sequence)
        let place = StandingEvent(hole, at: sequence)
        device.greatest = max(device.greatest, hole.deviceSequence)
        device.newest = place
        imported.devices[hole.device] = device
        if let id = hole.id { imported.holes[id] = place }
        log.meta.holdsGaps = true
        tip = nil
        identity = nil
        metaIsDirty = true
        return .accepted
    }

    /// A hole within an operation counts as its next event.
    private mutating func unmetOperation(throughHoleOf device: DeviceID, _ record: Int) -> EventNeeds? {
        guard var rest = imported.unfinished else { return nil }
        guard rest.device == device else { return EventNeeds(rest: Int(rest.count - rest.index)) }
        rest.index += 1
        rest.record = record
        // What comes next names the hole, by an id that may not be known here.
        rest.last = .zero
        imported.unfinished = rest.index < rest.count ? rest : nil
        return nil
    }

    /// Whether an event goes on with an operation whose first events are a hole, the last one before it.
    func comesAfterHole(_ header: EventHeader) throws(EventStoreError) -> Bool {
        guard log.head > 0, let bytes = try view.frameBytes(log.head),
            let hole = EventHole(bytes, at: log.head)
        else { return false }
        return hole.device == header.device && hole.deviceSequence + 1 == header.deviceSequence
    }

    /// Writes down the id of a hole that the event after it has named.
    mutating func name(_ hole: StandingEvent, _ id: Digest) throws(EventStoreError) -> StandingEvent {
        var named = hole
        named.id = id
        guard let bytes = try view.frameCopy(hole.sequence),
            var found = EventHole(bytes.span, at: hole.sequence)
        else { return hole }
        found.id = id
        let key = TableKey.sequence(hole.sequence)
        let value = found.bytes(at: hole.sequence)
        try view.put(value.span, for: key.span, in: log.tables.log)
        imported.holes[id] = named
        return named
    }
}
