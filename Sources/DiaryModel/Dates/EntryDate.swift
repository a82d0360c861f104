/// When an entry is dated: the wall clock's own time, and where that clock stood.
///
/// Lists sort by `seconds` alone, so a day never moves with the reader's zone.
public struct EntryDate: Equatable, Hashable, Sendable {
    /// How much of the time of day is meant.
    public enum Precision: UInt8, Sendable, CaseIterable {
        case day = 0
        case minute = 1
        case second = 2
    }

    /// Civil seconds, see `CivilTime`; of a whole day, its midnight.
    public var seconds: Int64
    /// Seconds east of Greenwich, as then and there (London in 1660: −75).
    public var offset: Int32
    /// The zone's IANA name, or "" if only the offset is known.
    public var zone: String
    /// How exactly it is meant.
    public var precision: Precision

    /// A date on the clock of a place.
    public init(seconds: Int64, offset: Int32, zone: String, precision: Precision) {
        self.seconds = seconds
        self.offset = offset
        self.zone = zone
        self.precision = precision
    }

    /// Whether it is a time of the years 1 to 9999, of a whole day its midnight, of a minute its beginning, with an
    /// offset of at most 18 hours.
    package var isProper: Bool {
        (CivilTime.secondsLeast...CivilTime.secondsMost).contains(seconds) && (-64_800...64_800).contains(offset)
            && (precision != .day || seconds % 86_400 == 0) && (precision != .minute || seconds % 60 == 0)
    }

    /// The date and time on the wall clock.
    public var civil: CivilTime { CivilTime(seconds: seconds) }

    /// The instant in seconds since 1970 UTC; the nearest there is, if that leaves 64 bits.
    public var instantSeconds: Int64 {
        let (difference, overflow) = seconds.subtractingReportingOverflow(Int64(offset))
        return overflow ? (seconds < 0 ? .min : .max) : difference
    }

    /// "1660-01-01" for a whole day, else "2026-11-01T10:00:00+09:00", always with seconds.
    ///
    /// The offset is rounded to minutes, as RFC 3339 has no seconds there; the wall clock's time stands as it is.
    public func rfc3339() -> String {
        let time = civil
        guard precision != .day else { return time.isoDay }
        return time.isoDay + "T" + time.isoTime + offsetText(roundedMinutes(offset))
    }
}

/// Moments on the world's clock.
public enum Instant {
    /// "2026-11-01T10:00:00.123456+09:00": an instant as a clock at this offset shows it, without a fraction that is
    /// zero.
    ///
    /// The clock's time is reckoned with the offset that is written, rounded to minutes, so the text names this instant
    /// exactly.
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
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
}

/// Whole minutes, to the nearest and a half away from zero, within the day that RFC 3339 can write.
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
