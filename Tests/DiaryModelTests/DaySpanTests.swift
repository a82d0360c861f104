/// Years, months and days as texts name them.

import DiaryModel
import Testing

@Suite("Spans of days") struct DaySpanTests {
    private let now = CivilTime(year: 2026, month: 11, day: 22, hour: 9)

    private func days(_ text: String) throws -> String? {
        try DaySpan.named(text, now: #require(now)).map {
            CivilTime(seconds: $0.lowerBound).isoDay + "…" + CivilTime(seconds: $0.upperBound).isoDay
        }
    }

    @Test("a year, a month, a day, and days in words of both languages")
    func named() throws {
        #expect(try days("2026") == "2026-01-01…2026-12-31")
        #expect(try days("2024-02") == "2024-02-01…2024-02-29")
        #expect(try days("2026-11-22") == "2026-11-22…2026-11-22")
        #expect(try days("yesterday") == "2026-11-21…2026-11-21")
        #expect(try days("그저께") == "2026-11-20…2026-11-20")
        #expect(try days("9999") == "9999-01-01…9999-12-31")
    }

    @Test("what does not exist names no days")
    func none() throws {
        for text in ["2026-13", "2026-00", "0000", "2026-02-30", "", "감", "20261"] {
            #expect(try days(text) == nil, "\(text)")
        }
    }
}
