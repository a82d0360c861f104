/// Compressing bytes, a part at a time.

internal import DiarylogCZlib

/// Compresses what it is given in parts; the same parts always give the same bytes with one version of zlib.
///
/// It holds some 270 kB. The C functions are `deflateInit2`, `deflate` and `deflateEnd`.
@safe
package struct Deflation: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>

    private static let portion = 65_536

    /// Begins, at zlib's usual level, 6.
    package init(_ form: Inflation.Form) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let code = unsafe deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, form.windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib is the version that its header says, and has memory")
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Takes all of a part, and gives what of it is compressed so far, perhaps nothing.
    package mutating func step(_ input: Span<UInt8>) -> [UInt8] { run(input, Z_NO_FLUSH) }

    /// The last compressed bytes; nothing may follow.
    package mutating func finish() -> [UInt8] { run([UInt8]().span, Z_FINISH) }

    private mutating func run(_ input: Span<UInt8>, _ flush: Int32) -> [UInt8] {
        precondition(input.count <= 1 << 30, "a part has at most a gigabyte")
        var all: [UInt8] = []
        unsafe input.withUnsafeBufferPointer { input in
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe stream.pointee.avail_in = UInt32(input.count)
            var isFull = true
            while isFull {
                all += unsafe [UInt8](unsafeUninitializedCapacity: Self.portion) { output, count in
                    unsafe stream.pointee.next_out = output.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(Self.portion)
                    unsafe deflate(stream, flush)
                    count = unsafe Self.portion - Int(stream.pointee.avail_out)
                }
                isFull = unsafe stream.pointee.avail_out == 0
            }
            unsafe stream.pointee.next_in = nil
            unsafe stream.pointee.next_out = nil
        }
        return all
    }
}
