/// backup and compact, from outside: words, exit codes, and other processes at work meanwhile.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class KeepingTests: InSandbox {
    @Test("without /proc what is exported, attached and written anew is there, and nothing else")
    func withoutProc() throws {
        let id = try sandbox.add("오늘은 비가 왔다.")
        let script = """
            "$0" --version && printf text > "$HOME/a.txt" && "$0" files add "$1" "$HOME/a.txt" \
            && "$0" export --output "$HOME/out.json" && "$0" engine compact && ls "$HOME/diary"/*.mdb | wc -l
            """
        guard let outcome = try sandbox.without("/proc", script, id) else { return }
        #expect(outcome.code == 0 && outcome.text.hasSuffix("\n1\n"), "\(outcome.text) \(outcome.error)")
        #expect(String(decoding: try FileSystem.read(sandbox.path + "/out.json"), as: UTF8.self).contains("오늘은"))
        #expect(try FileSystem.contents(of: sandbox.path).allSatisfy { !$0.hasPrefix(".diarylog-") })
    }

    @Test("a backup is read where it is, and brought back by cp")
    func backup() throws {
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
        try sandbox.run("replay", "--check", "--verify").ends(0)
    }

    @Test("--every makes the next one once something has changed")
    func every() throws {
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
        #expect(try sandbox.run("backup", "x", "--every", "often").error.contains("30s, 10m, 2h or 1d"))
    }

    @Test("forget says first what will go, asks, and says what cannot be promised; what is forgotten is said to be")
    func forget() throws {
        let id = try sandbox.add("숨길 이야기: the unmentionable affair", "--tag", "hush")
        _ = try sandbox.add("other")
        _ = try sandbox.run("edit", id, "--text", "숨길 이야기를 고쳤다: the unmentionable affair, again")
        try sandbox.run("backup", sandbox.path + "/safe").ends(0)
        let plan = try sandbox.run("forget", id, "--dry-run")
        #expect(plan.code == 0 && plan.text.isEmpty)
        #expect(plan.error.contains("would be gone for ever: 2 versions") && plan.error.contains("/safe"))
        #expect(try sandbox.run("show", id).text.contains("unmentionable"), "nothing was done")
        try sandbox.run("forget", id).ends(2)
        try sandbox.run("forget", "@1", "--yes").ends(2)
        try sandbox.run("forget", id + "@v1", "--yes").ends(2)
        try sandbox.run("forget", id, "--yes").ends(
            0, saying: "written without what it said", "not in the diary's hands")
        let shown = try sandbox.run("show", id)
        #expect(shown.text.isEmpty && shown.error.contains("was forgotten"))
        #expect(try sandbox.run("history", id).text.split(separator: "\n").allSatisfy { $0.contains("[forgotten]") })
        #expect(try sandbox.run("restore", id).error.contains("was forgotten, for ever"))
        try sandbox.run("forget", id, "--yes").ends(3)
        try sandbox.run("forget", id, "--dry-run").ends(3)
        #expect(try sandbox.run("log").text.contains("entry.forget"))
    }
}
