extension StoreWriter {
    /// Begins an operation of `count` events in a context; if a new device begins here, it is recorded first.
    package mutating func begin(
        _ operation: EventHeader.Operation, count: Int, in context: inout WriteContext
    ) throws(EventStoreError) {
        precondition(pending == nil, "one operation at a time")
        precondition(count > 0, "an operation has an event")
        precondition(imported.unfinished == nil, "an operation is taken over whole")
        imported = ImportState()
        try requireKnowledge()
        guard let count = UInt32(exactly: count) else { throw .overLimit("events in one operation") }
        try ensureDevice(in: &context)
        try open(operation, count: count, in: context)
    }

    /// Appends the next event of the operation, and returns its sequence number.
    ///
    /// Throws `conflict` if the stream is not at the version that the event expects; the caller then drops the writer,
    /// and nothing was written.
    @discardableResult
    package mutating func append(_ event: EventData) throws(EventStoreError) -> UInt64 {
        guard let operation = pending else { preconditionFailure("an operation is begun before its events") }
        precondition(event.salt.count == EventLimits.salt, "a salt is sixteen bytes")
        guard event.body.count <= EventLimits.body else { throw .overLimit("bytes in one event") }
        var row = try event.object == .zero ? nil : currentRow(of: event, direct: operation.isDirect)
        try check(event, against: row)
        // An older program wrote that into the row, for an event that this program knows: `check` has just looked.
        if event.needsKnowledge { row?.isReadOnly = false }
        var draft = try draft(event, row: row, operation: operation)
        let (bytes, change) = try labelled(
            &draft, after: row, direct: operation.isDirect, event.counters, isCanonical: event.isCanonical)
        try record(bytes, draft, direct: operation.isDirect, change)
        advance(past: draft)
        return draft.sequence
    }

    /// Opens the operation without settling its device: the device's own first event is written this way.
    mutating func open(
        _ operation: EventHeader.Operation, count: UInt32, in context: WriteContext
    ) throws(EventStoreError) {
        let isDirect = bypassesTail || log.head - log.meta.flushed + UInt64(count) >= Self.tailRoom
        if isDirect { try flushTail() }
        pending = PendingOperation(
            operation: operation, count: count, context: context, arrivedAt: try arrival(at: context.wall),
            first: log.head + 1, isDirect: isDirect)
    }

    private func check(_ event: EventData, against row: StreamRow?) throws(EventStoreError) {
        if event.object != .zero || event.expecting != .exists {
            try event.expecting.check(event.object, against: row)
        }
        guard let row, event.needsKnowledge else { return }
        if !log.model.isUnderstood(row) { throw .needsNewerProgram }
        if try view.isBound(row) { throw .needsNewerProgram }
    }

    private mutating func draft(
        _ event: EventData, row: StreamRow?, operation: PendingOperation
    ) throws(EventStoreError) -> UnencodedFrame {
        let sequence = log.head + 1
        let own = log.meta.own
        let heads = event.parents ?? row.map { log.model.heads(of: $0) } ?? []
        let links = try row.map { (row) throws(EventStoreError) in try view.links(after: row, on: heads) }
        let payload = event.salt + event.body
        let context = operation.context
        // Nobody says in which zone a text of another time was written: the present zone counts if the offsets agree.
        let isHere = event.written.map { $0.offset == context.offset } ?? true
        let zone = isHere ? Array(context.zone.utf8) : []
        guard zone.count <= EventLimits.zone, zone.allSatisfy({ $0 < 0x80 }) else { throw .overLimit("a zone's name") }
        guard let device else { preconditionFailure("a device is settled before its events") }
        let (wall, offset) = event.written ?? (context.wall, context.offset)
        guard EventLimits.wall.contains(wall), EventLimits.offset.contains(offset) else {
            throw .overLimit("a clock's time")
        }
        guard log.meta.lamport < EventLimits.lamport - 1 else { throw .overLimit("lamport numbers") }
        let lamport = try nextLamport(
            on: heads, continuing: event.kind == StoreKind.deviceBegin ? event.body : nil)
        let header = EventHeader(
            kind: event.kind, schema: event.schema, criticality: event.criticality, store: log.meta.store,
            device: device, deviceSequence: own.deviceSequence + 1, previous: own.id, lamport: lamport, wall: wall,
            offset: offset,
            zone: zone, object: event.object, parents: links?.parents ?? [], operationIndex: operation.index,
            operationCount: operation.count, operation: operation.index == 0 ? operation.operation : nil,
            key: event.key, bodyLength: UInt32(event.body.count), payloadHash: EventHeader.payloadHash(of: payload),
            trailer: [])
        let canonical = header.canonicalBytes
        return UnencodedFrame(
            header: header, canonical: canonical, id: EventHeader.id(ofCanonical: canonical), sequence: sequence,
            arrivedAt: operation.arrivedAt,
            version: event.object == .zero ? 0 : try nextVersion(after: row), previousInStream: row?.head ?? 0,
            jump: links?.jump ?? 0, counters: log.meta.counters, parents: links?.listed, payload: payload)
    }

    /// The version of a stream's next event. Events that cannot be read, but lie in the log as the stream's, keep the
    /// numbers that they had.
    private func nextVersion(after row: StreamRow?) throws(EventStoreError) -> UInt64 {
        guard let row else { return 1 }
        var version = row.version + 1
        for event in log.damage.found.events where event.rawValue > row.head {
            if try view.isUnreadable(event.rawValue, of: row) { version += 1 }
        }
        return version
    }

    /// The row of the event's stream before it: stored rows are current while events go straight into the log.
    private func currentRow(of event: EventData, direct: Bool) throws(EventStoreError) -> StreamRow? {
        let isNamed = event.expecting != .noStream
        guard direct else { return try view.stream(event.object, isNamed: isNamed) }
        let row = try view.storedRow(of: event.object)
        if row == nil, isNamed { try view.checkAbsence(of: event.object...event.object) }
        return row
    }

    /// Computes what an event makes of its stream, and from that the frame's running counters and marks. Returns the
    /// frame's bytes, and the change if it was computed.
    ///
    /// `counters` is what the program says that the stream adds after the event; where that is right, as it is if
    /// nothing is damaged, the frame is encoded once.
    func labelled(
        _ draft: inout UnencodedFrame, after before: StreamRow?, direct: Bool, _ counters: Counters? = nil,
        isCanonical: Bool = false
    ) throws(EventStoreError) -> (bytes: [UInt8], change: StreamChange?) {
        let start = draft.counters
        let old = before.map { log.model.counters(of: $0.state) } ?? Counters()
        let isExpected = counters != nil && draft.parents == nil
        if isExpected, let counters {
            draft.counters.change(from: old, to: counters)
            if !direct { return (draft.encoded(), nil) }
        }
        let bytes = draft.encoded()
        let frame: Frame
        do throws(FormatError) {
            frame = try Frame(bytes.span, expecting: draft.sequence)
        } catch {
            throw .damaged("event \(draft.sequence), as it would be written")
        }
        var expected = start
        var marks = draft.marks
        var change: StreamChange?
        if draft.header.object != .zero {
            let fresh = try before == nil && direct ? nextOrdinal() : 1
            let after = try view.row(
                after: frame, bytes, before: before, ordinal: fresh,
                writing: isExpected && isCanonical ? counters : nil)
            if let (row, update) = after {
                change = StreamChange(before: before, after: row)
                marks = update
                expected.change(from: old, to: log.model.counters(of: row.state))
            }
        }
        if expected == draft.counters, marks == draft.marks { return (bytes, change) }
        draft.counters = expected
        draft.marks = marks
        return (draft.encoded(), change)
    }

    /// Writes a frame where it belongs: into the tail, or into the log and the indexes.
    mutating func record(
        _ bytes: [UInt8], _ draft: UnencodedFrame, direct: Bool, _ change: StreamChange?
    ) throws(EventStoreError) {
        var (direct, known) = (direct, direct ? change : nil)
        if !direct, try tailBytes() + bytes.count > Self.tailBytesMost {
            // From here on the operation goes straight into the log: the tail is flushed up to the event before.
            try flushTail()
            pending?.isDirect = true
            (direct, known) = (true, nil)
        }
        if direct {
            noteRecorded(draft)
            try flush(bytes, draft.sequence, known: known)
            return
        }
        let key = TableKey.tail(draft.sequence)
        try view.put(bytes.span, for: key.span, in: .main)
        noteRecorded(draft)
    }

    /// The size of the frames in the tail, in bytes: at most fifteen lookups.
    private func tailBytes() throws(EventStoreError) -> Int {
        var count = 0
        for sequence in log.tail { count += try view.frameBytes(sequence)?.count ?? 0 }
        return count
    }

    private mutating func advance(past draft: UnencodedFrame) {
        guard var operation = pending else { return }
        if operation.id == nil { operation.id = draft.id }
        operation.index += 1
        pending = operation
        if operation.index == operation.count, let id = operation.id {
            receipts.append(
                OperationReceipt(
                    id: id, first: SequenceNumber(operation.first), last: SequenceNumber(draft.sequence)))
            pending = nil
        }
    }
}
