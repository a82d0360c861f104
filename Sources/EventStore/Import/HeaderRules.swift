// What a header may claim, judged by itself: `Docs/FileFormat.md`, "What a log may claim".

extension EventLimits {
    /// Microseconds of the years 1 to 9999.
    package static let wall: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999
    /// Seconds east of UTC, either way: 18 hours.
    package static let offset: ClosedRange<Int32> = -64_800...64_800
}

/// An event whose header has its canonical form, and whose payload, if it has one, is what the header commits to.
struct ProvenEvent {
    var portable: PortableEvent
    let header: EventHeader
    let id: Digest

    /// The event without its payload.
    var withoutPayload: Self {
        var event = self
        event.portable.payload = nil
        return event
    }
}

extension PortableEvent {
    /// The event, proven by its hashes.
    func proven() throws(EventRefusal) -> ProvenEvent {
        let read: EventHeader
        do throws(FormatError) { read = try EventHeader(canonical: header.span) } catch {
            throw EventRefusal(.header, .malformed)
        }
        guard read.canonicalBytes == header else { throw EventRefusal(.header, .malformed) }
        guard read.bodyLength <= EventLimits.body else { throw EventRefusal(.body, .tooLong) }
        let proven = ProvenEvent(portable: self, header: read, id: id)
        guard let payload else { return proven }
        guard payload.count == EventLimits.salt + Int(read.bodyLength),
            EventHeader.payloadHash(of: payload) == read.payloadHash
        else { throw EventRefusal(.payloadHash, .unproven) }
        return proven
    }

    /// Its body; nil if it came without its payload.
    var body: [UInt8]? { payload.map { Array($0.dropFirst(EventLimits.salt)) } }
}

extension EventHeader {
    /// Throws a refusal if the header claims what no header may.
    func checkClaims(_ model: any StreamModel) throws(EventRefusal) {
        guard store != .zero else { throw EventRefusal(.store, .missing) }
        guard device != .zero else { throw EventRefusal(.device, .missing) }
        guard lamport < EventLimits.lamport else { throw EventRefusal(.lamport, .outOfRange) }
        guard EventLimits.wall.contains(wall) else { throw EventRefusal(.wall, .outOfRange) }
        guard EventLimits.offset.contains(offset) else { throw EventRefusal(.offset, .outOfRange) }
        try checkChain()
        try checkParents(model)
        let isOwn = StoreKind.isKnown(kind, schema: schema)
        let isModels = model.understands(kind: kind, schema: schema)
        if object == .zero, isModels { throw EventRefusal(.object, .missing) }
        if object != .zero, isOwn { throw EventRefusal(.object, .needless) }
    }

    private func checkChain() throws(EventRefusal) {
        guard deviceSequence > 0, deviceSequence < EventLimits.lamport else {
            throw EventRefusal(.deviceSequence, .outOfRange)
        }
        guard UInt64(operationIndex) < deviceSequence else { throw EventRefusal(.operation, .outOfRange) }
        if deviceSequence == 1, previous != .zero { throw EventRefusal(.previous, .needless) }
        if deviceSequence > 1, previous == .zero { throw EventRefusal(.previous, .missing) }
        // A device begins with device.begin, which occurs nowhere else and is an operation of its own.
        if (deviceSequence == 1) != (kind == StoreKind.deviceBegin) { throw EventRefusal(.kind, .unfitting) }
        if kind == StoreKind.deviceBegin, operationCount != 1 { throw EventRefusal(.operation, .unfitting) }
    }

    private func checkParents(_ model: any StreamModel) throws(EventRefusal) {
        let mayHave = object != .zero && !model.isCreation(kind: kind)
        if mayHave, parents.isEmpty { throw EventRefusal(.parents, .missing) }
        if !mayHave, !parents.isEmpty { throw EventRefusal(.parents, .needless) }
        guard parents.count > 1 else { return }
        let rest = parents.dropFirst()
        guard zip(rest, rest.dropFirst()).allSatisfy({ $0 < $1 }), !rest.contains(parents[0]) else {
            throw EventRefusal(.parents, .unordered)
        }
    }

    /// Throws a refusal if the body of one of the store's own kinds says what it may not; unknown fields pass.
    func checkBody(_ body: [UInt8]) throws(EventRefusal) {
        guard StoreKind.isKnown(kind, schema: schema) else { return }
        guard kind == StoreKind.deviceBegin else {
            if !body.isEmpty { throw EventRefusal(.body, .needless) }
            return
        }
        guard let begin = try? DeviceBegin(body.span),
            zip(begin.continued, begin.continued.dropFirst()).allSatisfy({ $0 < $1 })
        else { throw EventRefusal(.body, .malformed) }
    }
}
