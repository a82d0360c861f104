/// What is typed in the editor is never lost, whatever keeps it from being written.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("The editor", .timed) struct EditorTests {
    /// An editor's line that waits until what it has saved is a draft.
    private static let isKept = "text=$1; until_true '[ \"$($D draft show d1)\" = \"$(cat $text)\" ]'"

    /// Runs the program on a terminal, with an editor that types a text.
    private func run(
        _ sandbox: Sandbox, _ arguments: String, typing text: String, then: String = "true"
    ) throws -> (code: Int32, text: String) {
        try sandbox.onTerminal(arguments, editor: "printf %s \"\(text)\" >\"$1\"; \(then)")
    }

    @Test("its text becomes the entry, and leaves nothing behind")
    func written() throws {
        let sandbox = try Sandbox()
        #expect(try run(sandbox, "add --tag a", typing: "오늘 저녁").code == 0)
        #expect(try sandbox.run("show", "@1").text == "오늘 저녁")
        #expect(try sandbox.files().isEmpty && sandbox.drafts().isEmpty)
        #expect(try run(sandbox, "edit @1", typing: "오늘 저녁, 늦게").code == 0)
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
        let sandbox = try Sandbox()
        let outcome = try run(sandbox, arguments, typing: "lost", then: "touch \(sandbox.path)/opened")
        #expect(outcome.code == 2 || outcome.code == 3 || outcome.code == 6, "\(outcome.text)")
        #expect(try FileSystem.kind(of: sandbox.path + "/opened") == .missing)
    }

    @Test("a text that cannot be written stays as a draft, and is named with what goes on")
    func kept() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.run("add", "other", "--key", "k")
        let outcome = try run(sandbox, "add --key k", typing: "한 시간 동안 쓴 글")
        #expect(outcome.code == 3, "\(outcome.text)")
        #expect(outcome.text.contains("diarylog draft commit d1"))
        #expect(try sandbox.files().isEmpty)
        #expect(try sandbox.run("draft", "show", "d1").text == "한 시간 동안 쓴 글")
        #expect(try sandbox.run("draft", "commit", "d1").code == 3)
        #expect(try sandbox.drafts() == ["d1"])
    }

    @Test(
        "a diary that is replaced while somebody types keeps the text as a draft in the one that is there, and says so",
        // The pause lets this program find the other diary before the editor ends; found at the end, it is the same.
        arguments: ["exit 0", "sleep 1.3; printf more >>\"$1\""])
    func diaryReplaced(then: String) throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("first")
        let safe = sandbox.path + "/safe"
        #expect(try sandbox.run("backup", safe).code == 0)
        let editing = try run(
            sandbox, "edit \(id)", typing: "typed",
            then: "rm -r \(sandbox.diary); cp -r \(safe) \(sandbox.diary); \(then)")
        #expect(editing.code == 3 && editing.text.contains("was moved or replaced"), "\(editing.text)")
        #expect(editing.text.contains("draft commit d1"))
        #expect(try sandbox.files().isEmpty && sandbox.drafts() == ["d1"])
        #expect(try sandbox.run("show", id).text == "first")
        #expect(try sandbox.run("draft", "show", "d1").text == (then.hasPrefix("exit") ? "typed" : "typedmore"))
        #expect(try sandbox.run("draft", "commit", "d1").code == 0)
        #expect(try sandbox.run("show", id).text.hasPrefix("typed"))
    }

    @Test("a diary that is lost while somebody types does not take the text with it")
    func diaryLost() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        let outcome = try run(
            sandbox, "add", typing: "still here", then: "rm -r \(sandbox.diary); touch \(sandbox.diary)")
        #expect(outcome.code != 0)
        let file = try #require(try sandbox.files().first)
        #expect(outcome.text.contains("diarylog draft commit \(file)"))
        #expect(try FileSystem.read(file) == Array("still here".utf8))
        let elsewhere = sandbox.path + "/elsewhere"
        #expect(try sandbox.run("init", "--diary", elsewhere).code == 0)
        #expect(try sandbox.run("draft", "show", file, "--diary", elsewhere).text == "still here")
        #expect(try sandbox.shell("stat -c '%a %n' \"$0\" \"$(dirname \"$0\")\"", [file]).text.hasPrefix("600 "))
        #expect(try sandbox.shell("stat -c %a \"$(dirname \"$0\")\"", [file]).line == "700")
    }

    @Test("one that fails leaves its text as a draft; one that left nothing leaves none")
    func failing() throws {
        let sandbox = try Sandbox()
        let failed = try run(sandbox, "add", typing: "half", then: "exit 1")
        #expect(failed.code == 2 && failed.text.contains("diarylog draft commit d1"), "\(failed.text)")
        #expect(try sandbox.run("draft", "show", "d1").text == "half")
        let killed = try run(sandbox, "add", typing: "two thirds", then: "kill -9 $$")
        #expect(killed.code == 2 && killed.text.contains("diarylog draft commit d2"), "\(killed.text)")
        #expect(try run(sandbox, "add", typing: "", then: "exit 1").code == 2)
        #expect(try run(sandbox, "add", typing: "  ").code == 2)
        #expect(try sandbox.drafts() == ["d2", "d1"] && sandbox.files().isEmpty)
    }

    @Test("what it saves is kept at once, and stays when this program is killed")
    func killed() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        let editor = "printf saved >\"$1\"; \(Self.isKept); kill -9 $PPID"
        let outcome = try sandbox.onTerminal("add", editor: editor)
        #expect(outcome.code != 0)
        #expect(try sandbox.drafts() == ["d1"])
        #expect(try sandbox.run("draft", "show", "d1").text == "saved")
    }

    @Test("a signal that ends this program ends the editor with it, and the text is kept", arguments: ["TERM", "HUP"])
    func ended(signal: String) throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        let editor = "printf saved >\"$1\"; kill -\(signal) $PPID; sleep 613; touch \(sandbox.path)/outlived"
        let outcome = try sandbox.onTerminal("add", editor: editor)
        #expect(outcome.code == 128 + (signal == "TERM" ? 15 : 1), "\(outcome.text)")
        #expect(outcome.text.contains("diarylog draft commit d1"), "\(outcome.text)")
        #expect(try sandbox.run("draft", "commit", "d1").code == 0)
        #expect(try sandbox.run("show", "@1").text == "saved")
        #expect(try sandbox.shell("until_true '! pgrep -fx \"sleep 613\" -P 1'", []).code == 0)
        #expect(try FileSystem.kind(of: sandbox.path + "/outlived") == .missing)
    }

    @Test("what an editor starts after the signal hears it as well: a shell waits for its command before it saves")
    func startedLate() throws {
        let sandbox = try Sandbox()
        let editor = """
            trap heard=1 HUP; kill -HUP $PPID; until [ "$heard" ]; do sleep 0.01; done
            sleep 600; printf 'saved late' >"$1"; exit 1
            """
        let outcome = try sandbox.onTerminal("add", editor: editor)
        #expect(outcome.text.contains("diarylog draft commit d1"), "\(outcome.text)")
        #expect(try sandbox.run("draft", "show", "d1").text == "saved late")
    }

    @Test("what an editor rescues when the terminal closes is the draft, and its own files are not removed")
    func rescued() throws {
        let sandbox = try Sandbox()
        let editor = """
            file="$1"; trap 'printf "구한 글" >"$file.save"; touch "$(dirname "$file")/.entry.md.swp"; exit 1' HUP
            kill -HUP $PPID; sleep 600 & wait
            """
        let outcome = try sandbox.onTerminal("add --tag 여행", editor: editor)
        #expect(outcome.text.contains("diarylog draft commit d1"), "\(outcome.text)")
        let file = try #require(try sandbox.files().first)
        let swap = String(file.dropLast("entry.md".count)) + ".entry.md.swp"
        #expect(outcome.text.contains("vim -r " + swap), "\(outcome.text)")
        #expect(try sandbox.run("draft", "show", "d1").text == "구한 글")
        #expect(try FileSystem.kind(of: swap) == .file && FileSystem.kind(of: file + ".save") == .file)
        #expect(try sandbox.run("add", "next").error.contains("vim -r " + swap))
        #expect(try sandbox.run("draft", "discard", file, "--yes").code == 0)
        #expect(try FileSystem.kind(of: swap) == .file && FileSystem.kind(of: file) == .missing)
        #expect(try sandbox.run("draft", "commit", "d1").code == 0)
        #expect(try sandbox.run("list", "--tag", "여행").text.contains("구한 글"))
    }

    @Test("what is saved after this program was killed is named until it is written, as what it is of")
    func leftBehind() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("first")
        let editor = """
            printf 'saved' >"$1"; \(Self.isKept); trap '' HUP
            kill -9 $PPID; until_true '! kill -0 $PPID 2>/dev/null'; printf 'saved later' >"$1"
            touch \(sandbox.path)/done
            """
        _ = try sandbox.onTerminal("edit \(id)", editor: editor)
        #expect(try sandbox.shell("until_true '[ -e \"$HOME/done\" ]'", []).code == 0)
        let file = try #require(try sandbox.files().first)
        #expect(try sandbox.run("draft", "show", "d1").text == "saved")
        #expect(try sandbox.run("add", "next").error.contains("draft commit \(file)"))
        #expect(try sandbox.run("verify").error.contains(file))
        #expect(try sandbox.run("draft", "list").text.contains(file))
        #expect(try sandbox.run("draft", "list", "--json").text.contains("\"entry\":\"\(id)\""))
        #expect(try sandbox.run("draft", "commit", file).code == 0)
        #expect(try sandbox.run("show", id).text == "saved later")
        #expect(try sandbox.drafts().isEmpty && sandbox.files().isEmpty)
    }

    @Test("a file whose note is lost is a new entry's, and one that an editor still has is nobody else's")
    func noteLost() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        let folder = sandbox.path + "/.local/state/diarylog/drafts/abcdef"
        try FileSystem.makeDirectory(folder, withParents: true)
        for (name, text) in [("entry.md", "남은 글\n"), ("what", "")] {
            try FileSystem.write(Array(text.utf8).span, to: folder + "/" + name, sync: false)
        }
        #expect(try sandbox.run("draft", "list").text.contains("남은 글"))
        #expect(try sandbox.run("draft", "commit", folder + "/entry.md").code == 0)
        #expect(try sandbox.run("list").text.contains("남은 글") && sandbox.files().isEmpty)
        let other = "\(try Sandbox.program) draft list >\(sandbox.path)/listed; \(try Sandbox.program) add other"
        let outcome = try sandbox.onTerminal("add", editor: "\(other) 2>\(sandbox.path)/said; printf mine >\"$1\"")
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(try sandbox.file("listed") == "" && !sandbox.file("said").contains("entry.md"))
        #expect(try sandbox.run("list").text.contains("mine"))
    }

    @Test("a text of more than 1 MiB stays in its file, which the error names, and from there can be attached")
    func tooLong() throws {
        let sandbox = try Sandbox()
        let long = "head -c 1048577 /dev/zero | tr '\\0' a >\"$1\""
        let added = try sandbox.onTerminal("add", editor: "printf 앞 >\"$1\"; \(Self.isKept); \(long)")
        let file = try #require(try sandbox.files().first)
        for words in ["1048577", "--attach", file] { #expect(added.text.contains(words), "\(added.text)") }
        #expect(added.code == 2)
        #expect(try sandbox.run("draft", "show", "d1").text == "앞")
        let again = try sandbox.run("draft", "commit", file)
        #expect(again.code == 2 && again.error.contains("1048577"), "\(again.error)")
        #expect(try sandbox.files() == [file] && FileSystem.size(of: file) == 1_048_577)
        let id = try sandbox.add("긴 글", "--attach", file)
        let edited = try sandbox.onTerminal("edit \(id) --lang ko", editor: long)
        #expect(edited.code == 2 && edited.text.contains("1048577바이트"), "\(edited.text)")
        #expect(try sandbox.files().count == 2 && sandbox.run("show", id).text == "긴 글")
    }

    @Test("a buffer of many entries that was refused is written by draft commit, or changes nothing")
    func manyLeft() throws {
        let sandbox = try Sandbox()
        let (one, other) = (try sandbox.add("one fox"), try sandbox.add("other fox"))
        let editor = "sed -i s/fox/dog/ \"$1\"; exit 1"
        let outcome = try sandbox.onTerminal("edit --where fox", editor: editor)
        let file = try #require(try sandbox.files().first)
        #expect(outcome.code == 2 && outcome.text.contains("draft commit \(file)"), "\(outcome.text)")
        #expect(try sandbox.run("draft", "commit", file).code == 0)
        #expect(try sandbox.run("show", one).text == "one dog" && sandbox.run("show", other).text == "other dog")
        #expect(try sandbox.files().isEmpty)
        _ = try sandbox.onTerminal("edit --where dog", editor: "sed -i s/dog/cat/ \"$1\"; exit 1")
        let late = try #require(try sandbox.files().first)
        #expect(try sandbox.run("edit", one, "--text", "meanwhile").code == 0)
        #expect(try sandbox.run("draft", "commit", late).code == 3)
        #expect(try sandbox.run("show", one).text == "meanwhile" && sandbox.run("show", other).text == "other dog")
        #expect(try sandbox.files() == [late])
    }

    @Test("an editor that returns at once is waited for, with the setting that has it wait; what it saves is kept")
    func notWaiting() throws {
        let sandbox = try Sandbox()
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

    @Test("an entry that was emptied stays as it was, and a new one that was emptied and saved is discarded aloud")
    func emptied() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        let outcome = try run(sandbox, "add", typing: "a thought", then: "\(Self.isKept); printf '  ' >\"$1\"")
        #expect(outcome.code == 2 && outcome.text.contains("discarded d1 a thought"), "\(outcome.text)")
        #expect(try sandbox.onTerminal("edit @1", editor: ": >\"$1\"").code == 2)
        #expect(try sandbox.drafts().isEmpty && sandbox.count() == 1 && sandbox.run("show", "@1").text == "first")
    }

    @Test("a line appended to its file is a line, and the line end that was added goes again")
    func lineEnd() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one")
        #expect(try sandbox.onTerminal("edit @1", editor: "true").text.contains("nothing changed"))
        #expect(try sandbox.onTerminal("edit @1", editor: "echo two >>\"$1\"").code == 0)
        #expect(try sandbox.run("show", id).text == "one\ntwo")
        #expect(try sandbox.onTerminal("edit @1", editor: "tail -c 1 \"$1\" | od -An -tx1 >\"$BOX/last\"").code == 0)
        let ended = try sandbox.add("ended\n")
        #expect(try sandbox.onTerminal("edit \(ended)", editor: "echo more >>\"$1\"").code == 0)
        #expect(try sandbox.run("show", ended).text == "ended\nmore\n")
    }

    @Test("one that cannot be started writes nothing")
    func none() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("one")
        let outcome = try sandbox.shell(
            "script -qec \"$0 edit @1\" /dev/null", [try Sandbox.program],
            environment: ["EDITOR": "/no/such", "SHELL": "/bin/sh"])
        #expect(outcome.code == 2 && outcome.text.contains("/no/such cannot be started"), "\(outcome.text)")
        #expect(try sandbox.files().isEmpty && sandbox.drafts().isEmpty)
    }

    @Test("the file's name ends in .md")
    func name() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.onTerminal("add", editor: "printf %s \"$1\" >\"$1\"")
        let path = try sandbox.run("show", "@1").text
        #expect(path.hasSuffix("/entry.md") && path.hasPrefix(sandbox.path + "/.local/state/diarylog/drafts/"))
    }

    @Test("without a terminal none is opened: edit reads the pipe")
    func pipe() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one")
        let editor = ["EDITOR": "sh -c 'touch \(sandbox.path)/opened' sh"]
        #expect(try sandbox.run(["edit", id], input: Array("two".utf8), environment: editor).code == 0)
        #expect(try sandbox.run("show", id).text == "two")
        #expect(try sandbox.run(["edit", id], environment: editor).code == 2)
        #expect(try sandbox.run(["add"], environment: editor).code == 2)
        #expect(try FileSystem.kind(of: sandbox.path + "/opened") == .missing)
    }

    @Test("a second editor on one entry loses no line: --merge puts both together where they touch different words")
    func merged() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("아침에 비가 왔다.\n\n저녁은 조용했다.\n")
        let first = "\(try Sandbox.program) --quiet edit \(id) --text '아침에 비가 많이 왔다.\n\n저녁은 조용했다.\n' --star"
        let outcome = try sandbox.onTerminal(
            "edit \(id)", editor: "\(first); sed -i 's/조용했다/시끄러웠다/' \"$1\"")
        #expect(outcome.code == 3 && outcome.text.contains("--merge"), "\(outcome.text)")
        #expect(try sandbox.run("draft", "commit", "d1", "--merge").code == 0)
        #expect(try sandbox.run("show", id).text == "아침에 비가 많이 왔다.\n\n저녁은 시끄러웠다.\n")
        #expect(try sandbox.run("show", id, "--json").json()["starred"] == .bool(true))
        #expect(try sandbox.drafts().isEmpty)
    }

    @Test("the date that an entry has already is no change, and a template that was left says which")
    func sameDate() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("now")
        let date = try #require(try sandbox.run("show", id, "--json").json()["date"]?.saidText)
        #expect(try sandbox.run("edit", id, "--date", date).code == 0)
        #expect(try sandbox.run("history", id).text.split(separator: "\n").count == 1)
        try FileSystem.makeDirectory(sandbox.path + "/.config/diarylog/templates", withParents: true)
        try sandbox.write("오늘:\n", to: ".config/diarylog/templates/day.md")
        for editor in ["true", ": >\"$1\""] {
            let outcome = try sandbox.onTerminal("add --template day", editor: editor)
            #expect(outcome.code == 2 && outcome.text.contains("the template day was left"), "\(outcome.text)")
        }
    }

    @Test("an edit overtaken while it was open stays as a draft, which --expect writes over what came between")
    func overtaken() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one", "--tag", "a")
        let editor = "\(try Sandbox.program) --quiet edit \(id) --text two --star; echo mine >\"$1\""
        let outcome = try sandbox.onTerminal("edit \(id)", editor: editor)
        #expect(outcome.code == 3 && outcome.text.contains("--expect v2"), "\(outcome.text)")
        #expect(try sandbox.run("show", id).text == "two")
        #expect(try sandbox.run("draft", "commit", "d1").code == 3)
        #expect(try sandbox.run("draft", "commit", "d1", "--merge").error.contains("changed the same words"))
        let difference = try sandbox.run("draft", "diff", "d1").text
        #expect(difference.contains("-two") && difference.contains("+mine"), "\(difference)")
        #expect(try sandbox.run("draft", "commit", "d1", "--expect", "v2").code == 0)
        let entry = try sandbox.run("show", id, "--json").json()
        #expect(entry["text"] == .text("mine") && entry["starred"] == .bool(true))
        #expect(try sandbox.drafts().isEmpty && sandbox.files().isEmpty)
    }
}

extension Sandbox {
    /// Runs the program on a terminal, with an editor that runs a script on the file `$1`.
    func onTerminal(_ arguments: String, editor script: String) throws -> (code: Int32, text: String) {
        let editor = path + "/editor"
        try FileSystem.write(Array("#!/bin/sh\n\(untilTrue)\(script)\n".utf8).span, to: editor, mode: 0o700)
        let outcome = try shell(
            "chmod 700 \"$1\"; script -qec \"$0 \(arguments)\" /dev/null", [try Sandbox.program, editor],
            environment: ["EDITOR": "exec \(editor)", "SHELL": "/bin/sh", "D": try Sandbox.program])
        return (outcome.code, outcome.text + outcome.error)
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
