/// Manners at a terminal, in a pipe, and when interrupted.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) final class TerminalTests: InSandbox {
    @Test("text never gives orders to a terminal, whatever shows it")
    func safe() throws {
        // Nobody types such a tag; a file may have one.
        let text = #"evil \u001b]0;title\u0007\n\n\u001b[2Jbody\u009b31m"#
        let row = #"[{"text":"\#(text)","tags":["t\u001b[5m"],"date":"2026-01-01"}]"#
        try sandbox.run("import", "-", input: Array(row.utf8)).ends(0)
        _ = try sandbox.run(
            "edit", "@1", "--text", "evil \u{1B}]0;other\u{07}\n\nnew \u{1B}[2J", "--untag", "t\u{1B}[5m")
        for command in [
            "list", "show @1", "show @1@v1", "share @1", "share @1 --format md", "history @1", "diff @1", "blame @1",
            "undo",
            "redo", "diff e1",
        ] {
            guard let outcome = try sandbox.onTerminal(command, environment: ["NO_COLOR": "1"]) else { return }
            #expect(outcome.code == 0, "\(command): \(outcome.text)")
            #expect(!outcome.output.contains(0x1B), "\(command): \(outcome.text)")
            #expect(!outcome.text.unicodeScalars.contains("\u{9B}"), "\(command)")
            #expect(!outcome.output.contains(0x07), "\(command)")
        }
    }

    @Test("tags are shown as they are typed, once in a row, and the log speaks the reader's language")
    func asTyped() throws {
        _ = try sandbox.add("#독서 책을 읽었다\n\n@민수 에게 빌린 책이다")
        let environment = ["NO_COLOR": "1", "LANG": "ko_KR.UTF-8"]
        guard let tags = try sandbox.onTerminal("tags", environment: environment) else { return }
        #expect(tags.text.contains("@민수") && !tags.text.contains("#@민수"), "\(tags.text)")
        let row = try #require(try sandbox.onTerminal("list", environment: environment)).text
        #expect(row.ranges(of: "#독서").count == 1 && row.contains("@민수"), "\(row)")
        let log = try #require(try sandbox.onTerminal("log", environment: environment)).text
        #expect(log.contains("새로 씀") && !log.contains("entry.create"), "\(log)")
        #expect(try sandbox.run("log").text.contains("entry.create"))
    }

    @Test func `an entry has the same row in a list, in a search and above its files, and a day is said once`() throws {
        let weather = #""weather":{"main":"Squall","icon":"squall","temperature":9}"#
        let entries = [
            #"{"text":"tea and 한강\n\nmore","date":"2026-11-11T10:00:00+00:00","tags":["산책"],"#
                + #""place":{"lat":37.5,"lon":127},"# + weather + "}",
            #"{"text":"dawn","date":"2026-11-11"}"#, #"{"text":"noon","date":"2026-11-11"}"#,
        ]
        try sandbox.run("import", "-", input: Array("[\(entries.joined(separator: ","))]".utf8)).ends(0)
        try sandbox.run("config", "set", "places.home", "37.5,127").ends(0)
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        try sandbox.run("files", "add", "@1", try sandbox.file("p.png", picture)).ends(0)
        let environment = ["NO_COLOR": "1", "DIARYLOG_PAGER": ""]
        for (language, date, facts) in [
            ("en", "Wed Nov 11, 2026 10:00 AM", "#산책 · home · Squall"),
            ("ko", "2026.11.11(수) 오전 10:00", "#산책 · home · 돌풍"),
        ] {
            for command in ["list", "search 한강", "files"] {
                let line = "\(command) --lang \(language)"
                guard let shown = try sandbox.onTerminal(line, columns: 110, environment: environment) else { return }
                let row = shown.rows.first { $0.contains("tea") } ?? ""
                #expect(row.contains("  \(date)  tea and 한강 ▣  \(facts)"), "\(shown)")
            }
            let list = try #require(try sandbox.onTerminal("list --lang \(language)", environment: environment))
            #expect(list.rows.count == 3 && list.rows.filter { $0.contains("2026") }.count == 1, "\(list)")
            let narrow = try #require(
                try sandbox.onTerminal("list --lang \(language)", columns: 50, environment: environment))
            #expect(narrow.text.contains(date), "\(narrow)")
        }
    }

    @Test func `show draws Markdown where there are colours, and leaves it as it is written everywhere else`() throws {
        let text = """
            # 장보기

            오늘은 **시장**에 갔다.
            - [ ] 감 `a`
            - [x] 쌀
              2. 둘

            > 인용 \u{1B}[2J
            ---
            | 가 | 나나 |
            |---|---|
            | 다다다 | [라](https://a.b) |
            """
        _ = try sandbox.add(text)
        let colours = ["TERM": "xterm", "NO_COLOR": ""]
        guard let shown = try sandbox.onTerminal("show @1 --no-pager", environment: colours) else { return }
        let lines = shown.text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        for line in [
            "\u{1B}[1;4m장보기\u{1B}[0m", "오늘은 \u{1B}[1m시장\u{1B}[0m에 갔다.", "☐ 감 \u{1B}[36ma\u{1B}[0m", "☑ 쌀", "  2. 둘",
            "\u{1B}[2m│\u{1B}[0m 인용 \u{FFFD}[2J",
            "\u{1B}[1m가\u{1B}[0m    \u{1B}[2m │ \u{1B}[0m\u{1B}[1m나나\u{1B}[0m            ",
            "다다다\u{1B}[2m │ \u{1B}[0m\u{1B}[4m라\u{1B}[0m\u{1B}[2m <https://a.b>\u{1B}[0m",
        ] {
            #expect(lines.contains { $0 == line }, "\(line.debugDescription) in \(shown.text.debugDescription)")
        }
        let safe = text.replacing("\u{1B}", with: "\u{FFFD}")
        for (arguments, environment) in [
            ("--raw", colours), ("", ["TERM": "xterm", "NO_COLOR": "1"]), ("", ["TERM": "dumb"]),
        ] {
            let raw = try sandbox.onTerminal("show @1 --no-pager \(arguments)", environment: environment)
            #expect(raw?.text.replacing("\r\n", with: "\n").contains(safe) == true, "\(arguments)")
        }
        #expect(try sandbox.run("show", "@1").text == text)
        #expect(try sandbox.run("show", "@1", "--raw").text == text)
        try sandbox.run("config", "set", "markdown", "maybe").ends(2)
        try sandbox.run("config", "set", "markdown", "no").ends(0)
        let set = try sandbox.onTerminal("show @1 --no-pager", environment: colours)
        #expect(set?.text.replacing("\r\n", with: "\n").contains(safe) == true)
    }

    @Test func `a terminal shows the words that came and went, a pipe the lines, and each can be asked for`() throws {
        let id = try sandbox.add("오늘은 한강에서 걸었다. 비가 와서 금방 들어왔다.")
        _ = try sandbox.run("edit", id, "--text", "오늘은 한강에서 오래 걸었다. 눈이 와서 금방 들어왔다.")
        let plain = ["NO_COLOR": "1"]
        let words = "한강에서 {+오래 +}걸었다. [-비가-]{+눈이+} 와서"
        guard let diff = try sandbox.onTerminal("diff @1", environment: plain) else { return }
        #expect(diff.text.contains(words))
        #expect(try sandbox.onTerminal("history @1", environment: plain)?.text.contains(words) == true)
        #expect(try sandbox.run("diff", "@1").text.contains("\n+오늘은 한강에서 오래"))
        #expect(try sandbox.run("diff", "@1", "--words").text.contains(words))
        // What stands before the first change is whole, if it is short.
        #expect(try sandbox.run("history", "@1", "--words").text.contains("\n    오늘은 " + words))
        #expect(try sandbox.run("history", "@1").text.split(separator: "\n").count == 2)
        let lines = try #require(try sandbox.onTerminal("diff @1 --lines", environment: plain))
        #expect(lines.text.contains("-오늘은 한강에서 걸었다."))
        try sandbox.run("diff", "@1", "--words", "--lines").ends(2)
        let json = try sandbox.run("diff", "@1", "--words", "--json").text
        #expect(json.contains(#""pieces":[{"kind":"same","text":"오늘은 한강에서 "},{"kind":"added","text":"오래 "}"#))
        let coloured = try #require(try sandbox.onTerminal("diff @1")).text
        #expect(coloured.contains("\u{1B}[9;31m비가\u{1B}[0m\u{1B}[32m눈이\u{1B}[0m"))
    }

    @Test(arguments: ["log", "history @1", "diff @1", "delete @1"])
    func `a narrow terminal breaks at words`(_ command: String) throws {
        let id = try sandbox.add("오늘은 한강에서 아주 오랫동안 천천히 걸었다. 비가 와서 금방 들어왔다.")
        _ = try sandbox.run("edit", id, "--text", "오늘은 한강에서 아주 오랫동안 천천히 걷고 또 걸었다. 비가 와서 금방 들어왔다.")
        guard
            let shown = try sandbox.onTerminal(command, columns: 36, environment: ["NO_COLOR": "1"], typing: "n\n")
        else { return }
        // What is said after a question stands behind what was typed.
        let lines = shown.text.prefix(upTo: shown.text.firstRange(of: " [y/N]")?.lowerBound ?? shown.text.endIndex)
            .split(whereSeparator: \.isNewline)
        #expect(lines.allSatisfy { Self.columns(of: $0) <= 36 }, "\(shown.text)")
        // A word stands on one line.
        #expect(command == "delete @1" || shown.text.contains("한강에서"))
    }

    /// The columns of a line whose wide characters are Hangul alone.
    private static func columns(of line: Substring) -> Int {
        line.reduce(0) { $0 + ($1.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } ? 2 : 1) }
    }

    @Test("what is no command leads on: an entry to add, a word of ours to its help, a missing word to the command's")
    func leadsOn() throws {
        #expect(try sandbox.run("어제:", "비").error.contains("Did you mean add?"))
        #expect(try sandbox.run("help", "쓰기").text.contains("diarylog add"))
        #expect(try sandbox.run("help", "날짜").text.hasPrefix("Dates and moments"))
        #expect(try sandbox.run("share").error.contains("diarylog help share"))
    }

    @Test("the pager is for what does not fit, and can be chosen or left out")
    func pager() throws {
        let short = try sandbox.add("short")
        let long = try sandbox.add((1...60).map { "line \($0)\n" }.joined())
        let pager = ["DIARYLOG_PAGER": "sed s/^/paged:/", "PAGER": "sed s/^/other:/", "NO_COLOR": "1"]
        guard let paged = try sandbox.onTerminal("show \(long)", environment: pager) else { return }
        // Whatever locale the machine has: what is written is UTF-8.
        let asking = ["DIARYLOG_PAGER": "cat >/dev/null; printenv LESSCHARSET"]
        #expect(try sandbox.onTerminal("show \(long)", environment: asking)?.text.contains("utf-8") == true)
        #expect(paged.text.contains("paged:line 60"))
        #expect(try sandbox.onTerminal("show \(short)", environment: pager)?.text.contains("paged:") == false)
        #expect(
            try sandbox.onTerminal("show \(long) --no-pager", environment: pager)?.text.contains("paged:") == false)
        let usual = try sandbox.onTerminal("show \(long)", environment: ["PAGER": "sed s/^/other:/"])
        #expect(usual?.text.contains("other:line 60") == true)
        #expect(try sandbox.run(["show", long], environment: pager).text.contains("paged:") == false)
        let missing = try sandbox.onTerminal(
            "show \(long)", environment: ["DIARYLOG_PAGER": "/no/such/pager 2>/dev/null"])
        #expect(missing?.text.contains("line 60") == true)
    }

    @Test("the pager has the first screen while the rest is still being made, and who leaves it ends the command")
    func leavingThePager() throws {
        let lines = (1...3000).map { "{\"text\":\"row \($0) \(String(repeating: "x", count: 40))\"}\n" }.joined()
        try FileSystem.write(Array(lines.utf8).span, to: sandbox.path + "/rows.jsonl", sync: false)
        try sandbox.run("import", "--date-missing", "now", sandbox.path + "/rows.jsonl").ends(0)
        let leaving = ["DIARYLOG_PAGER": "head -n 1 | sed s/^/paged:/", "NO_COLOR": "1"]
        guard let left = try sandbox.onTerminal("search row --limit 3000", environment: leaving) else { return }
        #expect(left.code == 0 && left.text.contains("paged:"), "\(left.text)")
        #expect(!left.text.contains("entries found"), "what comes behind a list is not made for nobody: \(left.text)")
        let whole = ["DIARYLOG_PAGER": "cat", "NO_COLOR": "1"]
        let read = try sandbox.onTerminal("search row --limit 3000", environment: whole)
        #expect(read?.text.contains("entries found") == true)
    }

    @Test("a terminal has colours unless they are declined")
    func colours() throws {
        _ = try sandbox.add("x")
        guard let usual = try sandbox.onTerminal("list") else { return }
        #expect(usual.output.contains(0x1B))
        for (more, environment) in [
            ("--color never", [:]), ("", ["NO_COLOR": "1"]), ("", ["TERM": "dumb"]),
        ] as [(String, [String: String])] {
            #expect(try sandbox.onTerminal("list " + more, environment: environment)?.output.contains(0x1B) == false)
        }
        #expect(
            try sandbox.onTerminal("list --color always", environment: ["NO_COLOR": "1"])?.output.contains(0x1B)
                == true)
    }

    @Test("a pipe has colours where they are asked for, and is safe with them; NO_COLOR leaves no bold in them")
    func piped() throws {
        let id = try sandbox.add("a\u{1B}[31mred")
        _ = try sandbox.run("edit", id, "--text", "b\u{1B}[31mred\nc")
        for arguments in [["list"], ["list", "--full"], ["search", "c"], ["log"], ["diff", id], ["history", id]] {
            #expect(try !sandbox.run(arguments + ["--no-pager"]).text.contains("\u{1B}[0m"), "\(arguments)")
            #expect(try sandbox.run(arguments + ["--color", "always"]).output.contains(0x1B), "\(arguments)")
        }
        for arguments in [["history", "--lines", id], ["stats"], ["help"]] {
            #expect(try !sandbox.run(arguments + ["--no-pager"]).text.contains("\u{1B}[0m"), "\(arguments)")
        }
        let coloured = try sandbox.run(["diff", id, "--color", "always"], environment: ["NO_COLOR": "1"])
        #expect(coloured.text.contains("\u{1B}[32m+c\u{1B}[0m"))
        #expect(!coloured.text.contains("[31mred\n"), "what is coloured is for a screen, and safe")
        #expect(coloured.text.contains("b\u{FFFD}[31mred"))
    }

    @Test("an interrupt is exit 130, and nothing was written")
    func interrupt() throws {
        _ = try sandbox.add("x")
        // A program in the background ignores ^C, unless it is told not to.
        let script = """
            mkfifo "$BOX/pipe"; exec 3<>"$BOX/pipe"
            env --default-signal=INT "$0" add - <&3 & reader=$!
            until_true 'grep -q diarylog /proc/$reader/comm && grep -q "^State:.S" /proc/$reader/status'
            kill -INT $reader; until_true '! kill -0 $reader 2>/dev/null'; wait $reader
            """
        try sandbox.shell(script, [try Sandbox.program]).ends(130)
        #expect(try sandbox.count() == 1)
    }

    @Test("a closed pipe is quiet in every command that writes much")
    func closedPipe() throws {
        let id = try sandbox.add((1...40_000).map { "line \($0)\n" }.joined())
        _ = try sandbox.run("edit", id, "--text", "x")
        for command in ["history --lines @1@v1", "diff @1", "share @1@v1", "export", "export --events"] {
            let script = "{ \"$0\" \(command); echo $? >&2; } | head -c 1"
            #expect(try sandbox.shell(script, [try Sandbox.program]).error == "0\n", "\(command)")
        }
    }

    @Test("--quiet says nothing but results and errors")
    func quiet() throws {
        let id = try sandbox.run("add", "x", "--quiet").line
        for arguments in [["edit", id, "--star"], ["undo"], ["redo"], ["delete", id, "--yes"], ["restore", id]] {
            let outcome = try sandbox.run(arguments + ["--quiet"])
            #expect(outcome.error.isEmpty, "\(arguments)")
            #expect(outcome.line == id)
        }
        #expect(try sandbox.run("show", "none", "--quiet").error.hasPrefix("error: "))
    }

    @Test func `what has nothing to show says so, and figures stand in columns in the reader's language`() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("글")
        for (command, told) in [
            ("redo --list", "다시 할 것이 없습니다"), ("files", "붙인 파일이 없습니다"), ("verify", "견주었음"),
            ("engine rebuild", "다시 만들었습니다"), ("engine rebuild --list", "여기까지"),
        ] {
            guard let screen = try sandbox.onTerminal(command + " --lang ko") else { return }
            #expect(screen.text.contains(told), "\(command): \(screen.text)")
            #expect(!screen.text.contains("\t") && !screen.text.contains("compared"), "\(command)")
        }
        for _ in 0..<2 {
            #expect(try !sandbox.run("engine", "compact").error.contains(", 0 B less"))
        }
    }
}
