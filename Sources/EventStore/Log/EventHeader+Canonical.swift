// The canonical bytes of a header: fixed widths, little-endian, and only one way to write each header.

internal import Host

extension EventHeader {
    /// The header's canonical bytes, which are hashed for its id.
    package var canonicalBytes: [UInt8] {
        var writer = FlatBytes()
        writer.append(
            CanonicalStart(
                kind: kind, schema: schema, criticality: criticality, store: store, device: device,
                deviceSequence: deviceSequence, previous: previous, lamport: lamport, wall: wall, offset: offset))
        writer.append(UInt8(truncatingIfNeeded: zone.count))
        writer.append(zone.span)
        writer.append(object)
        writer.append(littleEndian: UInt16(truncatingIfNeeded: parents.count))
        for parent in parents { writer.append(parent) }
        writer.append(
            CanonicalEnd(
                operationIndex: operationIndex, operationCount: operationCount, operation: operation, key: key,
                bodyLength: bodyLength, payloadHash: payloadHash))
        writer.append(littleEndian: UInt16(truncatingIfNeeded: trailer.count))
        writer.append(trailer.span)
        return [UInt8](copying: writer.span)
    }

    /// Reads canonical bytes; refuses any that `canonicalBytes` would not write.
    package init(canonical bytes: Span<UInt8>) throws(FormatError) {
        var reader = ByteReader(bytes)
        guard try reader.uint8() == 1 else { throw .malformed("a header of another format") }
        guard try reader.uint8() == 1 else { throw .malformed("a header hashed in another way") }
        kind = try reader.littleEndian(UInt16.self)
        schema = try reader.littleEndian(UInt16.self)
        guard let criticality = Criticality(rawValue: try reader.uint8()) else {
            throw .malformed("an unknown criticality")
        }
        self.criticality = criticality
        store = try reader.identifier()
        device = try reader.identifier()
        deviceSequence = try reader.littleEndian(UInt64.self)
        previous = try reader.digest()
        lamport = try reader.littleEndian(UInt64.self)
        wall = try reader.littleEndian(Int64.self)
        offset = try reader.littleEndian(Int32.self)
        let zoneLength = Int(try reader.uint8())
        zone = try reader.array(zoneLength)
        guard zoneLength <= EventLimits.zone, zone.allSatisfy({ $0 < 0x80 }) else {
            throw .malformed("a zone that is not a zone")
        }
        object = try reader.identifier()
        let parentCount = Int(try reader.littleEndian(UInt16.self))
        parents = []
        for _ in 0..<parentCount { parents.append(try reader.digest()) }
        for index in parents.indices.dropFirst(2) where parents[index - 1] >= parents[index] {
            throw .malformed("parents out of order")
        }
        operationIndex = try reader.littleEndian(UInt32.self)
        operationCount = try reader.littleEndian(UInt32.self)
        guard operationIndex < operationCount else { throw .malformed("an event outside its operation") }
        operation = nil
        if operationIndex == 0 { operation = try Operation(&reader) }
        key = try Key(&reader)
        bodyLength = try reader.littleEndian(UInt32.self)
        payloadHash = try reader.digest()
        let trailerLength = Int(try reader.littleEndian(UInt16.self))
        trailer = try reader.array(trailerLength)
        guard reader.isAtEnd else { throw .malformed("bytes after the header") }
    }
}

extension EventHeader.Operation {
    /// Reads command, attended, acts, whether a target follows, and the target.
    init(_ reader: inout ByteReader) throws(FormatError) {
        command = try reader.uint8()
        let attended = try reader.uint8()
        guard attended <= 1 else { throw .malformed("neither attended nor not") }
        self.attended = attended == 1
        guard let acts = EventHeader.Acts(rawValue: try reader.uint8()) else {
            throw .malformed("an operation that acts in an unknown way")
        }
        self.acts = acts
        switch try reader.uint8() {
        case 0: target = nil
        case 1: target = try reader.digest()
        default: throw .malformed("neither a target nor none")
        }
    }
}

extension EventHeader.Key {
    /// Reads a kind byte, which is 0 for no key, and the code.
    init?(_ reader: inout ByteReader) throws(FormatError) {
        let raw = try reader.uint8()
        if raw == 0 { return nil }
        guard let kind = Kind(rawValue: raw) else { throw .malformed("a key of an unknown kind") }
        self.kind = kind
        code = try reader.digest()
    }
}

/// The numbers of a header before its zone, stream and parents.
struct CanonicalStart {
    var kind: UInt16
    var schema: UInt16
    var criticality: EventHeader.Criticality
    var store: StoreID
    var device: DeviceID
    var deviceSequence: UInt64
    var previous: Digest
    var lamport: UInt64
    var wall: Int64
    var offset: Int32
}

/// The numbers of a header behind its parents; only the trailer follows.
struct CanonicalEnd {
    var operationIndex: UInt32
    var operationCount: UInt32
    var operation: EventHeader.Operation?
    var key: EventHeader.Key?
    var bodyLength: UInt32
    var payloadHash: Digest
}

extension FlatBytes {
    mutating func append(_ digest: Digest) {
        let (first, second, third, fourth) = digest.words
        append(bigEndian: first)
        append(bigEndian: second)
        append(bigEndian: third)
        append(bigEndian: fourth)
    }

    mutating func append(_ identifier: some Identifier) {
        append(bigEndian: identifier.high)
        append(bigEndian: identifier.low)
    }

    mutating func append(_ start: CanonicalStart) {
        append(1 as UInt8)
        append(1 as UInt8)
        append(littleEndian: start.kind)
        append(littleEndian: start.schema)
        append(start.criticality.rawValue)
        append(start.store)
        append(start.device)
        append(littleEndian: start.deviceSequence)
        append(start.previous)
        append(littleEndian: start.lamport)
        append(littleEndian: UInt64(bitPattern: start.wall))
        append(littleEndian: UInt32(bitPattern: start.offset))
    }

    mutating func append(_ end: CanonicalEnd) {
        append(littleEndian: end.operationIndex)
        append(littleEndian: end.operationCount)
        if end.operationIndex == 0 {
            let operation = end.operation ?? EventHeader.Operation(command: 0)
            append(operation.command)
            append(operation.attended ? 1 : 0)
            append(operation.acts.rawValue)
            append(operation.target == nil ? 0 : 1)
            if let target = operation.target { append(target) }
        }
        append(end.key?.kind.rawValue ?? 0)
        if let key = end.key { append(key.code) }
        append(littleEndian: end.bodyLength)
        append(end.payloadHash)
    }
}
