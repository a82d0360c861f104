/// The date of an entry: the time on a wall clock, and that clock's offset and zone.
///
/// Lists sort by `seconds` alone, so a day never moves with the reader's zone.
public struct EntryDate: Equatable, Hashable, Sendable {
    /// How much of the time of day is meant.
    public enum Precision: UInt8, Sendable, CaseIterable {
        case day = 0
        case minute = 1
        case second = 2
    }

    /// Civil seconds (see `CivilTime`); for a whole day, its midnight.
    public var seconds: Int64
    /// Seconds east of Greenwich at that time and place (London in 1660: −75).
    public var offset: Int32
    /// The zone's IANA name, or "" if only the offset is known.
    public var zone: String
    /// How exactly it is meant.
    public var precision: Precision

    /// A date on a wall clock.
    public init(seconds: Int64, offset: Int32, zone: String, precision: Precision) {
        self.seconds = seconds
        self.offset = offset
        self.zone = zone
        self.precision = precision
    }

    /// The date of what was written at an instant, by its own clock: to the second, and within the years 1 to 9999.
    package init(writtenAt microseconds: Int64, offset: Int32) {
        let seconds = floorDivide(microseconds, 1_000_000) + Int64(offset)
        let range = CivilTime.secondsLeast...CivilTime.secondsMost
        self.init(
            seconds: min(max(seconds, range.lowerBound), range.upperBound), offset: offset, zone: "",
            precision: .second)
    }

    /// Equal only if every byte is.
    public static func == (left: EntryDate, right: EntryDate) -> Bool {
        left.seconds == right.seconds && left.offset == right.offset && left.precision == right.precision
            && isSame(left.zone, right.zone)
    }

    /// Whether it lies in the years 1 to 9999, at midnight if it is a whole day and at a full minute if it is a minute,
    /// with an offset of at most 18 hours.
    package var isProper: Bool {
        (CivilTime.secondsLeast...CivilTime.secondsMost).contains(seconds) && (-64_800...64_800).contains(offset)
            && (precision != .day || seconds % 86_400 == 0) && (precision != .minute || seconds % 60 == 0)
    }

    /// The date and time on the wall clock.
    public var civil: CivilTime { CivilTime(seconds: seconds) }

    /// The instant in seconds since 1970 UTC, clamped to 64 bits.
    public var instantSeconds: Int64 {
        let (difference, overflow) = seconds.subtractingReportingOverflow(Int64(offset))
        return overflow ? (seconds < 0 ? .min : .max) : difference
    }

    /// "1660-01-01" for a whole day, else "2026-11-01T10:00:00+09:00", always with seconds.
    ///
    /// The offset is rounded to minutes, as RFC 3339 has no seconds there; the wall clock's time is not changed.
    public func rfc3339() -> String {
        let time = civil
        guard precision != .day else { return time.isoDay }
        return time.isoDay + "T" + time.isoTime + offsetText(roundedMinutes(offset))
    }
}

/// Instants as text.
public enum Instant {
    /// An instant as a clock at this offset shows it: "2026-11-01T10:00:00.123456+09:00", a zero fraction left out.
    ///
    /// The time is computed with the offset as written, rounded to minutes, so the text names this instant exactly.
    public static func rfc3339(microseconds: Int64, offset: Int32) -> String {
        let seconds = floorDivide(microseconds, 1_000_000)
        let remainder = Int(microseconds % 1_000_000)
        let fraction = remainder < 0 ? remainder + 1_000_000 : remainder
        let minutes = roundedMinutes(offset)
        let time = CivilTime(seconds: seconds + Int64(minutes) * 60)
        let fractionText = fraction == 0 ? "" : "." + padded(fraction, 6)
        return time.isoDay + "T" + time.isoTime + fractionText + offsetText(minutes)
    }
}

extension CivilTime {
    /// "2026-11-01"
    public var isoDay: String { padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) }

    /// "10:00:00"
    public var isoTime: String { padded(hour, 2) + ":" + padded(minute, 2) + ":" + padded(second, 2) }
}

/// The number with leading zeros; it must not be negative.
package func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
}

/// Whole minutes, halves rounded away from zero, clamped to the ±23:59 that RFC 3339 can write.
private func roundedMinutes(_ offset: Int32) -> Int {
    let seconds = Int(offset)
    let minutes = seconds < 0 ? -((30 - seconds) / 60) : (seconds + 30) / 60
    return min(max(minutes, -1439), 1439)
}

private func offsetText(_ minutes: Int) -> String {
    if minutes == 0 { return "Z" }
    let size = abs(minutes)
    return (minutes < 0 ? "-" : "+") + padded(size / 60, 2) + ":" + padded(size % 60, 2)
}
