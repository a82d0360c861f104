/// The days that a text names, in civil seconds from the first of the first day to the last of the last: a year
/// (`2026`), a month (`2026-11`), or a day in any words that a date may have.
public enum DaySpan {
    /// Nil if the text names no days, or ones that do not exist. `now` is what the wall clock shows.
    public static func named(_ text: String, now: CivilTime) -> ClosedRange<Int64>? {
        if isMonthOrYear(text) { return monthOrYear(text) }
        switch try? NaturalDate.parse(text: text, now: now) {
        case .day(let day): return whole(day)
        case .time(let time, _): return whole(time)
        case .exact(let date): return whole(date.civil)
        case .ago(let seconds): return whole(CivilTime(seconds: now.seconds - seconds))
        case nil: return nil
        }
    }

    /// Whether a text is written as a year or a month, be there such a one or not.
    package static func isMonthOrYear(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count < 3 && parts[0].count == 4
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }

    /// The days of a year or a month; nil if there is none of that number.
    package static func monthOrYear(_ text: String) -> ClosedRange<Int64>? {
        let parts = text.split(separator: "-")
        guard let year = parts.first.flatMap({ Int($0) }) else { return nil }
        let month = parts.count == 2 ? Int(parts[1]) ?? 0 : 1
        guard let first = CivilTime(year: year, month: month, day: 1) else { return nil }
        let next = first.adding(months: parts.count == 2 ? 1 : 12)
        // Behind the year 9999 comes no other: it is its own last second.
        return first.seconds...(next.second == 59 ? next.seconds : next.seconds - 1)
    }

    private static func whole(_ time: CivilTime) -> ClosedRange<Int64> {
        let start = time.startOfDay.seconds
        return start...start + 86_399
    }
}
