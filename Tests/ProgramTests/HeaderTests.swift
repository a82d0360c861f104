/// What stands above the text in the editor with --header, and where the editor opens.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class HeaderTests: InSandbox {
    /// Runs the program on a terminal with an editor that is this script of sed.
    private func run(_ sandbox: Sandbox, _ arguments: String, sed: String) throws -> Outcome {
        try sandbox.onTerminal(arguments, editor: "cp \"$1\" '\(sandbox.path)/seen'; sed -i -e '\(sed)' \"$1\"")
    }

    private func seen(_ sandbox: Sandbox) throws -> String {
        String(decoding: try FileSystem.read(sandbox.path + "/seen"), as: UTF8.self)
    }

    @Test("the header shows date, tags, star and place, and what is changed there is changed, in one version")
    func changed() throws {
        let id = try sandbox.run(
            "add", "바다\n---\n끝", "--date", "2026-11-01 10:30", "--tag", "산책", "--tag", "x, y", "--place", "37.5,127"
        ).line
        try run(sandbox, "edit \(id) --header", sed: "s/^star: no/star: yes/; s/^tags: /&가을, /; s/끝/처음/").ends(0)
        #expect(
            try seen(sandbox) == """
                ---
                date: 2026-11-01 10:30
                tags: "x, y", 산책
                star: no
                place: 37.5,127.0
                ---
                바다
                ---
                끝

                """)
        let entry = try sandbox.run("show", id, "--json").json()
        #expect(entry["text"] == .text("바다\n---\n처음") && entry["version"] == .integer(2))
        #expect(entry["tags"] == .array([.text("x, y"), .text("가을"), .text("산책")]))
        #expect(entry["starred"] == .bool(true) && entry["date"] == .text("2026-11-01T10:30:00Z"))
        #expect(try sandbox.drafts().isEmpty && sandbox.files().isEmpty)
        #expect(try run(sandbox, "edit \(id) --header", sed: "").text.contains("nothing changed"))
        try run(sandbox, "edit \(id) --header", sed: "/^star/d; s/^place:.*/place:/").ends(0)
        let bare = try sandbox.run("show", id, "--json").json()
        #expect(bare["starred"] == .bool(true) && bare["place"] == .null && bare["tags"] == entry["tags"])
        try sandbox.run("config", "set", "places.집", "37.57,126.98").ends(0)
        try run(sandbox, "edit \(id) --header", sed: "s/^place:.*/place: 집/").ends(0)
        #expect(try sandbox.run("list", "--place", "집", "--json").text.contains(id))
        try run(sandbox, "edit \(id) --header", sed: "s/^place:.*/place: 여기/").ends(2)
        try run(sandbox, "edit \(id) --header", sed: "1,6d; $ d").ends(0)
        #expect(try sandbox.run("show", id).text == "바다\n---")
    }

    @Test("a new entry has one as well, with what the options said; a date may be in words, and names in Korean")
    func new() throws {
        let now = ["DIARYLOG_NOW": "2026-11-22T15:05:33Z"]
        try sandbox.onTerminal(
            "add --header --tag a --lang ko", editor: "sed -i -e 's/^날짜: .*/날짜: 어제/; s/^별: .*/별: 예/; $ a 눈이 왔다' \"$1\""
        ).ends(0)
        let entry = try sandbox.run("show", "@1", "--json").json()
        #expect(entry["text"] == .text("눈이 왔다") && entry["starred"] == .bool(true))
        #expect(entry["datePrecision"] == .text("day") && entry["tags"] == .array([.text("a")]))
        #expect(try run(sandbox, "add --header", sed: "").text.contains("the text is empty"))
        #expect(try sandbox.count() == 1 && sandbox.drafts().isEmpty && sandbox.files().isEmpty)
        try sandbox.run(["add", "x", "--header"], environment: now).ends(2)
        try sandbox.run(["edit", "@1", "--header"], input: [0x61], environment: now).ends(2)
    }

    @Test(
        "what cannot be read is named, and the file stays, with its header, until it can be",
        arguments: [
            ("s/^date: .*/date: someday/", "line 2 of the header"),
            ("1 s/^/\\n/; s/^tags/mood/", "line 4 of the header: “mood: a”"),
            ("s/^tags/mood/", "line 3 of the header: “mood: a”"),
            ("s/^star: .*/star: perhaps/", "line 4 of the header: “perhaps” is neither"),
            ("s/^place:.*/place: here/", "line 5 of the header"),
            ("s/^star: no/&\\nstar: yes/", "line 5 of the header: star stands"),
            ("6 d", "--- is missing"), ("1 d", "does not begin with ---"), ("1,2 d", "does not begin with ---"),
            ("1 i above", "line 3 of the header: the file does not begin with ---"),
            ("s/^tags: .*/tags: \(String(repeating: "x", count: 1025))/", "line 3 of the header"),
        ])
    func mistakes(sed: String, report: String) throws {
        let id = try sandbox.add("하나", "--tag", "a")
        let outcome = try run(sandbox, "edit \(id) --header", sed: sed + "; s/하나/둘/").ends(2, printing: report)
        let file = try #require(try sandbox.files().first)
        #expect(outcome.text.contains("diarylog draft commit \(file)"), "\(outcome.text)")
        try sandbox.run("draft", "commit", file).ends(2, saying: report)
        #expect(try sandbox.run("show", id).text == "하나" && sandbox.drafts() == [file])
        let header = "printf -- '---\\ntags: 가을\\n---\\n둘\\n' >\"$1\""
        try sandbox.onTerminal("draft edit \(file)", editor: header).ends(0)
        try sandbox.run("draft", "commit", file).ends(0)
        #expect(try sandbox.run("show", id).text == "둘" && sandbox.run("list", "--tag", "가을").text.contains("둘"))
    }

    @Test("a header that is read later, in another zone or behind a mark of the encoding, says what it was typed as")
    func later() throws {
        let id = try sandbox.run("add", "하나", "--date", "2026-11-01 10:30", "--tz", "Asia/Seoul").line
        let editor = "sed -i -e '1s/^/\\xef\\xbb\\xbf/; s/하나/둘/' \"$1\"; kill -9 $$"
        _ = try sandbox.onTerminal("edit \(id) --header --tz Asia/Seoul", editor: editor)
        let file = try #require(try sandbox.files().first)
        try sandbox.run("draft", "commit", file, "--tz", "America/New_York").ends(0)
        let entry = try sandbox.run("show", id, "--json").json()
        #expect(entry["date"] == .text("2026-11-01T10:30:00+09:00") && entry["text"] == .text("둘"))
    }

    @Test(
        "the editor opens at a template's cursor, and below a header, if it can be told so",
        arguments: [
            ("vim", "", "+3 entry.md"), ("nano", "", "+3 entry.md"), ("hx", "", "entry.md:3"),
            ("code", "", "--goto entry.md:3"), ("ed", "", "entry.md"), ("env X=1 vim -n", "", "-n +3 entry.md"),
            ("vim", "기분: ", "+3 -c normal! 7| entry.md"), ("nano", "기분: ", "+3,7 entry.md"),
            ("emacs", "기분: ", "+3:7 entry.md"), ("hx", "기분: ", "entry.md:3:5"),
            ("code", "기분: ", "--goto entry.md:3:5"), ("vi", "기분: ", "+3 entry.md"),
        ])
    func cursor(editor: String, before: String, words: String) throws {
        let folder = sandbox.path + "/.config/diarylog/templates"
        try FileSystem.makeDirectory(folder, withParents: true)
        try FileSystem.write(Array("# {date}\n\n\(before){cursor}\n\nend\n".utf8).span, to: folder + "/morning.md")
        let name = try #require(
            editor.split(separator: " ").first { ["vim", "vi", "nano", "hx", "code", "ed", "emacs"].contains($0) })
        let script =
            "#!/bin/sh\necho \"$*\" | sed \"s|[^ ]*/entry|entry|\" >\"$HOME/words\"\nfor f; do :; done; echo x >>\"${f%%:*}\"\n"
        try FileSystem.write(Array(script.utf8).span, to: "\(sandbox.path)/\(name)", mode: 0o700)
        try sandbox.shell(
            "chmod 700 \"$HOME/\(name)\"; script -qec \"$0 add --template morning\" /dev/null", [try Sandbox.program],
            environment: ["EDITOR": editor, "SHELL": "/bin/sh", "PATH": sandbox.path + ":/usr/bin:/bin"]
        ).ends(0)
        #expect(try FileSystem.read(sandbox.path + "/words") == Array((words + "\n").utf8))
        #expect(try sandbox.run("show", "@1").text.contains("\n\nend\nx"))
    }
}
