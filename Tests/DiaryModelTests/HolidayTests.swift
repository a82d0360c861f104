/// Holidays: the days that people call by a name, against rules that know nothing of our table.

import DiaryModel
import DiarylogTestSupport
import Testing

@Suite(.timed) struct HolidayTests {
    private func day(_ name: String, _ year: Int) throws -> CivilTime {
        let parsed = try NaturalDate.parse(text: "\(year)년 \(name)", now: CivilTime(seconds: 0))
        guard case .day(let day) = parsed else { throw DateProblem(reason: .vague, range: 0..<0) }
        return day
    }

    private func dayOfYear(_ month: Int, _ day: Int, _ year: Int) throws -> Int {
        try #require(CivilTime(year: year, month: month, day: day)).dayNumber
    }

    @Test func `holidays of Korea's lunar calendar fall where its sun and moon put them, from 1900 to 2100`() throws {
        var last = try day("설날", 1900).dayNumber
        for year in 1900...2100 {
            let seollal = try day("설날", year).dayNumber
            let chuseok = try day("추석", year).dayNumber
            #expect(try (dayOfYear(1, 21, year)...dayOfYear(2, 21, year)).contains(seollal), "\(year)")
            #expect(try (dayOfYear(9, 7, year)...dayOfYear(10, 8, year)).contains(chuseok), "\(year)")
            // From one to the next are 12 or 13 moons.
            if year > 1900 { #expect([353, 354, 355, 383, 384, 385].contains(seollal - last), "\(year)") }
            last = seollal
            // Seven months and a half later, or eight and a half where a leap month lies between.
            let moons = Double(chuseok - seollal - 14) / 29.530588
            #expect(abs(moons - moons.rounded()) < 0.06 && (7...8).contains(moons.rounded()), "\(year)")
            #expect(try day("대보름", year).dayNumber == seollal + 14)
        }
    }

    @Test func `the moon is full at Chuseok and Daeboreum, and new at Seollal`() throws {
        // A new moon: 6 January 2000, 18:14 UTC, which is 7 January, 3:14 in Korea. The mean moon is up to 15 hours
        // off, and the lunar day is the same from midnight to midnight.
        let new = Double(try dayOfYear(1, 7, 2000)) + 3.2 / 24
        func age(_ day: Int) -> Double {
            let moons = (Double(day) + 0.5 - new) / 29.530588853
            return (moons - moons.rounded(.down)) * 29.530588853
        }
        for year in 1900...2100 {
            let seollal = age(try day("설날", year).dayNumber)
            #expect(seollal < 0.8 || seollal > 28.5, "\(year): \(seollal)")
            for name in ["대보름", "추석"] {
                #expect((12.7...14.8).contains(age(try day(name, year).dayNumber)), "\(name) \(year)")
            }
        }
    }

    @Test func `holidays that the institute has published are as it says`() throws {
        for (year, seollal, buddha, dano, chuseok) in [
            (1970, "02-06", "05-12", "06-08", "09-15"), (1985, "02-20", "05-27", "06-22", "09-29"),
            (2000, "02-05", "05-11", "06-06", "09-12"), (2012, "01-23", "05-28", "06-24", "09-30"),
            (2017, "01-28", "05-03", "05-30", "10-04"), (2020, "01-25", "04-30", "06-25", "10-01"),
            (2023, "01-22", "05-27", "06-22", "09-29"), (2025, "01-29", "05-05", "05-31", "10-06"),
            (2028, "01-27", "05-02", "05-28", "10-03"), (2050, "01-23", "05-28", "06-23", "09-30"),
        ] {
            for (name, expected) in [("설날", seollal), ("부처님 오신 날", buddha), ("단오", dano), ("추석", chuseok)] {
                #expect(try day(name, year).isoDay == "\(year)-\(expected)", "\(name)")
            }
        }
    }

    @Test func `Easter is the Sunday that Meeus, Jones and Butcher reckon, for eight hundred years`() throws {
        for year in 1583...2382 {
            let (a, b, c) = (year % 19, year / 100, year % 100)
            let (d, e, f) = (b / 4, b % 4, (b + 8) / 25)
            let h = (19 * a + b - d - (b - f + 1) / 3 + 15) % 30
            let l = (32 + 2 * e + 2 * (c / 4) - h - c % 4) % 7
            let m = (a + 11 * h + 22 * l) / 451
            let sum = h + l - 7 * m + 114
            let easter = try dayOfYear(sum / 31, sum % 31 + 1, year)
            #expect(try day("부활절", year).dayNumber == easter, "\(year)")
            #expect(try day("성금요일", year).dayNumber == easter - 2)
        }
    }

    @Test func `Thanksgiving is the fourth Thursday of November, and Mother's Day the second Sunday of May`() throws {
        for year in 1970...2100 {
            let thanksgiving = try day("thanksgiving", year)
            #expect(thanksgiving.month == 11 && thanksgiving.weekday == 3 && (22...28).contains(thanksgiving.day))
            let mothers = try day("mother's day", year)
            #expect(mothers.month == 5 && mothers.weekday == 6 && (8...14).contains(mothers.day))
        }
    }

    @Test
    func `of a year for which nobody has reckoned the moon it is said so, and of the sun's holidays there are all`()
        throws
    {
        for (name, year) in [("추석", 9999), ("설날", 1899), ("단오", 2101)] {
            let problem = #expect(throws: DateProblem.self) { try day(name, year) }
            #expect("\(problem.map { "\($0.reason)" } ?? "")" == "unreckoned")
        }
        #expect(try day("부활절", 9999).year == 9999)
    }

    @Test func `without a year a holiday is the latest one up to today, on every day`() throws {
        for step in 0..<400 {
            let now = CivilTime(seconds: Int64(step) * 107 * 86_400)
            for name in ["추석", "christmas", "easter", "설날"] {
                guard case .day(let found) = try NaturalDate.parse(text: name, now: now) else {
                    Issue.record("\(name) is no day")
                    continue
                }
                #expect(found <= now && now.dayNumber - found.dayNumber < 390, "\(name) on \(now.isoDay)")
            }
        }
    }
}
