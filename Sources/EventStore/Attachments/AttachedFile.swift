internal import DiarylogHost

/// A file that events name: by what it holds, and so for ever.
public struct AttachedFile: Hashable, Sendable {
    /// SHA-256 of its bytes.
    public var hash: Digest
    /// How many bytes it has.
    public var size: UInt64

    /// A file of this hash and size.
    public init(hash: Digest, size: UInt64) {
        self.hash = hash
        self.size = size
    }
}

extension UInt64 {
    /// The sum of sizes that events claim, which may be anything: the greatest number where it is beyond that.
    package func adding(_ other: UInt64) -> UInt64 {
        let (sum, isBeyond) = addingReportingOverflow(other)
        return isBeyond ? .max : sum
    }
}

/// What became of a file that an event names.
public enum AttachedFileState: String, Sendable, CaseIterable {
    /// It is there, and as far as it was looked at it is what was put.
    case present
    /// There is none.
    case missing
    /// What is there has another size.
    case otherSize
    /// What is there has the size, and another hash.
    case otherHash
    /// What is there cannot be read.
    case unreadable
}

/// An attached file that is open for reading; any thread may use it.
public final class AttachmentReader: Sendable {
    private let file: FileReader
    /// Its size in bytes.
    public let size: Int

    init(_ file: FileReader) {
        self.file = file
        size = file.size
    }

    /// The bytes from an offset on, fewer at the end of the file. Costs a system call.
    public func read(at offset: Int, count: Int) throws(EventStoreError) -> [UInt8] {
        try bridging("") { try file.read(at: offset, count: count) }
    }

    /// How many bytes are read at a time where a file is gone through.
    package static let portion = 256 << 10

    /// Passes on the whole file, part by part. Throws what `visit` throws.
    public func forEachPart(_ visit: ([UInt8]) throws -> Void) throws {
        var offset = 0
        while offset < size {
            let part = try read(at: offset, count: Self.portion)
            if part.isEmpty { throw EventStoreError.storage("a file became shorter while it was read") }
            try visit(part)
            offset += part.count
        }
    }
}
