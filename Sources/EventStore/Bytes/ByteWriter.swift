internal import DiarylogHost

/// Builds a run of bytes: little-endian numbers, big-endian ones for keys, minimal varints.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    package var count: Int { bytes.count }

    /// Removes all bytes and keeps the memory.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package mutating func uint8(_ value: UInt8) { bytes.append(value) }

    // One method for each width, so that none is generic across modules.

    package mutating func littleEndian(_ value: UInt16) { bytes.append(littleEndian: value) }
    package mutating func littleEndian(_ value: UInt32) { bytes.append(littleEndian: value) }
    package mutating func littleEndian(_ value: UInt64) { bytes.append(littleEndian: value) }
    package mutating func littleEndian(_ value: Int32) { bytes.append(littleEndian: value) }
    package mutating func littleEndian(_ value: Int64) { bytes.append(littleEndian: value) }
    package mutating func bigEndian(_ value: UInt32) { bytes.append(bigEndian: value) }
    package mutating func bigEndian(_ value: UInt64) { bytes.append(bigEndian: value) }
    package mutating func bigEndian(_ value: Int64) { bytes.append(bigEndian: value) }

    package mutating func varint(_ value: Int) { varint(UInt64(value)) }
    package mutating func varint(_ value: UInt32) { varint(UInt64(value)) }

    package mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func signedVarint(_ value: Int64) {
        varint(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    package mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

    package mutating func append(_ span: Span<UInt8>) { bytes.append(copying: span) }

    package mutating func append(_ digest: Digest) {
        bigEndian(digest.first)
        bigEndian(digest.second)
        bigEndian(digest.third)
        bigEndian(digest.fourth)
    }

    package mutating func append(_ identifier: some Identifier) {
        bigEndian(identifier.high)
        bigEndian(identifier.low)
    }

    /// Appends the length as a varint, and then the bytes.
    package mutating func counted(_ other: [UInt8]) {
        varint(other.count)
        append(other)
    }

    /// Overwrites the four bytes at `offset`, which must have been written before.
    package mutating func patch(_ value: UInt32, at offset: Int) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (UInt32(index) * 8)) }
    }
}
