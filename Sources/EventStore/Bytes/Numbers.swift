/// A number that counts something in this log, from 1; 0 stands for what is before the first.
public protocol CountingNumber: RawRepresentable, Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral,
    CustomStringConvertible, Codable
{
    /// The number itself.
    var rawValue: UInt64 { get }

    /// What has this number.
    init(rawValue: UInt64)
}

extension CountingNumber {
    /// Reads a number.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(UInt64.self))
    }

    /// Writes the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// What has this number.
    public init(_ number: UInt64) { self.init(rawValue: number) }

    /// What has this number.
    public init(integerLiteral number: UInt64) { self.init(rawValue: number) }

    /// Eight bytes, the most significant first: as keys of rows they sort as numbers do.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.bigEndian(rawValue)
        return writer.bytes
    }

    /// The one before; 0 has none and is its own.
    public var before: Self { Self(rawValue: rawValue > 0 ? rawValue - 1 : 0) }

    /// The number's digits.
    public var description: String { String(rawValue) }

    /// The order in which they are counted.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An event's number in this log, without gaps; as a point, what stands after that event.
///
/// Another copy of the store may give the event another number. Its id names it everywhere.
public struct SequenceNumber: CountingNumber {
    /// The number itself.
    public let rawValue: UInt64

    /// The event with a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// How many events a stream has had in this log.
public struct StreamVersion: CountingNumber {
    /// The number itself.
    public let rawValue: UInt64

    /// The version with a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}
