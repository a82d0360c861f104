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
    /// The days that have entries, oldest first.
    public let counts: [DayCount]
    /// Entries of each day that has any, by day number. Made anew each time.
    public var byDay: [Int: Int] { Dictionary(counts.map { ($0.day, $0.entries) }, uniquingKeysWith: +) }

    /// Computes everything from counts by day. `today` is a day number.
    public init(_ counts: DayCounts, today: Int) {
        self.counts = counts.days
        days = self.counts.count
        var run = 0
        var previous: Int?
        var monthLasts = Int.min
        for index in self.counts.indices {
            let (day, count) = (self.counts[index].day, self.counts[index].entries)
            entries += count
            note(day, count, &monthLasts)
            run = previous == day - 1 ? run + 1 : 1
            longestStreak = max(longestStreak, run)
            if day == today || day == today - 1 { currentStreak = run }
            firstDay = firstDay ?? day
            lastDay = day
            previous = day
        }
    }

    /// Adds a day to its month; up to `monthLasts` a day is surely of the same month as the one before.
    private mutating func note(_ day: Int, _ count: Int, _ monthLasts: inout Int) {
        if day <= monthLasts { return months[months.count - 1].entries += count }
        let civil = CivilTime(seconds: Int64(day) * 86_400)
        monthLasts = day + max(28 - civil.day, 0)
        if let last = months.last, last.year == civil.year, last.month == civil.month {
            months[months.count - 1].entries += count
        } else {
            months.append(Month(year: civil.year, month: civil.month, entries: count))
        }
    }
}

/// A day and how many entries it has.
public struct DayCount: Equatable, Sendable {
    /// Days since 1970-01-01.
    public var day: Int
    /// Entries dated on it.
    public var entries: Int
}

/// Counts entries by day, from their civil seconds in any order.
///
/// Lists are sorted by date, so neighbours mostly share a day, and the next day follows: days are gathered as they
/// come, and put in order at the end, only if they were not.
public struct DayCounts: Sendable {
    private var gathered: [DayCount] = []
    /// The civil seconds of the day added last.
    private var start: Int64 = 0
    private var end: Int64 = 0
    private var run = 0

    /// Counts without an entry.
    public init() {}

    /// Counts an entry with this date, in civil seconds.
    public mutating func add(_ date: Int64) {
        if date < start || date >= end {
            close()
            let day = floorDivide(date, 86_400)
            (start, end) = (day * 86_400, (day + 1) * 86_400)
        }
        run += 1
    }

    private mutating func close() {
        if run > 0 { gathered.append(DayCount(day: Int(start / 86_400), entries: run)) }
        run = 0
    }

    /// The days that have entries, oldest first.
    public var days: [DayCount] {
        var counts = self
        counts.close()
        var days = counts.gathered
        // A list by date comes newest first.
        days.reverse()
        if zip(days, days.dropFirst()).allSatisfy({ $0.day < $1.day }) { return days }
        days.sort { $0.day < $1.day }
        var merged: [DayCount] = []
        for day in days {
            if merged.last?.day == day.day {
                merged[merged.count - 1].entries += day.entries
            } else {
                merged.append(day)
            }
        }
        return merged
    }
}
