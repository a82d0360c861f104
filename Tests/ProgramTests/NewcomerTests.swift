/// What somebody types who has not read the help: it runs where it can mean one thing alone, and else is told the right
/// command, with the options that were given.

import DiarylogTestSupport
import Testing

@Suite(.timed) final class NewcomerTests: InSandbox {
    private let clock = ["DIARYLOG_NOW": "2026-11-21T08:00:00Z"]

    override init() throws {
        try super.init()
        _ = try sandbox.add("Walked along the Han", "--date", "2026-11-20", "--tag", "walk")
        _ = try sandbox.add("Walking, again", "--date", "2026-11-10")
    }

    @Test func `days of several words need no quotes`() throws {
        for words in [["show", "last", "week"], ["list", "last", "week"], ["show", "지난", "주"]] {
            let several = try sandbox.run(words, environment: clock)
            let one = try sandbox.run([words[0], words.dropFirst().joined(separator: " ")], environment: clock)
            #expect(several.code == 0 && several.text == one.text && several.text.contains("again"), "\(several.error)")
        }
        for words in [["today", "last", "week"], ["calendar", "last", "month"]] {
            try sandbox.run(words, environment: clock).ends(0)
        }
        // Two days are two, and what names an entry is one first.
        #expect(try sandbox.run("show", "2026-11-20", "2026-11-10").text.contains("────────"))
    }

    @Test func `a word where a day or an entry belongs is looked for by the command that the hint names`() throws {
        for (words, other) in [
            (["list", "walked"], "diarylog search walked"),
            (["list", "--tag", "walk", "han"], "search --tag walk han"),
            (["list", "--reverse", "han"], "diarylog search han looks"), (["list", "@1"], "diarylog show @1"),
            (["show", "walked"], "diarylog search walked"), (["edit", "walked", "x"], "diarylog search walked"),
        ] {
            let refused = try sandbox.run(words)
            #expect(refused.code > 0 && refused.error.contains(other), "\(words): \(refused.error)")
        }
        #expect(try sandbox.run("list", "2026-13-01").error.contains("no such day"))
    }

    @Test func `a text in a pipe needs no command, and nothing there is the overview as ever`() throws {
        for words in [[], ["--lang", "ko"], ["--json"]] {
            try sandbox.run(words, input: Array("piped \(words.count)".utf8)).ends(0)
            #expect(try sandbox.run("list").text.contains("\tpiped \(words.count)\n"))
        }
        let before = try sandbox.count()
        for script in ["\"$0\" </dev/null", "\"$0\" <&-", "true | \"$0\"", "\"$0\" </"] {
            try sandbox.shell(script, [try Sandbox.program]).ends(0, printing: "diarylog add TEXT")
        }
        try sandbox.run([], input: [0xFF]).ends(2, saying: "standard input is not valid UTF-8")
        try sandbox.run("").ends(0, saying: "nothing was written: the text is empty")
        #expect(try sandbox.count() == before)
    }

    @Test func `a text that takes the place of another names it, and how it comes back`() throws {
        try sandbox.run("edit", "@1", "star", "please").ends(
            0, saying: "now version 2, instead of “Walked along the Han” (diarylog undo brings it back)")
        try sandbox.run(["edit", "@1", "-", "--lang", "ko", "--yes"], input: Array("x".utf8)).ends(
            0, saying: "앞의 글: “star please” (diarylog undo로 되살립니다)")
        try sandbox.run("edit", "@1", "--star").ends(0, without: "instead of")
        try sandbox.run("edit", "@1", "--text", "x").ends(0, saying: "nothing changed", without: "instead of")
    }

    @Test func `a small number is no beginning of an id, and an empty word is nothing at all`() throws {
        for words in [["show", "1"], ["undo", "5"], ["delete", "12", "--yes"], ["edit", "100", "x"]] {
            try sandbox.run(words).ends(1, saying: "\(words[1]) alone names no entry", "@\(words[1]) is number")
        }
        try sandbox.run("undo", "-5").ends(2, saying: "-5 is for list and log")
        for words in [["show", ""], ["sync", "init", ""], ["tags", "rename", "", "b"], ["delete", "", "--yes"]] {
            try sandbox.run(words).ends(2, saying: "cannot be ''")
        }
        try sandbox.run("config", "set", "pager", "").ends(0)
        #expect(try sandbox.count() == 2)
    }

    @Test func `on a terminal the newest entry is meant where none is named, and nowhere else`() throws {
        for words in ["show", "edit", "delete", "delete --yes"] {
            try sandbox.run(words.split(separator: " ").map(String.init)).ends(2, saying: "no entry was named")
        }
        guard let shown = try sandbox.onTerminal("show") else { return }
        shown.ends(0, printing: "Walked along the Han")
        try #require(try sandbox.onTerminal("delete --yes")).ends(2)
        try #require(try sandbox.onTerminal("delete", typing: "y\n")).ends(0, printing: "Walked along the Han")
    }

    @Test func `a hint says what helps`() throws {
        for (words, said) in [
            (["set", "off", "early"], "diarylog add 'set off early' writes an entry. Did you mean config?"),
            (["list", "an", "hour", "ago"], "list --at 'an hour ago' shows the diary as it was then"),
            (["search", "mood:>>3"], "there is no number in \"mood:>>3\""), (["restore"], "list --deleted shows"),
            (["import", "none"], "looked for in the folder where you are"),
            (["verify", "--into", "x"], "--into is for --repair and --salvage"),
            (["undo", "@1", "--list", "--lang", "ko"], "일기와 --list는 함께 쓸 수 없습니다"),
            (["conflicts", "--keep", "all", "--lang", "ko"], "--keep는 일기와 함께 씁니다"),
        ] {
            let outcome = try sandbox.run(words, environment: clock)
            #expect(outcome.error.contains(said), "\(words): \(outcome.error)")
        }
        try sandbox.shell("HOME=/proc DIARYLOG_DIARY= \"$0\" add x", [try Sandbox.program]).ends(
            2, saying: "no folder can be made at /proc/.local", "--diary PATH", without: "engine init")
    }

    @Test func `a file is added to an entry in either order of the words, and never to one that nobody named`() throws {
        let file = try sandbox.file("pic.png", [1, 2, 3])
        for words in [[file], [file, "@1"]] {
            try sandbox.run(["files", "add"] + words).ends(2, saying: "diarylog files add @1 \(file)")
        }
        #expect(try sandbox.run("files", "add", "@1").error.contains("<file> is missing"))
        let added = try sandbox.run("files", "@1", "add", file)
        #expect(added.code == 0 && added.error.hasPrefix("files @1 add is diarylog files add @1\n"), "\(added.error)")
        #expect(try sandbox.run("files", "@1").text.contains("pic.png"))
        try sandbox.run("files", "@1", "save", sandbox.path).ends(2)
    }

    @Test func `a hint that repeats a command keeps the options that were given`() throws {
        let near = try sandbox.run("search", "--tag", "walk", "\"along Ha\"", "--count")
        #expect(near.error.contains("diarylog search --tag walk --count 'along Ha' finds 1 entry"), "\(near.error)")
        let other = sandbox.path + "/other"
        let missing = try sandbox.run("show", "@9", "--diary", sandbox.diary)
        #expect(missing.error.contains("@1 is the newest"))
        let none = try sandbox.run("show", "abc", "--diary", sandbox.diary).error
        #expect(none.contains("diarylog --diary \(sandbox.diary) list shows the entries"), "\(none)")
        let joined = try sandbox.run("sync", "join", other, sandbox.diary, "--key", "k")
        #expect(joined.error.contains("diarylog sync join --key k \(other) \(sandbox.diary) --into"), "\(joined.error)")
        let usage = try sandbox.run("list", "--nope", "--diary", sandbox.diary).error
        #expect(usage.contains("diarylog help list"), "help is about no diary: \(usage)")
    }

    @Test func `a day of the week that is not the date's is told, wherever a date is written`() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        for words in [
            ["add", "2024-03-01 Sunday: x"], ["add", "x", "--date", "2024-03-01 Sunday"],
            ["list", "--on", "Sunday 2024-03-01"], ["show", "2024-03-01 Sunday"],
            ["search", "date:\"2024-03-01 Sunday\""], ["list", "--where", "before:\"2024-03-01 Sunday\""],
        ] {
            try sandbox.run(words).ends(2, saying: "2024-03-01 was a Friday")
            let korean = try sandbox.run(words + ["--lang", "ko"]).error
            #expect(korean.contains("2024-03-01은 금요일입니다"), "\(korean)")
        }
        #expect(try sandbox.run("add", "2999-03-01 Sunday: x").error.contains("2999-03-01 is a Friday"))
        try sandbox.run("show", "2024-02-30").ends(2, saying: "there is no such day")
        try sandbox.run("add", "2024-03-01 Friday: x").ends(0)
        #expect(try sandbox.run("show", "@2").text == "x")
        // A short word is no day of the week.
        try sandbox.run("add", "일 3시: 회의").ends(0)
        #expect(try sandbox.run("show", "@1").text == "일 3시: 회의")
    }

    @Test func `whoever asks for a time before the diary began is told so, whatever is asked`() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first #a", "--date", "2020-01-01")
        for words in ["list", "log", "tags", "search first", "show @1", "files", "today", "stats", "calendar"] {
            let outcome = try sandbox.run(words.split(separator: " ").map(String.init) + ["--at", "2020-01-01"])
            #expect(outcome.error.contains("this diary began "), "\(outcome)")
        }
        #expect(try sandbox.run("log", "--at", "e1").error.isEmpty)
    }

    @Test func `a file that no editor left is told by its own name`() throws {
        for action in ["commit", "show", "diff", "edit"] {
            try sandbox.run("draft", action, "/etc/hostname").ends(
                2, saying: "/etc/hostname is no file that an editor left")
        }
        #expect(try sandbox.run("draft", "commit", "/no/such").error.contains("there is no file /no/such"))
    }

    @Test func `the log of a person calls what restored an entry restored`() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one")
        _ = try sandbox.run("edit", id, "two")
        _ = try sandbox.run("restore", "\(id)@v1")
        _ = try sandbox.run("delete", id, "--yes")
        _ = try sandbox.run("restore", id)
        _ = try sandbox.run("edit", id, "--star")
        _ = try sandbox.run("undo")
        guard let log = try sandbox.onTerminal("log", environment: ["NO_COLOR": "1", "DIARYLOG_PAGER": ""]) else {
            return
        }
        let acts = log.rows.map { $0.split(separator: "  ").map(String.init) }.compactMap { $0.count > 2 ? $0[2] : nil }
        #expect(
            acts == ["undone", "edited", "restored", "deleted", "restored", "edited", "created", "device begins"],
            "\(log.text)")
        #expect(try sandbox.run("log").text.contains("entry.edit"))
    }
}
