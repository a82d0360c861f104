/// A member as the directory of a zip file has it.

internal import DiarylogHost
internal import DiarylogZlib

/// A file or folder in a zip archive.
package struct ZipMember: Sendable {
    /// Its path inside, steps joined by slashes, none at the end; it leads nowhere else.
    package let name: String
    package let isFolder: Bool
    /// Its bytes once they are inflated.
    package let size: Int
    /// The bytes that it takes in the archive.
    package let compressedSize: Int
    /// When it was last written: in seconds since 1970 UTC if a Unix says so, and what a clock of DOS showed.
    package let modifiedAt: Int64?
    package let clock: (day: UInt16, time: UInt16)

    /// 0 stored, 8 deflated.
    let method: UInt16
    let checksum: UInt32
    /// Where its local header begins, seen from the archive's beginning.
    let offset: Int
    /// Why it cannot be read, if it cannot.
    let problem: ArchiveProblem?

    /// How a record of the directory begins.
    static let signature: UInt32 = 0x0201_4B50

    /// Reads the record at the front of `bytes`, and says how many bytes it has; throws if none stands there.
    init(_ bytes: Span<UInt8>, length: inout Int) throws(ArchiveProblem) {
        guard bytes.count >= 46, bytes.littleEndian(at: 0) as UInt32 == Self.signature else { throw .damaged(nil) }
        let lengths: [UInt16] = (0..<3).map { bytes.littleEndian(at: 28 + $0 * 2) }
        length = lengths.reduce(46) { $0 + Int($1) }
        guard bytes.count >= length else { throw .damaged(nil) }
        let nameEnd = 46 + Int(lengths[0])
        let fields = Self.fields(of: bytes.extracting(nameEnd..<nameEnd + Int(lengths[1])))
        let written = Self.name([UInt8](copying: bytes.extracting(46..<nameEnd)), fields)
        let path = ArchiveName.path(written)
        name = path ?? written
        method = bytes.littleEndian(at: 10)
        checksum = bytes.littleEndian(at: 16)
        let said: [UInt32] = [24, 20, 42].map { bytes.littleEndian(at: $0) }
        let numbers = Self.numbers(said, zip64: fields[1] ?? [])
        (size, compressedSize, offset) = (numbers?[0] ?? 0, numbers?[1] ?? 0, numbers?[2] ?? 0)
        clock = (bytes.littleEndian(at: 14), bytes.littleEndian(at: 12))
        let unix = fields[0x5455] ?? []
        let seconds: UInt32? = unix.count > 4 && unix[0] & 1 == 1 ? unix.span.littleEndian(at: 1) as UInt32 : nil
        modifiedAt = seconds.map { Int64(Int32(bitPattern: $0)) }
        // What the attributes of a Unix say; other systems have no links that an archive keeps.
        let system = bytes[5]
        let mode: UInt16 = system == 3 || system == 19 ? bytes.littleEndian(at: 40) : 0
        let kind = mode & 0o170000
        isFolder = kind == 0o040000 || written.hasSuffix("/") || written.hasSuffix("\\")
        let flags: UInt16 = bytes.littleEndian(at: 8)
        let isLink = kind == 0o120000
        // A pipe is what zip was given on its standard input; here it is bytes like all others.
        let isFile = [0, 0o100000, 0o010000, 0o040000].contains(kind)
        let isOdd = numbers == nil || method == 0 && size != compressedSize
        problem =
            switch true {
            case path == nil, name.isEmpty && !isFolder: .unsafeName(written)
            // Encrypted; strongly so; with its directory hidden.
            case flags & 0b0010_0000_0100_0001 != 0: .encrypted(name)
            case isLink: .link(name)
            case !isFile: .notAFile(name)
            case bytes.littleEndian(at: 34) as UInt16 != 0: .severalParts
            case method != 0 && method != 8: .method(name, Int(method))
            case isOdd && !isFolder: .damaged(name)
            default: nil
            }
    }

    /// The name: as Info-ZIP says it once more in UTF-8, if it says it of this one, else as it stands there.
    private static func name(_ written: [UInt8], _ fields: [UInt16: [UInt8]]) -> String {
        if let field = fields[0x7075], field.count > 5, field[0] == 1,
            field.span.littleEndian(at: 1) as UInt32 == CRC32.checksum(written.span), isUTF8(field[5...])
        {
            return String(decoding: field[5...], as: UTF8.self)
        }
        return ArchiveName.text(written, else: .dos)
    }

    private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    }

    /// The extra fields by their numbers, as far as they are whole.
    private static func fields(of extra: Span<UInt8>) -> [UInt16: [UInt8]] {
        var fields: [UInt16: [UInt8]] = [:]
        var index = 0
        while extra.count - index >= 4 {
            let end = index + 4 + Int(extra.littleEndian(at: index + 2) as UInt16)
            guard end <= extra.count else { break }
            fields[extra.littleEndian(at: index)] = [UInt8](copying: extra.extracting(index + 4..<end))
            index = end
        }
        return fields
    }

    /// The two sizes and the offset; those that have no room in the record stand in zip64's extra field. Nil if they
    /// are nowhere.
    private static func numbers(_ said: [UInt32], zip64: [UInt8]) -> [Int]? {
        var next = 0
        var numbers: [Int] = []
        for number in said {
            var number = UInt64(number)
            if number == UInt32.max, !zip64.isEmpty {
                guard zip64.count - next >= 8 else { return nil }
                number = zip64.span.littleEndian(at: next)
                next += 8
            }
            guard number <= UInt64(Int.max) else { return nil }
            numbers.append(Int(number))
        }
        return numbers
    }
}
