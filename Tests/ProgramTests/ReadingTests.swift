/// Reading on a terminal and in a pipe: whole entries, rows, neighbours, and titles that are too long.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class ReadingTests: InSandbox {
    override init() throws {
        try super.init()
        _ = try sandbox.add(
            "The first\n\nlong ago", "--date", "2026-03-04", "--tag", "walk", "--place", "37.5665,126.978")
        _ = try sandbox.add("둘째 글\n한 줄\n두 줄\n세 줄", "--date", "2026-11-20T14:05")
        _ = try sandbox.add("third", "--date", "2026-11-20T23:59", "--star")
    }

    private let plain = ["NO_COLOR": "1", "DIARYLOG_PAGER": ""]

    @Test("list --full prints whole entries in a pipe, with their date, tags and place, a rule between them")
    func full() throws {
        let text = try sandbox.run("list", "--full").text
        let parts = text.split(separator: "\n────────\n\n" as String)
        #expect(parts.count == 3)
        #expect(parts[0].hasPrefix("Friday, November 20, 2026 11:59 PM ★\n") && parts[0].hasSuffix("\n\nthird\n"))
        #expect(parts[1].hasSuffix("\n\n둘째 글\n한 줄\n두 줄\n세 줄\n"))
        #expect(parts[2].hasPrefix("Wednesday, March 4, 2026\n#walk · 37.57,126.98\n"))
        #expect(parts[2].hasSuffix("\n\nThe first\n\nlong ago\n"))
        #expect(try sandbox.run("list", "--full", "--lang", "ko").text.hasPrefix("2026년 11월 20일 금요일 오후 11:59 ★\n"))
    }

    @Test("-n 3, -3 and --limit 3 are the same, and 0 is none of them")
    func limits() throws {
        let two = try sandbox.run("list", "--limit", "2").text
        #expect(two.split(separator: "\n").count == 2)
        #expect(try sandbox.run("list", "-n", "2").text == two && sandbox.run("list", "-2").text == two)
        #expect(try sandbox.run("log", "-1").text.split(separator: "\n").count == 1)
        #expect(try sandbox.run("list", "-0").code == 2 && sandbox.run("list", "--preview", "0").code == 2)
        try sandbox.run("list", "-x").ends(2)
    }

    @Test("a cursor goes on where its page stopped, as of then")
    func cursor() throws {
        let page = try sandbox.run("list", "--json", "--limit", "2").json()
        _ = try sandbox.add("later", "--date", "2026-01-01")
        let next = try #require(page["next"]?.saidText)
        let rest = try sandbox.run("list", "--json", "--full", "--after", next).json()
        #expect(page["entries"]?.items.count == 2 && rest["at"] == page["at"])
        #expect(rest["entries"]?.items.map { $0["text"] } == [.text("The first\n\nlong ago")])
    }

    @Test("--preview adds that many lines of each text")
    func preview() throws {
        let lines = try sandbox.run("list", "--preview", "2").text.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("    ") } == ["    한 줄", "    두 줄", "    long ago"])
    }

    @Test("show takes several entries, and days, months and years")
    func several() throws {
        #expect(try sandbox.run("show", "@1").text == "third")
        let both = try sandbox.run("show", "@1", "@3").text
        #expect(both.contains("third\n\n────────\n") && both.hasSuffix("The first\n\nlong ago\n"))
        let day = try sandbox.run("show", "2026-11-20").text
        #expect(try #require(day.firstRange(of: "둘째")).lowerBound < #require(day.firstRange(of: "third")).lowerBound)
        #expect(try sandbox.run("show", "2026-11").text == day)
        #expect(try sandbox.run("show", "2026-03", "--json").json()["entries"] != .array([]))
        let yesterday = try sandbox.run(["show", "yesterday"], environment: ["DIARYLOG_NOW": "2026-11-21T08:00:00Z"])
        #expect(yesterday.text == day)
        try sandbox.run("show", "2025").ends(1, saying: "no entry of 2025")
        #expect(try sandbox.run("show", "zzz").error.contains("no entry zzz"))
    }

    @Test("on a terminal rows stand below each other, and texts are broken at words, Korean too")
    func terminal() throws {
        guard let rows = try sandbox.onTerminal("list", environment: plain) else { return }
        let titles = rows.rows.map { line in
            line.prefix { $0 != "★" && $0 != "둘" && $0 != "T" }.count
        }
        #expect(Set(titles).count == 1 && titles.count == 3, "\(rows.text)")
        _ = try sandbox.add(String(repeating: "가나다라마 ", count: 30), "--date", "2027-01-01")
        let shown = try #require(try sandbox.onTerminal("show @1", columns: 40, environment: plain))
        let lines = shown.rows.filter { $0.hasPrefix("가") }
        #expect(
            lines.count == 10 && lines.allSatisfy { $0 == "가나다라마 가나다라마 가나다라마" || $0.hasSuffix("마 ") }, "\(shown.text)")
    }

    @Test("show names the entries before and after on a terminal")
    func neighbours() throws {
        guard let shown = try sandbox.onTerminal("show @2", environment: plain) else { return }
        #expect(shown.text.contains("before: ") && shown.text.contains("Wed Mar 4, 2026  The first"), "\(shown.text)")
        #expect(shown.text.contains("after: ") && shown.text.contains("11:59 PM  third"), "\(shown.text)")
        let korean = try #require(try sandbox.onTerminal("show @1 --lang ko", environment: plain)).text
        #expect(korean.contains("이전: ") && !korean.contains("다음: "))
    }

    @Test("a search on a terminal tells how many, and does not say a one-line entry twice")
    func search() throws {
        guard let found = try sandbox.onTerminal("search third", environment: plain) else { return }
        #expect(
            found.text.split(separator: "third" as String, omittingEmptySubsequences: false).count == 2, "\(found.text)"
        )
        #expect(found.text.hasSuffix("1 entry found\r\n"), "\(found.text)")
        let some = try #require(try sandbox.onTerminal("search --on 2026 --limit 2", environment: plain)).text
        #expect(some.hasSuffix("2 of 3 entries found\r\n"), "\(some)")
    }

    @Test("a question before deleting names date and title on one line, and no is 0 with nothing deleted")
    func question() throws {
        guard let asked = try sandbox.onTerminal("delete @3", environment: plain, typing: "n\n") else { return }
        #expect(asked.code == 0 && asked.text.contains("delete “Wed Mar 4, 2026 The first”? [y/N] "), "\(asked.text)")
        #expect(asked.text.hasSuffix("nothing was deleted\r\n") && !asked.text.contains("error"))
        #expect(try sandbox.count() == 3)
        let korean = try #require(
            try sandbox.onTerminal("delete @1 @2 @3 --lang ko", environment: plain, typing: "n\n")
        ).text
        #expect(korean.contains("일기 3편을 지울까요? ") && korean.hasSuffix("아무것도 지우지 않았습니다\r\n"), "\(korean)")
        let forget = try #require(try sandbox.onTerminal("forget @1", environment: plain, typing: "\n"))
        #expect(forget.code == 0 && forget.text.hasSuffix("nothing was forgotten\r\n"), "\(forget.text)")
    }

    @Test("a line of a megabyte is not told whole")
    func longTitle() throws {
        let sandbox = try Sandbox()
        let long = String(repeating: "word ", count: 200_000)
        let added = try sandbox.run(["add", "-"], input: Array(long.utf8))
        #expect(added.error.utf8.count < 500)
        let id = added.line
        for arguments in [
            ["list"], ["history", id], ["delete", id, "--yes"], ["undo"], ["edit", id, "--star"],
            ["forget", id, "--dry-run"],
        ] {
            let outcome = try sandbox.run(arguments)
            #expect(outcome.code == 0 && outcome.output.count + outcome.error.utf8.count < 2500, "\(arguments)")
        }
        guard let asked = try sandbox.onTerminal("delete \(id)", environment: plain, typing: "n\n") else { return }
        #expect(asked.output.count < 500)
    }
}
