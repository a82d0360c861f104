import DiaryModel
import DiarylogTestSupport
import Testing

@Suite("Dates that nobody would say", .timed) struct FuzzTests {
    @Test func `are refused or read, whatever the day is, and what is read lies in the years 1 to 9999`() throws {
        let samples = [
            "yesterday 3pm", "어제 오후 3시 20분", "last friday", "2026-11-18T14:30:15.5+09:00", "2 hours ago", "3일 전",
            "noon",
            "11/18/2026", "다음 주 월요일", "2026-02-29", "9999-12-31T23:59:59Z", "0001-01-01", "the day before yesterday",
            "18 Nov 2026 3:05 am", "지난달 말일", "1년 전",
        ]
        let days = try [(1, 1, 1), (9999, 12, 31), (2024, 2, 29), (2026, 11, 18)].map { year, month, day in
            try #require(CivilTime(year: year, month: month, day: day, hour: 23, minute: 59, second: 59))
        }
        for now in days {
            forge("dates", samples.map { bytes($0) }, times: runs(debug: 3000)) { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                _ = ISODate(text)
                _ = try? NaturalDate.leadingDate(in: text, now: now)
                switch try NaturalDate.parse(text: text, now: now) {
                case .day(let civil), .time(let civil, _): #expect((1...9999).contains(civil.year), "\(text)")
                case .exact(let iso): #expect((1...9999).contains(iso.civil.year), "\(text)")
                case .ago: break
                }
            }
        }
    }
}
