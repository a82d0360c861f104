/// What is typed in the editor is never lost, whatever keeps it from being written.

import DiarylogHost
import Interchange
import Testing

@Suite("The editor") struct EditorTests {
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
        #expect(outcome.text.contains("diarylog add - <\(file)"))
        #expect(try FileSystem.read(file) == Array("still here".utf8))
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
        let editor = "printf saved >\"$1\"; touch \"$BOX/typed\"; sleep 3; kill -9 $PPID; sleep 1"
        let outcome = try sandbox.onTerminal("add", editor: editor)
        #expect(outcome.code != 0)
        #expect(try sandbox.drafts() == ["d1"])
        #expect(try sandbox.run("draft", "show", "d1").text == "saved")
    }

    @Test("a signal that ends this program ends the editor with it, and the text is kept", arguments: ["TERM", "HUP"])
    func ended(signal: String) throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        let editor =
            "printf saved >\"$1\"; (sleep 0.3; kill -\(signal) $PPID) & sleep 30; touch \(sandbox.path)/outlived"
        let outcome = try sandbox.onTerminal("add", editor: editor)
        #expect(outcome.code == 128 + (signal == "TERM" ? 15 : 1), "\(outcome.text)")
        #expect(outcome.text.contains("diarylog draft commit d1"), "\(outcome.text)")
        #expect(try sandbox.run("draft", "commit", "d1").code == 0)
        #expect(try sandbox.run("show", "@1").text == "saved")
        #expect(try sandbox.shell("pgrep -fx 'sleep 30' -P 1 | wc -l", []).line == "0")
        #expect(try FileSystem.kind(of: sandbox.path + "/outlived") == .missing)
    }

    @Test("a new entry that was emptied and saved is discarded, and says so")
    func emptied() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        let outcome = try run(sandbox, "add", typing: "a thought", then: "sleep 2; printf '  ' >\"$1\"")
        #expect(outcome.code == 2 && outcome.text.contains("discarded d1 a thought"), "\(outcome.text)")
        #expect(try sandbox.drafts().isEmpty && sandbox.count() == 1)
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

    @Test("an edit overtaken while it was open stays as a draft, which --expect writes over what came between")
    func overtaken() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one", "--tag", "a")
        let editor = "\(try Sandbox.program) --quiet edit \(id) --text two --star; echo mine >\"$1\""
        let outcome = try sandbox.onTerminal("edit \(id)", editor: editor)
        #expect(outcome.code == 3 && outcome.text.contains("diarylog draft commit d1 --expect v2"), "\(outcome.text)")
        #expect(try sandbox.run("show", id).text == "two")
        #expect(try sandbox.run("draft", "commit", "d1").code == 3)
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
        try FileSystem.write(Array("#!/bin/sh\n\(script)\n".utf8).span, to: editor, mode: 0o700)
        let outcome = try shell(
            "chmod 700 \"$1\"; script -qec \"$0 \(arguments)\" /dev/null", [try Sandbox.program, editor],
            environment: ["EDITOR": "exec \(editor)", "SHELL": "/bin/sh"])
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
