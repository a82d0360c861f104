/// What the program says of itself: the overview, the manual page, completions, and the parser's mistakes.

import DiarylogArguments
import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import diarylog

@Suite(.timed) final class HelpTests: InSandbox {
    @Test("the overview names every command, in both languages")
    func overview() throws {
        let parser = try sandbox.run("--help", "--lang", "en").text
        let korean = try sandbox.run("help", "--lang", "ko").text
        for name in Diarylog.names {
            let isAction = Diarylog.names.contains { name.hasPrefix($0 + " ") }
            #expect(parser.contains("\n  \(name) ") != isAction, "\(name)")
            #expect(korean.contains("\n  \(name) ") != isAction, "\(name)")
            let words = name.split(separator: " ").map(String.init)
            #expect(try sandbox.run(["help"] + words).text.contains("USAGE: diarylog \(name) "))
            #expect(try sandbox.run(["help"] + words).text.hasSuffix(sandbox.run(words + ["--help"]).text))
        }
        let page = try sandbox.run("help", "--man").text
        #expect(page.split(separator: "\n").filter { $0.hasPrefix(".SS ") }.count == Diarylog.names.count)
        #expect(try sandbox.run("help").text.hasPrefix("diarylog: A diary that forgets nothing unless you say so.\n"))
        #expect(korean.hasPrefix("diarylog: 지우라고 하기 전에는 아무것도 잊지 않는 일기장.\n"))
    }

    @Test("a text needs no command, a day no option, and a number lists the newest")
    func short() throws {
        let id = try sandbox.run("Walked along the Han.", "--tag", "walk").line
        #expect(id.count == 32)
        _ = try sandbox.run("2026-01-05: 첫 눈")
        #expect(try sandbox.run("list", "2026-01-05").text.hasSuffix("\t첫 눈\n"))
        #expect(try sandbox.run("list", "2026-01").text == sandbox.run("list", "--on", "2026-01").text)
        #expect(try sandbox.run("-1").text == sandbox.run("list", "--limit", "1").text)
        try sandbox.run("edit", id, "Walked", "further.").ends(0)
        #expect(try sandbox.run("show", id).text == "Walked further.")
        try sandbox.run(["edit", id, "-"], input: Array("from a pipe".utf8)).ends(0)
        #expect(try sandbox.run("show", id).text == "from a pipe")
        try sandbox.run("edit", "@1", "@2").ends(2, saying: "--where chooses many")
        try sandbox.run("edit", "@1", "--text", "@2").ends(0)
    }

    @Test("an action has a page of its own, and takes no option of another one")
    func actions() throws {
        #expect(try !sandbox.run("sync", "init", "--help").text.contains("--repair"))
        #expect(try !sandbox.run("help", "draft", "discard").text.contains("--merge"))
        #expect(try sandbox.run("help", "options").text.contains("Of the commands that read:\n\n  --at"))
        for words in [
            ["sync", "status", "--key"], ["sync", "check", "--yes"], ["draft", "show", "d1", "--merge"],
            ["engine", "snapshot", "list", "--all"], ["config", "--limit"],
        ] {
            try sandbox.run(words).ends(2, saying: "there is no option \(words.last ?? "")", "help \(words[0])")
        }
        _ = try sandbox.add("one")
        #expect(try sandbox.run("draft", "--json", "list").text.hasPrefix("{\"drafts\":[]"))
    }

    @Test("--at is for commands that read")
    func moments() throws {
        _ = try sandbox.add("one")
        #expect(try sandbox.run("--at", "e2", "list").text == sandbox.run("list", "--at", "e2").text)
        for words in [["add", "x"], ["config"], ["undo"], ["sync", "status"]] {
            try sandbox.run(words + ["--at", "e1"]).ends(2, saying: "--at is for commands that read")
        }
    }

    @Test("the manual page is roff without a complaint")
    func manual() throws {
        let page = try sandbox.run("help", "--man")
        #expect(page.text.hasPrefix(".TH DIARYLOG 1 \(Release.date) \"diarylog \(Release.version)\"\n"))
        #expect(page.text.contains("\\fB\\-\\-skip\\-changed\\fR") || page.text.contains(".B \\-\\-skip\\-changed"))
        if try FileSystem.kind(of: "/usr/bin/mandoc") == .file {
            for language in ["en", "ko"] {
                let lint = "\"$0\" help --man --lang \(language) > page.1; mandoc -Tlint -W warning page.1"
                let said = try sandbox.shell("cd \"$HOME\"; \(lint)", [try Sandbox.program])
                #expect(said.text.isEmpty, "\(said.text)")
            }
        } else {
            print("skipped: no mandoc to read the manual with")
        }
        guard try FileSystem.kind(of: "/usr/bin/groff") == .file else { return }
        let complaints = try sandbox.shell("groff -man -Tutf8 -ww >/dev/null", [], input: page.output)
        let lines = complaints.error.split(separator: "\n").filter { !$0.contains("man.local") }
        #expect(lines.isEmpty, "\(complaints.error)")
    }

    @Test("help and manual page are in Korean for who reads it")
    func korean() throws {
        for arguments in [["help", "list"], ["list", "--help"]] {
            let page = try sandbox.run(arguments + ["--lang", "ko"]).text
            #expect(page.hasPrefix("개요: 일기 목록을 새로운 날짜부터 보입니다.\n\n쓰는 법: diarylog list"), "\(page)")
            #expect(page.contains("\n옵션:\n") && page.contains("  --reverse               오래된 것부터.\n"), "\(page)")
            #expect(page.contains("(값: date, created, modified; 기본: date)") || page.contains("(기본: date)"), "\(page)")
        }
        let manual = try sandbox.run("help", "--man", "--lang", "ko")
        #expect(manual.text.contains(".SS list\n") && !manual.text.contains("List the entries"))
    }

    @Test(
        "the parser's mistakes are told in Korean",
        arguments: [
            (["list", "--limti", "3"], "모르는 옵션입니다: '--limti'. 혹시 '--limit'인가요?"),
            (["list", "--frobnicate"], "모르는 옵션입니다: '--frobnicate'"),
            (["list", "--limit"], "값이 빠졌습니다: '--limit <N>'"),
            (["list", "--limit", "x"], "'--limit <N>'에 쓸 수 없는 값입니다: 'x'"),
            (
                ["list", "--color", "blue"],
                "'--color <방식>'에 쓸 수 없는 값입니다: 'blue'. 쓸 수 있는 값: auto, always, never"
            ),
            (["list", "--json=1"], "값을 쓰지 않는 옵션입니다: '--json' ('1')"),
            (["share"], "필요한 인자가 없습니다: '<일기>'"), (["share", "a", "b"], "뜻밖의 인자입니다: 'b'"),
            (["share", "a", "b", "c"], "뜻밖의 인자가 2개 있습니다: 'b', 'c'"),
            (["lsit"], "lsit이라는 명령은 없습니다"),
        ])
    func mistakes(arguments: [String], sentence: String) throws {
        let outcome = try Sandbox().run(arguments + ["--lang", "ko"]).ends(2)
        #expect(outcome.error.split(separator: "\n").first == "오류: \(sentence)")
    }

    @Test("a mistyped command is guessed at, and not run")
    func near() throws {
        for (typed, meant) in [("lsit", "list"), ("hisory", "history"), ("undoo", "undo"), ("shw", "draft show, show")]
        {
            #expect(try Sandbox().run(typed).error.contains("Did you mean \(meant)?"))
        }
        try Sandbox().run("draft", "nope").ends(2, saying: "draft has no action nope; there are show, diff, edit")
        #expect(try Sandbox().run("frobnicate").error.contains("hint: diarylog help shows the commands."))
        try Sandbox().run("눈이", "왔다").ends(2, saying: "diarylog add '눈이 왔다' writes an entry")
    }

    @Test("an option that went, or that others have, is answered with what does the same")
    func options() throws {
        for (line, same) in [("list --not-starred", "--where star:no"), ("list --since 2026", "--from")] {
            try sandbox.run(line.split(separator: " ").map(String.init)).ends(2, saying: "hint: \(same) does that")
        }
        let names = Set(Diarylog.commands.flatMap { $0.whole.declarations.map { "--" + $0.name } })
        for same in CommandAliases.options.values {
            #expect(same.split(separator: " ").filter { $0.hasPrefix("--") }.allSatisfy { names.contains(String($0)) })
        }
    }

    @Test("a word of another program runs the command, or names those it may mean", arguments: [true, false])
    func aliases(isSure: Bool) throws {
        _ = try sandbox.add("one")
        let table = isSure ? CommandAliases.sure : CommandAliases.likely
        for (meaning, words) in table {
            let command = meaning.split(separator: " ").prefix { !$0.hasPrefix("-") && $0 != "ENTRY" }
            let name = command.joined(separator: " ")
            #expect(Diarylog.names.contains(name) || Diarylog.names.contains(String(command[0])), "\(meaning)")
            for word in words {
                // Once a word is a command itself, it no longer needs a sense.
                #expect(!Diarylog.names.contains(word), "\(word)")
                if isSure {
                    try sandbox.run(word.split(separator: " ").map(String.init) + ["--help"]).ends(
                        0, printing: "USAGE: diarylog \(name) ")
                } else {
                    try sandbox.run(word).ends(2, saying: meaning)
                }
            }
        }
        // Each command has a word of each language.
        for command in Diarylog.commands where !Diarylog.isAction(command) && !command.about.name.contains(" ") {
            let words = CommandAliases.sure.filter { $0.meaning == command.about.name }.flatMap(\.words)
            #expect(words.contains { $0.utf8.contains { $0 >= 0x80 } }, "\(command.about.name)")
        }
        let said = try sandbox.run("ls")
        #expect(said.text.hasSuffix("\tone\n") && said.error == "ls is diarylog list\n")
        // A first word with a blank in it is an entry, whatever it is.
        for text in ["engine rebuild", "-5도 추웠다"] {
            try sandbox.run(text).ends(0)
            #expect(try sandbox.run("list").text.contains("\t\(text)\n"))
        }
        try sandbox.run("star", "@1").ends(0)
        #expect(try sandbox.run("list", "--starred").text.split(separator: "\n").count == 1)
    }

    @Test("what stands in rows keeps its rows, and a sentence above them is none", arguments: ["en", "ko"])
    func rows(language: String) throws {
        let sandbox = try Sandbox()
        let settings = try sandbox.run("help", "config", "--lang", language).text.split(separator: "\n")
        for key in Settings.Key.allCases {
            #expect(settings.contains { $0.hasPrefix("  " + key.rawValue + " ") }, "\(key)")
        }
        let lines = try sandbox.run("help", "filters", "--lang", language).text.split(separator: "\n")
        let sentence = try #require(lines.firstIndex { $0.contains("edit") })
        #expect(!lines[sentence + 1].hasPrefix("    "), "\(lines[sentence + 1])")
        let add = try sandbox.run("help", "add", "--lang", language).text.replacing("\n", with: " ")
        #expect(add.contains("# ' ! *"))
    }

    @Test("a number below zero is a count where it stands alone, and no count where an option waits for its value")
    func negative() throws {
        for words in [["list", "--limit", "-1"], ["log", "--limit", "-1"], ["list", "-n", "-1"]] {
            try Sandbox().run(words).ends(2, saying: "takes numbers from 1")
        }
        let sandbox = try Sandbox()
        _ = try sandbox.add("비")
        try sandbox.run("list", "-1").ends(0)
    }

    @Test("help topics say something in both languages, and their examples run", arguments: HelpTopic.allCases)
    func topics(topic: HelpTopic) throws {
        for text in ["첫 눈이 왔다", "coffee and rain"] { _ = try sandbox.add(text) }
        for language in ["en", "ko"] {
            let text = try sandbox.run("help", topic.rawValue, "--lang", language).text
            let examples = text.split(separator: "\n").filter { $0.hasPrefix("  diarylog ") }
            #expect(examples.count >= 2)
            for example in examples {
                let outcome = try sandbox.shell(
                    "diarylog() { \"$0\" \"$@\"; }; \(example) 2>&1", [try Sandbox.program])
                #expect([0, 1].contains(outcome.code) || outcome.text.contains("--yes"), "\(example): \(outcome.text)")
            }
        }
    }

    @Test("the examples in the help of each command run", arguments: ["en", "ko"])
    func examples(language: String) throws {
        var count = 0
        // The words of help itself name files of a shell's.
        for name in Diarylog.names where name != "help" {
            let sandbox = try Sandbox()
            for text in ["한강을 걸었다 #여행 #바다", "coffee and rain"] { _ = try sandbox.add(text) }
            let words = name.split(separator: " ").map(String.init)
            let text = try sandbox.run(["help"] + words + ["--lang", language]).text
            for line in text.split(separator: "\n") where line.hasPrefix("diarylog ") {
                // What an example is for stands behind it.
                let example = line.firstRange(of: "   ").map { line[..<$0.lowerBound] } ?? line
                let outcome = try sandbox.shell(
                    "diarylog() { \"$0\" \"$@\"; }; \(example) --quiet </dev/null 2>&1", [try Sandbox.program])
                #expect([0, 1].contains(outcome.code) || outcome.text.contains("--yes"), "\(example): \(outcome.text)")
                count += 1
            }
        }
        #expect(count >= 15)
    }

    @Test("alone it fits 24 lines, and says where one stands", arguments: ["en", "ko"])
    func alone(language: String) throws {
        let before = try sandbox.run("--lang", language).ends(
            0, printing: language == "en" ? "There is no diary yet" : "아직 일기장이 없습니다")
        _ = try sandbox.add("첫 눈", "--date", "2026-01-05")
        _ = try sandbox.add("커피", "--date", "2026-02-05")
        let after = try sandbox.run("--lang", language)
        #expect(after.text.contains(language == "en" ? ": 2 entries." : ": 일기 2편."))
        #expect(after.text.contains("커피") && !after.text.contains("첫 눈"))
        for outcome in [before, after] {
            let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 24)
            #expect(lines.allSatisfy { $0.count <= 80 })
        }
    }
}
