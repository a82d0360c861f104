internal import Host

// Reading a frame: all of it is checked before any byte is believed.

extension Frame {
    /// Reads the frame stored under `sequence`.
    ///
    /// Throws `truncated` or `checksum` for damaged bytes, `malformed` for bytes that break the layout. About 100 ns.
    package init(_ bytes: Span<UInt8>, expecting sequence: UInt64) throws(FormatError) {
        guard bytes.count >= FrameLayout.minimum else { throw .truncated }
        guard bytes.littleEndian(at: 0) as UInt32 == FrameLayout.magic else { throw .malformed("no frame begins here") }
        guard Int(bytes.littleEndian(at: 4) as UInt32) == bytes.count else {
            throw .malformed("a frame of another length")
        }
        let stored: UInt32 = bytes.littleEndian(at: FrameLayout.checksumOffset)
        guard stored == FrameLayout.checksum(of: bytes, sequence: sequence) else { throw .checksum }
        guard bytes.littleEndian(at: 8) as UInt64 == sequence else { throw .malformed("a frame of another event") }
        try self.init(sound: bytes)
    }

    /// Reads a damaged frame as it lies there: a guess, for which only a hash can vouch.
    init(damaged bytes: Span<UInt8>, expecting sequence: UInt64) throws(FormatError) {
        guard bytes.count >= FrameLayout.minimum else { throw .truncated }
        try self.init(sound: bytes)
        guard self.sequence == sequence else { throw .malformed("a frame of another event") }
    }

    /// Reads a frame whose checksum is right, or is not to be checked.
    private init(sound bytes: Span<UInt8>) throws(FormatError) {
        sequence = bytes.littleEndian(at: 8)
        arrivedAt = bytes.littleEndian(at: 16)
        guard let state = State(rawValue: bytes[24]) else { throw .malformed("an unknown frame state") }
        self.state = state
        marks = Marks(rawValue: bytes[25])
        guard marks.isSubset(of: .known), bytes[26] == 0, bytes[27] == 0 else {
            throw .malformed("marks this program does not know")
        }
        clamp = bytes.littleEndian(at: 28)
        id = Digest(bytes, at: FrameLayout.idOffset)
        let flags = FrameLayout.Flags(rawValue: bytes.littleEndian(at: FrameLayout.flagsOffset))
        guard flags.isSubset(of: .known) else { throw .malformed("parts this program does not know") }
        kind = bytes.littleEndian(at: 74)
        schema = bytes.littleEndian(at: 76)
        guard let criticality = EventHeader.Criticality(rawValue: bytes[78]) else {
            throw .malformed("an unknown criticality")
        }
        self.criticality = criticality
        keyframeSteps = bytes[79]
        var reader = ByteReader(bytes, from: FrameLayout.minimum)
        version = try reader.varint()
        previousInStream = try reader.backwards(from: sequence)
        jump = try reader.backwards(from: sequence)
        counters = Counters(first: try reader.varint(), second: try reader.varint())
        deviceSequence = try reader.varint()
        lamport = try reader.varint()
        wall = arrivedAt &+ (try reader.signedVarint())
        origin =
            flags.contains(.originWhole)
            ? .offset(try reader.range(32).lowerBound) : .sequence(try reader.backwards(from: sequence))
        ownZone = nil
        if flags.contains(.ownZone) {
            guard let offset = Int32(exactly: try reader.signedVarint()) else { throw .malformed("a zone offset") }
            let length = Int(try reader.uint8())
            ownZone = (offset, try reader.range(length))
        }
        secret = flags.contains(.secret) ? try reader.range(FrameLayout.secret) : nil
        if flags.contains(.previousWhole) {
            previous = .offset(try reader.range(32).lowerBound)
        } else {
            previous = flags.contains(.previousNone) ? .none : .sequence(try reader.backwards(from: sequence))
        }
        if flags.contains(.objectWhole) {
            object = .offset(try reader.range(16).lowerBound)
        } else {
            object = flags.contains(.objectNone) ? .none : .sequence(try reader.backwards(from: sequence))
        }
        ownParents = nil
        if flags.contains(.ownParents) {
            let count = try reader.count()
            guard count <= EventLimits.parents else { throw .malformed("too many parents") }
            let start = reader.position
            for _ in 0..<count {
                let parent = try reader.backwards(from: sequence)
                if parent == 0 { try reader.skip(32) }
            }
            ownParents = (count, start..<reader.position)
        }
        operationIndex = 0
        operationCount = 1
        if flags.contains(.operationNumbers) {
            guard let index = UInt32(exactly: try reader.varint()), let count = UInt32(exactly: try reader.varint()),
                index < count, UInt64(index) < sequence
            else { throw .malformed("an event outside its operation") }
            operationIndex = index
            operationCount = count
        }
        operation = operationIndex == 0 ? try EventHeader.Operation(&reader) : nil
        key = flags.contains(.keyed) ? try EventHeader.Key(&reader) : nil
        storedPayloadHash = flags.contains(.payloadHashStored) ? try reader.digest() : nil
        let trailerLength = flags.contains(.trailer) ? Int(try reader.littleEndian(UInt16.self)) : 0
        trailer = try reader.range(trailerLength)
        let bodyLength = try reader.varint()
        guard bodyLength <= EventLimits.body else { throw .malformed("a body over the limit") }
        self.bodyLength = Int(bodyLength)
        let payloadLength = state == .whole ? EventLimits.salt + self.bodyLength : 0
        payload = try reader.range(payloadLength)
        guard reader.isAtEnd else { throw .malformed("bytes after the payload") }
        guard state == .whole || storedPayloadHash != nil else {
            throw .malformed("a blanked frame without its commit")
        }
    }
}

extension Frame {
    /// How a frame seems to name its stream, by its bytes as they lie, unchecked: by the stream's first event, whole,
    /// or not at all. A frame of the store's own names none, nor does one in which it cannot be told.
    ///
    /// The same bytes give the same answer: enough to sort events by their streams, some 20 ns each.
    static func object(lyingIn bytes: Span<UInt8>, at sequence: UInt64) -> Reference {
        guard bytes.count >= FrameLayout.minimum else { return .none }
        return (try? lyingObject(bytes, sequence)) ?? .none
    }

    private static func lyingObject(_ bytes: Span<UInt8>, _ sequence: UInt64) throws(FormatError) -> Reference {
        let flags = FrameLayout.Flags(rawValue: bytes.littleEndian(at: FrameLayout.flagsOffset))
        if flags.contains(.objectNone) { return .none }
        var reader = ByteReader(bytes, from: FrameLayout.minimum)
        // version, previousInStream, jump, two counters, deviceSequence, lamport, wall
        for _ in 0..<8 { _ = try reader.varint() }
        if flags.contains(.originWhole) { try reader.skip(32) } else { _ = try reader.varint() }
        if flags.contains(.ownZone) {
            _ = try reader.varint()
            try reader.skip(Int(try reader.uint8()))
        }
        if flags.contains(.secret) { try reader.skip(FrameLayout.secret) }
        if flags.contains(.previousWhole) {
            try reader.skip(32)
        } else if !flags.contains(.previousNone) {
            _ = try reader.varint()
        }
        if flags.contains(.objectWhole) { return .offset(try reader.range(16).lowerBound) }
        return .sequence(try reader.backwards(from: sequence))
    }
}

extension ByteReader {
    /// A sequence number stored as its distance back from another; 0 means "none".
    fileprivate mutating func backwards(from sequence: UInt64) throws(FormatError) -> UInt64 {
        let distance = try varint()
        guard distance <= sequence else { throw .malformed("a reference before the log's beginning") }
        return distance == 0 ? 0 : sequence - distance
    }
}
