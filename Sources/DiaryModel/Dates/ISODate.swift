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
        var reader = DigitReader(Array(text.utf8))
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

/// Reads digits and signs off UTF-8.
struct DigitReader {
    private let bytes: [UInt8]
    private(set) var index: Int

    init(_ bytes: [UInt8], at index: Int = 0) { (self.bytes, self.index) = (bytes, index) }

    var isAtEnd: Bool { index == bytes.count }

    mutating func takes(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    mutating func space() { while takes(" ") {} }

    /// Reads a number of so many digits.
    mutating func number(_ digits: Int) -> Int? { number(digits...digits) }

    mutating func number(_ digits: ClosedRange<Int>) -> Int? {
        var (value, count) = (0, 0)
        while count < digits.upperBound, let digit = digit() {
            value = value * 10 + digit
            count += 1
        }
        return digits.contains(count) ? value : nil
    }

    /// Reads one digit or more after the point, as microseconds.
    mutating func microseconds() -> Int? {
        let start = index
        guard let read = number(1...6) else { return nil }
        let value = (index - start..<6).reduce(read) { value, _ in value * 10 }
        while digit() != nil {}
        return value
    }

    private mutating func digit() -> Int? {
        guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else { return nil }
        index += 1
        return Int(bytes[index - 1]) - 0x30
    }
}
