/// The days that a text names, in civil seconds from the first of the first day to the last of the last: a year
/// (`2026`), a month (`2026-11`), other spans (`지난주`, `last 7 days`, `spring 2024`), or a day in any words that a date
/// may have.
public enum DaySpan {
    /// Nil if the text names no days, or ones that do not exist. `now` is what the wall clock shows.
    public static func named(_ text: String, now: CivilTime) -> ClosedRange<Int64>? {
        if let days = try? several(text, now: now) { return days }
        switch try? NaturalDate.parse(text: text, now: now) {
        case .day(let day): return whole(day)
        case .time(let time, _): return whole(time)
        case .exact(let date): return whole(date.civil)
        case .ago(let seconds): return whole(CivilTime(seconds: now.seconds - seconds))
        case nil: return nil
        }
    }

    /// The days of a text that means more than one; nil if it means none or one. Throws where there are no such days.
    package static func several(
        _ text: String, now: CivilTime, form: DateForm? = nil
    ) throws(DateProblem) -> ClosedRange<Int64>? {
        guard let days = try NaturalDate.span(text: text, now: now, form: form) else { return nil }
        return Int64(days.lowerBound) * 86_400...Int64(days.upperBound) * 86_400 + 86_399
    }

    private static func whole(_ time: CivilTime) -> ClosedRange<Int64> {
        let start = time.startOfDay.seconds
        return start...start + 86_399
    }
}
