/// An event's number in this log, from 1, without gaps; 0 is the point before the first.
///
/// Another copy of the store may number the same event differently: its id names it everywhere.
public struct SequenceNumber: RawRepresentable, Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
    /// The number itself.
    public let rawValue: UInt64

    /// The event with a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The event with a number.
    public init(_ number: UInt64) { rawValue = number }

    /// The event with a number.
    public init(integerLiteral number: UInt64) { rawValue = number }

    /// The point before this event: that of the event before, or 0 if there is none.
    public var before: SequenceNumber { SequenceNumber(rawValue > 0 ? rawValue - 1 : 0) }

    /// The order of the log.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension SequenceNumber: CustomStringConvertible {
    /// The number's digits.
    public var description: String { String(rawValue) }
}

/// How many events a stream has had in this log: its first leaves it at version 1.
public struct StreamVersion: RawRepresentable, Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
    /// The number itself.
    public let rawValue: UInt64

    /// A version by its number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// A version by its number.
    public init(_ number: UInt64) { rawValue = number }

    /// A version by its number.
    public init(integerLiteral number: UInt64) { rawValue = number }

    /// The version before this one; 0 stands for a stream that has not begun.
    public var before: StreamVersion { StreamVersion(rawValue > 0 ? rawValue - 1 : 0) }

    /// The order of the stream.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension StreamVersion: CustomStringConvertible {
    /// The number's digits.
    public var description: String { String(rawValue) }
}
