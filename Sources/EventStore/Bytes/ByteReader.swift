internal import DiarylogHost

/// Reads little-endian numbers, minimal varints and runs of bytes from a span, never past its end.
///
/// It borrows the bytes it reads, and lives no longer than they do. Only `array` and `string` allocate.
package struct ByteReader: ~Escapable {
    package let bytes: Span<UInt8>
    package private(set) var position: Int

    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    package var isAtEnd: Bool { position >= bytes.count }

    package mutating func skip(_ count: Int) throws(FormatError) {
        guard count >= 0, bytes.count - position >= count else { throw .truncated }
        position += count
    }

    package mutating func uint8() throws(FormatError) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    // One method for each width, so that none is generic across modules.

    package mutating func littleEndian(_: UInt16.Type) throws(FormatError) -> UInt16 { try number() }
    package mutating func littleEndian(_: UInt32.Type) throws(FormatError) -> UInt32 { try number() }
    package mutating func littleEndian(_: UInt64.Type) throws(FormatError) -> UInt64 { try number() }
    package mutating func littleEndian(_: Int16.Type) throws(FormatError) -> Int16 { try number() }
    package mutating func littleEndian(_: Int32.Type) throws(FormatError) -> Int32 { try number() }
    package mutating func littleEndian(_: Int64.Type) throws(FormatError) -> Int64 { try number() }

    @inline(__always)
    private mutating func number<Number: FixedWidthInteger>() throws(FormatError) -> Number {
        let count = Number.bitWidth / 8
        guard bytes.count - position >= count else { throw .truncated }
        defer { position += count }
        return bytes.littleEndian(at: position)
    }

    /// An unsigned LEB128 number of at most ten bytes; one that a shorter form could hold is refused.
    @inline(__always)
    package mutating func varint() throws(FormatError) -> UInt64 {
        // Most varints have one byte.
        if position < bytes.count, bytes[position] < 0x80 {
            position += 1
            return UInt64(bytes[position - 1])
        }
        return try longVarint()
    }

    private mutating func longVarint() throws(FormatError) -> UInt64 {
        guard bytes.count - position >= 8 else { return try varintByteByByte() }
        let word: UInt64 = bytes.littleEndian(at: position)
        // The highest bit of each byte that says "the last one".
        let ends = ~word & 0x8080_8080_8080_8080
        guard ends != 0 else { return try varintByteByByte() }
        let end = ends.trailingZeroBitCount
        // The bytes of the number, seven bits of each; then pairs, fours and all eight are moved together.
        var number = word & (UInt64.max &>> UInt64(63 - end)) & 0x7f7f_7f7f_7f7f_7f7f
        if end > 7, number &>> UInt64(end - 7) == 0 { throw .malformed("a varint that is not minimal") }
        number = (number & 0x007f_007f_007f_007f) | (number & 0x7f00_7f00_7f00_7f00) >> 1
        number = (number & 0x0000_3fff_0000_3fff) | (number & 0x3fff_0000_3fff_0000) >> 2
        number = (number & 0x0000_0000_0fff_ffff) | (number & 0x0fff_ffff_0000_0000) >> 4
        position += end / 8 + 1
        return number
    }

    private mutating func varintByteByByte() throws(FormatError) -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            guard position < bytes.count else { throw .truncated }
            let byte = bytes[position]
            position += 1
            if shift == 63 && byte > 1 { throw .malformed("a varint over 64 bits") }
            result |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 {
                if byte == 0 && shift > 0 { throw .malformed("a varint that is not minimal") }
                return result
            }
            shift += 7
            if shift > 63 { throw .malformed("a varint over 64 bits") }
        }
    }

    /// A zigzag varint, which is short for small numbers of either sign.
    package mutating func signedVarint() throws(FormatError) -> Int64 {
        let raw = try varint()
        return Int64(bitPattern: (raw >> 1) ^ (0 &- (raw & 1)))
    }

    /// A varint that counts bytes or items that must still lie ahead.
    package mutating func count() throws(FormatError) -> Int {
        let raw = try varint()
        guard raw <= UInt64(bytes.count - position) else { throw .truncated }
        return Int(raw)
    }

    /// The range of the next `count` bytes, which are passed over.
    package mutating func range(_ count: Int) throws(FormatError) -> Range<Int> {
        let start = position
        try skip(count)
        return start..<position
    }

    package mutating func array(_ count: Int) throws(FormatError) -> [UInt8] {
        let range = try range(count)
        return [UInt8](copying: bytes.extracting(range))
    }

    package mutating func digest() throws(FormatError) -> Digest {
        let range = try range(32)
        return Digest(bytes, at: range.lowerBound)
    }

    package mutating func identifier<ID: Identifier>() throws(FormatError) -> ID {
        let range = try range(16)
        return ID(bytes, at: range.lowerBound)
    }

    /// Text of `count` bytes; bytes that are not UTF-8 are refused, never repaired.
    package mutating func string(_ count: Int) throws(FormatError) -> String {
        let bytes = try array(count)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed("text that is not UTF-8") }
        return text
    }
}
