/// Making compressed bytes what they were, a part at a time.

internal import DiarylogCZlib

/// What bytes of DEFLATE say, read in parts; nothing is held but zlib's window of some 40 kB.
///
/// No step gives more bytes than it was asked for, whatever the input promises. The C functions are `inflateInit2`,
/// `inflate`, `inflateReset` and `inflateEnd`.
@safe
package struct Inflation: ~Copyable {
    /// What stands around the compressed bytes.
    package enum Form: Sendable {
        /// Nothing, as in a zip file.
        case raw
        /// A header, and a checksum that is checked: RFC 1952.
        case gzip

        var windowBits: Int32 {
            switch self {
            case .raw: -MAX_WBITS
            case .gzip: MAX_WBITS + 16
            }
        }
    }

    /// What a step led to.
    package struct Step: Sendable {
        /// What came out.
        package var bytes: [UInt8]
        /// How many bytes of the input were used; the others are to be given again.
        package var taken: Int
        /// Whether this is the end of what was compressed; what follows in the input belongs to something else.
        package var isAtEnd: Bool
    }

    // zlib's state points back to it, so it must never move.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Begins at the start of compressed bytes.
    package init(_ form: Form) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let code = unsafe inflateInit2_(
            stream, form.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib is the version that its header says, and has memory")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Reads on: at most `room` bytes come out. A step that takes nothing and gives nothing needs more input. Nil if no
    /// program has compressed these bytes, or their checksum is another.
    package mutating func step(_ input: Span<UInt8>, room: Int) -> Step? {
        let room = min(room, 1 << 30)
        let available = min(input.count, 1 << 30)
        var code = Z_OK
        var taken = 0
        let bytes = unsafe input.withUnsafeBufferPointer { input in
            unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(available)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(room)
                code = unsafe inflate(stream, Z_NO_FLUSH)
                taken = unsafe available - Int(stream.pointee.avail_in)
                count = unsafe room - Int(stream.pointee.avail_out)
                unsafe stream.pointee.next_in = nil
                unsafe stream.pointee.next_out = nil
            }
        }
        switch code {
        case Z_OK, Z_BUF_ERROR: return Step(bytes: bytes, taken: taken, isAtEnd: false)
        case Z_STREAM_END: return Step(bytes: bytes, taken: taken, isAtEnd: true)
        default: return nil
        }
    }

    /// Begins again, at the start of other compressed bytes of the same form.
    package mutating func reset() {
        unsafe inflateReset(stream)
    }
}
