/// Projections and snapshots from outside: rebuild and snapshot.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) final class RebuildingTests: InSandbox {
    @Test("rebuild wants no name, and the present")
    func usage() throws {
        _ = try sandbox.add("바다")
        try sandbox.run("engine", "rebuild", "nothing").ends(2)
        try sandbox.run("engine", "rebuild", "--at", "e1").ends(2)
        try sandbox.run("engine", "snapshot", "frobnicate").ends(2)
        try sandbox.run("engine", "snapshot", "list", "--all").ends(2)
        #expect(try sandbox.run("engine", "snapshot", "list").line == "")
        #expect(try sandbox.run("engine", "snapshot", "take").line == "e2\tlist\t3\tsound")
        #expect(try sandbox.run("engine", "snapshot", "take").error == "there is a snapshot of this moment already\n")
        #expect(try sandbox.run("engine", "snapshot", "prune", "--all").error == "removed 1 snapshot\n")
        let expected = "streams\t1\te2\t0\nspans\t2\te2\t0\nsearch\t4\te2\t0\n"
        for flags in [["--list", "--lang", "ko"], []] {
            #expect(try sandbox.run(["engine", "rebuild"] + flags).text == expected)
        }
    }

    @Test("a program of a page adds, edits, looks back, searches, undoes, serves many tasks and watches")
    func everyday() throws {
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
