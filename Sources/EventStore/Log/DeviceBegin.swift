/// The body of a device's first event.
///
/// It has numbered fields, each a varint number, a varint length and its bytes: 1 = the ids of the events that the
/// device continues, 2 = the store's secret for HMACs, 4 = `01` if random bytes follow from a seed (in the store's
/// first event only), 5 = what people call the device, 1 to 64 bytes of UTF-8. Other numbers are passed over.
package struct DeviceBegin: Equatable, Sendable {
    package var continued: [Digest]
    package var secret: [UInt8]?
    /// Whether the store was created with a seed: only then may later writes use a seed.
    package var isSeeded = false
    /// What people call the device; nil if nobody said.
    package var name: String?

    /// The most bytes of a name.
    private static let longestName = 64

    /// A name as it may stand here: cut to its first 64 bytes, between characters; nil for none.
    static func bounded(_ name: String?) -> String? {
        var name = name ?? ""
        while name.utf8.count > longestName { name.removeLast() }
        return name.isEmpty ? nil : name
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        if !continued.isEmpty {
            writer.varint(1)
            writer.varint(continued.count * 32)
            for id in continued { writer.append(id) }
        }
        if let secret {
            writer.varint(2)
            writer.counted(secret)
        }
        if isSeeded {
            writer.varint(4)
            writer.counted([1])
        }
        if let name {
            writer.varint(5)
            writer.counted(Array(name.utf8))
        }
        return writer.bytes
    }

    package init(continued: [Digest], secret: [UInt8]?) {
        self.continued = continued
        self.secret = secret
    }

    package init(_ bytes: Span<UInt8>) throws(FormatError) {
        continued = []
        secret = nil
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            let number = try reader.varint()
            let length = try reader.count()
            switch number {
            case 1:
                guard length % 32 == 0 else { throw .malformed("tips that are not ids") }
                for _ in 0..<(length / 32) { continued.append(try reader.digest()) }
            case 2:
                guard length == 32 else { throw .malformed("a secret of another length") }
                secret = try reader.array(length)
            case 4: isSeeded = try reader.array(length) == [1]
            case 5:
                guard (1...Self.longestName).contains(length) else { throw .malformed("a name that is none") }
                name = try reader.string(length)
            default: try reader.skip(length)
            }
        }
    }
}
