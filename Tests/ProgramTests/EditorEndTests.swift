/// What is left where the editor, the terminal or this program ended before a text was written, and what lies beside.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("The editor's end", .timed) final class EditorEndTests: InSandbox {
    @Test("a signal that ends this program ends the editor with it, and the file stays", arguments: ["TERM", "HUP"])
    func ended(signal: String) throws {
        _ = try sandbox.add("first")
        let child = "echo $$ >$HOME/child; kill -\(signal) $1; exec sleep 613"
        let editor = "printf saved >\"$1\"; sh -c '\(child)' sh $PPID; touch $HOME/outlived"
        let outcome = try sandbox.onTerminal("add", editor: editor).ends(128 + (signal == "TERM" ? 15 : 1))
        let file = try #require(try sandbox.files().first)
        #expect(outcome.text.contains("diarylog draft commit \(file)"), "\(outcome.text)")
        try sandbox.run("draft", "commit", file).ends(0)
        #expect(try sandbox.run("show", "@1").text == "saved" && sandbox.drafts().isEmpty)
        // Nobody may wait for it: then it stays as a zombie, which runs no file.
        try sandbox.shell("until_true '! [ -e /proc/$(cat $HOME/child)/exe ]'", []).ends(0)
        #expect(try FileSystem.kind(of: sandbox.path + "/outlived") == .missing)
    }

    @Test("a text goes into the diary that it was typed for, and the words that help name that diary")
    func otherDiary() throws {
        _ = try sandbox.add("first")
        let other = sandbox.path + "/the other"
        try sandbox.run("add", "x", "--diary", other).ends(0)
        let editor = "printf saved >\"$1\"; exit 1"
        let outcome = try sandbox.onTerminal("add --diary '\(other)'", editor: editor)
        let file = try #require(try sandbox.files().first)
        // A terminal breaks lines at its width.
        let words = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("diarylog --diary '\(other)' draft commit \(file)"), "\(outcome.text)")
        for action in ["show", "diff", "commit", "discard"] {
            try sandbox.run("draft", action, file).ends(2, saying: "--diary '\(other)'")
        }
        #expect(try sandbox.files() == [file] && sandbox.run("list").text.contains("saved") == false)
        try sandbox.run("draft", "commit", file, "--diary", other).ends(0)
        #expect(try sandbox.run("show", "@1", "--diary", other).text == "saved")
        // A draft has the same name in many diaries.
        let kept = try sandbox.onTerminal(
            "edit @1 --diary '\(other)'",
            editor: "$D edit @1 --diary '\(other)' --text now </dev/null >/dev/null 2>&1; printf late >\"$1\"")
        let said = kept.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(said.contains("diarylog --diary '\(other)' draft"), "\(kept.text)")
    }

    @Test("of a file that the editor took away nothing is said to be kept in it", arguments: [0, 3])
    func takenAway(code: Int) throws {
        let id = try sandbox.add("first")
        let gone = try sandbox.onTerminal("edit \(id)", editor: "rm \"$1\"; exit \(code)")
        #expect(gone.code == 2 && gone.text.contains("left no file"), "\(gone.text)")
        #expect(!gone.text.contains("draft commit"), "\(gone.text)")
        #expect(try sandbox.files().isEmpty)
        // One that saved under another name is named with what writes it.
        let moved = try sandbox.onTerminal(
            "edit \(id)", editor: "printf mine >\"$1\"; mv \"$1\" \"$1.mine\"; exit \(code)")
        let file = try #require(try sandbox.files().first) + ".mine"
        let words = moved.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(moved.code == 2 && words.contains("diarylog draft commit \(file)"), "\(moved.text)")
        #expect(words.contains("nothing was written"), "\(moved.text)")
        #expect(try sandbox.run("draft", "list").text.contains(file))
        try sandbox.run("draft", "commit", file).ends(0)
        #expect(try sandbox.run("show", id).text == "mine" && sandbox.files().isEmpty)
    }

    @Test("what is no file any more, and what is far too long, is called that and kept")
    func noText() throws {
        let id = try sandbox.add("first")
        let folder = try sandbox.onTerminal("edit \(id)", editor: "rm \"$1\"; mkfifo \"$1\"")
        #expect(folder.code == 2 && folder.text.contains("is no file that can be read"), "\(folder.text)")
        let huge = try sandbox.shell(
            "ulimit -v 8388608; SHELL=/bin/sh script -qec \"$0 edit \(id)\" /dev/null", [try Sandbox.program],
            environment: ["EDITOR": "truncate -s 5G"])
        let words = huge.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(huge.code == 2 && words.contains("1 MiB") && words.contains("draft edit"), "\(huge.text)")
        #expect(try sandbox.files().count == 1 && sandbox.run("show", id).text == "first")
        let bytes = try sandbox.onTerminal("edit \(id)", editor: "printf '\\377' >\"$1\"")
        #expect(bytes.code == 2 && bytes.text.contains("draft edit opens"), "\(bytes.text)")
    }

    @Test("after a signal a file to which nothing was saved stays as well, for its editor finds by it what it kept")
    func endedAsGiven() throws {
        let id = try sandbox.add("first")
        try FileSystem.makeDirectory(sandbox.path + "/bin")
        let nvim = "#!/bin/sh\nkill -HUP $PPID; sleep 613\n"
        try FileSystem.write(Array(nvim.utf8).span, to: sandbox.path + "/bin/nvim", mode: 0o700)
        let outcome = try sandbox.shell(
            "chmod 700 $HOME/bin/nvim; script -qec \"$0 edit \(id)\" /dev/null", [try Sandbox.program],
            environment: ["EDITOR": "exec \(sandbox.path)/bin/nvim", "SHELL": "/bin/sh"])
        let file = try #require(try sandbox.files().first, "\(outcome.text)")
        #expect(outcome.text.contains("nvim -r \(file)"), "\(outcome.text)")
        for command in [["add", "next"], ["draft", "list"], ["verify"]] {
            #expect(try sandbox.run(command).error.contains("nvim -r \(file)"), "\(command)")
        }
        #expect(try sandbox.run("draft", "list").text.contains(file) && sandbox.run([]).text.contains("draft"))
        try sandbox.run("draft", "commit", file).ends(2, saying: "nothing was saved yet")
        #expect(try sandbox.files() == [file])
        // What it brings back is saved there.
        try sandbox.onTerminal("draft edit \(file)", editor: "echo more >>\"$1\"").ends(0)
        try sandbox.run("draft", "commit", file).ends(0)
        #expect(try sandbox.run("show", id).text == "first\nmore" && sandbox.files().isEmpty)
    }

    @Test("what an editor starts after the signal hears it as well: a shell waits for its command before it saves")
    func startedLate() throws {
        let editor = """
            trap heard=1 HUP; kill -HUP $PPID; until [ "$heard" ]; do sleep 0.01; done
            sleep 600; printf 'saved late' >"$1"; exit 1
            """
        let outcome = try sandbox.onTerminal("add", editor: editor)
        let file = try #require(try sandbox.files().first)
        #expect(outcome.text.contains("diarylog draft commit \(file)"), "\(outcome.text)")
        #expect(try sandbox.run("draft", "show", file).text == "saved late")
    }

    @Test("an editor that saves as it ends is waited for, though the shell that began it is over at once")
    func savesLate() throws {
        // As nano does: a second signal ends it before it has saved.
        let child = """
            trap 'exit 11' HUP
            trap 'trap "exit 11" TERM; while [ -e /proc/$PPID/exe ]; do sleep 0.01; done; sleep 0.1; printf "saved late" >"$1"; exit 1' TERM
            kill -TERM $2; while :; do sleep 0.01; done
            """
        try sandbox.write(child, to: "child.sh")
        let outcome = try sandbox.onTerminal("add", editor: "sh $HOME/child.sh \"$1\" $PPID; true").ends(128 + 15)
        let file = try #require(try sandbox.files().first, "\(outcome.text)")
        #expect(try sandbox.run("draft", "show", file).text == "saved late")
    }

    @Test("started by a program that ignores SIGCHLD, it knows whether its editor failed", arguments: [0, 1])
    func deaf(code: Int) throws {
        let deaf = """
            import os, signal, sys
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            os.execv(sys.argv[1], sys.argv[1:])
            """
        try sandbox.write(deaf, to: "deaf.py")
        let outcome = try sandbox.onTerminal(
            "add", editor: "printf saved >\"$1\"; exit \(code)", by: "python3 $HOME/deaf.py ")
        #expect(outcome.code == (code == 0 ? 0 : 2), "\(outcome)")
        #expect(try sandbox.run("list").text.contains("saved") == (code == 0) && sandbox.files().count == code)
    }

    @Test(
        "a FIFO among an editor's files holds nobody up",
        arguments: ["entry.md", "what", ".entry.md.swp", "entry.md.save", "#entry.md#", "entry.md~"])
    func pipes(name: String) throws {
        _ = try sandbox.onTerminal("add", editor: "printf typed >\"$1\"; kill -9 $$")
        let file = try #require(try sandbox.files().first)
        try sandbox.shell("rm -f \"$0\"; mkfifo \"$0\"", [FileSystem.parent(of: file) + "/" + name]).ends(0)
        for command in ["add z", "list", "verify", "draft list", "draft show \(file)", "draft commit \(file)"] {
            let outcome = try sandbox.shell("exec timeout -s KILL 120 \"$0\" \(command)", [try Sandbox.program])
            #expect(outcome.code <= 2, "\(outcome)")
        }
    }

    /// A line that writes what vim leaves when it is killed with changes that it has not saved; or has saved.
    private static func swap(isSaved: Bool = false) -> String {
        "{ printf b0; head -c 1005 /dev/zero; printf '\(isSaved ? "\\0" : "U")'; head -c 4000 /dev/zero; }"
            + " >\"$(dirname \"$1\")/.entry.md.swp\""
    }

    @Test("what an editor rescues when the terminal closes is the text, and a swap file that may have more is named")
    func rescued() throws {
        let editor = """
            file="$1"; trap 'printf "구한 글" >"$file.save"; \(Self.swap()); exit 1' HUP
            kill -HUP $PPID; sleep 600 & wait
            """
        try sandbox.write(editor, to: "rescuing.sh")
        let outcome = try sandbox.onTerminal("add --tag 여행", editor: "exec sh $HOME/rescuing.sh \"$1\"")
        let file = try #require(try sandbox.files().first, "\(outcome.text)")
        let swap = String(file.dropLast("entry.md".count)) + ".entry.md.swp"
        #expect(
            outcome.text.contains("\(swap) may have more") && outcome.text.contains("vim -r \(file)"), "\(outcome.text)"
        )
        #expect(try sandbox.run("draft", "show", file).text == "구한 글")
        #expect(try sandbox.run("add", "next").error.contains("\(swap) may have more"))
        try sandbox.run("draft", "commit", file).ends(0, saying: "\(swap) may have more")
        #expect(try sandbox.run("list", "--tag", "여행").text.contains("구한 글"))
        // The copy was written, and is gone; the swap file is named until it is discarded.
        #expect(try FileSystem.kind(of: swap) == .file && FileSystem.kind(of: file + ".save") == .missing)
        #expect(try sandbox.drafts().isEmpty && sandbox.run("draft", "list").error.contains("\(swap) may have more"))
        try sandbox.run("draft", "discard", swap, "--yes").ends(0)
        #expect(try sandbox.files().isEmpty && sandbox.run("draft", "list").error == "there are no drafts\n")
    }

    @Test("what an editor rescued is what draft edit opens, and is not lost by the next one")
    func rescuedAgain() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.onTerminal("add", editor: "printf '구한 글' >\"$1.save\"; kill -9 $$")
        let file = try #require(try sandbox.files().first)
        _ = try sandbox.onTerminal("draft edit \(file)", editor: "printf ' 더' >>\"$1\"; true")
        try sandbox.run("draft", "commit", file).ends(0)
        #expect(try sandbox.run("show", "@1").text == "구한 글 더" && sandbox.files().isEmpty)
    }

    @Test("what lies beside a text that was written or discarded goes with it, if it has not more")
    func besides() throws {
        _ = try sandbox.add("first")
        let undo = "printf undo >\"$(dirname \"$1\")/.entry.md.un~\""
        let more = "printf old >\"$1~\"; touch -d yesterday \"$1~\"; \(undo); \(Self.swap(isSaved: true))"
        for action in ["commit", "discard"] {
            _ = try sandbox.onTerminal("add", editor: "\(more); printf new >\"$1\"; kill -9 $$")
            let file = try #require(try sandbox.files().first)
            #expect(try !sandbox.run("draft", "list").error.contains("vim -r"))
            try sandbox.run(["draft", action, file] + (action == "discard" ? ["--yes"] : [])).ends(0, without: "vim -r")
            #expect(try sandbox.files().isEmpty && sandbox.drafts().isEmpty)
        }
        #expect(try sandbox.count() == 2)
    }

    @Test("what an editor saved under another name, or renamed, stays and is named", arguments: ["> side", "mv"])
    func otherName(how: String) throws {
        let id = try sandbox.add("a text")
        let side = "\"$(dirname \"$1\")/side.md\""
        let editor = how == "mv" ? "echo saved aside >>\"$1\"; mv \"$1\" \(side)" : "echo saved aside >\(side)"
        let ended = try sandbox.onTerminal("edit \(id)", editor: editor + "; sleep 0.3")
        ended.ends(how == "mv" ? 2 : 0, printing: "may have more of it")
        let listed = try sandbox.run("draft", "list").error
        let file = try #require(
            listed.split(separator: "\n").first { $0.contains("side.md") }?.split(separator: " ").first)
        #expect(try FileSystem.read(String(file)).starts(with: "saved aside".utf8) || how == "mv")
        try sandbox.run("draft", "discard", String(file), "--yes").ends(0)
        #expect(try sandbox.run("draft", "list").error.contains("there are no drafts"))
    }

    @Test("what is saved after this program was killed is named until it is written, as what it is of")
    func leftBehind() throws {
        let picture = try sandbox.file("a.txt", Array("words".utf8))
        let id = try sandbox.add("first", "--attach", picture, "--place", "37.5,127", "--date", "2026-11-01")
        let editor = """
            trap '' HUP; kill -9 $PPID; until_true '! kill -0 $PPID 2>/dev/null'; printf 'saved later' >"$1"
            touch \(sandbox.path)/done
            """
        _ = try sandbox.onTerminal("edit \(id)", editor: editor)
        try sandbox.shell("until_true '[ -e \"$HOME/done\" ]'", []).ends(0)
        let file = try #require(try sandbox.files().first)
        #expect(try sandbox.run("add", "next").error.contains("draft commit \(file)"))
        #expect(try sandbox.run("verify").error.contains(file))
        #expect(try sandbox.run("draft", "list").text.contains(file))
        #expect(try sandbox.run("draft", "list", "--json").text.contains("\"entry\":\"\(id)\""))
        let difference = try sandbox.run("draft", "diff", file)
        #expect(difference.text.contains("-first") && difference.text.contains("+saved later"), "\(difference.error)")
        let before = try sandbox.run("show", id, "--json").json()
        try sandbox.run("draft", "commit", file).ends(0)
        #expect(try sandbox.run("show", id).text == "saved later")
        let after = try sandbox.run("show", id, "--json").json()
        for name in ["date", "datePrecision", "place", "attachments"] {
            #expect(before[name] == after[name], "\(name)")
        }
        #expect(try sandbox.drafts().isEmpty && sandbox.files().isEmpty)
    }

    @Test("a file whose text a draft has, as after a kill between the two, is not listed twice, and does not come back")
    func keptTwice() throws {
        let id = try sandbox.add("first")
        _ = try sandbox.onTerminal("edit \(id)", editor: "printf typed >\"$1\"; kill -9 $$")
        #expect(try sandbox.files().count == 1)
        try sandbox.run("edit", id, "--text", "typed", "--expect", "v9", "--draft").ends(3)
        #expect(try sandbox.drafts() == ["d1"] && sandbox.files().isEmpty)
        #expect(try sandbox.run("draft", "commit", "d1").code == 0 && sandbox.drafts().isEmpty)
    }

    @Test("a file whose note is lost is a new entry's, and one that an editor still has is nobody else's")
    func noteLost() throws {
        _ = try sandbox.add("first")
        let folder = sandbox.path + "/.local/state/diarylog/drafts/abcdef"
        try FileSystem.makeDirectory(folder, withParents: true)
        for (name, text) in [("entry.md", "남은 글\n"), ("what", "")] {
            try FileSystem.write(Array(text.utf8).span, to: folder + "/" + name, sync: false)
        }
        #expect(try sandbox.run("draft", "list").text.contains("남은 글"))
        try sandbox.run("draft", "commit", folder + "/entry.md").ends(0)
        #expect(try sandbox.run("list").text.contains("남은 글") && sandbox.files().isEmpty)
        // One of many entries would be one entry of all.
        _ = try sandbox.onTerminal(
            "edit --where 글", editor: "sed -i s/글/말/ \"$1\"; : >\"${1%entry.md}what\"; kill -9 $$")
        let many = try #require(try sandbox.files().first)
        try sandbox.run("draft", "commit", many).ends(2, saying: "has several entries")
        #expect(try sandbox.files() == [many])
        try sandbox.run("draft", "discard", many, "--yes").ends(0)
        let other = "\(try Sandbox.program) draft list >\(sandbox.path)/listed; \(try Sandbox.program) add other"
        try sandbox.onTerminal("add", editor: "\(other) 2>\(sandbox.path)/said; printf mine >\"$1\"").ends(0)
        #expect(try sandbox.file("listed") == "" && !sandbox.file("said").contains("entry.md"))
        #expect(try sandbox.run("list").text.contains("mine"))
    }
}
