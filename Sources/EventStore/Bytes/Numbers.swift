/// A number that counts something in this log, from 1; 0 stands for what is before the first.
public protocol CountingNumber: RawRepresentable, Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// The number itself.
    var rawValue: UInt64 { get }

    /// What has this number.
    init(rawValue: UInt64)
}

extension CountingNumber {
    /// What has this number.
    public init(_ number: UInt64) { self.init(rawValue: number) }

    /// What has this number.
    public init(integerLiteral number: UInt64) { self.init(rawValue: number) }

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
