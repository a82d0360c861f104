import DiaryModel
import TestSupport
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
        return "\(error)"
    }
}

private func spoken(_ parsed: NaturalDate.Parsed) -> String {
    switch parsed {
    case .day(let day): day.isoDay + (day == day.startOfDay ? "" : " not midnight")
    case .time(let time, .minute) where time.second == 0: time.isoDay + " " + String(time.isoTime.prefix(5))
    case .time(let time, .second): time.isoDay + " " + time.isoTime
    case .time(let time, let precision): "\(time) \(precision)"
    case .ago(let seconds): "\(seconds) s ago"
    }
}

@Suite("Dates as people say them")
struct NaturalDateTests {
    @Test(
        "English",
        arguments: [
            ("today", "2026-11-18"), ("Yesterday", "2026-11-17"), ("TOMORROW", "2026-11-19"),
            ("the day before yesterday", "2026-11-16"), ("day before yesterday", "2026-11-16"),
            ("the day after tomorrow", "2026-11-20"),
            ("wednesday", "2026-11-18"), ("friday", "2026-11-13"), ("Mon", "2026-11-16"), ("sunday", "2026-11-15"),
            ("last wednesday", "2026-11-11"), ("last friday", "2026-11-13"), ("last monday", "2026-11-16"),
            ("last week friday", "2026-11-13"), ("last week monday", "2026-11-09"), ("this week friday", "2026-11-20"),
            ("this friday", "2026-11-20"), ("next week sunday", "2026-11-29"),
            ("3 days ago", "2026-11-15"), ("a week ago", "2026-11-11"), ("2 weeks ago", "2026-11-04"),
            ("1 month ago", "2026-10-18"), ("9 months ago", "2026-02-18"), ("10 years ago", "2016-11-18"),
            ("2 hours ago", "7200 s ago"), ("an hour ago", "3600 s ago"), ("45 minutes ago", "2700 s ago"),
            ("Nov 1", "2026-11-01"), ("Dec 31", "2026-12-31"), ("November 1, 2026", "2026-11-01"),
            ("Nov. 1 2025", "2025-11-01"), ("1 Nov 2026", "2026-11-01"), ("1 nov", "2026-11-01"),
            ("May 3rd", "2026-05-03"), ("Sept 9, 1999", "1999-09-09"), ("Feb 29, 2024", "2024-02-29"),
            ("2026-11-01", "2026-11-01"), ("2026-11-01 15:00", "2026-11-01 15:00"),
            ("3pm", "2026-11-18 15:00"), ("3:30 pm", "2026-11-18 15:30"), ("15:00", "2026-11-18 15:00"),
            ("15:00:07", "2026-11-18 15:00:07"), ("noon", "2026-11-18 12:00"), ("midnight", "2026-11-18 00:00"),
            ("12am", "2026-11-18 00:00"), ("12 pm", "2026-11-18 12:00"), ("at 3pm", "2026-11-18 15:00"),
            ("yesterday 3pm", "2026-11-17 15:00"), ("yesterday at noon", "2026-11-17 12:00"),
            ("last friday, 9:05 am", "2026-11-13 09:05"), ("Nov 1 15:00", "2026-11-01 15:00"),
            ("Nov 1, 2025, 3pm", "2025-11-01 15:00"), ("3 days ago at 8am", "2026-11-15 08:00"),
            ("  today   9:00 ", "2026-11-18 09:00"),
        ])
    func english(text: String, expected: String) throws {
        #expect(meaning(text, try wednesday()) == expected)
    }

    @Test(
        "Korean",
        arguments: [
            ("오늘", "2026-11-18"), ("어제", "2026-11-17"), ("그저께", "2026-11-16"), ("그제", "2026-11-16"),
            ("그끄저께", "2026-11-15"), ("내일", "2026-11-19"), ("모레", "2026-11-20"),
            ("수요일", "2026-11-18"), ("금요일", "2026-11-13"), ("지난 수요일", "2026-11-11"), ("지난주 금요일", "2026-11-13"),
            ("지난주금요일", "2026-11-13"), ("지난 주 월요일", "2026-11-09"), ("이번주 금요일", "2026-11-20"),
            ("이번 주 일요일", "2026-11-22"), ("다음주 월요일", "2026-11-23"), ("이번 금요일", "2026-11-20"),
            ("3일 전", "2026-11-15"), ("3일전", "2026-11-15"), ("2주 전", "2026-11-04"), ("2주일 전", "2026-11-04"),
            ("일주일 전", "2026-11-11"), ("1달 전", "2026-10-18"), ("한 달 전", "2026-10-18"), ("9개월 전", "2026-02-18"),
            ("10년 전", "2016-11-18"), ("하루 전", "2026-11-17"), ("이틀 전", "2026-11-16"),
            ("2시간 전", "7200 s ago"), ("45분 전", "2700 s ago"), ("한 시간 전", "3600 s ago"),
            ("2026년 11월 1일", "2026-11-01"), ("2026년11월1일", "2026-11-01"), ("11월 1일", "2026-11-01"),
            ("12월 31일", "2026-12-31"), ("2026. 11. 1.", "2026-11-01"), ("2026.11.01", "2026-11-01"),
            ("1660년 1월 1일", "1660-01-01"),
            ("오후 3시", "2026-11-18 15:00"), ("오전 9시 30분", "2026-11-18 09:30"), ("오후 3시 반", "2026-11-18 15:30"),
            ("오후3시반", "2026-11-18 15:30"), ("정오", "2026-11-18 12:00"), ("자정", "2026-11-18 00:00"),
            ("15시", "2026-11-18 15:00"), ("3시", "2026-11-18 03:00"), ("오전 0시", "2026-11-18 00:00"),
            ("오전 12시", "2026-11-18 00:00"), ("오후 12시", "2026-11-18 12:00"), ("오후 3:05", "2026-11-18 15:05"),
            ("어제 오후 3시", "2026-11-17 15:00"), ("지난주 금요일 정오", "2026-11-13 12:00"),
            ("2026년 11월 1일 오후 3시 5분", "2026-11-01 15:05"), ("2026. 11. 1. 15:00", "2026-11-01 15:00"),
            ("어제 3pm", "2026-11-17 15:00"), ("3일 전 오전 8시", "2026-11-15 08:00"),
        ])
    func korean(text: String, expected: String) throws {
        let now = try wednesday()
        #expect(meaning(text, now) == expected)
        #expect(meaning(decomposed(text), now) == expected)
    }

    @Test(
        "What we do not understand is unreadable",
        arguments: [
            "", " ", "soon", "3", "at", "at 3", "yesterday yesterday", "yesterday 3", "last week", "지난주", "next friday",
            "Nov",
            "Nov 2026", "2026", "2026년", "11월", "3 days", "3일", "전", "pm", "3:5", "3: 05", "a pm", "Nov a", "today: x",
            "Nov 1, 26", "26년 11월 1일", "9999999999 days ago", "오후", "오후 3", "3시 30", "today at", "어제 글",
            "2026-11-01T10:00",
            "2026 - 11 - 01", "１１월 1일", "3pm yesterday", "2 hours ago 3pm", "1 st Nov", "오늘\u{0}",
        ])
    func unreadable(text: String) throws {
        #expect(meaning(text, try wednesday()) == "unreadable")
    }

    @Test(
        "What we understand and cannot be is impossible",
        arguments: [
            "Feb 30", "Feb 29", "Nov 31, 2026", "13월 1일", "2월 30일", "2023년 2월 29일", "0000년 1월 1일", "25시", "24시",
            "24:00",
            "오후 13시", "13pm", "0pm", "오후 0시", "오전 9시 60분", "3:60", "10:00:60", "9999 years ago", "999999999일 전",
            "2023-02-29", "2026. 13. 1.",
        ])
    func impossible(text: String) throws {
        #expect(meaning(text, try wednesday()) == "impossible")
    }

    @Test("A month ago from its 31st is the last day there is, and the calendar's edge is no trap")
    func edges() throws {
        let endOfMarch = try #require(CivilTime(year: 2026, month: 3, day: 31))
        #expect(meaning("1 month ago", endOfMarch) == "2026-02-28")
        for text in ["yesterday", "tomorrow", "friday", "last week monday", "다음주 일요일", "2 weeks ago"] {
            for now in [CivilTime(seconds: .min), CivilTime(seconds: .max)] { _ = meaning(text, now) }
        }
        #expect(meaning("어제", CivilTime(seconds: .min)) == "impossible")
        #expect(meaning("내일", CivilTime(seconds: .max)) == "impossible")
    }

    @Test("A text may begin with its date")
    func leading() throws {
        let now = try wednesday()
        func lead(_ text: String) -> String? {
            NaturalDate.leadingDate(in: text, now: now).map { spoken($0.date) + "|" + $0.rest }
        }
        #expect(lead("yesterday 3pm: text") == "2026-11-17 15:00|text")
        #expect(lead("어제 오후 3시: 글") == "2026-11-17 15:00|글")
        #expect(lead(decomposed("어제 오후 3시: 글").description) != nil)
        #expect(lead("어제 3:30 pm: 글: 둘") == "2026-11-17 15:30|글: 둘")
        #expect(lead("15:00: tea") == "2026-11-18 15:00|tea")
        #expect(lead("오늘:") == "2026-11-18|")
        #expect(lead("오늘:\r\n글") == "2026-11-18|글")
        #expect(lead("오늘:글") == nil)
        #expect(lead("오늘 글") == nil)
        #expect(lead("오늘은: 글") == nil)
        #expect(lead("note: yesterday: text") == nil)
        #expect(lead("Feb 30: text") == nil)
        #expect(lead("today\n: text") == nil)
        #expect(lead(": text") == nil)
        #expect(lead("") == nil)
        #expect(lead("today" + String(repeating: " ", count: 35) + ": x") == "2026-11-18|x")
        #expect(lead("today" + String(repeating: " ", count: 36) + ": x") == nil)
    }

    @Test("No input traps, however its words are thrown together")
    func fuzz() throws {
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
            if !["unreadable", "impossible"].contains(meaning(text, now)) { readCount += 1 }
            if let lead = NaturalDate.leadingDate(in: text, now: now) { #expect(text.hasSuffix(lead.rest)) }
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
