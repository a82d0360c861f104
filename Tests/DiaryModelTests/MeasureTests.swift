import DiaryModel
import DiarylogTestSupport
import Testing

/// Numbers that people note at the end of a text.
@Suite(.timed) struct MeasureTests {
    private func read(_ text: String) -> [String] { measures(in: Array(text.utf8)).map { "\($0.key)=\($0.value)" } }

    @Test(arguments: [
        ("오늘\n\n기분: 4", ["기분=4.0"]), ("오늘\n\n기분: 4\nsleep: 7.5 h\n", ["기분=4.0", "sleep=7.5"]),
        ("기분： 4/5", ["기분=4.0"]), ("잠: 7,5\n\n#일 @민수\n", ["잠=7.5"]), ("- 몸무게 : 62.35kg", ["몸무게=62.35"]),
        ("온도: -3\r\n", ["온도=-3.0"]), ("a\n기분: 좋음\n잠: 6", ["잠=6.0"]), ("잠: 6\n날씨: 맑음", ["잠=6.0"]),
        ("잠: 6\n그리고 한 줄 더.", []), ("10:30", []), ("기분:", []), ("기분 4", []), ("", []), ("\n\n", []),
        ("날: 2026-11-26", ["날=2026.0"]), ("값: +.5", []), ("값: 1.2.3", ["값=1.2"]),
    ])
    func `lines of a key and a number at the end are measures`(_ text: String, _ measures: [String]) {
        #expect(read(text) == measures)
    }

    @Test(arguments: [
        ("기분>3", true), ("기분>4", false), ("기분>=4", true), ("기분<4", false), ("기분<=4", true), ("기분=4", true),
        ("SLEEP<7,6", true), ("sleep=7.5", true), ("잠>0", false),
    ])
    func `a comparison asks for one key, capitals or not`(_ query: String, _ isFound: Bool) throws {
        let filter = try #require(MeasureFilter(query))
        #expect(filter.values(in: Array("오늘\n\n기분: 4\nSleep: 7.5".utf8)).isEmpty != isFound)
    }

    @Test(arguments: ["기분>", "기분>x", ">3", "기분", "기분>nan", "기분=inf"])
    func `what compares with no number is none`(_ query: String) {
        #expect(MeasureFilter(query) == nil)
    }

    private func date(_ day: String) throws -> EntryDate {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        let civil = try #require(CivilTime(year: parts[0], month: parts[1], day: parts[2]))
        return EntryDate(seconds: civil.seconds, offset: 0, zone: "UTC", precision: .day)
    }

    @Test func `weeks begin on Monday, months on the first, and each has its mean`() throws {
        var figures = MeasureStatistics()
        for (day, value) in [("2026-11-01", 1.0), ("2026-11-02", 2), ("2026-11-08", 4), ("2026-12-31", 6)] {
            figures.add(value, on: try date(day))
        }
        #expect(figures.weeks.map { CivilTime(day: $0.day).isoDay } == ["2026-10-26", "2026-11-02", "2026-12-28"])
        #expect(figures.weeks.map(\.mean) == [1, 3, 6])
        #expect(figures.months.map(\.count) == [3, 1] && figures.months[0].sum == 7)
        #expect(figures.least == 1 && figures.most == 6 && figures.all.mean == 3.25)
    }
}
