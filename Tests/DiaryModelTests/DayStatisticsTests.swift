import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// Days counted one by one, as they are counted from a list.
@Suite(.timed) struct DayStatisticsTests {
    /// Counts the plain way: a table of days, and every day looked at as a date.
    private func check(_ dates: [Int64], today: Int) {
        var counts = DayCounts()
        var plain: [Int: Int] = [:]
        for date in dates {
            counts.add(date)
            plain[Int(floorDivide(date, 86_400)), default: 0] += 1
        }
        let found = DayStatistics(counts, today: today)
        #expect(found.byDay == plain && found.counts.map(\.day) == plain.keys.sorted())
        #expect(found.entries == dates.count && found.days == plain.count)
        #expect(found.firstDay == plain.keys.min() && found.lastDay == plain.keys.max())
        var months: [DayStatistics.Month] = []
        var (run, longest, current) = (0, 0, 0)
        for day in plain.keys.sorted() {
            run = plain[day - 1] == nil ? 1 : run + 1
            longest = max(longest, run)
            if day == today || day == today - 1 { current = run }
            let civil = CivilTime(seconds: Int64(day) * 86_400)
            if months.last.map({ ($0.year, $0.month) == (civil.year, civil.month) }) != true {
                months.append(DayStatistics.Month(year: civil.year, month: civil.month, entries: 0))
            }
            months[months.count - 1].entries += plain[day] ?? 0
        }
        #expect(found.months == months)
        #expect(found.longestStreak == longest && found.currentStreak == current)
    }

    @Test(arguments: seeds(3))
    func `days, months and streaks are those of the dates, in whatever order they come`(seed: UInt64) {
        var chance = Chance(for: "day statistics", seed: seed)
        check([], today: 0)
        for _ in 0..<200 {
            let spread = chance.pick([3, 40, 1_000, 40_000])
            let start = Int64(chance.pick([-719_162, -30, 0, 19_700, 2_932_800 - 40_000])) * 86_400
            let dates = (0..<chance.below(80)).map { _ in
                start + Int64(chance.below(spread)) * 86_400 + Int64(chance.below(86_400))
            }
            let today = Int(start / 86_400) + chance.below(spread)
            check(dates, today: today)
            check(dates.sorted(), today: today)
            check(dates.sorted().reversed(), today: today)
        }
    }
}
