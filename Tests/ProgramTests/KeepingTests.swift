/// backup and compact, from outside: words, exit codes, and other processes at work meanwhile.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct KeepingTests {
    @Test("without /proc what is exported, attached and written anew is there, and nothing else")
    func withoutProc() throws {
        let sandbox = try Sandbox()
        guard try sandbox.shell("unshare -m mount -t tmpfs none /proc", []).code == 0 else {
            print("skipped: /proc cannot be taken away here")
            return
        }
        let id = try sandbox.add("오늘은 비가 왔다.")
        let script = """
            mount -t tmpfs none /proc && printf text > "$HOME/a.txt" && "$0" files add "$1" "$HOME/a.txt" \
            && "$0" export --output "$HOME/out.json" && "$0" engine compact && ls "$HOME/diary"/*.mdb | wc -l
            """
        let outcome = try sandbox.shell("unshare -m sh -c '\(script)' \"$0\" \"$1\"", [try Sandbox.program, id])
        #expect(outcome.code == 0 && outcome.text.hasSuffix("\n1\n"), "\(outcome.text) \(outcome.error)")
        #expect(String(decoding: try FileSystem.read(sandbox.path + "/out.json"), as: UTF8.self).contains("오늘은"))
        #expect(try FileSystem.contents(of: sandbox.path).allSatisfy { !$0.hasPrefix(".diarylog-") })
    }

    @Test("a backup is read where it is, and brought back by cp")
    func backup() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("비가 왔다")
        let made = try sandbox.run("backup", sandbox.path + "/safe")
        #expect(made.code == 0 && made.text.isEmpty)
        #expect(
            made.error.hasPrefix("backed up 2 events (") && made.error.contains(" to \(sandbox.path)/safe, and proved"))
        #expect(try sandbox.run("show", id, "--diary", sandbox.path + "/safe").text == "비가 왔다")
        try FileSystem.removeTree(sandbox.diary)
        #expect(try ChildProcess.run(["cp", "-r", sandbox.path + "/safe", sandbox.diary]) == 0)
        #expect(try sandbox.run("show", id).text == "비가 왔다")
        _ = try sandbox.add("afterwards")
        #expect(try sandbox.run("replay", "--check", "--verify").code == 0)
    }

    @Test("a backup says in its exit code why it replaced nothing")
    func refused() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("one")
        let safe = sandbox.path + "/safe"
        #expect(try sandbox.run("backup", safe, "--keep", "2").code == 0)
        #expect(try sandbox.run("add", "only there", "--diary", safe).code == 0)
        let ahead = try sandbox.run("backup", safe)
        #expect(ahead.code == 3 && ahead.error.contains("has events that this diary does not have"))
        #expect(try sandbox.run("backup", sandbox.diary + "/safe").code == 2)
        #expect(try sandbox.run("backup", sandbox.path).code == 2, "it is not empty")
        #expect(try sandbox.run("backup", safe, "--keep", "0").code == 2)
        #expect(try sandbox.run("backup", safe, "--every", "often").error.contains("30s, 10m, 2h or 1d"))
        #expect(try sandbox.run("list", "--diary", safe).text.contains("only there"))
    }

    @Test("--every makes the next one once something has changed")
    func every() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("one")
        let outcome = try sandbox.shell(
            """
            "$0" backup "$HOME/safe" --every 1s --jsonl >"$BOX/made" & backup=$!
            made() { [ "$(wc -l <"$BOX/made")" -ge "$1" ]; }
            until_true 'made 1'; "$0" --quiet add two >/dev/null; until_true 'made 2'
            kill -9 $backup; wait $backup; cat "$BOX/made"
            """, [try Sandbox.program])
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 2, "\(outcome.text)\(outcome.error)")
        #expect(try sandbox.run("list", "--diary", sandbox.path + "/safe").text.split(separator: "\n").count == 2)
    }

    @Test("compact after an import gives room back, and says how much; a rebuild has none to give")
    func smaller() throws {
        let sandbox = try Sandbox()
        let row = "{\"text\":\"\(String(repeating: "하루 종일 걸었다. ", count: 40))\"}"
        let rows = "[" + Array(repeating: row, count: 300).joined(separator: ",") + "]"
        #expect(try sandbox.run("import", "-", input: Array(rows.utf8)).code == 0)
        let done = try sandbox.run("engine", "compact", "--json").json()
        guard case .integer(let before)? = done["before"], case .integer(let after)? = done["after"] else {
            Issue.record("\(done)")
            return
        }
        #expect(after < before)
        #expect(try Int64(FileSystem.size(of: sandbox.diary + "/log-000002.mdb")) == after)
        #expect(try sandbox.run("engine", "rebuild").code == 0)
        #expect(try Int64(FileSystem.size(of: sandbox.diary + "/log-000003.mdb")) <= after)
        #expect(try sandbox.count() == 300)
    }

    @Test("forget says first what will go, asks, and leaves no trace; what cannot be promised is said")
    func forget() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("숨길 이야기: the unmentionable affair", "--tag", "hush")
        _ = try sandbox.add("other")
        _ = try sandbox.run("edit", id, "--text", "숨길 이야기를 고쳤다: the unmentionable affair, again")
        #expect(try sandbox.run("backup", sandbox.path + "/safe").code == 0)
        let plan = try sandbox.run("forget", id, "--dry-run")
        #expect(plan.code == 0 && plan.text.isEmpty)
        #expect(plan.error.contains("would be gone for ever: 2 versions") && plan.error.contains("/safe"))
        #expect(try sandbox.run("show", id).text.contains("unmentionable"), "nothing was done")
        #expect(try sandbox.run("forget", id).code == 2, "nobody is here to ask")
        #expect(try sandbox.run("forget", "@1", "--yes").code == 2)
        #expect(try sandbox.run("forget", id + "@v1", "--yes").code == 2)
        let done = try sandbox.run("forget", id, "--yes")
        #expect(done.code == 0, "\(done.error)")
        #expect(
            done.error.contains("written without what it said") && done.error.contains("not in the diary's hands"))
        let traces = try sandbox.shell("grep -rlaE 'unmentionable|숨길 이야기' \"$1\"", ["x", sandbox.diary])
        #expect(traces.text.isEmpty && traces.code == 1, "\(traces.text)")
        #expect(try sandbox.shell("grep -rlaE unmentionable \"$1\"", ["x", sandbox.path + "/safe"]).code == 0)
        #expect(try sandbox.run("list", "--at", "e3").text.split(separator: "\n").count == 1, "the other one")
        #expect(try !sandbox.run("list").text.contains("[forgotten]"))
        let shown = try sandbox.run("show", id)
        #expect(shown.text.isEmpty && shown.error.contains("was forgotten"))
        #expect(try sandbox.run("history", id).text.split(separator: "\n").allSatisfy { $0.contains("[forgotten]") })
        #expect(try sandbox.run("restore", id).error.contains("was forgotten, for ever"))
        #expect(try sandbox.run("forget", id, "--yes").code == 3)
        #expect(try sandbox.run("undo").code == 0, "what was done before is still one's own")
        #expect(try sandbox.run("show", id).text.isEmpty)
        #expect(try sandbox.run("log").text.contains("entry.forget"))
        #expect(try sandbox.run("replay", "--check", "--verify").code == 0)
    }
}
