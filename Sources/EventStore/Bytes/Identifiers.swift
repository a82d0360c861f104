internal import DiarylogHost

/// Sixteen bytes that name something for ever, in every copy of a store; all zero names nothing.
///
/// They are random, or follow from a key. Their order is that of their bytes.
///
/// As text, and so in JSON, they are thirty-two lower-case hexadecimal digits.
public protocol Identifier: Hashable, Sendable, Comparable, BitwiseCopyable, CustomStringConvertible {
    /// The first eight bytes, the most significant first.
    var high: UInt64 { get }
    /// The last eight.
    var low: UInt64 { get }

    /// An identifier of sixteen bytes.
    init(high: UInt64, low: UInt64)
}

/// Names a stream: the events of one object. Zero is the store itself.
public struct StreamID: Identifier {
    /// The first eight bytes.
    public let high: UInt64
    /// The last eight.
    public let low: UInt64

    /// An identifier of sixteen bytes.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Names a device: one folder on one machine that writes.
public struct DeviceID: Identifier {
    /// The first eight bytes.
    public let high: UInt64
    /// The last eight.
    public let low: UInt64

    /// An identifier of sixteen bytes.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Names a store: all of its copies have the same.
package struct StoreID: Identifier {
    /// The first eight bytes.
    package let high: UInt64
    /// The last eight.
    package let low: UInt64

    /// An identifier of sixteen bytes.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension Identifier {
    /// Sixteen zero bytes.
    public static var zero: Self { Self(high: 0, low: 0) }

    package init(_ bytes: Span<UInt8>, at offset: Int = 0) {
        self.init(high: bytes.bigEndian(at: offset), low: bytes.bigEndian(at: offset + 8))
    }

    /// The sixteen bytes; as keys of rows they sort as identifiers do.
    public var bytes: [UInt8] {
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

    /// Thirty-two lower-case hexadecimal digits, as `hexadecimal`.
    public var description: String { hexadecimal }

    /// The order of their bytes.
    public static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

/// Names an operation in every copy of a log: by the id of its first event.
public struct OperationID: Hashable, Sendable, CustomStringConvertible {
    /// The id of the operation's first event.
    public let event: Digest

    /// The operation that begins with an event.
    public init(_ event: Digest) { self.event = event }

    /// Sixty-four lower-case hexadecimal digits.
    public var hexadecimal: String { event.hexadecimal }

    /// The same digits.
    public var description: String { hexadecimal }
}
