internal import DiarylogHost

// A value sealed under its key: a CRC-32C over key and bytes follows the bytes, so that a value under another key
// counts as damaged.
//
//     bytes … | crc32c u32 over key and bytes

extension ByteWriter {
    /// Ends a value with its seal.
    package mutating func seal(under key: Span<UInt8>) {
        littleEndian(SealedValue.checksum(bytes.span, under: key))
    }
}

/// A value whose seal was checked.
package enum SealedValue {
    /// How many bytes a seal takes.
    package static let sealLength = 4

    /// The bytes sealed in a value; nil if key and value do not belong together. Costs a pass over both.
    @_lifetime(copy value)
    package static func open(_ value: Span<UInt8>, under key: Span<UInt8>) -> Span<UInt8>? {
        guard value.count >= sealLength else { return nil }
        let bytes = value.extracting(0..<value.count - sealLength)
        guard checksum(bytes, under: key) == value.littleEndian(at: bytes.count) else { return nil }
        return bytes
    }

    fileprivate static func checksum(_ bytes: Span<UInt8>, under key: Span<UInt8>) -> UInt32 {
        CRC32C.checksum(bytes, continuing: CRC32C.checksum(key))
    }
}
