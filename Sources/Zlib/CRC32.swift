/// The checksum of zip and gzip files: CRC-32 of ISO 3309, not the CRC-32C of our own records.

internal import DiarylogCZlib

/// CRC-32 as zip and gzip files have it.
package enum CRC32 {
    /// The checksum of these bytes; with `continuing`, the checksum of the bytes before, that of all bytes up to here.
    package static func checksum(_ bytes: Span<UInt8>, continuing: UInt32 = 0) -> UInt32 {
        guard bytes.count > 0 else { return continuing }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: unsafe crc32_z(UInt(continuing), buffer.baseAddress, buffer.count))
        }
    }
}
