internal import Host

/// Sixteen bytes that name a stream, a device or a diary; all zero means the diary itself.
public struct Identifier: Hashable, Sendable, Comparable, BitwiseCopyable {
    package var high: UInt64
    package var low: UInt64

    /// Sixteen zero bytes.
    public static let zero = Identifier(high: 0, low: 0)

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package init(_ bytes: Span<UInt8>, at offset: Int = 0) {
        high = bytes.bigEndian(at: offset)
        low = bytes.bigEndian(at: offset + 8)
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 16)
        writer.append(self)
        return writer.bytes
    }

    /// Thirty-two lower-case hexadecimal digits.
    public var hexadecimal: String { Hexadecimal.text(bytes) }

    /// Reads thirty-two hexadecimal digits, or gives nil.
    public init?(hexadecimal text: String) {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == 16 else { return nil }
        self.init(bytes.span)
    }

    /// The order of their bytes.
    public static func < (left: Identifier, right: Identifier) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
