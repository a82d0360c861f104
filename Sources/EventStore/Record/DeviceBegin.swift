internal import Host

/// The body of a device's first event.
///
/// Numbered fields, each a varint number, a varint length and its bytes: 1 = the ids of the events it continues,
/// 2 = the diary's secret for HMACs, 3 = `01` where its chance follows from a seed (both only in the diary's first
/// event). Unknown numbers are passed over.
package struct DeviceBegin: Equatable, Sendable {
    package var tips: [Digest]
    package var secret: [UInt8]?
    /// Whether the diary was born with a seed: then, and only then, others may be followed in it.
    package var isSeeded = false

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        if !tips.isEmpty {
            writer.varint(1)
            writer.varint(tips.count * 32)
            for tip in tips { writer.append(tip) }
        }
        if let secret {
            writer.varint(2)
            writer.counted(secret)
        }
        if isSeeded {
            writer.varint(3)
            writer.counted([1])
        }
        return writer.bytes
    }

    package init(tips: [Digest], secret: [UInt8]?) {
        self.tips = tips
        self.secret = secret
    }

    package init(_ bytes: Span<UInt8>) throws(FormatError) {
        tips = []
        secret = nil
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            let number = try reader.varint()
            let length = try reader.count()
            switch number {
            case 1:
                guard length % 32 == 0 else { throw .malformed("tips that are not ids") }
                for _ in 0..<(length / 32) { tips.append(try reader.digest()) }
            case 2: secret = try reader.array(length)
            case 3: isSeeded = try reader.array(length) == [1]
            default: try reader.skip(length)
            }
        }
    }
}
