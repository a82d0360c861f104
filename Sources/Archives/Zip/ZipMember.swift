/// A member as the directory of a zip file has it.

internal import DiarylogHost

/// A file or folder in a zip archive.
package struct ZipMember: Sendable {
    /// Its path inside, steps joined by slashes, none at the end; it leads nowhere else.
    package let name: String
    package let isFolder: Bool
    /// Its bytes once they are inflated.
    package let size: Int
    /// The bytes that it takes in the archive.
    package let compressedSize: Int

    /// 0 stored, 8 deflated.
    let method: UInt16
    let checksum: UInt32
    let flags: UInt16
    /// Where its local header begins.
    let offset: Int
    /// Where the next member or the directory begins; what is the member's ends before.
    var end = 0
    /// The name as it is written, which the local header must repeat.
    let written: [UInt8]

    static let hasDescriptor: UInt16 = 1 << 3
    /// Without it a name is in whatever code page the system had.
    static let saysUTF8: UInt16 = 1 << 11

    /// Reads the record at the front of `bytes`, and says how many bytes it has.
    init(_ bytes: Span<UInt8>, length: inout Int) throws(ArchiveProblem) {
        guard bytes.count >= 46, bytes.littleEndian(at: 0) as UInt32 == 0x0201_4B50 else { throw .damaged(nil) }
        let lengths: [UInt16] = (0..<3).map { bytes.littleEndian(at: 28 + $0 * 2) }
        length = lengths.reduce(46) { $0 + Int($1) }
        guard bytes.count >= length else { throw .damaged(nil) }
        written = [UInt8](copying: bytes.extracting(46..<46 + Int(lengths[0])))
        flags = bytes.littleEndian(at: 8)
        let name = try ArchiveName.checked(written, mayBeKorean: flags & Self.saysUTF8 == 0)
        self.name = name
        // Encrypted; strongly so; with its directory hidden.
        guard flags & 0b0010_0000_0100_0001 == 0 else { throw .encrypted(name) }
        method = bytes.littleEndian(at: 10)
        guard method == 0 || method == 8 else { throw .method(name, Int(method)) }
        checksum = bytes.littleEndian(at: 16)
        let extraStart = 46 + Int(lengths[0])
        let extra = bytes.extracting(extraStart..<extraStart + Int(lengths[1]))
        let part: UInt16 = bytes.littleEndian(at: 34)
        let sizes = try ZipSizes(
            size: bytes.littleEndian(at: 24), compressed: bytes.littleEndian(at: 20),
            offset: bytes.littleEndian(at: 42), part: part, extra: extra, of: name)
        guard let size = Int(exactly: sizes.size), let compressed = Int(exactly: sizes.compressed),
            let offset = Int(exactly: sizes.offset)
        else { throw .damaged(name) }
        self.size = size
        compressedSize = compressed
        self.offset = offset
        let hasSlash = written.last == UInt8(ascii: "/")
        isFolder = try Self.isFolder(
            madeBy: bytes.littleEndian(at: 4), attributes: bytes.littleEndian(at: 38), hasSlash, name)
        guard method == 8 || size == compressed, !isFolder || size == 0, isFolder || !name.isEmpty else {
            throw .damaged(name)
        }
    }

    /// What the attributes of a Unix say; other systems have no links that an archive keeps.
    private static func isFolder(
        madeBy: UInt16, attributes: UInt32, _ hasSlash: Bool, _ name: String
    ) throws(ArchiveProblem) -> Bool {
        let isUnix = madeBy >> 8 == 3 || madeBy >> 8 == 19
        switch isUnix ? (attributes >> 16) & 0o170000 : 0 {
        case 0o120000: throw .link(name)
        // A pipe is what zip was given on its standard input; here it is bytes like all others.
        case 0, 0o100000, 0o010000: return hasSlash
        case 0o040000:
            guard hasSlash else { throw .damaged(name) }
            return true
        default: throw .notAFile(name)
        }
    }
}

/// The sizes of a member, with those that only zip64's extra field has room for.
struct ZipSizes {
    var size: UInt64
    var compressed: UInt64
    var offset: UInt64
    /// Whether there is a field of zip64: then the sizes after the member have eight bytes each.
    var isZip64 = false

    /// Nil for `offset` and `part` where the record has none, as in a local header.
    init(
        size: UInt32, compressed: UInt32, offset: UInt32?, part: UInt16?, extra: Span<UInt8>, of name: String
    ) throws(ArchiveProblem) {
        (self.size, self.compressed, self.offset) = (UInt64(size), UInt64(compressed), UInt64(offset ?? 0))
        guard part ?? 0 == 0 else { throw .severalParts }
        var index = 0
        while extra.count - index >= 4 {
            let number: UInt16 = extra.littleEndian(at: index)
            let end = index + 4 + Int(extra.littleEndian(at: index + 2) as UInt16)
            guard end <= extra.count else { throw .damaged(name) }
            if number == 1 {
                guard !isZip64 else { throw .damaged(name) }
                isZip64 = true
                var next = index + 4
                func number() throws(ArchiveProblem) -> UInt64 {
                    guard end - next >= 8 else { throw .damaged(name) }
                    defer { next += 8 }
                    return extra.littleEndian(at: next)
                }
                if size == .max { self.size = try number() }
                if compressed == .max { self.compressed = try number() }
                if offset == .max { self.offset = try number() }
            }
            index = end
        }
    }
}
