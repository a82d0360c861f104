internal import DiarylogHost

/// What a block, or a group, knows of the one that follows it: a checksum of its key.
///
/// A row's seal shows that its bytes are right. That a row is missing only its neighbour can show.
enum NextKeySum {
    /// The link of the last one.
    static let end: UInt32 = 0

    /// CRC-32C of a key; 1 where that would be 0.
    static func to(_ key: Span<UInt8>) -> UInt32 { max(CRC32C.checksum(key), 1) }
}
