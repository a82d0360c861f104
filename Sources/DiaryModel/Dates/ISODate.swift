/// A date, or a date and time, in ISO notation, read strictly.
///
///     2026-11-01
///     2026-11-01T10:00[:SS[.fraction]][Z|±HH:MM]      a space may stand for the T
public struct ISODate: Equatable, Hashable, Sendable {
    /// What the wall clock showed.
    public let civil: CivilTime
    /// The fraction of the second, in microseconds; further digits are cut off.
    public let microsecond: Int
    /// How precisely the text gives the time.
    public let precision: EntryDate.Precision
    /// Seconds east of Greenwich, or nil if the text does not say.
    public let offset: Int32?

    /// Nil if the text is written otherwise, or names a day or a time that does not exist.
    public init?(_ text: String) {
        var reader = DigitReader(text.utf8.span)
        guard let year = reader.number(4), reader.takes("-"), let month = reader.number(2), reader.takes("-"),
            let day = reader.number(2)
        else { return nil }
        var (hour, minute, second, microsecond) = (0, 0, 0, 0)
        var precision = EntryDate.Precision.day
        var offset: Int32?
        if reader.takes("T") || reader.takes(" ") {
            guard let hourRead = reader.number(2), reader.takes(":"), let minuteRead = reader.number(2) else {
                return nil
            }
            (hour, minute, precision) = (hourRead, minuteRead, .minute)
            if reader.takes(":") {
                guard let secondRead = reader.number(2) else { return nil }
                (second, precision) = (secondRead, .second)
                if reader.takes(".") {
                    guard let fraction = reader.microseconds() else { return nil }
                    microsecond = fraction
                }
            }
            if reader.takes("Z") {
                offset = 0
            } else if let east = reader.takes("+") ? 1 : reader.takes("-") ? -1 : nil {
                guard let hours = reader.number(2), hours <= 23, reader.takes(":"), let minutes = reader.number(2),
                    minutes <= 59
                else { return nil }
                offset = Int32(truncatingIfNeeded: east * (hours * 60 + minutes) * 60)
            }
        }
        guard reader.isAtEnd,
            let civil = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        self.civil = civil
        self.microsecond = microsecond
        self.precision = precision
        self.offset = offset
    }
}

/// Reads digits and marks off the front of ASCII text.
private struct DigitReader: ~Escapable {
    private let bytes: Span<UInt8>
    private var index = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }

    @_lifetime(self: copy self)
    mutating func takes(_ mark: Unicode.Scalar) -> Bool {
        guard index < bytes.count, UInt32(bytes[index]) == mark.value else { return false }
        index += 1
        return true
    }

    /// Reads exactly this many digits.
    @_lifetime(self: copy self)
    mutating func number(_ digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Reads one digit or more after the point, as microseconds.
    @_lifetime(self: copy self)
    mutating func microseconds() -> Int? {
        var value = 0
        var count = 0
        while let digit = digit() {
            if count < 6 { value = value * 10 + digit }
            count += 1
        }
        guard count > 0 else { return nil }
        while count < 6 {
            value *= 10
            count += 1
        }
        return value
    }

    @_lifetime(self: copy self)
    private mutating func digit() -> Int? {
        guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else { return nil }
        index += 1
        return Int(bytes[index - 1]) - 0x30
    }
}
