/// Counts over the days that have entries: months, streaks, first and last.
package struct DayStatistics: Equatable, Sendable {
    /// A calendar month and how many entries it has.
    package struct Month: Equatable, Sendable {
        package var year: Int
        package var month: Int
        package var entries: Int
    }

    package private(set) var entries = 0
    /// Days with at least one entry.
    package private(set) var days = 0
    package private(set) var firstDay: Int?
    package private(set) var lastDay: Int?
    /// Days in a row, the longest there was.
    package private(set) var longestStreak = 0
    /// Days in a row that end today, or yesterday if today has no entry yet.
    package private(set) var currentStreak = 0
    /// Oldest first; months without an entry are left out.
    package private(set) var months: [Month] = []
    /// Entries of each of the last days, by day number.
    package private(set) var byDay: [Int: Int] = [:]

    /// Counts entries by their civil seconds, in any order. `today` is a day number.
    package init(dates: [Int64], today: Int) {
        let numbers = dates.map { Int(floorDivide($0, 86_400)) }.sorted()
        entries = numbers.count
        firstDay = numbers.first
        lastDay = numbers.last
        var run = 0
        var previous: Int?
        for day in numbers {
            count(day)
            if day == previous { continue }
            days += 1
            run = previous == day - 1 ? run + 1 : 1
            longestStreak = max(longestStreak, run)
            if day == today || day == today - 1 { currentStreak = run }
            previous = day
        }
    }

    private mutating func count(_ day: Int) {
        byDay[day, default: 0] += 1
        let civil = CivilTime(seconds: Int64(day) * 86_400)
        if let last = months.last, last.year == civil.year, last.month == civil.month {
            months[months.count - 1].entries += 1
        } else {
            months.append(Month(year: civil.year, month: civil.month, entries: 1))
        }
    }
}
