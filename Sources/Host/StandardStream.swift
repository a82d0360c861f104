/// Writing to standard output and standard error.

internal import DiarylogCHost
internal import Synchronization

/// An output stream of this program. Safe from every thread; a single `write` stays in one piece.
///
/// `output` buffers up to 64 KiB, so it must be flushed before the program ends; `error` writes at once.
package final class StandardStream: Sendable {
    /// Results.
    package static let output = StandardStream(.output, capacity: 65536)
    /// Everything else: errors, hints, progress.
    package static let error = StandardStream(.error, capacity: 0)

    private let stream: Terminal.Stream
    private let capacity: Int
    private let pending = Mutex<[UInt8]>([])

    private init(_ stream: Terminal.Stream, capacity: Int) {
        self.stream = stream
        self.capacity = capacity
    }

    /// Adds bytes to the stream. After an error the buffer is dropped, and part of it may have been written.
    package func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try pending.withLock { (kept) throws(SystemError) in
            if kept.count + bytes.count > capacity { try empty(&kept) }
            if bytes.count >= capacity {
                try writeAll(bytes, to: stream.rawValue, path: nil)
            } else {
                unsafe bytes.withUnsafeBufferPointer { buffer in unsafe kept.append(contentsOf: buffer) }
            }
        }
    }

    /// Adds a text, in UTF-8.
    package func write(_ text: String) throws(SystemError) {
        try write(text.utf8.span)
    }

    /// Writes the buffer.
    package func flush() throws(SystemError) {
        try pending.withLock { (kept) throws(SystemError) in try empty(&kept) }
    }

    private func empty(_ kept: inout [UInt8]) throws(SystemError) {
        guard !kept.isEmpty else { return }
        // Dropped even on failure: a flush at the end must not fail a second time.
        defer { kept.removeAll(keepingCapacity: true) }
        try writeAll(kept.span, to: stream.rawValue, path: nil)
    }

    /// Makes a write to a closed pipe throw (`SystemError.isClosedPipe`) instead of ending the program.
    ///
    /// This holds for the whole process; children get the signal again.
    package static func ignoreBrokenPipe() {
        _ = chost_ignore_broken_pipe()
    }

    /// Opens /dev/null for each standard stream that the parent closed, so that no file of ours takes its number.
    ///
    /// Call it before opening anything: otherwise, in a program started with `>&-`, a store could become descriptor 1
    /// and be printed over. Using such a stream stays an error (EBADF).
    package static func openMissing() throws(SystemError) {
        try shimCall("open", "/dev/null") { chost_open_missing_streams() }
    }
}
