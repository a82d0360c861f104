/// What becomes of files that editors left where their entry was forgotten, changed or written meanwhile, or the diary
/// was moved.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Files that were left", .timed) final class LeftFilesTests: InSandbox {
    private var state: String { sandbox.path + "/.local/state/diarylog/drafts" }

    @Test(
        "a file of a forgotten entry goes with whatever looks next, though forget was killed before",
        arguments: [
            ["add", "x"], ["verify"], ["draft", "list"], ["forget"],
        ])
    func killed(next: [String]) throws {
        let id = try sandbox.add("a secret")
        _ = try sandbox.onTerminal("edit \(id)", editor: "echo and more >>\"$1\"; kill -9 $$")
        try sandbox.shell("cp -a \"$0\" \"$0.kept\"", [state]).ends(0)
        try sandbox.run("forget", id, "--yes").ends(0)
        #expect(try sandbox.files().isEmpty)
        try sandbox.shell("rm -r \"$0\"; mv \"$0.kept\" \"$0\"", [state]).ends(0)
        let outcome = try sandbox.run(next == ["forget"] ? ["forget", id, "--yes"] : next).ends(
            next == ["forget"] ? 3 : 0)
        #expect(try sandbox.files().isEmpty && sandbox.drafts().isEmpty, "\(outcome.error)")
        #expect(try sandbox.shell("grep -rl secret \"$0\"/*.mdb \"$1\"", [sandbox.diary, state]).output.isEmpty)
    }

    @Test("of a file of many entries the one that was forgotten does not come back, and the others are written")
    func forgottenOfMany() throws {
        let (gone, kept) = (try sandbox.add("alpha fox"), try sandbox.add("beta fox"))
        _ = try sandbox.onTerminal("edit --where fox", editor: "sed -i 's/beta/typed/' \"$1\"; kill -9 $$")
        _ = try sandbox.run("forget", gone, "--yes")
        try sandbox.run("draft", "commit", #require(sandbox.files().first)).ends(0)
        #expect(try sandbox.run("show", kept).text == "typed fox" && sandbox.drafts().isEmpty)
    }

    private static let dashes = "-------- alpha secret"

    @Test(
        "a file of many entries loses the words of one that is forgotten, and keeps what was typed of the others",
        arguments: ["alpha", "beta", "gamma"], [false, true])
    func cutOut(gone: String, isElsewhere: Bool) throws {
        // The longest dashes of all go with the first.
        let texts = ["alpha": Self.dashes + " fox", "beta": "beta secret fox", "gamma": "gamma secret fox"]
        var ids: [String: String] = [:]
        for name in texts.keys.sorted() {
            ids[name] = try sandbox.add(texts[name]!, "--date", "2026-01-0\(ids.count + 1)")
        }
        let id = try #require(ids[gone])
        let news = try isElsewhere ? forgottenElsewhere(id) : []
        _ = try sandbox.onTerminal(
            "edit --where fox", editor: "sed -i 's/fox/typed/' \"$1\"; cp \"$1\" \"$1~\"; kill -9 $$")
        let file = try #require(try sandbox.files().first)
        if isElsewhere {
            try sandbox.run("import", "-", input: news).ends(0, saying: "is kept as d1", without: "still has words")
            #expect(try sandbox.run("draft", "show", "d1").text == texts[gone]!.replacing("fox", with: "typed"))
        } else {
            try sandbox.run("forget", id, "--yes").ends(0, saying: "1 draft goes with it", without: "still has words")
            #expect(try sandbox.drafts() == [file])
        }
        let left = try sandbox.shell("cat \"$0\"/* \"$0\"/.[!.]* 2> /dev/null", [FileSystem.parent(of: file)]).text
        #expect(!left.contains("\(gone) secret") && !left.contains(id), "\(left)")
        try sandbox.run("draft", "commit", file).ends(0, saying: "changed 2 entries")
        for (name, other) in ids where name != gone {
            #expect(try sandbox.run("show", other).text == texts[name]!.replacing("fox", with: "typed"))
        }
        #expect(try sandbox.files().isEmpty)
    }

    @Test("of a file of many that an editor may bring back nothing is taken: it stays, and is named")
    func broughtBack() throws {
        let id = try sandbox.add("alpha fox")
        _ = try sandbox.add("beta fox")
        _ = try sandbox.onTerminal("edit --where fox", editor: "sed -i 's/fox/typed/' \"$1\"; \(Self.swap); kill -9 $$")
        let file = try #require(try sandbox.files().first)
        try sandbox.run("forget", id, "--yes").ends(0, saying: "\(file) still has words of it")
        #expect(try sandbox.run("draft", "show", file).text.contains("alpha typed"))
    }

    @Test("a file in which nothing was typed of the entries that are left goes with the one that was forgotten")
    func nothingElse() throws {
        let id = try sandbox.add("alpha fox")
        _ = try sandbox.add("beta fox")
        _ = try sandbox.onTerminal("edit --where fox", editor: "sed -i 's/alpha/typed/' \"$1\"; kill -9 $$")
        try sandbox.run("forget", id, "--yes").ends(0)
        #expect(try sandbox.files().isEmpty && sandbox.drafts().isEmpty)
    }

    /// Makes a second place with the diary of the first; forgets an entry there; what it exports then.
    private func forgottenElsewhere(_ id: String) throws -> [UInt8] {
        let other = try Sandbox()
        let log = try sandbox.run("export", "--events").output
        try other.run("engine", "init", "--from-events", other.file("log", log)).ends(0)
        try other.run("forget", id, "--yes").ends(0)
        return try other.run("export", "--events").output
    }

    @Test(
        "a device that hears of a forgetting removes its file, and what was typed there becomes a draft of a new entry")
    func heard() throws {
        let (id, typed) = (try sandbox.add("first secret"), try sandbox.add("second secret"))
        _ = try sandbox.onTerminal("edit \(id)", editor: "kill -9 $$")
        _ = try sandbox.onTerminal("edit \(typed)", editor: "printf 'typed here' >\"$1\"; kill -9 $$")
        #expect(try sandbox.files().count == 2)
        for entry in [id, typed] {
            let taken = try sandbox.run("import", "-", input: try forgottenElsewhere(entry)).ends(0)
            #expect(taken.error.contains("is kept as d1") == (entry == typed), "\(taken.error)")
        }
        #expect(try sandbox.files().isEmpty && sandbox.drafts() == ["d1"])
        try sandbox.run("draft", "commit", "d1").ends(0)
        #expect(try sandbox.run("list").text.contains("typed here") && sandbox.count() == 1)
    }

    @Test(
        "what is typed of an entry that is forgotten meanwhile becomes a draft of a new entry, and is written by nobody"
    )
    func meanwhile() throws {
        let id = try sandbox.add("a secret")
        let editor = "$D forget \(id) --yes </dev/null >/dev/null 2>&1; printf 'typed since' >\"$1\""
        try sandbox.onTerminal("edit \(id)", editor: editor).ends(3, printing: "kept as d1")
        #expect(try sandbox.files().isEmpty && sandbox.count() == 0)
        #expect(try sandbox.run("draft", "show", "d1").text == "typed since")
    }

    private static let swap =
        "{ printf b0; head -c 1005 /dev/zero; printf U; echo secret; } >\"$(dirname \"$1\")/.entry.md.swp\""

    @Test(
        "what an editor kept of a new entry is the entry's once that is written: it goes on with it, and goes with it")
    func newEntry() throws {
        _ = try sandbox.onTerminal("add", editor: "printf secret >\"$1\"; \(Self.swap); kill -9 $$")
        let file = try #require(try sandbox.files().first)
        let id = try sandbox.run("draft", "commit", file).line
        #expect(try sandbox.files() == [file])
        // As after vim -r FILE and :w.
        for (text, version) in [("secret and more", "2"), ("secret and still more", "3")] {
            try FileSystem.write(Array(text.utf8).span, to: file, sync: false)
            try sandbox.run("draft", "commit", file).ends(0, saying: "version \(version)")
            #expect(try sandbox.count() == 1 && sandbox.run("show", id).text == text)
        }
        try sandbox.run("forget", id, "--yes").ends(0)
        #expect(try sandbox.files().isEmpty)
    }

    @Test("a file that somebody renamed is still the one that was typed; beside that, nobody can tell which is meant")
    func renamed() throws {
        let id = try sandbox.add("first")
        let folder = "$(dirname \"$1\")"
        _ = try sandbox.onTerminal(
            "edit \(id)", editor: "echo more >>\"$1\"; cp \"$1\" \(folder)/other.md; kill -9 $$")
        let file = try #require(try sandbox.files().first)
        let (other, renamed) = (FileSystem.parent(of: file) + "/other.md", FileSystem.parent(of: file) + "/renamed.md")
        try FileSystem.write(Array("first\nand still more".utf8).span, to: other, sync: false)
        for action in ["commit", "show", "edit"] {
            try sandbox.run("draft", action, other).ends(2, saying: "lies beside the file", "Move it onto \(file)")
        }
        #expect(try sandbox.run("show", id).text == "first")
        try FileSystem.rename(from: file, to: renamed)
        try FileSystem.removeFile(other)
        #expect(try sandbox.run("draft", "show", renamed).ends(0).text == "first\nmore")
        try FileSystem.rename(from: file, to: renamed)
        try sandbox.run("draft", "commit", renamed).ends(0)
        #expect(try sandbox.run("show", id).text == "first\nmore" && sandbox.files().isEmpty)
    }

    @Test("forget names a file of which nobody can tell whose it is")
    func noteUnreadable() throws {
        let id = try sandbox.add("a secret")
        let file = try sandbox.file(".local/state/diarylog/drafts/Abc123/entry.md", Array("a secret, and more\n".utf8))
        _ = try sandbox.file(".local/state/diarylog/drafts/Abc123/what", [])
        try sandbox.run("forget", id, "--yes").ends(0, saying: "\(file) may have words of it")
        #expect(try sandbox.files() == [file])
    }

    @Test("of many entries in one editor those that changed meanwhile become drafts, and the others are written")
    func many() throws {
        let (one, two) = (try sandbox.add("one fox"), try sandbox.add("two fox"))
        let editor = """
            $D edit \(one) 'changed meanwhile' </dev/null >/dev/null 2>&1; sed -i 's/fox/cat/' "$1"
            """
        try sandbox.onTerminal("edit --where fox", editor: editor).ends(3, printing: "d1")
        #expect(try sandbox.run("show", two).text == "two cat" && sandbox.run("show", one).text == "changed meanwhile")
        #expect(try sandbox.files().isEmpty && sandbox.run("draft", "show", "d1").text == "one cat")
        try sandbox.run("draft", "commit", "d1", "--expect", "v2").ends(0)
        #expect(try sandbox.run("show", one).text == "one cat")
    }

    @Test("what is typed on a line of dashes is not lost: nothing is written, and the file stays")
    func onTheLine() throws {
        let ids = [try sandbox.add("one fox"), try sandbox.add("two fox")]
        for change in ["3s/$/ a dear word/", "1s/-$//", "3s/  .* -/  a dear word -/"] {
            try sandbox.onTerminal("edit --where fox", editor: "sed -i -e '\(change)' -e 's/ fox/ cat/' \"$1\"").ends(
                2, printing: "is not as it was", "nothing was written")
        }
        #expect(try ids.map { try sandbox.run("show", $0).text } == ["one fox", "two fox"])
        #expect(try sandbox.files().count == 3)
    }

    @Test("a line of dashes that stands twice is not taken for either")
    func twice() throws {
        let ids = [try sandbox.add("one fox"), try sandbox.add("two fox")]
        let editor = """
            h=$(grep -e '-----' "$1" | tail -1); sed -i "2s/.*/new text\\n$h\\nmore/" "$1"
            """
        try sandbox.onTerminal("edit --where fox", editor: editor).ends(2, printing: "nothing was written")
        #expect(try ids.map { try sandbox.run("show", $0).text } == ["one fox", "two fox"])
        #expect(try sandbox.files().count == 1)
    }

    @Test("a file that was left goes with its diary where that is moved, though another takes its place")
    func moved() throws {
        let id = try sandbox.add("a secret")
        _ = try sandbox.onTerminal("edit \(id)", editor: "printf 'typed an hour' >\"$1\"; kill -9 $$")
        let file = try #require(try sandbox.files().first)
        let work = sandbox.path + "/work"
        try sandbox.shell("mv \"$0\" \"$1\"", [sandbox.diary, work]).ends(0)
        for isReplaced in [false, true] {
            if isReplaced { _ = try sandbox.add("another diary") }
            #expect(try sandbox.run("draft", "list", "--diary", work).text.contains(file))
            #expect(try sandbox.run("verify", "--diary", work).error.contains(file))
            #expect(try sandbox.run("draft", "show", file, "--diary", work).text == "typed an hour")
        }
        // Of the one that took its place nobody knows by now: it is listed, and not written there.
        #expect(try sandbox.run("draft", "list").text.contains(file))
        try sandbox.run("draft", "commit", file).ends(2, saying: "typed for another diary")
        #expect(try sandbox.run("draft", "list", "--diary", work).text.contains(file))
        _ = try sandbox.file("settings/diarylog/config", Array("diaries.old = \(work)\n".utf8))
        let settings = ["XDG_CONFIG_HOME": sandbox.path + "/settings"]
        #expect(try !sandbox.run(["draft", "list"], environment: settings).text.contains(file))
        try sandbox.run("forget", id, "--yes", "--diary", work).ends(0)
        #expect(try sandbox.files().isEmpty)
    }

    @Test(
        "what an editor may keep in a folder of its own is named after the text was written, until that is discarded",
        arguments: [("vim", "vim -r FILE"), ("emacs", "emacs FILE -f recover-this-file"), ("micro", "micro FILE")])
    func swapElsewhere(editor: String, recovery: String) throws {
        try add(by: editor, "printf saved >\"$1\"; kill -HUP $PPID; sleep 613")
        let file = try #require(try sandbox.files().first)
        for command in [["draft", "commit", file], ["draft", "list"], ["verify"]] {
            try sandbox.run(command).ends(0, saying: recovery.replacing("FILE", with: file))
        }
        #expect(try sandbox.run("draft", "discard", file, "--yes").code == 0 && sandbox.files().isEmpty)
        #expect(try sandbox.count() == 1)
    }

    @Test("forget counts what was typed in a file, and names an editor that may keep words of it elsewhere")
    func forgottenInEditor() throws {
        try add(by: "vim", "printf saved >\"$1\"; kill -HUP $PPID; sleep 613")
        let file = try #require(try sandbox.files().first)
        let id = try sandbox.run("draft", "commit", file).line
        try FileSystem.write(Array("saved and more".utf8).span, to: file, sync: false)
        try sandbox.run("forget", id, "--dry-run").ends(0, saying: "1 draft goes with it")
        try sandbox.run("forget", id, "--yes").ends(0, saying: "vim may have words of it", "under the name of \(file)")
        #expect(try sandbox.files().isEmpty)
    }

    @Test("where nobody hears that the terminal is gone, as under nohup, the file stays, and goes with one discard")
    func unheard() throws {
        // Once the terminal is gone, vim keeps what was typed in its own folder, and ends with 1.
        try add(by: "vim", "kill -9 $(cat $HOME/script); until ! [ -t 0 ]; do sleep 0.01; done; exit 1", isDeaf: true)
        try eventually("the file is listed") { try sandbox.run("draft", "list").error.contains("vim -r ") }
        let file = try #require(try sandbox.files().first)
        #expect(try sandbox.run("draft", "discard", file, "--yes").code == 0 && sandbox.files().isEmpty)
        #expect(try sandbox.run("draft", "list").error == "there are no drafts\n")
    }

    /// Has an editor of some name do something with the file of a new entry, where a hang-up is heard, or is not.
    private func add(by editor: String, _ work: String, isDeaf: Bool = false) throws {
        try FileSystem.makeDirectory(sandbox.path + "/bin")
        let script = "#!/bin/sh\n\(work)\n"
        try FileSystem.write(Array(script.utf8).span, to: sandbox.path + "/bin/" + editor, mode: 0o700)
        let deaf = isDeaf ? "trap '' HUP; " : ""
        try sandbox.write("echo $PPID > $HOME/script; \(deaf)exec \"$1\" add", to: "add.sh")
        _ = try sandbox.shell(
            "chmod 700 $HOME/bin/\(editor); script -qec \"sh $HOME/add.sh $0\" /dev/null", [try Sandbox.program],
            environment: ["EDITOR": "exec \(sandbox.path)/bin/\(editor)", "SHELL": "/bin/sh"])
    }
}
