internal import DiarylogArchives
internal import DiarylogHashes
internal import EventStore

/// By what other programs know a file: the checksums of its bytes.
package struct FileMarks: Equatable, Sendable {
    /// Sixteen bytes of MD5.
    package var md5: [UInt8]
    /// The checksum that a zip has of it.
    package var checksum: UInt32

    package init(md5: [UInt8], checksum: UInt32) { (self.md5, self.checksum) = (md5, checksum) }

    /// Of bytes that are at hand.
    package init(of bytes: [UInt8]) {
        var running = RunningMarks()
        running.update(bytes)
        self = running.finish()
    }

    /// The MD5 in small letters.
    package var name: String { Hexadecimal.text(md5) }
}

/// The marks of a file that comes in parts.
package struct RunningMarks {
    private var md5 = RunningMD5()
    private var checksum: UInt32 = 0

    package init() {}

    package mutating func update(_ part: [UInt8]) {
        md5.update(part.span)
        checksum = ZipWriter.checksum(of: part, continuing: checksum)
    }

    package func finish() -> FileMarks { FileMarks(md5: md5.finish(), checksum: checksum) }
}
