/// A date and time of a wall clock, without a zone, in the proleptic Gregorian calendar of the years 1 to 9999.
///
/// Counted in seconds of that wall clock; 0 is 1970-01-01T00:00:00 on it. Every day has 86,400 seconds.
public struct CivilTime: Equatable, Comparable, Hashable, Sendable {
    /// 1 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int
    /// 0 to 59.
    public let second: Int

    /// Nil if there is no such day or time; a leap second counts as none.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, of: year),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        self.init(valid: year, month, day, hour, minute, second)
    }

    /// The time at these civil seconds, clamped to the years 1 to 9999.
    public init(seconds: Int64) {
        let clamped = Int(min(max(seconds, Self.secondsLeast), Self.secondsMost))
        let days = floorDivide(clamped, 86_400)
        let inDay = clamped - days * 86_400
        // Count from 0000-03-01, so that the leap day is the last of its year: then a year is 12 months whose lengths
        // follow 153/5, and 400 years are 146,097 days.
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            valid: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1,
            inDay / 3600, inDay / 60 % 60, inDay % 60)
    }

    private init(valid year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The civil seconds of 0001-01-01T00:00:00 and 9999-12-31T23:59:59.
    static let secondsLeast: Int64 = -62_135_596_800
    static let secondsMost: Int64 = 253_402_300_799

    /// The days there are, counted from 1970-01-01.
    package static let days = Int(secondsLeast / 86_400)...Int(secondsMost / 86_400)

    /// Civil seconds: 0 is 1970-01-01T00:00:00 of this same wall clock.
    public var seconds: Int64 { Int64(dayNumber) * 86_400 + Int64(hour * 3600 + minute * 60 + second) }

    /// Days since 1970-01-01.
    public var dayNumber: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = floorDivide(marchYear, 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of the week, 0 for Monday to 6 for Sunday.
    public var weekday: Int { dayNumber + 3 - floorDivide(dayNumber + 3, 7) * 7 }

    /// Midnight at the beginning of this day.
    public var startOfDay: CivilTime { CivilTime(valid: year, month, day, 0, 0, 0) }

    /// The same time of day some days later or earlier, clamped to the years 1 to 9999.
    public func adding(days: Int) -> CivilTime {
        let most = 4_000_000  // more days than there are between the first and the last
        return CivilTime(seconds: seconds + Int64(min(max(days, -most), most)) * 86_400)
    }

    /// The same day of the month and time some months later or earlier; in a shorter month, its last day.
    ///
    /// Clamped to the years 1 to 9999.
    public func adding(months: Int) -> CivilTime {
        let most = 120_000  // more months than there are
        let count = year * 12 + month - 1 + min(max(months, -most), most)
        guard count >= 12 else { return CivilTime(seconds: Self.secondsLeast) }
        guard count < 120_000 else { return CivilTime(seconds: Self.secondsMost) }
        let (year, month) = (count / 12, count % 12 + 1)
        return CivilTime(valid: year, month, min(day, Self.days(inMonth: month, of: year)), hour, minute, second)
    }

    /// The earlier one first.
    public static func < (one: CivilTime, other: CivilTime) -> Bool { one.seconds < other.seconds }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Division that rounds down, for times before 1970.
package func floorDivide<Number: FixedWidthInteger>(_ dividend: Number, _ divisor: Number) -> Number {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
}
