/// Days through the years: today, the calendar, tags, chance, and statistics on a terminal.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) final class DaysTests: InSandbox {
    override init() throws {
        try super.init()
        for (text, date, tags) in [
            ("old day\n\nmore", "2024-11-22", ["walk", "책"]), ("same day", "2026-11-22", ["walk"]),
            ("other day", "2026-11-03", ["walk", "책"]), ("again", "2026-11-03", []), ("May", "2025-05-01", ["sea"]),
        ] as [(String, String, [String])] {
            _ = try sandbox.run(["add", text, "--date", date] + tags.flatMap { ["--tag", $0] })
        }
    }

    private let now = ["DIARYLOG_NOW": "2026-11-22T10:00:00Z", "NO_COLOR": "1", "DIARYLOG_PAGER": ""]

    @Test("today shows this day of every year, the earliest first, and another day if asked")
    func today() throws {
        let text = try sandbox.run(["today"], environment: now).text
        let parts = text.split(separator: "\n────────\n\n" as String)
        #expect(parts.count == 2 && parts[1].hasPrefix("Sunday, November 22, 2026\n#walk\n"), "\(text)")
        #expect(parts[0].hasSuffix("old day\n\nmore\n"))
        #expect(try sandbox.run("today", "2020-05-01").text.contains("May"))
        let none = try sandbox.run("today", "2020-06-01", "--lang", "ko")
        #expect(none.code == 0 && none.output.isEmpty && none.error == "어느 해에도 이날 쓴 일기가 없습니다\n")
    }

    @Test("a calendar marks the days with entries")
    func calendar() throws {
        #expect(try sandbox.run(["calendar"], environment: now).text == "2026-11-03\t2\n2026-11-22\t1\n")
        #expect(try sandbox.run("calendar", "2025").text == "2025-05-01\t1\n")
        #expect(try sandbox.run("calendar", "2024-11-01").text == "2024-11-22\t1\n")
        try sandbox.run("calendar", "2026-13").ends(2)
        guard let month = try sandbox.onTerminal("calendar", environment: now) else { return }
        let lines = month.rows
        #expect(lines[0].hasSuffix("November 2026") && lines[1] == " Mo  Tu  We  Th  Fr  Sa  Su ", "\(month.text)")
        #expect(lines[2] == String(repeating: " ", count: 24) + "  1 ", "\(month.text)")
        #expect(lines[3].hasPrefix("  2   3•  4 ") && lines.last == "3 entries on 2 days", "\(month.text)")
        let year = try #require(try sandbox.onTerminal("calendar 2025 --lang ko", environment: now)).text
        #expect(year.contains("2025년 5월\r\n 월  화  수  목  금  토  일 \r\n") && year.contains("1일에 일기 1편"), "\(year)")
        #expect(year.contains("2025년 12월"))
    }

    @Test("tags come by number, with those beside them")
    func tags() throws {
        #expect(try sandbox.run("tags").text == "walk\t3\t책 2\n책\t2\twalk 2\nsea\t1\n")
        #expect(try sandbox.run("tags", "--on", "2026").text == "walk\t2\t책 1\n책\t1\twalk 1\n")
        guard let shown = try sandbox.onTerminal("tags", environment: now) else { return }
        #expect(shown.text == "#walk  3    #책 2\r\n#책    2    #walk 2\r\n#sea   1\r\n", "\(shown.text)")
    }

    @Test("random is one of the entries asked for, another with another seed")
    func random() throws {
        #expect(try sandbox.run("show", "--random", "--on", "2025").text.hasSuffix("\n\nMay\n"))
        try sandbox.run("show", "--random", "--on", "1999").ends(1)
        let seeds = ["a", "b", "c", "d", "e", "f", "g", "h"]
        let seen = try seeds.map { try sandbox.run(["show", "--random"], environment: ["DIARYLOG_SEED": $0]).text }
        #expect(Set(seen).count > 1)
    }

    @Test("stats on a terminal has years side by side, a labelled map of any year, and the tags")
    func stats() throws {
        guard let shown = try sandbox.onTerminal("stats", environment: now)?.text else { return }
        #expect(shown.contains("     Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec  total\r\n"), "\(shown)")
        #expect(shown.contains("2026   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   3   ·      3\r\n"), "\(shown)")
        #expect(
            shown.contains("2025   ·   ·   ·   ·   1") && shown.contains("#walk  3")
                && shown.contains("less ·░▒▓█ more"))
        #expect(shown.contains("current streak") && shown.contains("\r\nMon "), "\(shown)")
        let korean = try #require(try sandbox.onTerminal("stats --on 2025 --lang ko", environment: now))
        let year = korean.text
        #expect(year.contains("    1월 ") && year.contains("적음 ·░▒▓█ 많음"), "\(year)")
        let map = korean.rows.filter { $0.hasPrefix("목  ") }
        #expect(map.count == 1 && map[0].filter { $0 == "█" }.count == 1 && map[0].count == 3 + 52, "\(map)")
        let rows = korean.rows.prefix(7)
        // Each value begins at one column: Hangul takes two.
        #expect(
            Set(rows.map { row in row.prefix { $0 < "0" || $0 > "9" }.reduce(0) { $0 + ($1.isASCII ? 1 : 2) } }).count
                == 1)
    }

    @Test("the log says which entry, and what an operation did")
    func log() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("Persimmons\n\none\ntwo")
        _ = try sandbox.run("edit", id, "--text", "Persimmons\n\none\nthree\nfour", "--tag", "감")
        _ = try sandbox.run("delete", id, "--yes")
        _ = try sandbox.run("undo")
        let events = try sandbox.run("log").text.split(separator: "\n")
        #expect(events.dropLast().allSatisfy { $0.hasSuffix("\tPersimmons") }, "\(events)")
        let english = try sandbox.run("log", "--operations").text.split(separator: "\n").map {
            $0.split(separator: "\t")[4]
        }
        #expect(
            english == [
                "undo: brought back “Persimmons”", "deleted “Persimmons”", "edited “Persimmons”, +2 −1 lines, tags",
                "wrote “Persimmons”", "a device began to write",
            ])
        let korean = try sandbox.run("log", "--operations", "--lang", "ko").text.split(separator: "\n").map {
            $0.split(separator: "\t")[4]
        }
        #expect(
            korean == [
                "되돌리기: “Persimmons”를 되살렸습니다", "“Persimmons”를 지웠습니다", "“Persimmons”를 고쳤습니다: +2 −1줄, 태그",
                "“Persimmons”를 썼습니다", "기기가 쓰기 시작했습니다",
            ])
        let rows = (0..<60).map { "{\"text\":\"row \($0)\"}" }.joined(separator: ",")
        _ = try sandbox.run("import", "-", "--date-missing", "now", input: Array("[\(rows)]".utf8))
        #expect(try sandbox.run("log", "--operations", "-1").line.hasSuffix("\timport: 60 events"))
    }

    @Test("dates follow the reader's country, whatever locales the system has")
    func countries() throws {
        for (arguments, date) in [
            ([], "*3 November 2026"), (["--date-style", "numeric"], "*03.11.2026"),
            (["--lang", "ko"], "*2026년 11월 3일"),
        ] {
            let page = try sandbox.run(
                ["share", "@2", "--format", "md"] + arguments,
                environment: ["LOCPATH": sandbox.path, "LC_TIME": "de_DE.UTF-8"])
            #expect(page.text.contains(date), "\(arguments): \(page.text)")
        }
        _ = try sandbox.add("evening", "--date", "2027-01-01T15:05")
        let british = ["LOCPATH": sandbox.path, "LANG": "en_GB.UTF-8"]
        #expect(
            try sandbox.run(["share", "@1", "--format", "md"], environment: british).text.contains(
                "*1 January 2027 15:05*"))
        // What is written so is read so.
        try sandbox.run(["list", "--on", "03/11/2026"], environment: british).ends(0, printing: "other day", "again")
        guard let row = try sandbox.onTerminal("list -1", environment: british) else { return }
        #expect(row.text.contains("Fri  1 Jan 2027 15:05") || row.text.contains("Fri 1 Jan 2027  15:05"), "\(row.text)")
    }

    @Test func `spans of days are asked for as they are said, in every filter and in both languages`() throws {
        func titles(_ arguments: String...) throws -> [String] {
            try sandbox.run(arguments, environment: now).text.split(separator: "\n").compactMap {
                $0.split(separator: "\t").last.map(String.init)
            }
        }
        #expect(try titles("list", "--on", "이번주") == ["same day"])
        #expect(try titles("list", "--from", "이번 달").count == 3)
        #expect(try titles("list", "--to", "may 2025") == ["May", "old day"])
        #expect(try titles("search", "date:올해") == titles("list", "--on", "2026"))
        #expect(try titles("search", #"before:"last year""#) == ["old day  more"])
        #expect(try sandbox.run(["calendar", "spring 2025"], environment: now).text == "2025-05-01\t1\n")
        #expect(try sandbox.run(["today", "이번주"], environment: now).text.contains("old day"))
        let exported = try sandbox.run(["export", "--on", "last 20 days"], environment: now).text
        #expect(exported.contains("same day") && exported.contains("again") && !exported.contains("May"))
        let figures = try sandbox.run(["stats", "--on", "올해"], environment: now).text
        #expect(figures.hasPrefix("entries\t3\nwords\t5\ndays\t2\nfirstDay\t2026-11-03\n"), "\(figures)")
        #expect(try sandbox.run(["stats", "--to", "2025", "--json"], environment: now).text.contains("\"entries\":2"))
        try sandbox.run(["list", "--on", "2026년 13월"], environment: now).ends(2)
    }
}
