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
    /// Where its local header begins, seen from the archive's beginning.
    let offset: Int

    /// How a record of the directory begins.
    static let signature: UInt32 = 0x0201_4B50
    /// Without it a name is in whatever code page the system had.
    private static let saysUTF8: UInt16 = 1 << 11

    /// Reads the record at the front of `bytes`, and says how many bytes it has.
    init(_ bytes: Span<UInt8>, length: inout Int) throws(ArchiveProblem) {
        guard bytes.count >= 46, bytes.littleEndian(at: 0) as UInt32 == Self.signature else { throw .damaged(nil) }
        let lengths: [UInt16] = (0..<3).map { bytes.littleEndian(at: 28 + $0 * 2) }
        length = lengths.reduce(46) { $0 + Int($1) }
        guard bytes.count >= length else { throw .damaged(nil) }
        let written = [UInt8](copying: bytes.extracting(46..<46 + Int(lengths[0])))
        let flags: UInt16 = bytes.littleEndian(at: 8)
        let name = try ArchiveName.checked(written, mayBeKorean: flags & Self.saysUTF8 == 0)
        self.name = name
        // Encrypted; strongly so; with its directory hidden.
        guard flags & 0b0010_0000_0100_0001 == 0 else { throw .encrypted(name) }
        method = bytes.littleEndian(at: 10)
        guard method == 0 || method == 8 else { throw .method(name, Int(method)) }
        checksum = bytes.littleEndian(at: 16)
        let extraStart = 46 + Int(lengths[0])
        let extra = bytes.extracting(extraStart..<extraStart + Int(lengths[1]))
        guard bytes.littleEndian(at: 34) as UInt16 == 0 else { throw .severalParts }
        let numbers = try Self.numbers(
            [24, 20, 42].map { bytes.littleEndian(at: $0) as UInt32 }, zip64: extra, of: name)
        (size, compressedSize, offset) = (numbers[0], numbers[1], numbers[2])
        let hasSlash = written.last == UInt8(ascii: "/")
        isFolder = try Self.isFolder(
            madeBy: bytes.littleEndian(at: 4), attributes: bytes.littleEndian(at: 38), hasSlash, name)
        guard method == 8 || size == compressedSize, !isFolder || size == 0, isFolder || !name.isEmpty else {
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

    /// The two sizes and the offset; those that have no room in the record stand in zip64's extra field.
    private static func numbers(
        _ said: [UInt32], zip64 extra: Span<UInt8>, of name: String
    ) throws(ArchiveProblem) -> [Int] {
        var numbers = said.map { UInt64($0) }
        var index = 0
        while extra.count - index >= 4 {
            let number: UInt16 = extra.littleEndian(at: index)
            let end = index + 4 + Int(extra.littleEndian(at: index + 2) as UInt16)
            guard end <= extra.count else { throw .damaged(name) }
            var next = index + 4
            for place in said.indices where number == 1 && said[place] == .max {
                guard end - next >= 8 else { throw .damaged(name) }
                numbers[place] = extra.littleEndian(at: next)
                next += 8
            }
            index = end
        }
        guard numbers.allSatisfy({ $0 <= UInt64(Int.max) }) else { throw .damaged(name) }
        return numbers.map { Int($0) }
    }
}
