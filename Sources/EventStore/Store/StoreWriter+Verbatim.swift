internal import Host
internal import LMDB

/// An event as it travels: the canonical header and the payload, from which its id follows.
public struct PortableEvent: Sendable {
    /// Canonical header bytes.
    public var header: [UInt8]
    /// Salt and body; nil once blanked.
    public var payload: [UInt8]?

    /// An event as it was exported.
    public init(header: [UInt8], payload: [UInt8]?) {
        self.header = header
        self.payload = payload
    }
}

extension StoreWriter {
    /// Takes over an event as it is: the same id, the same bytes. It goes past the tail.
    ///
    /// Header and payload must prove each other, the event must follow its device's last, and an operation's events
    /// must come together: a transaction that ends within an operation cannot be committed.
    /// Throws `unacceptable` with `record` where that is not so.
    package mutating func take(_ event: PortableEvent, arrivedAt: Int64, record: Int) throws(EventStoreError) {
        precondition(pending == nil, "one operation at a time")
        let header: EventHeader
        do throws(FormatError) {
            header = try EventHeader(canonical: event.header.span)
        } catch {
            throw .unacceptable(record: record, reason: "the header cannot be read")
        }
        try prove(header, event, record)
        if log.head == 0 {
            guard header.kind == StoreKind.deviceBegin else {
                throw .unacceptable(record: record, reason: "a log begins with device.begin")
            }
            log.meta.diary = header.diary
        }
        guard header.diary == log.meta.diary else {
            throw .unacceptable(record: record, reason: "it belongs to another diary")
        }
        try openArrivals()
        try joinOperation(header, record)
        try meet(header.device, record)
        var draft = try placed(header, event, arrivedAt: arrivedAt, record: record)
        let (bytes, change) = try settled(&draft, record)
        try self.record(bytes, draft, direct: true, change)
        if draft.origin == nil { arrivals.origins[header.device] = draft.sequence }
        arrivals.tips[header.device] = (draft.sequence, draft.id, header.deviceSequence)
        arrivals.clamp = draft.clamp
        arrivals.totals = draft.totals
        if header.kind == StoreKind.deviceBegin, log.meta.secret == nil, let payload = event.payload {
            log.meta.secret = try? DeviceBegin(payload.span.extracting(EventLimits.salt..<payload.count)).secret
        }
        tip = nil
        identity = nil
        metaIsDirty = true
    }

    /// What arrives goes past the tail, so the tail goes first; and it goes on from the newest event.
    private mutating func openArrivals() throws(EventStoreError) {
        guard !arrivals.isOpen else { return }
        try foldTail()
        try runs.flush(to: &transaction, log.tables)
        if log.head > 0 {
            guard let newest = try newestSound() else { throw .damaged("every event of the log") }
            arrivals.clamp = newest.clamp
            arrivals.totals = newest.totals
        }
        arrivals.isOpen = true
    }

    /// The events of an operation stand side by side, all of them: an operation is found by counting back.
    private mutating func joinOperation(_ header: EventHeader, _ record: Int) throws(EventStoreError) {
        if let rest = arrivals.unfinished {
            guard header.device == rest.device, header.operationIndex == rest.index,
                header.operationCount == rest.count
            else { throw .unacceptable(record: record, reason: "the operation before it is not whole") }
        } else if header.operationIndex != 0 {
            throw .unacceptable(record: record, reason: "its operation began elsewhere")
        }
        let next = header.operationIndex + 1
        arrivals.unfinished =
            next < header.operationCount ? (header.device, next, header.operationCount, record) : nil
    }

    /// Looks up where a device stands that has written before this transaction.
    private mutating func meet(_ device: Identifier, _ record: Int) throws(EventStoreError) {
        guard arrivals.tips[device] == nil, let run = try transaction.lastRun(of: device, log.tables) else { return }
        let sequence = run.sequence &+ run.count &- 1
        guard let last = try transaction.soundFrame(sequence, log) else {
            throw .damaged("event \(sequence), which record \(record) would follow")
        }
        arrivals.tips[device] = (sequence, last.id, last.deviceSequence)
        switch last.origin {
        case .sequence(let holder): arrivals.origins[device] = holder
        case .offset: arrivals.origins[device] = sequence
        case .none: break
        }
    }

    private func prove(_ header: EventHeader, _ event: PortableEvent, _ record: Int) throws(EventStoreError) {
        guard header.canonicalBytes == event.header else {
            throw .unacceptable(record: record, reason: "the header is not in its canonical form")
        }
        guard header.bodyLength <= EventLimits.body else {
            throw .unacceptable(record: record, reason: "its body is over the limit")
        }
        guard let payload = event.payload else { return }
        guard payload.count == EventLimits.salt + Int(header.bodyLength),
            EventHeader.commit(toPayload: payload) == header.commit
        else { throw .unacceptable(record: record, reason: "the payload is not the one its header commits to") }
    }

    private func placed(
        _ header: EventHeader, _ event: PortableEvent, arrivedAt: Int64, record: Int
    ) throws(EventStoreError) -> FrameDraft {
        let tip = arrivals.tips[header.device]
        guard header.previous == (tip?.id ?? .zero), header.deviceSequence == (tip?.deviceSequence ?? 0) + 1 else {
            throw .unacceptable(record: record, reason: "it does not follow its device's event before")
        }
        let row = try header.object == .zero ? nil : transaction.foldedRow(of: header.object, log)
        let parents = try row.map { (row) throws(EventStoreError) in
            try self.parents(header.parents, of: row, record)
        }
        let links = try row.map { (row) throws(EventStoreError) in
            try transaction.links(after: row, on: parents ?? [], log)
        }
        let holder = try row.flatMap { (row) throws(EventStoreError) in try transaction.identifierHolder(of: row, log) }
        // A frame that says nothing of its parents has one, the stream's event before; or none at its beginning.
        let holders = row == nil && !header.parents.isEmpty ? header.parents.map { _ in 0 } : links?.holders
        let sequence = log.head + 1
        let body = event.payload.map { Array($0.dropFirst(EventLimits.salt)) } ?? []
        let isKeyframe = row == nil || log.model.isKeyframe(kind: header.kind, body: body.span)
        // An anchor that is damaged serves nobody: the event is one itself.
        let anchor = Anchors.isAnchor(header.deviceSequence) ? nil : arrivals.origins[header.device]
        let shared = try anchor.flatMap { (anchor) throws(EventStoreError) in try sharesZone(header, with: anchor) }
        let origin = shared == nil ? nil : anchor
        return FrameDraft(
            header: header, id: header.id, sequence: sequence, arrivedAt: arrivedAt,
            clamp: max(arrivals.clamp, header.wall), state: event.payload == nil ? .blanked : .whole,
            keyframeSteps: UInt8(clamping: isKeyframe ? 0 : links.map { $0.keyframeSteps + 1 } ?? 0),
            version: header.object == .zero ? 0 : (row?.version ?? 0) + 1, previousInStream: row?.head ?? 0,
            jump: links?.jump ?? 0, totals: arrivals.totals, origin: origin, sharesZone: shared ?? false,
            previous: tip?.sequence, objectHolder: holder,
            parents: holders,
            payload: event.payload ?? [])
    }

    /// Finds the events that an event names as its parents, from the stream's newest back.
    private func parents(
        _ ids: [Digest], of row: StreamRow, _ record: Int
    ) throws(EventStoreError) -> [EventReference] {
        var found: [Digest: UInt64] = [row.headID: row.head]
        var sequence = row.head
        while !ids.allSatisfy({ found[$0] != nil }), sequence > 0 {
            guard let frame = try transaction.soundFrame(sequence, log) else { break }
            found[frame.id] = sequence
            sequence = frame.previousInStream
        }
        return ids.map { EventReference(sequence: found[$0] ?? 0, id: $0) }
    }

    /// Nil where the anchor cannot be read.
    private func sharesZone(_ header: EventHeader, with origin: UInt64) throws(EventStoreError) -> Bool? {
        var cache = Origins()
        guard let frame = try transaction.soundFrame(origin, log),
            let known = try cache.origin(of: frame, in: transaction, log)
        else { return nil }
        return known.offset == header.offset && known.zone == header.zone
    }

    /// Sees that the frame can be read again, and settles what this store says of it.
    private func settled(
        _ draft: inout FrameDraft, _ record: Int
    ) throws(EventStoreError) -> (bytes: [UInt8], change: StreamChange?) {
        let object = draft.header.object
        let before = try object == .zero ? nil : transaction.foldedRow(of: object, log)
        do throws(EventStoreError) {
            return try settle(&draft, after: before, direct: true)
        } catch .damaged {
            throw .unacceptable(record: record, reason: "it cannot be kept")
        } catch {
            throw error
        }
    }
}

/// What taking over carries from event to event, for each device it meets.
struct Arrivals {
    var isOpen = false
    var tips: [Identifier: (sequence: UInt64, id: Digest, deviceSequence: UInt64)] = [:]
    var origins: [Identifier: UInt64] = [:]
    var clamp = Int64.min
    var totals = Totals()
    /// The event that must come next, of an operation that is not whole; and the record that began or went on with it.
    var unfinished: (device: Identifier, index: UInt32, count: UInt32, record: Int)?
}
