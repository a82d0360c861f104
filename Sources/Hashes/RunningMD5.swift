/// MD5 as a value: no proof of anything, but what others name files by.

internal import DiarylogCCrypto

/// An MD5 fed piece by piece. A copy goes on by itself.
package struct RunningMD5: Sendable {
    private var context = MD5_CTX()

    package init() { unsafe MD5_Init(&context) }

    /// Takes in bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        _ = unsafe bytes.withUnsafeBufferPointer { unsafe MD5_Update(&context, $0.baseAddress, $0.count) }
    }

    /// The sixteen bytes of all bytes so far.
    package func finish() -> [UInt8] {
        var ended = context
        return unsafe [UInt8](unsafeUninitializedCapacity: 16) { bytes, count in
            unsafe MD5_Final(bytes.baseAddress, &ended)
            count = 16
        }
    }
}
