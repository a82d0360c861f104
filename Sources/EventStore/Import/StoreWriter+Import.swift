// Import: every event from elsewhere is judged here, and written into the log.

extension StoreWriter {
    /// Accepts an event that may be part of this log, bypassing the tail; writes nothing if it does not accept it.
    ///
    /// The event is judged by itself, its ancestors and its device's event before, never by what else has arrived. The
    /// events of an operation must come one after the other. A transaction cannot be committed if it ends within an
    /// operation, or if it holds an event without its payload and nothing that says its stream was forgotten; in a
    /// store that is being made, the last one cannot.
    mutating func offer(
        _ event: PortableEvent, arrivedAt: Int64, record: Int
    ) throws(EventStoreError) -> OperationAnswer {
        precondition(pending == nil, "one operation at a time")
        let proven: ProvenEvent
        do throws(EventRefusal) {
            proven = try event.proven()
            let header = proven.header
            try header.checkClaims(log.model)
            if let body = event.body { try header.checkBody(body) }
            guard log.meta.store == .zero || log.head == 0 || header.store == log.meta.store else {
                throw EventRefusal(.store, .foreign)
            }
        } catch {
            return .never(error)
        }
        try openImports()
        let header = proven.header
        let device = try importState(of: header.device)
        if header.deviceSequence <= device.greatest,
            try stored(proven.id, number: header.deviceSequence, of: header.device) != nil
        {
            return .known
        }
        if let needs = try unmetOperation(header) { return .notYet(needs) }
        let row = try header.object == .zero ? nil : view.storedRow(of: header.object)
        var ancestors = try ancestors(of: header, device, row)
        if header.kind == StoreKind.deviceBegin, let body = event.body, let begin = try? DeviceBegin(body.span) {
            try addContinued(begin.continued, to: &ancestors)
        }
        guard ancestors.missing.isEmpty else { return .notYet(EventNeeds(events: ancestors.missing)) }
        if let refusal = ancestors.refusal(of: header) { return .never(refusal) }
        return try accept(proven, ancestors, row, arrivedAt, record)
    }

    private mutating func accept(
        _ proven: ProvenEvent, _ ancestors: Ancestors, _ row: StreamRow?, _ arrivedAt: Int64, _ record: Int
    ) throws(EventStoreError) -> OperationAnswer {
        let (event, header) = (proven.portable, proven.header)
        // What was forgotten stays forgotten: a payload that comes later is dropped. An event with an empty body has
        // nothing to drop: so the same events lack their payloads in every copy.
        let isForgotten = row.map { log.model.isForgotten($0) } ?? false
        let isDropped = isForgotten && header.bodyLength > 0
        let payload = isDropped ? nil : event.payload
        if payload == nil, header.object == .zero { return .notYet(EventNeeds(payload: true)) }
        if log.head == 0 || log.meta.store == .zero { log.meta.store = header.store }
        // The event is judged with the payload it brought all the same.
        var draft = try placed(proven, ancestors, row, arrivedAt: arrivedAt)
        if let refusal = try refusal(of: draft) { return .never(refusal) }
        if isDropped { draft = try placed(proven.withoutPayload, ancestors, row, arrivedAt: arrivedAt) }
        let (bytes, change) = try labelled(&draft, after: row, direct: true)
        if let row, !isForgotten, let change, log.model.isForgotten(change.after), try view.hasPayloads(of: row) {
            log.meta.mayHoldForgotten = true
        }
        try self.record(bytes, draft, direct: true, change)
        note(draft, of: record, lacksPayload: payload == nil && !isForgotten, beginsNoStream: change == nil)
        if header.kind == StoreKind.deviceBegin, log.meta.secret == nil, let body = event.body {
            log.meta.secret = try? DeviceBegin(body.span).secret
        }
        return .accepted
    }

    private mutating func note(_ draft: UnencodedFrame, of record: Int, lacksPayload: Bool, beginsNoStream: Bool) {
        let header = draft.header
        var device = imported.devices[header.device] ?? ImportedDevice()
        if header.deviceSequence <= device.greatest { device.isForked = true }
        device.greatest = max(device.greatest, header.deviceSequence)
        device.newest = KnownEvent(draft)
        imported.devices[header.device] = device
        let rest = ImportState.Unfinished(
            last: draft.id, device: header.device, index: header.operationIndex + 1, count: header.operationCount,
            record: record)
        imported.unfinished = rest.index < rest.count ? rest : nil
        if lacksPayload {
            imported.withoutPayload[header.object] = min(record, imported.withoutPayload[header.object] ?? record)
        }
        if beginsNoStream, header.object != .zero {
            imported.orphans[draft.id] = (header.object, KnownEvent(draft))
            log.meta.holdsGaps = true
        }
        stopWriting(of: header.device)
    }

    /// Gives up a device of this store's own, of which an event or a hole came from elsewhere. Another folder writes as
    /// that device, or did, and the chain may be forked. The next write begins a new device.
    mutating func stopWriting(of device: DeviceID) {
        if log.meta.device == device { log.meta.home = .zero }
        self.device = nil
    }

    /// Prepares an import: imported events bypass the tail, so the tail is flushed first.
    mutating func openImports() throws(EventStoreError) {
        guard !imported.isOpen else { return }
        try flushTail()
        try runs.flush(to: &view)
        _ = try newestArrival()
        imported.isOpen = true
    }

    mutating func importState(of device: DeviceID) throws(EventStoreError) -> ImportedDevice {
        if let known = imported.devices[device] { return known }
        let found = try view.indexedState(of: device)
        imported.devices[device] = found
        return found
    }

    /// An event as it stands in the log; nil if it is not there.
    mutating func stored(
        _ id: Digest, number: UInt64, of device: DeviceID
    ) throws(EventStoreError) -> KnownEvent? {
        try openImports()
        let isForked = try importState(of: device).isForked
        try runs.flush(to: &view)
        return try view.event(id, number: number, of: device, isForked: isForked)
    }

    /// What an operation still needs: all its events must be side by side, because an operation is found by counting
    /// back.
    private func unmetOperation(_ header: EventHeader) throws(EventStoreError) -> EventNeeds? {
        guard let rest = imported.unfinished else {
            if header.operationIndex == 0 { return nil }
            return try comesAfterHole(header) ? nil : EventNeeds(rest: Int(header.operationIndex))
        }
        let goesOn = (header.previous == rest.last || rest.last == .zero) && rest.isContinued(by: header)
        return goesOn ? nil : EventNeeds(rest: Int(rest.count - rest.index))
    }

    /// The events that an event names as coming before it, and those of them that are not here.
    private mutating func ancestors(
        of header: EventHeader, _ device: ImportedDevice, _ row: StreamRow?
    ) throws(EventStoreError) -> Ancestors {
        var found = Ancestors()
        if header.previous != .zero {
            if let newest = device.newest, newest.id == header.previous || newest.isUnnamed,
                newest.deviceSequence == header.deviceSequence - 1
            {
                found.previous = newest
            } else {
                found.previous = try stored(header.previous, number: header.deviceSequence - 1, of: header.device)
            }
            if let hole = found.previous, hole.isUnnamed { found.previous = try name(hole, header.previous) }
            if found.previous == nil { found.missing.append(header.previous) }
        }
        guard !header.parents.isEmpty else { return found }
        let known = try row.map { (row) throws(EventStoreError) in
            try view.events(header.parents, of: row)
        }
        for parent in header.parents {
            var event = known?[parent]
            if event == nil { event = try holeOrOrphan(parent, of: header.object) }
            if let event {
                found.parents.append(event)
            } else if !found.missing.contains(parent) {
                found.missing.append(parent)
            }
        }
        return found
    }

    /// An event to which no stream's row leads: a hole, or an event whose stream has no beginning here.
    ///
    /// Such events from before this transaction are searched for once, by a pass over the log, if it has any.
    private mutating func holeOrOrphan(_ id: Digest, of object: StreamID) throws(EventStoreError) -> KnownEvent? {
        if log.meta.holdsGaps, !imported.hasSurveyed {
            imported.hasSurveyed = true
            let (model, last) = (log.model, log.meta.flushed)
            var found = ImportState()
            try view.forEachFrame(in: 1...max(last, 1)) { sequence, bytes in
                switch LogSlot(bytes, at: sequence) {
                case .event(let frame) where frame.isOrphan(model):
                    found.orphans[frame.id] = (frame.object, KnownEvent(frame))
                case .hole(let hole):
                    if let id = hole.id { found.holes[id] = KnownEvent(hole, at: sequence) }
                case .event, .damaged, .missing: break
                }
                return true
            }
            imported.holes.merge(found.holes) { mine, _ in mine }
            imported.orphans.merge(found.orphans) { mine, _ in mine }
        }
        if let orphan = imported.orphans[id], orphan.object == object { return orphan.event }
        return imported.holes[id]
    }

    /// Records that brought an event without its payload, though nothing says that its stream was forgotten.
    func payloadsMissingWithoutReason() throws(EventStoreError) -> [Int] {
        var records: [Int] = []
        for (object, record) in imported.withoutPayload {
            let row = try view.storedRow(of: object)
            if row.map({ log.model.isForgotten($0) }) != true { records.append(record) }
        }
        return records.sorted()
    }
}

/// The events that an event names as coming before it.
struct Ancestors {
    var previous: KnownEvent?
    var parents: [KnownEvent] = []
    /// Those that a new device continues.
    var continued: [KnownEvent] = []
    /// The ids of those that are not here.
    var missing: [Digest] = []

    /// Why an event does not agree with them; nil if it does.
    func refusal(of header: EventHeader) -> EventRefusal? {
        for before in all {
            if let lamport = before.lamport, header.lamport <= lamport { return EventRefusal(.lamport, .notAfter) }
        }
        if let bound = lamportBound, header.lamport > bound { return EventRefusal(.lamport, .outOfRange) }
        return nil
    }
}

/// What an import carries from event to event.
struct ImportState {
    /// What the next event must be while an operation is unfinished, and the last record that belongs to it.
    struct Unfinished {
        /// The event before it; zero behind a hole.
        var last: Digest
        var device: DeviceID
        var index: UInt32
        var count: UInt32
        var record: Int

        /// Whether an event has the next place.
        func isContinued(by header: EventHeader) -> Bool {
            header.device == device && header.operationIndex == index && header.operationCount == count
        }

        /// Counts a hole as the next event. The event behind it names it by an id that may not be known here.
        mutating func note(holeOf record: Int) {
            index += 1
            (last, self.record) = (.zero, record)
        }
    }

    var isOpen = false
    var devices: [DeviceID: ImportedDevice] = [:]
    var unfinished: Unfinished?
    /// Streams of which an event came without its payload, each with the first such record.
    var withoutPayload: [StreamID: Int] = [:]
    /// Whether `holes` and `orphans` also have those of earlier transactions.
    var hasSurveyed = false
    /// Holes, by the ids of the events that they stand for.
    var holes: [Digest: KnownEvent] = [:]
    /// Events whose positions holes keep.
    var late: [LateEvent] = []
    /// Events of streams that they do not begin, because the creation is a hole.
    var orphans: [Digest: (object: StreamID, event: KnownEvent)] = [:]
}
