/// Years, months and days as texts name them.

import DiaryModel
import DiarylogTestSupport
import Testing

@Suite("Spans of days", .timed) struct DaySpanTests {
    private let now = CivilTime(year: 2026, month: 11, day: 22, hour: 9)

    private func days(_ text: String) throws -> String? {
        try DaySpan.named(text, now: #require(now)).map {
            CivilTime(seconds: $0.lowerBound).isoDay + "…" + CivilTime(seconds: $0.upperBound).isoDay
        }
    }

    @Test func `a year, a month, a day, and days in words of both languages`() throws {
        #expect(try days("2026") == "2026-01-01…2026-12-31")
        #expect(try days("2024-02") == "2024-02-01…2024-02-29")
        #expect(try days("2026-11-22") == "2026-11-22…2026-11-22")
        #expect(try days("yesterday") == "2026-11-21…2026-11-21")
        #expect(try days("그저께") == "2026-11-20…2026-11-20")
        #expect(try days("9999") == "9999-01-01…9999-12-31")
    }

    @Test(
        "spans in words of both languages, on Sunday 22 November 2026",
        arguments: [
            ("지난주|last week|저번 주", "2026-11-09…2026-11-15"), ("이번주|this week|금주", "2026-11-16…2026-11-22"),
            ("다음 주|next week", "2026-11-23…2026-11-29"), ("지지난주|the week before last", "2026-11-02…2026-11-08"),
            ("지난 주말|last weekend", "2026-11-14…2026-11-15"), ("이번 주말|this weekend", "2026-11-21…2026-11-22"),
            ("지난달|last month|2026년 10월|26년 10월|10월|october|2026-10", "2026-10-01…2026-10-31"),
            ("이달|이번 달|this month|11월|Nov", "2026-11-01…2026-11-30"), ("12월|december", "2025-12-01…2025-12-31"),
            (
                "march 2024|Mar. 2024|march, 2024|march of 2024|2024 march|2024년 3월|2024.3|2024/3",
                "2024-03-01…2024-03-31"
            ),
            ("작년 3월|march last year|지난해 3월", "2025-03-01…2025-03-31"), ("last march|지난 3월", "2026-03-01…2026-03-31"),
            ("올해|금년|this year|2026년|2026|26년", "2026-01-01…2026-12-31"),
            ("작년|지난해|last year", "2025-01-01…2025-12-31"), ("재작년|the year before last", "2024-01-01…2024-12-31"),
            ("봄|spring|올해 봄|this spring|2026년 봄|spring 2026", "2026-03-01…2026-05-31"),
            ("작년 봄|spring last year", "2025-03-01…2025-05-31"), ("가을|autumn|fall|this fall", "2026-09-01…2026-11-30"),
            ("겨울|winter|지난 겨울|last winter|작년 겨울|winter 2025", "2025-12-01…2026-02-28"),
            ("지지난 주말", "2026-11-07…2026-11-08"), ("다음 해 3월|내년 3월|next march|다음 3월", "2027-03-01…2027-03-31"),
            ("다음 달 말일", "2026-12-31…2026-12-31"), ("지지난달 말일", "2026-09-30…2026-09-30"),
            ("지난 가을|last autumn", "2025-09-01…2025-11-30"), ("next summer|다음 여름", "2027-06-01…2027-08-31"),
            ("last 7 days|최근 7일|past seven days|the past week|최근 일주일", "2026-11-16…2026-11-22"),
            ("지난 사흘|last 3 days", "2026-11-20…2026-11-22"), ("last 2 weeks|최근 2주", "2026-11-09…2026-11-22"),
            ("past 3 months|최근 3개월|최근 석 달", "2026-08-23…2026-11-22"),
            ("last 1 year|the past year|최근 1년", "2025-11-23…2026-11-22"), ("지난주에", "2026-11-09…2026-11-15"),
        ])
    func spans(texts: String, expected: String) throws {
        for text in texts.split(separator: "|") { #expect(try days(String(text)) == expected, "\(text)") }
    }

    @Test func `every day is in this week, month, season and year, and those after each other touch`() throws {
        for step in 0..<400 {
            let now = CivilTime(seconds: Int64(step) * 119 * 86_400 + 43_200)
            func span(_ text: String) throws -> ClosedRange<Int64> { try #require(DaySpan.named(text, now: now)) }
            for (before, this, next) in [
                ("지난주", "이번 주", "다음 주"), ("last month", "this month", "next month"), ("작년", "올해", "내년"),
                ("last weekend", "this weekend", "next weekend"),
            ] {
                let (before, this, next) = (try span(before), try span(this), try span(next))
                #expect(before.upperBound < this.lowerBound && this.upperBound < next.lowerBound)
                if before.count > 86_400 * 2 {
                    #expect(this.contains(now.seconds) && before.upperBound + 1 == this.lowerBound)
                    #expect(this.upperBound + 1 == next.lowerBound)
                }
            }
            let seasons = try ["봄", "여름", "가을", "겨울"].map { try span("이번 \($0)") }
            #expect(seasons.count { $0.contains(now.seconds) } == 1, "\(now.isoDay)")
            for name in ["spring", "summer", "autumn", "winter", "march", "november"] {
                let (last, next) = (try span("last " + name), try span("next " + name))
                #expect(last.upperBound < now.seconds && next.lowerBound > now.seconds, "\(name) \(now.isoDay)")
                #expect(try span(name).lowerBound <= now.seconds)
            }
        }
    }

    @Test func `what does not exist names no days`() throws {
        for text in [
            "13월", "last 0 days", "지난 0일", "2026년 13월", "2026-13", "2026-00", "0000", "2026-02-30", "", "감", "20261",
        ] {
            #expect(try days(text) == nil, "\(text)")
        }
    }
}
