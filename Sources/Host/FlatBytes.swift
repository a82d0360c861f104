/// Bytes that are written one number after the other, quicker than into an array.

/// A run of bytes in memory of its own, used again and again: for what is written only to be hashed.
///
/// An array checks with each number whether it is shared and has room, in some twenty instructions; this only the room.
@safe
package struct FlatBytes: ~Copyable {
    private var bytes: UnsafeMutableRawBufferPointer
    package private(set) var count = 0

    /// No bytes yet, and room for some.
    package init(capacity: Int = 512) {
        unsafe bytes = .allocate(byteCount: max(capacity, 16), alignment: 8)
    }

    deinit { unsafe bytes.deallocate() }

    /// The bytes.
    package var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let written = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count]).bindMemory(to: UInt8.self)
            return unsafe _overrideLifetime(written.span, borrowing: self)
        }
    }

    /// Removes all bytes and keeps the memory.
    package mutating func removeAll() { count = 0 }

    /// Appends a number, least significant byte first.
    @inline(__always)
    private mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        makeRoom(for: MemoryLayout<Number>.size)
        unsafe bytes.storeBytes(of: number, toByteOffset: count, as: Number.self)
        count += MemoryLayout<Number>.size
    }

    // One method for each width, so that none is generic across modules.

    package mutating func append(_ number: UInt8) { put(number) }
    package mutating func append(littleEndian number: UInt16) { put(number.littleEndian) }
    package mutating func append(littleEndian number: UInt32) { put(number.littleEndian) }
    package mutating func append(littleEndian number: UInt64) { put(number.littleEndian) }
    package mutating func append(bigEndian number: UInt64) { put(number.bigEndian) }

    /// Appends a copy of bytes.
    package mutating func append(_ span: Span<UInt8>) {
        guard !span.isEmpty else { return }
        makeRoom(for: span.count)
        unsafe span.withUnsafeBytes { source in
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).copyMemory(from: source)
        }
        count += span.count
    }

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if unsafe bytes.count - count < more { grow(by: more) }
    }

    private mutating func grow(by more: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: (count + more) * 2, alignment: 8)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        unsafe bytes.deallocate()
        unsafe bytes = larger
    }
}
