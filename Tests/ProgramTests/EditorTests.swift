/// What is typed in the editor is never lost, whatever keeps it from being written.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("The editor", .timed) final class EditorTests: InSandbox {
    /// Runs the program on a terminal, with an editor that types a text.
    private func run(
        _ sandbox: Sandbox, _ arguments: String, typing text: String, then: String = "true"
    ) throws -> Outcome {
        try sandbox.onTerminal(arguments, editor: "printf %s \"\(text)\" >\"$1\"; \(then)")
    }

    @Test("its text becomes the entry, and leaves nothing behind")
    func written() throws {
        try run(sandbox, "add --tag a", typing: "오늘 저녁").ends(0)
        #expect(try sandbox.run("show", "@1").text == "오늘 저녁")
        #expect(try sandbox.files().isEmpty && sandbox.drafts().isEmpty)
        try run(sandbox, "edit @1", typing: "오늘 저녁, 늦게").ends(0)
        #expect(try sandbox.run("show", "@1").text == "오늘 저녁, 늦게")
        #expect(try sandbox.run("log", "--operations").text.split(separator: "\n").count == 3)
        #expect(try sandbox.files().isEmpty && sandbox.drafts().isEmpty)
    }

    @Test(
        "what is wrong with an option is said before anybody types",
        arguments: [
            "add --place nonsense", "add --tag ''", "add --date nonsense", "add --diary /etc",
            "add --tag \(String(repeating: "x", count: 1025))",
        ])
    func before(arguments: String) throws {
        let outcome = try run(sandbox, arguments, typing: "lost", then: "touch \(sandbox.path)/opened")
        #expect(outcome.code == 2 || outcome.code == 3 || outcome.code == 6, "\(outcome.text)")
        #expect(try FileSystem.kind(of: sandbox.path + "/opened") == .missing)
    }

    @Test("a text that cannot be written stays as a draft, and is named with what goes on")
    func kept() throws {
        _ = try sandbox.run("add", "other", "--key", "k")
        try run(sandbox, "add --key k", typing: "한 시간 동안 쓴 글").ends(3, printing: "diarylog draft commit d1")
        #expect(try sandbox.files().isEmpty)
        #expect(try sandbox.run("draft", "show", "d1").text == "한 시간 동안 쓴 글")
        try sandbox.run("draft", "commit", "d1").ends(3)
        #expect(try sandbox.drafts() == ["d1"])
    }

    @Test("a diary that is replaced while somebody types is not written to unseen: the text stays in its file")
    func diaryReplaced() throws {
        let id = try sandbox.add("first")
        let safe = sandbox.path + "/safe"
        try sandbox.run("backup", safe).ends(0)
        let editing = try run(
            sandbox, "edit \(id)", typing: "typed", then: "rm -r \(sandbox.diary); cp -r \(safe) \(sandbox.diary)"
        ).ends(3, printing: "was moved or replaced")
        let file = try #require(try sandbox.files().first)
        #expect(editing.text.contains("draft commit \(file)"))
        #expect(try sandbox.drafts() == [file] && sandbox.run("show", id).text == "first")
        try sandbox.run("draft", "commit", file).ends(0)
        #expect(try sandbox.run("show", id).text == "typed" && sandbox.files().isEmpty)
    }

    @Test("a file that was left of an entry goes when the entry is forgotten, and of several entries its part goes")
    func forgotten() throws {
        let (id, other) = (try sandbox.add("비밀 하나"), try sandbox.add("다른 글"))
        // An editor that fails leaves what it saved.
        #expect(try run(sandbox, "edit \(id)", typing: "비밀 둘", then: "exit 1").code != 0)
        #expect(try sandbox.files().count == 1)
        try sandbox.run("forget", other, "--yes").ends(0)
        #expect(try sandbox.files().count == 1)
        try sandbox.run("forget", id, "--yes").ends(0)
        #expect(try sandbox.files().isEmpty)
        let many = [try sandbox.add("a fox"), try sandbox.add("the fox")]
        _ = try sandbox.onTerminal("edit --where fox", editor: "sed -i s/fox/cat/ \"$1\"; exit 1")
        let left = try #require(try sandbox.files().first)
        try sandbox.run("forget", many[0], "--yes").ends(0, without: "still has words")
        #expect(try sandbox.files() == [left])
        let rest = try sandbox.run("draft", "show", left).text
        #expect(rest.contains("the cat") && !rest.contains("a cat") && !rest.contains(many[0]), "\(rest)")
    }

    @Test("a diary that is lost while somebody types does not take the text with it")
    func diaryLost() throws {
        _ = try sandbox.add("first")
        let outcome = try run(
            sandbox, "add", typing: "still here", then: "rm -r \(sandbox.diary); touch \(sandbox.diary)")
        #expect(outcome.code != 0)
        let file = try #require(try sandbox.files().first)
        #expect(outcome.text.contains("diarylog draft commit \(file)"))
        #expect(try FileSystem.read(file) == Array("still here".utf8))
        let elsewhere = sandbox.path + "/elsewhere"
        try sandbox.run("engine", "init", "--diary", elsewhere).ends(0)
        #expect(try sandbox.run("draft", "show", file, "--diary", elsewhere).text == "still here")
        #expect(try sandbox.shell("stat -c '%a %n' \"$0\" \"$(dirname \"$0\")\"", [file]).text.hasPrefix("600 "))
        #expect(try sandbox.shell("stat -c %a \"$(dirname \"$0\")\"", [file]).line == "700")
    }

    @Test("one that fails leaves its file, which is named with what goes on; one that saved nothing leaves none")
    func failing() throws {
        let failed = try run(sandbox, "add", typing: "half", then: "exit 1")
        let half = try #require(try sandbox.files().first)
        #expect(failed.code == 2 && failed.text.contains("diarylog draft commit \(half)"), "\(failed.text)")
        #expect(try sandbox.run("draft", "show", half).text == "half")
        try run(sandbox, "add", typing: "two thirds", then: "kill -9 $$").ends(2, printing: "draft commit")
        try run(sandbox, "add", typing: "", then: "exit 1").ends(2)
        try run(sandbox, "add", typing: "  ").ends(0)
        #expect(try sandbox.drafts().count == 2 && sandbox.files().count == 2)
    }

    @Test("while it is open its file is the only place of what it saved, and that is left when this program is killed")
    func killed() throws {
        _ = try sandbox.add("first")
        let editor = "printf saved >\"$1\"; $D draft list >$HOME/listed 2>&1; kill -9 $PPID"
        let outcome = try sandbox.onTerminal("add --tag 여행 --key k", editor: editor)
        #expect(outcome.code != 0)
        #expect(try sandbox.file("listed") == "there are no drafts\n")
        let file = try #require(try sandbox.files().first)
        #expect(try sandbox.drafts() == [file] && sandbox.run("draft", "show", file).text == "saved")
        try sandbox.run("draft", "commit", file).ends(0)
        #expect(try sandbox.run("list", "--tag", "여행").text.contains("saved"))
        #expect(try sandbox.run("add", "saved", "--key", "k", "--tag", "여행").error.contains("added before"))
    }

    @Test("a text of more than 1 MiB stays in its file, which the error names, and from there can be attached")
    func tooLong() throws {
        let long = "head -c 1048577 /dev/zero | tr '\\0' a >\"$1\""
        let added = try sandbox.onTerminal("add", editor: long)
        let file = try #require(try sandbox.files().first)
        for words in ["1048577", "--attach", file] { #expect(added.text.contains(words), "\(added.text)") }
        #expect(added.code == 2)
        try sandbox.run("draft", "commit", file).ends(2, saying: "1048577")
        #expect(try sandbox.files() == [file] && FileSystem.size(of: file) == 1_048_577)
        let id = try sandbox.add("긴 글", "--attach", file)
        try sandbox.onTerminal("edit \(id) --lang ko", editor: long).ends(2, printing: "1048577바이트")
        #expect(try sandbox.files().count == 2 && sandbox.run("show", id).text == "긴 글")
    }

    @Test(
        "a buffer of many entries whose lines cannot be read is refused, by its editor and by draft commit, and stays",
        arguments: ["echo 'an hour of text' >\"$1\"", "sed -i 's/^-----/--/' \"$1\"", "sed -i '3s/^-.*/gone/' \"$1\""])
    func manyBroken(editor: String) throws {
        let (one, other) = (try sandbox.add("one fox"), try sandbox.add("other fox"))
        for end in ["exit 1", "exit 0"] {
            _ = try sandbox.onTerminal("edit --where fox", editor: "\(editor); \(end)")
            let file = try #require(try sandbox.files().first)
            for language in ["en", "ko"] {
                try sandbox.run("draft", "commit", file, "--lang", language).ends(2, saying: file)
            }
            #expect(try sandbox.files() == [file] && sandbox.run("draft", "diff", file).text.contains("fox"))
            try sandbox.run("draft", "discard", file, "--yes").ends(0)
        }
        #expect(try sandbox.run("show", one).text == "one fox" && sandbox.run("show", other).text == "other fox")
    }

    @Test("a buffer of many entries that was refused is written by draft commit, or changes nothing")
    func manyLeft() throws {
        let (one, other) = (try sandbox.add("one fox"), try sandbox.add("other fox"))
        let editor = "sed -i s/fox/dog/ \"$1\"; exit 1"
        let outcome = try sandbox.onTerminal("edit --where fox", editor: editor)
        let file = try #require(try sandbox.files().first)
        #expect(outcome.code == 2 && outcome.text.contains("draft commit \(file)"), "\(outcome.text)")
        try sandbox.run("draft", "commit", file, "--lang", "ko").ends(0)
        #expect(try sandbox.run("show", one).text == "one dog" && sandbox.run("show", other).text == "other dog")
        #expect(try sandbox.files().isEmpty)
        _ = try sandbox.onTerminal("edit --where dog", editor: "sed -i s/dog/cat/ \"$1\"; exit 1")
        let late = try #require(try sandbox.files().first)
        try sandbox.run("edit", one, "--text", "meanwhile").ends(0)
        try sandbox.run("draft", "commit", late).ends(3)
        // What changed meanwhile is kept in a draft, and the others are written.
        #expect(try sandbox.run("show", one).text == "meanwhile" && sandbox.run("show", other).text == "other cat")
        #expect(try sandbox.files().isEmpty && sandbox.run("draft", "list").text.contains("one cat"))
    }

    @Test("an editor that returns at once is waited for, with the setting that has it wait; what it saves is kept")
    func notWaiting() throws {
        try FileSystem.makeDirectory(sandbox.path + "/bin")
        // It saves once its user has been told, and the user answers once it has saved.
        let late = "until_true 'grep -q \"did not wait\" $HOME/screen'; printf later >\"$1\"; touch $HOME/saved"
        let code = "#!/bin/sh\n\(untilTrue)(\(late)) &\n"
        try FileSystem.write(Array(code.utf8).span, to: sandbox.path + "/bin/code", mode: 0o700)
        let outcome = try sandbox.shell(
            "(until_true '[ -e $HOME/saved ]'; echo) | script -fqec \"$0 add\" $HOME/screen", [try Sandbox.program],
            environment: ["EDITOR": sandbox.path + "/bin/code", "SHELL": "/bin/sh"])
        let setting = "(EDITOR=\"\(sandbox.path)/bin/code --wait\" would)"
        #expect(outcome.text.contains("did not wait for you " + setting), "\(outcome.text)")
        #expect(try sandbox.run("show", "@1").text == "later")
    }

    @Test("an entry that was emptied stays as it was, and a new one that was emptied and saved is none")
    func emptied() throws {
        _ = try sandbox.add("first")
        for (command, code, words) in [("add", 0, "the text is empty"), ("edit @1", 2, "the text is empty")] {
            try sandbox.onTerminal(command, editor: "printf thought >\"$1\"; printf '  ' >\"$1\"").ends(
                code, printing: words)
        }
        #expect(try sandbox.drafts().isEmpty && sandbox.files().isEmpty)
        #expect(try sandbox.count() == 1 && sandbox.run("show", "@1").text == "first")
    }

    @Test("a line appended to its file is a line, and the line end that was added goes again")
    func lineEnd() throws {
        let id = try sandbox.add("one")
        #expect(try sandbox.onTerminal("edit @1", editor: "true").text.contains("nothing changed"))
        try sandbox.onTerminal("edit @1", editor: "echo two >>\"$1\"").ends(0)
        #expect(try sandbox.run("show", id).text == "one\ntwo")
        try sandbox.onTerminal("edit @1", editor: "tail -c 1 \"$1\" | od -An -tx1 >\"$BOX/last\"").ends(0)
        let ended = try sandbox.add("ended\n")
        try sandbox.onTerminal("edit \(ended)", editor: "echo more >>\"$1\"").ends(0)
        #expect(try sandbox.run("show", ended).text == "ended\nmore\n")
    }

    @Test("one that cannot be started writes nothing")
    func none() throws {
        _ = try sandbox.add("one")
        try sandbox.shell(
            "script -qec \"$0 edit @1\" /dev/null", [try Sandbox.program],
            environment: ["EDITOR": "/no/such", "SHELL": "/bin/sh"]
        ).ends(2, printing: "/no/such cannot be started")
        #expect(try sandbox.files().isEmpty && sandbox.drafts().isEmpty)
    }

    @Test("where nobody has chosen one, the first that is there is opened")
    func usual() throws {
        try FileSystem.makeDirectory(sandbox.path + "/bin")
        for name in ["nano", "sh", "bash"] {
            let line = name == "nano" ? "printf nano >\"$1\"" : "exec /bin/\(name) \"$@\""
            try FileSystem.write(
                Array("#!/bin/sh\n\(line)\n".utf8).span, to: "\(sandbox.path)/bin/\(name)", mode: 0o700)
        }
        try sandbox.shell(
            "/usr/bin/script -qec \"$0 add\" /dev/null", [try Sandbox.program],
            environment: ["PATH": sandbox.path + "/bin", "SHELL": "/bin/sh"]
        ).ends(0)
        #expect(try sandbox.run("show", "@1").text == "nano")
    }

    @Test("where none is there, each line that is typed is in a file, which stays when the terminal closes")
    func lines() throws {
        let sandbox = try Sandbox()
        try FileSystem.makeDirectory(sandbox.path + "/bin")
        for name in ["cat", "sh"] {
            try sandbox.shell("ln -s \"/bin/$1\" \"$0\"", [sandbox.path + "/bin", name]).ends(0)
        }
        let environment = ["PATH": sandbox.path + "/bin", "SHELL": "/bin/sh"]
        let program = try Sandbox.program
        func typing(_ words: String) throws -> Outcome {
            try sandbox.shell(
                "printf '첫 줄\\n둘째 줄\\n\\004' | /usr/bin/script -qec \"$0 \(words)\" /dev/null", [program],
                environment: environment)
        }
        try typing("add").ends(0, printing: "there is no editor")
        #expect(try sandbox.run("show", "@1").text == "첫 줄\n둘째 줄")
        try typing("edit @1").ends(0)
        #expect(try sandbox.run("show", "@1").text == "첫 줄\n둘째 줄\n첫 줄\n둘째 줄")
        let cat = sandbox.path + "/bin/cat"
        try FileSystem.removeFile(cat)
        try FileSystem.write(Array("#!/bin/sh\nprintf '한 줄\\n'; kill -9 $$\n".utf8).span, to: cat, mode: 0o700)
        _ = try typing("add")
        #expect(try sandbox.run("draft", "show", #require(sandbox.files().first)).text == "한 줄")
    }

    @Test("in a diary that can only be read no editor opens")
    func readOnly() throws {
        let id = try sandbox.add("one fox")
        let editor = try sandbox.file("editor", Array("#!/bin/sh\ntouch $HOME/opened\n".utf8))
        for words in ["add", "edit \(id)", "edit --where fox"] {
            let outcome = try sandbox.shell(
                """
                chmod 700 "$1"; unshare -m sh -c 'mount --bind "$HOME/diary" "$HOME/diary" \
                && mount -o remount,bind,ro "$HOME/diary" && script -qec "$0 \(words)" /dev/null' "$0"
                """, [try Sandbox.program, editor], environment: ["EDITOR": editor, "SHELL": "/bin/sh"])
            if outcome.error.contains("unshare") || outcome.error.contains("mount") {
                return print("skipped: nothing can be mounted here")
            }
            #expect(outcome.code == 6 && outcome.text.contains("may only be read"), "\(outcome.text)\(outcome.error)")
        }
        #expect(try FileSystem.kind(of: sandbox.path + "/opened") == .missing && sandbox.files().isEmpty)
    }

    @Test("without a terminal none is opened, and edit takes no pipe for the text unless - says so")
    func pipe() throws {
        let id = try sandbox.add("one")
        let editor = ["EDITOR": "sh -c 'touch \(sandbox.path)/opened' sh"]
        for flags in [[], ["--expect", "v1"]] {
            try sandbox.run(["edit", id] + flags, input: Array("two".utf8), environment: editor).ends(
                2, saying: "what is to change was not said")
        }
        #expect(try sandbox.run("show", id).text == "one")
        try sandbox.run(["edit", id, "-"], input: Array("two".utf8), environment: editor).ends(0)
        #expect(try sandbox.run("show", id).text == "two")
        try sandbox.run(["add"], environment: editor).ends(0)
        #expect(try FileSystem.kind(of: sandbox.path + "/opened") == .missing)
    }

    @Test("a second editor on one entry loses no line: --merge puts both together where they touch different words")
    func merged() throws {
        let id = try sandbox.add("아침에 비가 왔다.\n\n저녁은 조용했다.\n")
        let first = "\(try Sandbox.program) --quiet edit \(id) --text '아침에 비가 많이 왔다.\n\n저녁은 조용했다.\n' --star"
        try sandbox.onTerminal("edit \(id)", editor: "\(first); sed -i 's/조용했다/시끄러웠다/' \"$1\"").ends(
            3, printing: "--merge")
        try sandbox.run("draft", "commit", "d1", "--merge").ends(0)
        #expect(try sandbox.run("show", id).text == "아침에 비가 많이 왔다.\n\n저녁은 시끄러웠다.\n")
        #expect(try sandbox.run("show", id, "--json").json()["starred"] == .bool(true))
        #expect(try sandbox.drafts().isEmpty)
    }

    @Test("the date that an entry has already is no change, and a template that was left says which")
    func sameDate() throws {
        let id = try sandbox.add("now")
        let date = try #require(try sandbox.run("show", id, "--json").json()["date"]?.saidText)
        try sandbox.run("edit", id, "--date", date).ends(0)
        #expect(try sandbox.run("history", id).text.split(separator: "\n").count == 1)
        try FileSystem.makeDirectory(sandbox.path + "/.config/diarylog/templates", withParents: true)
        try sandbox.write("오늘:\n", to: ".config/diarylog/templates/day.md")
        for editor in ["true", ": >\"$1\""] {
            try sandbox.onTerminal("add --template day", editor: editor).ends(0, printing: "the template day was left")
        }
    }

    @Test("an edit overtaken while it was open stays as a draft, which --expect writes over what came between")
    func overtaken() throws {
        let id = try sandbox.add("one", "--tag", "a")
        let editor = "\(try Sandbox.program) --quiet edit \(id) --text two --star; echo mine >\"$1\""
        try sandbox.onTerminal("edit \(id)", editor: editor).ends(3, printing: "--expect v2")
        #expect(try sandbox.run("show", id).text == "two")
        try sandbox.run("draft", "commit", "d1").ends(3)
        #expect(try sandbox.run("draft", "commit", "d1", "--merge").error.contains("changed the same words"))
        try sandbox.run("draft", "diff", "d1").ends(0, printing: "-two", "+mine")
        try sandbox.run("draft", "commit", "d1", "--expect", "v2").ends(0)
        let entry = try sandbox.run("show", id, "--json").json()
        #expect(entry["text"] == .text("mine") && entry["starred"] == .bool(true))
        #expect(try sandbox.drafts().isEmpty && sandbox.files().isEmpty)
    }
}

extension Sandbox {
    /// Runs the program on a terminal, which gets all it says, with an editor that runs a script on the file `$1`; by
    /// another program, if that is said.
    func onTerminal(_ arguments: String, editor script: String, by starter: String = "") throws -> Outcome {
        let editor = path + "/editor"
        try FileSystem.write(Array("#!/bin/sh\n\(untilTrue)\(script)\n".utf8).span, to: editor, mode: 0o700)
        let outcome = try shell(
            "chmod 700 \"$1\"; script -qec \"\(starter)$0 \(arguments)\" /dev/null", [try Sandbox.program, editor],
            environment: ["EDITOR": "exec \(editor)", "SHELL": "/bin/sh", "D": try Sandbox.program])
        return Outcome(
            words: [arguments], code: outcome.code, output: outcome.output + Array(outcome.error.utf8), error: "")
    }

    /// The files that the editor left.
    func files() throws -> [String] {
        let folder = path + "/.local/state/diarylog/drafts"
        guard try FileSystem.kind(of: folder) == .directory else { return [] }
        return try FileSystem.contents(of: folder).map { "\(folder)/\($0)/entry.md" }
    }

    /// The names of the drafts, kept last first.
    func drafts() throws -> [String] {
        try run("draft", "list").text.split(separator: "\n").compactMap {
            $0.split(separator: "\t").first.map(String.init)
        }
    }
}
