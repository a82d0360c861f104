/// What is typed: mistakes are exit 2 and one sentence, and help is exit 0.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class ArgumentTests: InSandbox {
    @Test(
        "mistakes are exit 2, with a sentence and a hint",
        arguments: [
            ["lsit"], ["list", "--no-such"], ["list", "--limit", "x"], ["show"], ["list", "--limit", "0"],
            ["list", "--at", "e999999"], ["list", "--at", "someday"], ["list", "--after", "zz"],
            ["list", "--tz", "Mars/Base"], ["add", "x", "--date", "2026-02-30"], ["add", "x", "--place", "far"],
            ["add", "x", "--at", "e1"], ["edit", "@1", "--star", "--unstar"], ["delete", "@1", "--yes"],
            ["restore", "@1", "--to", "e1", "--yes"],
            ["edit", "@1", "--expect", "new", "--text", "y"], ["help", "nothing"], ["import", "/no/such/file"],
            ["export", "--format", "carrier-pigeon"], ["list", "--on", "2024-13-45"],
            ["list", "--from", "gibberish date"], ["list", "--to", "2024-02-30"], ["list", "--month", "13"],
            ["list", "--day", "32"], ["list", "--year", "0"], ["restore", "--to", "2024-02-30"],
            ["diff", "2024-13-45"], ["help", "--completions", "tcsh"], ["backup", "x", "--keep", "0"],
            ["stats", "--at", "2024-13-45"], ["edit", "@1", "--date", "2024-02-30"],
        ])
    func mistakes(arguments: [String]) throws {
        _ = try sandbox.add("x")
        let outcome = try sandbox.run(arguments).ends(2)
        #expect(outcome.error.hasPrefix("error: "))
        let korean = try sandbox.run(arguments + ["--lang", "ko"]).ends(2)
        #expect(korean.error.hasPrefix("오류: "))
        #expect(try sandbox.run("log").text.split(separator: "\n").count == 2)
    }

    @Test("help and version are exit 0 and go to standard output")
    func help() throws {
        for arguments in [
            ["--help"], ["--version"], ["help"], ["help", "list"], ["help", "json"], ["list", "--help"], [],
        ] {
            let outcome = try sandbox.run(arguments).ends(0)
            #expect(!outcome.output.isEmpty)
            #expect(outcome.error.isEmpty)
        }
    }

    @Test("an unknown id is exit 1, and an ambiguous one exit 2 with the candidates")
    func references() throws {
        var ids: [String] = []
        for number in 1...17 { ids.append(try sandbox.add("number \(number)")) }
        try sandbox.run("show", "@18").ends(1)
        try sandbox.run("show", "xyz").ends(1)
        #expect(try sandbox.run("show", "@1").text == "number 17")
        #expect(try sandbox.run("show", ids[4]).text == "number 5")
        // A digit that is a letter is shared by two as soon as seven ids begin with one.
        func letters() -> [String] { ids.map { String($0.prefix(1)) }.filter { Int($0) == nil } }
        while letters().count < 7 { ids.append(try sandbox.add("more")) }
        let shared = try #require(letters().first { letter in letters().filter { $0 == letter }.count > 1 })
        let outcome = try sandbox.run("show", shared).ends(2)
        for id in ids where id.hasPrefix(shared) { #expect(outcome.error.contains(id)) }
    }

    @Test("a text that loses against --expect becomes a draft where somebody sees it, or where --draft asks for it")
    func draftOfLoser() throws {
        let id = try sandbox.add("one")
        try sandbox.run("edit", id, "--text", "two", "--expect", "v1").ends(0)
        let late = ["edit", id, "--text", "three", "--expect", "v1"]
        for _ in 0..<3 {
            try sandbox.run(late).ends(3, without: "kept")
        }
        #expect(try sandbox.drafts() == [])
        try sandbox.run(late + ["--draft"]).ends(3, saying: "kept as d1")
        #expect(
            try sandbox.onTerminal("edit \(id) --text four --expect v1", editor: "true").text.contains("kept as d2"))
        #expect(try sandbox.drafts() == ["d2", "d1"])
        #expect(try sandbox.run("draft", "show", "d1").text == "three")
    }

    @Test(
        "what cannot be an option is text",
        arguments: [
            (["- 우유"], "- 우유"), (["-5도"], "-5도"), (["-hello"], "-hello"), (["--", "-x"], "-x"),
            (["눈이", "왔다"], "눈이 왔다"), (["눈이", "--star", "왔다", "--tag", "겨울"], "눈이 왔다"), (["--", "--star"], "--star"),
            (["오늘", "--", "-h"], "오늘 -h"), (["---"], "---"), (["--5"], "--5"), (["-- 선"], "-- 선"), (["-", "-"], "- -"),
            (["--place", "-33.9,151.2", "-1도"], "-1도"), (["--tag=a", "b"], "b"),
        ])
    func textWords(arguments: [String], text: String) throws {
        try sandbox.run(["add"] + arguments).ends(0)
        #expect(try sandbox.run("show", "@1").text == text)
    }

    @Test("a mistyped option is no text, and every option that takes a value gets it")
    func textOptions() throws {
        try sandbox.run("add", "x", "--stra").ends(2)
        let id = try sandbox.add("one")
        for word in ["-x", "--바꾸기", "--öl", "--Text"] {
            try sandbox.run("edit", id, word, "two").ends(2, saying: word)
            try sandbox.run("add", word, "two").ends(2, saying: word)
        }
        #expect(try sandbox.run("show", id).text == "one")
        let help = try sandbox.run("help", "add").text
        let valued = help.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ")
            guard words.count > 1, words[0].hasPrefix("--"), words[1].hasPrefix("<") else { return nil }
            return String(words[0])
        }
        #expect(valued.count >= 5)
        for option in valued {
            let value = option == "--diary" ? sandbox.path + "/other" : "value"
            let outcome = try sandbox.run("add", option, value, "text")
            #expect(!outcome.error.contains("wants a value"), "\(option): \(outcome.error)")
        }
    }

    @Test("a tag in the text is shown and told apart from one that was given, and goes with its word")
    func textTags() throws {
        let id = try sandbox.add("바다 #여행 @민수", "--tag", "#집")
        let entry = try sandbox.run("show", id, "--json").json()
        #expect(entry["tags"] == .array([.text("집")]))
        #expect(entry["textTags"] == .array([.text("@민수"), .text("여행")]))
        #expect(try sandbox.run("list", "--tag", "여행").text.hasPrefix(id))
        #expect(try sandbox.run("list", "--tag", "#집").text.hasPrefix(id))
        try sandbox.run("edit", id, "--untag", "여행").ends(2, saying: "the text itself says the tag 여행")
    }

    @Test("a place is kept to a kilometre unless it is to be precise, and can be changed and taken off")
    func places() throws {
        let id = try sandbox.add("x", "--place", "37.5665,-126.9780")
        func shown() throws -> JSONValue? { try sandbox.run("show", id, "--json").json()["place"] }
        #expect(try shown() == ["lat": .decimal(37.57), "lon": .decimal(-126.98)])
        try sandbox.run("edit", id, "--place", "-33.8688,151.2093", "--precise").ends(0)
        #expect(try shown() == ["lat": .decimal(-33.8688), "lon": .decimal(151.2093)])
        try sandbox.run("edit", id, "--place", "1,2", "--no-place").ends(2)
        try sandbox.run("edit", id, "--no-place").ends(0)
        #expect(try shown() == .null)
        try sandbox.run("undo").ends(0)
        #expect(try shown() == ["lat": .decimal(-33.8688), "lon": .decimal(151.2093)])
    }

    @Test("a version is refused by a changing command, which names the one that was meant")
    func versionOnChange() throws {
        let id = try sandbox.add("one")
        _ = try sandbox.run("edit", id, "--text", "two")
        for command in [
            ["edit", "\(id)@v1", "--star"], ["delete", "\(id)@v1", "--yes"], ["forget", "\(id)@v1", "--yes"],
        ] {
            try sandbox.run(command).ends(2, saying: "diarylog restore \(id)@v1 makes the entry what it was then.")
        }
        #expect(try sandbox.run("show", id, "--json").json()["starred"] == .bool(false))
        #expect(try sandbox.count() == 1)
    }

    @Test("the first words of the text may be its date, and are echoed")
    func leadingDate() throws {
        let outcome = try sandbox.run(
            ["add", "어제 오후 3시: 글"], environment: ["DIARYLOG_NOW": "2026-11-02T09:00:00+09:00", "TZ": "Asia/Seoul"])
        #expect(outcome.error.contains("dated Sunday, November 1, 2026 3:00 PM"))
        #expect(try sandbox.run("show", "@1").text == "글")
        #expect(try sandbox.run("show", "@1", "--json").json()["date"] == .text("2026-11-01T15:00:00+09:00"))
        _ = try sandbox.add("어제: 그대로")
        #expect(try sandbox.run("show", "@1").text == "어제: 그대로")
    }

    @Test("--at answers as of an event, a day, or a while ago")
    func past() throws {
        func add(_ text: String, _ now: String) throws {
            try sandbox.run(["add", text], environment: ["DIARYLOG_NOW": now]).ends(0)
        }
        try add("one", "2026-11-01T10:00:00Z")
        try add("two", "2026-11-02T10:00:00Z")
        try add("three", "2026-11-03T10:00:00Z")
        for (when, count) in [
            ("e1", 0), ("e2", 1), ("#3", 2), ("2026-11-01", 1), ("yesterday", 2), ("그제", 1), ("2026-11-03T09:59", 2),
            ("1 hour ago", 3), ("26 hours ago", 1), ("3일 전", 0),
        ] {
            let list = try sandbox.run(
                ["list", "--at", when], environment: ["DIARYLOG_NOW": "2026-11-03T11:00:00Z"])
            #expect(list.text.split(separator: "\n").count == count, "\(when): \(list.error)")
        }
    }
}
