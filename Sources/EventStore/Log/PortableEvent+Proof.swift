internal import DiarylogHost

// What hashes prove of an event, though the checksum of its frame is wrong.

extension PortableEvent {
    /// The event in the bytes of a frame, sound or damaged, if hashes prove it; nil if they do not.
    ///
    /// A frame with one wrong bit is put right by its checksum, wherever that bit is; the hashes say whether that was
    /// right. Where more is wrong, header and payload may be whole all the same: the header if it hashes to the id
    /// beside it, or to one that other events name (`isNamed`), and the payload, the end of the frame, if it hashes to
    /// what the header commits to. When the event arrived is not known then.
    init?(
        provenBy bytes: Span<UInt8>, at sequence: UInt64, isNamed: (Digest) -> Bool = { _ in false }
    ) {
        guard bytes.count >= FrameLayout.minimum else { return nil }
        if let event = Self(sound: bytes, at: sequence) {
            self = event
            return
        }
        if let right = FrameLayout.righted(bytes, at: sequence), let event = Self(sound: right.span, at: sequence) {
            self = event
            return
        }
        var reader = ByteReader(bytes, from: FrameLayout.headerOffset)
        guard let header = try? StoredHeader(&reader), header.bodyLength <= EventLimits.body else { return nil }
        let id = EventHeader.id(ofCanonical: bytes.extracting(header.bytes))
        let start = bytes.count - EventLimits.salt - header.bodyLength
        guard id == Digest(bytes, at: FrameLayout.idOffset) || isNamed(id), start >= header.bytes.upperBound else {
            return nil
        }
        let payload = bytes.extracting(start..<bytes.count)
        guard EventHeader.payloadHash(of: payload) == header.payloadHash else { return nil }
        self.init(header: [UInt8](copying: bytes.extracting(header.bytes)), payload: [UInt8](copying: payload))
    }

    /// The event of a frame whose checksum and hashes are right.
    private init?(sound bytes: Span<UInt8>, at sequence: UInt64) {
        guard let frame = try? Frame(bytes, expecting: sequence), frame.isProven(in: bytes),
            frame.hasItsPayload(in: bytes)
        else { return nil }
        let payload = frame.state == .whole ? [UInt8](copying: bytes.extracting(frame.payload)) : nil
        self.init(
            header: [UInt8](copying: bytes.extracting(frame.header.bytes)), payload: payload,
            arrivedAt: frame.arrivedAt)
    }
}

extension FrameLayout {
    /// A frame of which one bit is wrong, with that put right, if its hashes prove it then; nil for any other bytes.
    static func righted(_ bytes: Span<UInt8>, at sequence: UInt64) -> [UInt8]? {
        guard bytes.count >= minimum, let place = wrongBit(of: bytes, sequence: sequence) else { return nil }
        var right = [UInt8](copying: bytes)
        right[place / 8] ^= 1 << UInt8(place % 8)
        guard let frame = try? Frame(right.span, expecting: sequence), frame.isProven(in: right.span),
            frame.hasItsPayload(in: right.span)
        else { return nil }
        return right
    }

    /// The number of the only wrong bit of a frame, counted from the lowest of its first byte, as its checksum tells
    /// it; nil if nothing is wrong, or no single bit explains it.
    ///
    /// Each bit of a frame, and no other, changes the checksum in its own way, however long the frame is. Some 2 ns for
    /// each bit behind the one that is wrong.
    private static func wrongBit(of frame: Span<UInt8>, sequence: UInt64) -> Int? {
        let stored: UInt32 = frame.littleEndian(at: checksumOffset)
        let difference = stored ^ checksum(of: frame, sequence: sequence)
        if difference == 0 { return nil }
        if difference.nonzeroBitCount == 1 { return checksumOffset * 8 + difference.trailingZeroBitCount }
        // What a wrong bit does to the checksum: the last one of the frame, then each one before it.
        var change: UInt32 = CRC32C.polynomial
        for place in stride(from: frame.count * 8 - 1, through: 0, by: -1) {
            if change == difference { return place }
            change = change & 1 == 0 ? change >> 1 : change >> 1 ^ CRC32C.polynomial
        }
        return nil
    }

    /// The number that a frame, or a hole, says it has; nil for bytes that are neither.
    static func number(in bytes: Span<UInt8>) -> UInt64? {
        guard bytes.count >= minimum else { return nil }
        let magic: UInt32 = bytes.littleEndian(at: 0)
        return magic == self.magic || magic == EventHole.magic ? bytes.littleEndian(at: 8) : nil
    }
}
