internal import DiarylogHost

/// A header as it lies in a frame or an exported event: its numbers and ids read, its lists left where they are.
///
/// Reading it allocates nothing and refuses every byte sequence that `EventHeader.canonicalBytes` would not write. So
/// equal headers have equal bytes, and the hash of the bytes is the event's id.
package struct StoredHeader: Sendable {
    package var kind: UInt16
    package var schema: UInt16
    package var criticality: EventCriticality
    package var store: StoreID
    package var device: DeviceID
    package var deviceSequence: UInt64
    package var previous: Digest
    package var lamport: UInt64
    package var wall: Int64
    package var offset: Int32
    /// The zone's name.
    package var zone: Range<Int>
    package var object: StreamID
    /// The parents' ids, 32 bytes each.
    package var parents: Range<Int>
    package var operationIndex: UInt32
    package var operationCount: UInt32
    package var operation: EventHeader.Operation?
    package var key: EventHeader.Key?
    package var bodyLength: Int
    package var payloadHash: Digest
    package var trailer: Range<Int>
    /// All of the header.
    package var bytes: Range<Int>

    package var parentCount: Int { parents.count / 32 }

    /// Reads a header from where the reader stands, and leaves the reader behind it. Some 50 ns.
    package init(_ reader: inout ByteReader) throws(FormatError) {
        let start = reader.position
        guard try reader.uint8() == 1 else { throw .malformed("a header of another format") }
        guard try reader.uint8() == 1 else { throw .malformed("a header hashed in another way") }
        kind = try reader.littleEndian(UInt16.self)
        schema = try reader.littleEndian(UInt16.self)
        guard let criticality = EventCriticality(rawValue: try reader.uint8()) else {
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
        zone = try reader.range(Int(try reader.uint8()))
        guard zone.count <= EventLimits.zone, zone.allSatisfy({ reader.bytes[$0] < 0x80 }) else {
            throw .malformed("a zone that is not a zone")
        }
        object = try reader.identifier()
        parents = try reader.range(32 * Int(try reader.littleEndian(UInt16.self)))
        for start in stride(from: parents.lowerBound + 64, to: parents.upperBound, by: 32)
        where Digest(reader.bytes, at: start - 32) >= Digest(reader.bytes, at: start) {
            throw .malformed("parents out of order")
        }
        operationIndex = try reader.littleEndian(UInt32.self)
        operationCount = try reader.littleEndian(UInt32.self)
        guard operationIndex < operationCount else { throw .malformed("an event outside its operation") }
        operation = nil
        if operationIndex == 0 { operation = try EventHeader.Operation(&reader) }
        key = try EventHeader.Key(&reader)
        bodyLength = Int(try reader.littleEndian(UInt32.self))
        payloadHash = try reader.digest()
        trailer = try reader.range(Int(try reader.littleEndian(UInt16.self)))
        bytes = start..<reader.position
    }
}

extension StoredHeader {
    /// The stream that a header seems to be of, by the bytes as they lie, unchecked, some 5 ns: enough to deal events
    /// out by their streams. Nil where the bytes end before.
    static func object(in bytes: Span<UInt8>, from start: Int) -> StreamID? {
        // What comes before the zone, the zone's length and the zone.
        let zone = start + 99
        guard zone < bytes.count, bytes.count >= zone + 1 + Int(bytes[zone]) + 16 else { return nil }
        return StreamID(bytes, at: zone + 1 + Int(bytes[zone]))
    }
}

extension EventHeader {
    /// A header out of the bytes in which it lies.
    package init(_ stored: StoredHeader, in bytes: Span<UInt8>) {
        kind = stored.kind
        schema = stored.schema
        criticality = stored.criticality
        store = stored.store
        device = stored.device
        deviceSequence = stored.deviceSequence
        previous = stored.previous
        lamport = stored.lamport
        wall = stored.wall
        offset = stored.offset
        zone = [UInt8](copying: bytes.extracting(stored.zone))
        object = stored.object
        parents = stride(from: stored.parents.lowerBound, to: stored.parents.upperBound, by: 32).map {
            Digest(bytes, at: $0)
        }
        operationIndex = stored.operationIndex
        operationCount = stored.operationCount
        operation = stored.operation
        key = stored.key
        bodyLength = UInt32(truncatingIfNeeded: stored.bodyLength)
        payloadHash = stored.payloadHash
        trailer = [UInt8](copying: bytes.extracting(stored.trailer))
    }

    /// Reads canonical bytes; refuses any that `canonicalBytes` would not write.
    package init(canonical bytes: Span<UInt8>) throws(FormatError) {
        var reader = ByteReader(bytes)
        let stored = try StoredHeader(&reader)
        guard reader.isAtEnd else { throw .malformed("bytes after the header") }
        self.init(stored, in: bytes)
    }
}

extension EventHeader.Operation {
    /// Reads command, attended, undo role, whether a target follows, and the target.
    init(_ reader: inout ByteReader) throws(FormatError) {
        command = try reader.uint8()
        let attended = try reader.uint8()
        guard attended <= 1 else { throw .malformed("neither attended nor not") }
        self.attended = attended == 1
        guard let undoRole = EventHeader.UndoRole(rawValue: try reader.uint8()) else {
            throw .malformed("an operation that acts in an unknown way")
        }
        self.undoRole = undoRole
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
