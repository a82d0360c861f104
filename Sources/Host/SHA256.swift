/// SHA-256 by the processor's instructions, without an allocation.

internal import CHost

/// A SHA-256 in progress. A copy goes on by itself, so that a beginning which many messages share is hashed once.
///
/// Only where `isQuick`: some 35 ns for 64 bytes there. Elsewhere the caller has an implementation of its own.
package struct QuickSHA256: Sendable {
    private var hash = chost_sha256()

    /// Whether this processor has instructions for it.
    package static let isQuick = chost_sha256_has_hardware()

    /// A hash of nothing yet. Ends the process where it is not quick.
    package init() {
        precondition(Self.isQuick, "asked for only where the processor has the instructions")
        unsafe chost_sha256_begin(&hash)
    }

    /// The hash of bytes that lie in two places, as if they lay one after the other.
    package static func hash(_ first: Span<UInt8>, _ second: Span<UInt8>) -> (UInt64, UInt64, UInt64, UInt64) {
        var whole = QuickSHA256()
        whole.update(first)
        whole.update(second)
        return whole.finish()
    }

    /// Takes in bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe chost_sha256_update(&hash, $0.baseAddress, $0.count) }
    }

    /// The hash of all bytes so far, as four numbers, the first byte highest.
    package func finish() -> (UInt64, UInt64, UInt64, UInt64) {
        var ended = self
        var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        unsafe withUnsafeMutablePointer(to: &digest) { start in
            unsafe start.withMemoryRebound(to: UInt64.self, capacity: 4) { words in
                unsafe chost_sha256_finish(&ended.hash, words)
            }
        }
        return digest
    }
}
