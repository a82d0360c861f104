/// The 512 bytes before a member of a tar file.

/// What a header block says. Numbers are octal digits, or bytes of a number if the first one's top bit is set.
struct TarHeader {
    enum Kind: Equatable {
        case file, folder, link
        /// A device, a pipe, a file with holes, or a kind that nobody knows.
        case other
        /// pax records of the next member, or of all that follow.
        case records, globalRecords
        /// GNU: the next member's name, or what it links to.
        case longName, longLink
        /// GNU: the name of the volume.
        case label
    }

    static let size = 512

    var name: [UInt8]
    var size: Int
    var kind: Kind
    let modifiedAt: Int64?

    /// Nil for a block of zeros. Throws `.notAnArchive` if the checksum is another.
    init?(_ block: [UInt8]) throws(ArchiveProblem) {
        guard block.contains(where: { $0 != 0 }) else { return nil }
        // The checksum counts its own eight bytes as spaces; old programs took bytes as signed.
        var (sum, signed) = (8 * 32, 8 * 32)
        for (index, byte) in block.enumerated() where !(148..<156).contains(index) {
            sum += Int(byte)
            signed += Int(Int8(bitPattern: byte))
        }
        guard let said = Self.number(block[148..<156]), said == sum || said == signed else { throw .notAnArchive }
        name = Self.text(block[0..<100])
        // ustar has a prefix; GNU has times in its place.
        if block[257..<263].elementsEqual("ustar\0".utf8), block[345] != 0 {
            name = Self.text(block[345..<500]) + [UInt8(ascii: "/")] + name
        }
        let shown = String(decoding: name, as: UTF8.self)
        guard let size = Self.number(block[124..<136]) else { throw .damaged(shown) }
        self.size = size
        modifiedAt = Self.number(block[136..<148]).flatMap { $0 > 0 ? Int64($0) : nil }
        kind =
            switch block[156] {
            case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): name.last == UInt8(ascii: "/") ? .folder : .file
            case UInt8(ascii: "1"), UInt8(ascii: "2"): .link
            case UInt8(ascii: "5"): .folder
            case UInt8(ascii: "x"): .records
            case UInt8(ascii: "g"): .globalRecords
            case UInt8(ascii: "L"): .longName
            case UInt8(ascii: "K"): .longLink
            case UInt8(ascii: "V"): .label
            default: .other
            }
        // A folder has no bytes, whatever it says; a link's size is of what it links to.
        if kind == .folder || kind == .label || kind == .link { self.size = 0 }
    }

    /// The bytes up to the first NUL.
    static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] { Array(bytes.prefix { $0 != 0 }) }

    /// Nil for a negative number, one that is too large, and what is none.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        if first & 0x80 != 0 {
            guard first == 0x80 else { return nil }
            var value = 0
            for byte in bytes.dropFirst() {
                guard value <= Int.max >> 8 else { return nil }
                value = value << 8 | Int(byte)
            }
            return value
        }
        let digits = bytes.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
        var value = 0
        for digit in digits {
            guard (0x30...0x37).contains(digit), value <= Int.max >> 3 else { return nil }
            value = value << 3 | Int(digit - 0x30)
        }
        return value
    }
}
