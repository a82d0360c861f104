import DiaryModel
import DiarylogTestSupport
import Testing

/// Wednesday 2026-11-18, 14:30:15.
private func wednesday() throws -> CivilTime {
    try #require(CivilTime(year: 2026, month: 11, day: 18, hour: 14, minute: 30, second: 15))
}

/// A phrase's meaning as one line: a day, a moment, seconds ago, or what is wrong with it.
private func meaning(_ text: String, _ now: CivilTime) -> String {
    do throws(DateProblem) {
        return try spoken(NaturalDate.parse(text: text, now: now))
    } catch {
        return "\(error.reason)"
    }
}

private func spoken(_ parsed: NaturalDate.Parsed) -> String {
    switch parsed {
    case .day(let day): day.isoDay + (day == day.startOfDay ? "" : " not midnight")
    case .time(let time, .minute) where time.second == 0: time.isoDay + " " + String(time.isoTime.prefix(5))
    case .time(let time, .second): time.isoDay + " " + time.isoTime
    case .time(let time, let precision): "\(time) \(precision)"
    case .exact(let iso): "\(iso.civil.isoDay) \(iso.offset ?? 0)"
    case .ago(let seconds): "\(seconds) s ago"
    }
}

@Suite("Dates as people say them", .timed) struct NaturalDateTests {
    @Test func `A month ago from its 31st is the last day there is, and the calendar's edge is no trap`() throws {
        let endOfMarch = try #require(CivilTime(year: 2026, month: 3, day: 31))
        #expect(meaning("1 month ago", endOfMarch) == "2026-02-28")
        for text in ["yesterday", "tomorrow", "friday", "last week monday", "다음주 일요일", "2 weeks ago"] {
            for now in [CivilTime(seconds: .min), CivilTime(seconds: .max)] { _ = meaning(text, now) }
        }
        #expect(meaning("어제", CivilTime(seconds: .min)) == "impossible")
        #expect(meaning("내일", CivilTime(seconds: .max)) == "impossible")
    }

    @Test("A 29 February without its year is the latest one, and one after a year without is four or eight years off")
    func leapDay() throws {
        for (year, month, leap) in [(2026, 11, 2024), (2028, 1, 2024), (2028, 3, 2028), (1903, 5, 1896), (2, 1, 0)] {
            let now = try #require(CivilTime(year: year, month: month, day: 3))
            for text in ["Feb 29", "2월 29일", "29 Feb"] {
                #expect(meaning(text, now) == (leap == 0 ? "impossible" : "\(leap)-02-29"), "\(text), \(now.isoDay)")
            }
            #expect(meaning("2월 30일", now) == "impossible")
        }
    }

    @Test(
        "A text may begin with its date",
        arguments: [
            ("yesterday 3pm: text", "2026-11-17 15:00|text"), ("어제 오후 3시: 글", "2026-11-17 15:00|글"),
            ("어제 3:30 pm: 글: 둘", "2026-11-17 15:30|글: 둘"), ("15:00: tea", "2026-11-18 15:00|tea"),
            ("오늘:", "2026-11-18|"), ("오늘:\r\n글", "2026-11-18|글"), ("2018-06-10T14:30: 비", "2018-06-10 14:30|비"),
            ("12/23/2020: snow", "2020-12-23|snow"), ("11/3: 산책", "2026-11-03|산책"),
            ("어제 밤 11시: 글", "2026-11-17 23:00|글"), ("새벽 2시: 글", "2026-11-18 02:00|글"),
            ("저녁 7시 반: 글", "2026-11-18 19:30|글"), ("오늘 아침: 글", "2026-11-18 08:00|글"),
            ("그저께: 글", "2026-11-16|글"), ("지난달 3일: 글", "2026-10-03|글"), ("지난 금요일: 글", "2026-11-13|글"),
            ("next friday: trip", "2026-11-20|trip"), ("now: x", "0 s ago|x"), ("지금: 글", "0 s ago|글"),
            ("정오: 글", "2026-11-18 12:00|글"), ("자정: 글", "2026-11-18 00:00|글"),
            ("today" + String(repeating: " ", count: 35) + ": x", "2026-11-18|x"),
            ("24년 3월 1일: 글", "2024-03-01|글"), ("2024-1-1: x", "2024-01-01|x"), ("20240101: x", "2024-01-01|x"),
            ("24-01-01: x", "2024-01-01|x"), ("25.12.2020: x", "2020-12-25|x"),
            ("new year's eve 2024: x", "2024-12-31|x"), ("christmas 2024: x", "2024-12-25|x"),
            ("작년 크리스마스: 글", "2025-12-25|글"), ("추석: 송편", "2026-09-25|송편"), ("설날 아침: 떡국", "2026-02-17 08:00|떡국"),
            ("half an hour ago: x", "1800 s ago|x"), ("2 Mondays ago: x", "2026-11-09|x"),
            ("Dec 25: x", "2025-12-25|x"),
        ])
    func leading(text: String, expected: String) throws {
        for text in [text, decomposed(text)] {
            let lead = try NaturalDate.leadingDate(in: text, now: try wednesday())
            #expect(lead.map { spoken($0.date) + "|" + $0.rest } ?? "none" == expected.description)
        }
    }

    @Test(
        "What does not look like a date is text",
        arguments: [
            "오늘:글", "오늘 글", "오늘은: 글", "note: yesterday: text", "today\n: text", ": text", "", "오늘의 할 일: 빨래",
            "today's list: milk", "3: three", "3:5: we won", "16:9: ratio", "2026: plans", "Day 3: rain",
            "May: she came", "5월: 계획", "12월: 눈", "2026년: 계획", "봄: 꽃", "spring: mud", "24년: 계획", "12345678: number",
            "어제 봄: 영화", "추석 전날: 장보기",
            "easter eggs: six",
            "저녁: 라면", "아침: 빵", "점심 메뉴: 김밥", "evening: soup", "1. 우유: 둘", "1.2.3: release", "010-1234-5678: phone",
            "어제 꿈: 무서웠다", "2026-11-01 회의: 안건", "3일: 병원", "다음: 집", "한 달: 길다", "반: 3반", "at: home", "100일: 잔치",
            "yesterday's dream: odd", "today" + String(repeating: " ", count: 36) + ": x",
        ])
    func text(text: String) throws {
        #expect(try NaturalDate.leadingDate(in: text, now: try wednesday()) == nil)
    }

    @Test(
        "What looks like a date and cannot be one is refused, with its place",
        arguments: [
            ("last 7 days: x", "vague last 7 days"), ("march 2024: x", "vague march 2024"),
            ("26년 13월 1일: 글", "impossible 13"), ("Feb 30: text", "impossible 30"),
            ("2024-02-30: text", "impossible 30"),
            ("2024-02-30T10:00: text", "impossible 30"), ("25:00: tea", "impossible 25"), ("11/31: x", "impossible 31"),
            ("어제 오후 13시: 글", "impossible 13"), ("엊그제: 글", "vague 엊그제"), ("last week: x", "vague last week"),
            ("지난주: 글", "vague 지난주"), ("2026년 11월: 글", "vague 2026년 11월"), ("어제 밤 1시: 글", "vague 1"),
            ("yesterday 3: x", "unreadable 3"), ("yesterday yesterday: x", "unreadable yesterday"),
            ("26. 11. 01.: 글", "unreadable 26. 11. 01."), ("어제 3시 30: 글", "unreadable 30"),
        ])
    func refused(text: String, expected: String) throws {
        let problem = #expect(throws: DateProblem.self) {
            try NaturalDate.leadingDate(in: text, now: try wednesday())
        }
        let found = try #require(problem)
        let marked = String(decoding: Array(text.utf8)[found.range], as: UTF8.self)
        #expect("\(found.reason) \(marked)" == expected)
    }

    @Test func `No input traps, however its words are thrown together`() throws {
        var chance = Chance(for: "natural dates")
        let stock = [
            "오늘", "어제", "그끄저께", "지난", "주", "지난주", "금요일", "년", "월", "일", "시", "분", "반", "전", "오전", "오후", "정오", "달",
            "today", "last", "week", "friday", "the", "day", "before", "yesterday", "Nov", "at", "pm", "ago", "hours",
            "a", "st",
            "0", "1", "3", "12", "13", "31", "60", "2026", "9999", "999999999", "99999999999999999999", ":", ": ", ".",
            ",", "-",
            " ", "  ", "\u{1100}", "\u{301}", "👍", "\r\n", "한", "이틀", "2026년 11월 1일", "2026-11-01",
        ]
        var readCount = 0
        for _ in 0..<20_000 {
            let glue = chance.pick(["", " "])
            let text = (0..<chance.below(8)).map { _ in chance.pick(stock) }.joined(separator: glue)
            let now = CivilTime(seconds: chance.below(3) == 0 ? Int64(bitPattern: chance.next()) : 1_800_000_000)
            if !["unreadable", "impossible", "vague", "unreckoned"].contains(meaning(text, now)) { readCount += 1 }
            if let lead = try? NaturalDate.leadingDate(in: text, now: now) { #expect(text.hasSuffix(lead.rest)) }
        }
        #expect(readCount > 100)
    }

    /// The same Korean as its parts, the way macOS writes file names.
    private func decomposed(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard (0xAC00...0xD7A3).contains(scalar.value) else {
                scalars.append(scalar)
                continue
            }
            let syllable = scalar.value - 0xAC00
            let parts = [0x1100 + syllable / 588, 0x1161 + syllable % 588 / 28, 0x11A7 + syllable % 28]
            for part in parts where part != 0x11A7 {
                if let letter = Unicode.Scalar(part) { scalars.append(letter) }
            }
        }
        return String(scalars)
    }
}
