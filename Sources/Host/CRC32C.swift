/// The checksum of records: CRC-32C, as in iSCSI, ext4 and RFC 3720.

internal import DiarylogCHost

/// CRC-32C (Castagnoli). It detects accidents, not attacks.
///
/// With SSE4.2 and PCLMULQDQ it takes 3 cycles for 8 bytes, from 504 bytes on little more than one; elsewhere it uses
/// tables. Which one is decided at the first call.
/// Both give the same numbers.
package enum CRC32C {
    /// The polynomial, its bits reflected.
    package static let polynomial: UInt32 = 0x82F6_3B78

    /// The ways to compute it, for tests; `checksum(_:continuing:)` chooses the faster one.
    package enum Method: Sendable {
        case table
        case hardware
    }

    /// The checksum of these bytes; with `continuing`, the checksum of the bytes before, that of all bytes up to here.
    package static func checksum(_ bytes: Span<UInt8>, continuing: UInt32 = 0) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe chost_crc32c(buffer.baseAddress, buffer.count, continuing)
        }
    }

    /// The same by a given method. Without the hardware, `.hardware` uses the table.
    package static func checksum(_ bytes: Span<UInt8>, continuing: UInt32 = 0, by method: Method) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            switch method {
            case .table: unsafe chost_crc32c_table(buffer.baseAddress, buffer.count, continuing)
            case .hardware where hasHardware:
                unsafe chost_crc32c_hardware(buffer.baseAddress, buffer.count, continuing)
            case .hardware: unsafe chost_crc32c_table(buffer.baseAddress, buffer.count, continuing)
            }
        }
    }

    /// Whether this processor has the instructions for it.
    package static var hasHardware: Bool { chost_crc32c_has_hardware() }
}
