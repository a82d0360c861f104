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
        for count in self.counts {
            let day = count.day
            entries += count.entries
            note(count)
            run = previous == day - 1 ? run + 1 : 1
            longestStreak = max(longestStreak, run)
            if day == today || day == today - 1 { currentStreak = run }
            firstDay = firstDay ?? day
            lastDay = day
            previous = day
        }
    }

    /// Adds a day to its month.
    private mutating func note(_ count: DayCount) {
        let civil = CivilTime(day: count.day)
        if let last = months.last, last.year == civil.year, last.month == civil.month {
            months[months.count - 1].entries += count.entries
        } else {
            months.append(Month(year: civil.year, month: civil.month, entries: count.entries))
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
public struct DayCounts: Sendable {
    private var counts: [Int: Int] = [:]

    /// Counts without an entry.
    public init() {}

    /// Counts an entry with this date, in civil seconds.
    public mutating func add(_ date: Int64) { counts[Int(floorDivide(date, 86_400)), default: 0] += 1 }

    /// The days that have entries, oldest first.
    public var days: [DayCount] {
        counts.sorted { $0.key < $1.key }.map { DayCount(day: $0.key, entries: $0.value) }
    }
}
