internal import Glibc

// Bytes of a span, copied, compared and read as numbers at machine speed.
//
// A safe loop over a span costs a bounds check per byte; most of these check once and then use memcpy or memcmp.

extension Array where Element == UInt8 {
    /// A copy of the bytes, which outlives the span.
    package init(copying span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }

    /// Appends a copy of the bytes.
    package mutating func append(copying span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    /// Appends a number, least significant byte first.
    @inlinable
    package mutating func append(littleEndian number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
    }

    /// Appends a number, most significant byte first.
    @inlinable
    package mutating func append(bigEndian number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
    }
}

extension Span where Element == UInt8 {
    /// The little-endian number at `offset`, all bytes of which must lie inside the span.
    @inlinable
    package func littleEndian<Number: FixedWidthInteger>(at offset: Int) -> Number {
        Number(littleEndian: number(at: offset))
    }

    /// The big-endian number at `offset`, all bytes of which must lie inside the span.
    @inlinable
    package func bigEndian<Number: FixedWidthInteger>(at offset: Int) -> Number {
        Number(bigEndian: number(at: offset))
    }

    @inlinable
    package func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
        let width = MemoryLayout<Number>.size
        precondition(offset >= 0 && count - offset >= width, "a number must lie inside its bytes")
        return unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }

    /// Whether both hold the same bytes.
    package func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard count > 0 else { return true }
        return unsafe withUnsafeBytes { left in
            unsafe other.withUnsafeBytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return unsafe memcmp(left, right, count) == 0
            }
        }
    }

    /// Whether these bytes sort before the other's; a run that begins a longer one sorts before it.
    package func precedes(_ other: Span<UInt8>) -> Bool {
        let common = Swift.min(count, other.count)
        for index in 0..<common where self[index] != other[index] { return self[index] < other[index] }
        return count < other.count
    }
}
