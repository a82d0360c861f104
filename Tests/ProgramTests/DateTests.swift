/// Dates as they are typed on the command line: what is echoed, and what is refused with its place.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class DateTests: InSandbox {
    private let clock = ["DIARYLOG_NOW": "2026-11-18T14:30:15+09:00", "TZ": "Asia/Seoul"]

    @Test(
        "a time that the clock skipped or showed twice is said at once, with what is taken; one with its offset is not")
    func doubtful() throws {
        for (date, words, taken) in [
            ("2026-03-29 02:30", "skipped", "2026-03-29T02:30:00+01:00"),
            ("2026-10-25 02:30", "and 2026-10-25T02:30:00+01:00 is the later", "2026-10-25T02:30:00+02:00"),
            ("2026-10-25 03:30", "", "2026-10-25T03:30:00+01:00"), ("2026-10-25T02:30+01:00", "", ""),
            ("2026-10-25", "", ""),
        ] {
            for language in ["en", "ko"] {
                let added = try sandbox.run(["add", "x", "--date", date, "--tz", "Europe/Berlin", "--lang", language])
                    .ends(0)
                let isSaid = added.error.contains("Europe/Berlin")
                #expect(isSaid == !words.isEmpty, "\(date): \(added.error)")
                if language == "en" { #expect(words.isEmpty || added.error.contains(words), "\(added.error)") }
                if !taken.isEmpty {
                    #expect(try sandbox.run("show", added.line, "--json").json()["date"] == .text(taken))
                }
            }
        }
        let lead = try sandbox.run("add", "2026-03-29 2:30: short night", "--tz", "Europe/Berlin")
        #expect(lead.error.contains("skipped"), "\(lead.error)")
    }

    @Test("a text that begins with what cannot be a date is refused, the place is marked, and nothing is written")
    func refusedLead() throws {
        try sandbox.run(["add", "2024-02-30: 눈"], environment: clock).ends(
            2, saying: "there is no such day or time: 2024-02-30\n", "give --date now.\n  2024-02-30\n          ^^\n")
        let korean = try sandbox.run(["add", "어제 오후 13시: 눈", "--lang", "ko"], environment: clock)
        #expect(korean.error.contains("\n  어제 오후 13시\n            ^^\n"), "\(korean.error)")
        let json = try sandbox.run(["add", "last week: rain", "--json"], environment: clock)
        #expect(json.error.contains("\"place\":{\"start\":0,\"end\":9}"), "\(json.error)")
        try sandbox.run(["add", "last week: rain", "--date", "now"], environment: clock).ends(0)
        #expect(try sandbox.run("show", "@1").text == "last week: rain")
        #expect(try sandbox.count() == 1)
    }

    @Test("--date says which day it chose, unless it is written out")
    func echo() throws {
        let outcome = try sandbox.run(["add", "x", "--date", "friday"], environment: clock)
        #expect(outcome.error.contains("dated Friday, November 13, 2026\n"), "\(outcome.error)")
        let edited = try sandbox.run(["edit", "@1", "--date", "지난달 3일"], environment: clock)
        #expect(edited.error.contains("dated Saturday, October 3, 2026\n"), "\(edited.error)")
        let plain = try sandbox.run(["add", "x", "--date", "2026-11-13"], environment: clock)
        #expect(!plain.error.contains("dated"))
    }

    @Test("of a time that the clock showed twice it is said which is taken, for a point as well")
    func doubtfulPoint() throws {
        let zone = ["TZ": "Europe/Berlin"]
        _ = try sandbox.add("x")
        for words in [["list", "--at", "2024-10-27 02:30"], ["restore", "--to", "2024-10-27 02:30", "--yes"]] {
            let said = try sandbox.run(words, environment: zone).error
            #expect(said.contains("2024-10-27T02:30:00+01:00 is the later"), "\(said)")
        }
        try sandbox.run(["list", "--at", "2024-10-27"], environment: zone).ends(0, without: "is the later")
    }

    @Test("a point that begins after now is refused; today is not", arguments: ["2030-01-01", "tomorrow", "오늘 오후 3시"])
    func beyondNow(when: String) throws {
        try sandbox.run(["add", "x"], environment: clock).ends(0)
        try sandbox.run(["list", "--at", when], environment: clock).ends(2, saying: "has not come yet")
        #expect(try sandbox.run(["list", "--at", "today"], environment: clock).text.contains("x"))
    }

    @Test("a wrong DIARYLOG_NOW is refused by reading commands as well, and help is there all the same")
    func surroundings() throws {
        _ = try sandbox.add("x")
        let wrong = ["DIARYLOG_NOW": "soon"]
        for command in [["list"], ["show", "@1"], ["search", "x"], ["add", "y"]] {
            try sandbox.run(command, environment: wrong).ends(2, saying: "DIARYLOG_NOW")
        }
        try sandbox.run(["help"], environment: wrong).ends(0)
        #expect(try sandbox.count() == 1)
    }

    @Test(
        "a TZ that names no zone is UTC, as to other programs; whoever dates an entry is told, even with --quiet",
        arguments: [
            "Mars/Base", ":", "Z", "localtime", "Asia/Seoul ", ":/nonexist", "XXX-167:00", "IST-5:30", "NST3:30",
        ])
    func zoneless(value: String) throws {
        let environment = ["TZ": value, "DIARYLOG_NOW": "2026-11-18T23:30:00+00:00"]
        let said = "TZ=\(value) names no time zone: dates are read, written and shown in UTC"
        try sandbox.run(["add", "x", "--quiet"], environment: environment).ends(0, saying: said)
        for command in [["list"], ["show", "@1"], ["search", "x"]] {
            try sandbox.run(command, environment: environment).ends(0, saying: said)
            try sandbox.run(command + ["--quiet"], environment: environment).ends(0, without: "TZ")
        }
        let shown = try sandbox.run(["show", "@1", "--json"], environment: environment)
        #expect(shown.text.contains("2026-11-18T23:30:00Z"), "\(shown)")
        try sandbox.run(["list", "--tz", "Mars/Base"], environment: environment).ends(2, saying: "no time zone")
    }
}
