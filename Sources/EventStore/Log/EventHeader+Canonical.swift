// The canonical bytes of a header: fixed widths, little-endian, and only one way to write each header.

extension EventHeader {
    /// The header's canonical bytes, which are hashed for its id.
    package var canonicalBytes: [UInt8] {
        var writer = ByteWriter(capacity: 300)
        writer.uint8(1)
        writer.uint8(1)
        writer.littleEndian(kind)
        writer.littleEndian(schema)
        writer.uint8(criticality.rawValue)
        writer.append(store)
        writer.append(device)
        writer.littleEndian(deviceSequence)
        writer.append(previous)
        writer.littleEndian(lamport)
        writer.littleEndian(wall)
        writer.littleEndian(offset)
        writer.uint8(UInt8(truncatingIfNeeded: zone.count))
        writer.append(zone)
        writer.append(object)
        writer.littleEndian(UInt16(truncatingIfNeeded: parents.count))
        for parent in parents { writer.append(parent) }
        writer.littleEndian(operationIndex)
        writer.littleEndian(operationCount)
        if operationIndex == 0 {
            let operation = operation ?? Operation(command: 0)
            writer.uint8(operation.command)
            writer.uint8(operation.attended ? 1 : 0)
            writer.uint8(operation.acts.rawValue)
            writer.uint8(operation.target == nil ? 0 : 1)
            if let target = operation.target { writer.append(target) }
        }
        writer.uint8(key?.kind.rawValue ?? 0)
        if let key { writer.append(key.code) }
        writer.littleEndian(bodyLength)
        writer.append(payloadHash)
        writer.littleEndian(UInt16(truncatingIfNeeded: trailer.count))
        writer.append(trailer)
        return writer.bytes
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
