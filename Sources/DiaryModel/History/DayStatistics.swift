/// Statistics over the days that have entries: months, streaks, first and last day.
public struct DayStatistics: Equatable, Sendable {
    /// A calendar month and how many entries it has.
    public struct Month: Equatable, Sendable {
        /// 1 to 9999.
        public var year: Int
        /// 1 to 12.
        public var month: Int
        /// Entries dated in it.
        public var entries: Int
    }

    /// How many entries were counted.
    public private(set) var entries = 0
    /// How many days have at least one entry.
    public private(set) var days = 0
    /// The first day with an entry, in days since 1970-01-01; nil if there is none.
    public private(set) var firstDay: Int?
    /// The last day with an entry, in days since 1970-01-01; nil if there is none.
    public private(set) var lastDay: Int?
    /// The longest run of consecutive days with an entry.
    public private(set) var longestStreak = 0
    /// The run of consecutive days that ends today, or yesterday if today has no entry yet.
    public private(set) var currentStreak = 0
    /// Oldest first; months without an entry are left out.
    public private(set) var months: [Month] = []
    /// Entries of each day that has any, by day number.
    public private(set) var byDay: [Int: Int] = [:]

    /// Computes everything from counts by day. `today` is a day number.
    public init(_ counts: DayCounts, today: Int) {
        byDay = counts.byDay
        var run = 0
        var previous: Int?
        for (day, count) in byDay.sorted(by: { $0.key < $1.key }) {
            entries += count
            note(day, count)
            days += 1
            run = previous == day - 1 ? run + 1 : 1
            longestStreak = max(longestStreak, run)
            if day == today || day == today - 1 { currentStreak = run }
            firstDay = firstDay ?? day
            lastDay = day
            previous = day
        }
    }

    private mutating func note(_ day: Int, _ count: Int) {
        let civil = CivilTime(seconds: Int64(day) * 86_400)
        if let last = months.last, last.year == civil.year, last.month == civil.month {
            months[months.count - 1].entries += count
        } else {
            months.append(Month(year: civil.year, month: civil.month, entries: count))
        }
    }
}

/// Counts entries by day, from their civil seconds in any order.
///
/// Lists are sorted by date, so neighbours mostly share a day: a run of them is counted before the table is updated.
public struct DayCounts: Sendable {
    private var known: [Int: Int] = [:]
    private var day = 0
    private var run = 0

    /// Counts without an entry.
    public init() {}

    /// Counts an entry with this date, in civil seconds.
    public mutating func add(_ date: Int64) {
        let next = Int(floorDivide(date, 86_400))
        if next != day {
            known[day, default: 0] += run
            (day, run) = (next, 0)
        }
        run += 1
    }

    /// How many entries each day has; days without one are left out.
    public var byDay: [Int: Int] {
        var counts = known
        counts[day, default: 0] += run
        return counts.filter { $0.value > 0 }
    }
}
