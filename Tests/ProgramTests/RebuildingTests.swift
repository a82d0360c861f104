/// Projections and snapshots from outside: rebuild and snapshot.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) struct RebuildingTests {
    /// A diary of so many imported entries, one a day.
    private func filled(_ count: Int) throws -> Sandbox {
        let sandbox = try Sandbox()
        let rows = (0..<count).map { number in
            let day = 1 + number % 28
            let month = 1 + number / 28 % 12
            let year = 1990 + number / 336
            let date = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
            return "{\"text\":\"entry \(number) 바다\",\"date\":\"\(date)\"}"
        }
        try sandbox.run("import", "-", input: Array(rows.joined(separator: "\n").utf8)).ends(0)
        return sandbox
    }

    @Test("a rebuild that is killed again and again leaves the diary as it was, and one that ends makes it the log's")
    func killed() throws {
        let sandbox = try filled(13_000)
        let script = """
            whole=$(duration "$0" engine rebuild)
            for share in 1 3 5 7 9 3; do
                "$0" engine rebuild >/dev/null & job=$!
                pause $((whole * share / 10))
                "$0" list --limit 3 || exit 1
                "$0" add "written while it ran" --quiet >/dev/null || exit 2
                kill -9 $job; wait $job
            done
            exit 0
            """
        let outcome = try sandbox.shell(script, [try Sandbox.program]).ends(0)
        #expect(outcome.text.split(separator: "\n").count == 18)
        let rebuilt = try sandbox.run("engine", "rebuild").ends(0)
        #expect(rebuilt.text == "streams\t1\te13007\t0\nspans\t2\te13007\t0\nsearch\t3\te13007\t0\n")
        #expect(try sandbox.run("replay", "--check").error.contains("the tables are what the log says"))
        #expect(try sandbox.count() == 13_006)
    }

    @Test("rebuild wants no name, and the present")
    func usage() throws {
        let sandbox = try filled(1)
        try sandbox.run("engine", "rebuild", "nothing").ends(2)
        try sandbox.run("engine", "rebuild", "--at", "e1").ends(2)
        try sandbox.run("engine", "snapshot", "frobnicate").ends(2)
        try sandbox.run("engine", "snapshot", "list", "--all").ends(2)
        #expect(try sandbox.run("engine", "snapshot", "list").line == "")
        #expect(try sandbox.run("engine", "snapshot", "take").line == "e2\tlist\t3\tsound")
        #expect(try sandbox.run("engine", "snapshot", "take").error == "there is a snapshot of this moment already\n")
        #expect(try sandbox.run("engine", "snapshot", "prune", "--all").error == "removed 1 snapshot\n")
        let expected = "streams\t1\te2\t0\nspans\t2\te2\t0\nsearch\t3\te2\t0\n"
        #expect(try sandbox.run("engine", "rebuild", "--list", "--lang", "ko").text == expected)
    }

    @Test("a program of a page adds, edits, looks back, searches, undoes, serves many tasks and watches")
    func everyday() throws {
        let sandbox = try Sandbox()
        let example = FileSystem.parent(of: try Sandbox.program) + "/diarylog-everyday"
        let outcome = try sandbox.shell("exec \"$0\" \"$@\"", [example, sandbox.diary]).ends(0)
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.first == "found then: 한강을 따라 걸었다.")
        #expect(lines.dropFirst().first == "now: 한강을 따라 걸었다. 춥고 맑았다.")
        #expect(lines.dropFirst(2).first == "undone: 한강을 따라 걸었다.")
        #expect(lines.dropFirst(3).first?.hasPrefix("refused: refused(") == true)
        #expect(lines.last == "told of 20 entries; 20 live")
        try sandbox.run("replay", "--check").ends(0)
    }
}
