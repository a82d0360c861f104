/// What the program says of itself: the overview, the manual page, completions, and the parser's mistakes.

import DiarylogHost
import DiarylogTestSupport
import Testing
import diarylog

@Suite(.timed) struct HelpTests {
    @Test("the overview names every command, in both languages")
    func overview() throws {
        let sandbox = try Sandbox()
        let parser = try sandbox.run("--help", "--lang", "en").text
        for name in Overview.commands {
            #expect(parser.contains("\n  \(name) "), "\(name)")
            #expect(try sandbox.run("help", name).text.contains("USAGE: diarylog \(name) "))
            #expect(try sandbox.run("help", name).text.hasSuffix(sandbox.run(name, "--help").text))
        }
        let page = try sandbox.run("man").text
        #expect(page.split(separator: "\n").filter { $0.hasPrefix(".SS ") }.count == Overview.commands.count)
        for sentence in Overview.sentences { #expect(sentence.en != sentence.ko) }
        #expect(try sandbox.run("help").text.hasPrefix("diarylog: a diary that forgets nothing unless you say so.\n"))
        #expect(try sandbox.run("help", "--lang", "ko").text.contains("되돌린 것을 다시 합니다"))
    }

    @Test("the manual page is roff without a complaint, and has every command")
    func manual() throws {
        let sandbox = try Sandbox()
        let page = try sandbox.run("man")
        #expect(page.text.hasPrefix(".TH DIARYLOG 1 \(Release.date) \"diarylog \(Release.version)\"\n"))
        for name in Overview.commands { #expect(page.text.contains(".SS \(name)\n"), "\(name)") }
        #expect(page.text.contains("\\fB\\-\\-skip\\-changed\\fR") || page.text.contains(".B \\-\\-skip\\-changed"))
        if try FileSystem.kind(of: "/usr/bin/mandoc") == .file {
            for language in ["en", "ko"] {
                let lint = "\"$0\" man --lang \(language) > page.1; mandoc -Tlint -W warning page.1"
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
        let sandbox = try Sandbox()
        for arguments in [["help", "list"], ["list", "--help"]] {
            let page = try sandbox.run(arguments + ["--lang", "ko"]).text
            #expect(page.hasPrefix("개요: 일기 목록을 새로운 날짜부터 보입니다.\n\n쓰는 법: diarylog list"), "\(page)")
            #expect(page.contains("\n옵션:\n") && page.contains("  --reverse               오래된 것부터.\n"), "\(page)")
            #expect(page.contains("(값: date, created, modified; 기본: date)") || page.contains("(기본: date)"), "\(page)")
        }
        let manual = try sandbox.run("man", "--lang", "ko")
        #expect(manual.text.contains(".SS list\n") && !manual.text.contains("List the entries"))
    }

    @Test("completions are a script for each shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let sandbox = try Sandbox()
        let script = try sandbox.run("completions", shell)
        #expect(script.code == 0)
        #expect(script.text.contains("---completion \(shell) "))
        if try FileSystem.kind(of: "/usr/bin/\(shell)") == .file {
            try FileSystem.write(script.output.span, to: sandbox.path + "/script")
            #expect(try sandbox.shell("\(shell) -n \"$HOME/script\"", []).error.isEmpty)
        }
        #expect(try sandbox.run("completions", "tcsh").code == 2)
    }

    @Test(
        "the parser's mistakes are told in Korean",
        arguments: [
            (["list", "--limti", "3"], "모르는 옵션입니다: '--limti'. '--limit'을 말한 것인가요?"),
            (["list", "--frobnicate"], "모르는 옵션입니다: '--frobnicate'"),
            (["list", "--limit"], "값이 빠졌습니다: '--limit <n>'"),
            (["list", "--limit", "x"], "값 'x'는 '--limit <n>'에 쓸 수 없습니다"),
            (
                ["list", "--color", "blue"],
                "값 'blue'는 '--color <color>'에 쓸 수 없습니다. 쓸 수 있는 값: 'auto', 'always', 'never'"
            ),
            (["list", "--json=1"], "옵션 '--json'에는 값을 쓰지 않는데 '1'이 있습니다"),
            (["share"], "필요한 인자가 없습니다: '<entry>'"), (["share", "a", "b"], "뜻밖의 인자입니다: 'b'"),
            (["share", "a", "b", "c"], "뜻밖의 인자가 2개 있습니다: 'b', 'c'"),
            (["lsit"], "lsit이라는 명령은 없습니다"),
        ])
    func mistakes(arguments: [String], sentence: String) throws {
        let outcome = try Sandbox().run(arguments + ["--lang", "ko"])
        #expect(outcome.code == 2)
        #expect(outcome.error.split(separator: "\n").first == "오류: \(sentence)")
    }

    @Test("a mistyped command is guessed at, and not run")
    func near() throws {
        for (typed, meant) in [("lsit", "list"), ("hisory", "history"), ("undoo", "undo"), ("shw", "show")] {
            #expect(try Sandbox().run(typed).error.contains("Did you mean \(meant)?"))
        }
        #expect(try Sandbox().run("frobnicate").error.contains("diarylog help shows the commands."))
    }

    @Test("a word that people use elsewhere finds the command", arguments: MeantCommand.senses.map(\.command))
    func sense(command: String) throws {
        let sandbox = try Sandbox()
        #expect(Overview.commands.contains(command))
        let words = try #require(MeantCommand.senses.first { $0.command == command }).words
        for word in words {
            // Once a word is a command itself, it no longer needs a sense.
            #expect(!Overview.commands.contains(word), "\(word)")
        }
        let outcome = try sandbox.run(try #require(words.first))
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("Did you mean") && outcome.error.contains(command), "\(outcome.error)")
    }

    @Test("help topics say something in both languages, and their examples run", arguments: HelpTopic.allCases)
    func topics(topic: HelpTopic) throws {
        let sandbox = try Sandbox()
        for text in ["첫 눈이 왔다", "coffee and rain"] { _ = try sandbox.add(text) }
        for language in ["en", "ko"] {
            let text = try sandbox.run("help", topic.rawValue, "--lang", language).text
            let examples = text.split(separator: "\n").filter { $0.hasPrefix("  diarylog ") }
            #expect(examples.count >= 2)
            for example in examples {
                let outcome = try sandbox.shell(
                    "diarylog() { \"$0\" \"$@\"; }; \(example) 2>&1", [try Sandbox.program])
                #expect([0, 1].contains(outcome.code), "\(example): \(outcome.text)")
            }
            let long = text.split(separator: "\n").filter { $0.count > 118 }
            #expect(long.isEmpty, "\(long)")
        }
        #expect(topic.sentence.en != topic.sentence.ko)
    }

    @Test("alone it fits 24 lines, and says where one stands", arguments: ["en", "ko"])
    func alone(language: String) throws {
        let sandbox = try Sandbox()
        let before = try sandbox.run("--lang", language)
        #expect(before.code == 0)
        #expect(before.text.contains(language == "en" ? "There is no diary yet" : "아직 일기가 없습니다"))
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
        for sentence in Greeting.sentences { #expect(sentence.en != sentence.ko) }
    }
}
