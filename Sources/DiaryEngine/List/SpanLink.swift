internal import Host

/// What a block, or a group, knows of the one that follows it: a checksum of its key.
///
/// A seal tells whether a row is the one that was written. That a row is not there at all, only its neighbour tells.
enum SpanLink {
    /// The link of the last one.
    static let end: UInt32 = 0

    /// CRC-32C of a key; 1 where that would be 0.
    static func to(_ key: Span<UInt8>) -> UInt32 { max(CRC32C.checksum(key), 1) }
}
