/// Writing to standard output and standard error.

internal import CHost
internal import Synchronization

/// An output stream of this program. Safe from every thread; a single `write` stays in one piece.
///
/// Output keeps up to 64 KiB back, so it must be flushed before the program ends; error writes at once.
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

    /// Adds bytes to the stream. After a throw what was kept back is dropped; part of it may be written.
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

    /// Writes what was kept back.
    package func flush() throws(SystemError) {
        try pending.withLock { (kept) throws(SystemError) in try empty(&kept) }
    }

    private func empty(_ kept: inout [UInt8]) throws(SystemError) {
        guard !kept.isEmpty else { return }
        // Dropped also on failure: a flush at the end must not fail a second time.
        defer { kept.removeAll(keepingCapacity: true) }
        try writeAll(kept.span, to: stream.rawValue, path: nil)
    }

    /// Lets a write to a closed pipe throw (`SystemError.isClosedPipe`) instead of ending the program.
    ///
    /// For the whole process; children get the signal back.
    package static func ignoreBrokenPipe() {
        _ = chost_ignore_broken_pipe()
    }

    /// Fills the places of standard streams the parent closed, so that no file of ours becomes one.
    ///
    /// Call it before anything is opened: else, started with `>&-`, a store could open as descriptor
    /// 1 and be printed over. Using such a stream stays an error (EBADF).
    package static func openMissing() throws(SystemError) {
        try shimCall("open", "/dev/null") { chost_open_missing_streams() }
    }
}
