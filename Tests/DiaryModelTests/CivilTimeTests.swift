import DiaryModel
import DiarylogTestSupport
import Testing

@Suite("Civil time", .timed) struct CivilTimeTests {
    @Test func `Every day of the calendar follows the one before, and counts back to itself`() throws {
        var expected = try #require(CivilTime(year: 1, month: 1, day: 1))
        #expect(expected.weekday == 0)
        var (year, month, day) = (1, 1, 1)
        for number in 0..<3_652_059 {
            let time = CivilTime(seconds: -62_135_596_800 + Int64(number) * 86_400)
            guard time.year == year, time.month == month, time.day == day, time.dayNumber == number - 719_162,
                time.weekday == number % 7, time.hour + time.minute + time.second == 0
            else {
                Issue.record("day \(number) is \(time), not \(year)-\(month)-\(day)")
                return
            }
            expected = time
            day += 1
            if CivilTime(year: year, month: month, day: day) == nil { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(expected.isoDay == "9999-12-31")
    }

    @Test func `Known moments have the seconds the world gives them`() throws {
        #expect(CivilTime(seconds: 0).isoDay == "1970-01-01")
        #expect(CivilTime(seconds: 0).weekday == 3)
        #expect(CivilTime(seconds: -1) == CivilTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59))
        let time = try #require(CivilTime(year: 2020, month: 12, day: 22, hour: 15, minute: 35, second: 33))
        #expect(time.seconds == 1_608_651_333)
        #expect(time.weekday == 1)
        #expect(CivilTime(year: 1660, month: 1, day: 1)?.seconds == -9_782_640_000)
    }

    @Test(
        "There is no such day or time",
        arguments: [
            (2023, 2, 29, 0, 0, 0), (1900, 2, 29, 0, 0, 0), (2024, 2, 30, 0, 0, 0), (2024, 4, 31, 0, 0, 0),
            (0, 1, 1, 0, 0, 0), (10_000, 1, 1, 0, 0, 0), (2024, 0, 1, 0, 0, 0), (2024, 13, 1, 0, 0, 0),
            (2024, 1, 0, 0, 0, 0), (2024, 1, 1, 24, 0, 0), (2024, 1, 1, 0, 60, 0), (2024, 1, 1, 0, 0, 60),
            (2024, 1, 1, -1, 0, 0), (.min, .min, .min, .min, .min, .min), (.max, .max, .max, .max, .max, .max),
        ])
    func impossible(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        #expect(CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second) == nil)
    }

    @Test func `Leap days are there in 2024 and 2000`() {
        #expect(CivilTime(year: 2024, month: 2, day: 29) != nil)
        #expect(CivilTime(year: 2000, month: 2, day: 29) != nil)
    }

    @Test func `A month later is the same day, or the last one a shorter month has`() throws {
        let time = try #require(CivilTime(year: 2024, month: 1, day: 31, hour: 7))
        #expect(time.adding(months: 1).isoDay == "2024-02-29")
        #expect(time.adding(months: 13).isoDay == "2025-02-28")
        #expect(time.adding(months: -1).isoDay == "2023-12-31")
        #expect(time.adding(months: -2).isoDay == "2023-11-30")
        #expect(time.adding(months: 12).hour == 7)
        #expect(time.adding(days: 30).isoDay == "2024-03-01")
    }

    @Test func `No number traps; beyond the calendar is its edge`() {
        #expect(CivilTime(seconds: .min).isoDay == "0001-01-01")
        #expect(CivilTime(seconds: .max).isoDay == "9999-12-31")
        for count in [Int.min, Int.max] {
            #expect(["0001-01-01", "9999-12-31"].contains(CivilTime(seconds: 0).adding(days: count).isoDay))
            #expect(["0001-01-01", "9999-12-31"].contains(CivilTime(seconds: 0).adding(months: count).isoDay))
        }
        var chance = Chance(for: "civil time")
        for _ in 0..<2000 {
            let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &chance)
            #expect(CivilTime(seconds: seconds).seconds == seconds)
            _ = CivilTime(seconds: Int64(bitPattern: chance.next())).adding(days: Int(bitPattern: UInt(chance.next())))
        }
    }
}
