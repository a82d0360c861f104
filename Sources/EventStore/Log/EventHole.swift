internal import DiarylogHost

/// An event that could not be read by whoever passed this log on: its position in its device's chain, and why.
///
/// It stands in the log at the position of a frame, so that the events after it keep their predecessor and can be
/// proven:
///
///     "DLH1" | length u32 | seq u64 | device 16 | id 32, zero: unknown | deviceSeq u64
///            | reason: length u8, UTF-8, zeros up to 76 bytes | crc32c u32 over seq u64be and all before
///
/// The id lies where a frame has it.
public struct EventHole: Equatable, Sendable {
    /// Who wrote the event.
    public var device: DeviceID
    /// Its number on that device.
    public var deviceSequence: UInt64
    /// Its id; nil if that is lost, too.
    public var id: Digest?
    /// Why it could not be read; at most 200 bytes are kept.
    public var reason: String

    static let magic: UInt32 = 0x3148_4c44  // "DLH1" as its four bytes lie
    private static let reasonAt = 72
    private static let least = 80

    /// A hole in a device's chain.
    public init(device: DeviceID, deviceSequence: UInt64, id: Digest?, reason: String) {
        self.device = device
        self.deviceSequence = deviceSequence
        self.id = id
        self.reason = reason
    }

    package func bytes(at sequence: UInt64) -> [UInt8] {
        var text = reason
        while text.utf8.count > 200 { text.removeLast() }
        var writer = ByteWriter(capacity: 300)
        writer.littleEndian(Self.magic)
        writer.littleEndian(UInt32(0))
        writer.littleEndian(sequence)
        writer.append(device)
        writer.append(id ?? .zero)
        writer.littleEndian(deviceSequence)
        writer.uint8(UInt8(truncatingIfNeeded: text.utf8.count))
        writer.append(Array(text.utf8))
        while writer.count < Self.least - 4 { writer.uint8(0) }
        writer.patch(UInt32(truncatingIfNeeded: writer.count + 4), at: 4)
        let key = TableKey.sequence(sequence)
        writer.seal(under: key.span)
        return writer.bytes
    }

    /// Nil for bytes that are not a hole, or not the one written under this number.
    package init?(_ bytes: Span<UInt8>, at sequence: UInt64) {
        let end = bytes.count - 4
        guard bytes.count >= Self.least, bytes.littleEndian(at: 0) as UInt32 == Self.magic,
            Int(bytes.littleEndian(at: 4) as UInt32) == bytes.count, bytes.littleEndian(at: 8) as UInt64 == sequence
        else { return nil }
        let key = TableKey.sequence(sequence)
        guard SealedValue.open(bytes, under: key.span) != nil else { return nil }
        let length = Int(bytes[Self.reasonAt])
        guard Self.reasonAt + 1 + length <= end else { return nil }
        device = DeviceID(bytes, at: 16)
        deviceSequence = bytes.littleEndian(at: 64)
        let id = Digest(bytes, at: FrameLayout.idOffset)
        self.id = id == .zero ? nil : id
        reason = String(
            decoding: [UInt8](copying: bytes.extracting(Self.reasonAt + 1..<Self.reasonAt + 1 + length)), as: UTF8.self)
    }
}
