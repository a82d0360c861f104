/// Projections and snapshots from outside: rebuild, snapshot, and another program's own projection.

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
        let outcome = try sandbox.run("import", "-", input: Array(rows.joined(separator: "\n").utf8))
        #expect(outcome.code == 0, "\(outcome.error)")
        return sandbox
    }

    @Test("a rebuild that is killed again and again goes on, and what it leaves is what the log says")
    func killed() throws {
        let sandbox = try filled(13_000)
        let script = """
            whole=$(duration "$0" rebuild)
            for share in 1 3 5 7 9 3; do
                "$0" rebuild >/dev/null & job=$!
                pause $((whole * share / 10))
                "$0" list --limit 3 || exit 1
                "$0" add "written while it ran" --quiet >/dev/null || exit 2
                kill -9 $job; wait $job
            done
            exit 0
            """
        let outcome = try sandbox.shell(script, [try Sandbox.program])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.text.split(separator: "\n").count == 18)
        let rebuilt = try sandbox.run("rebuild")
        #expect(rebuilt.code == 0, "\(rebuilt.error)")
        #expect(rebuilt.text == "streams\t1\te13007\t-\t0\nspans\t1\te13007\t-\t0\nsearch\t1\te13007\t-\t0\n")
        #expect(try sandbox.run("replay", "--check").error.contains("the tables are what the log says"))
        #expect(try sandbox.count() == 13_006)
    }

    @Test("rebuild wants a projection there is, and the present")
    func usage() throws {
        let sandbox = try filled(1)
        #expect(try sandbox.run("rebuild", "nothing").code == 2)
        #expect(try sandbox.run("rebuild", "--at", "e1").code == 2)
        #expect(try sandbox.run("snapshot", "frobnicate").code == 2)
        #expect(try sandbox.run("snapshot", "list", "--all").code == 2)
        #expect(try sandbox.run("snapshot", "list").line == "")
        #expect(try sandbox.run("snapshot", "take").line == "e2\tlist\t9\tsound")
        #expect(try sandbox.run("snapshot", "take").error == "there is a snapshot of this moment already\n")
        #expect(try sandbox.run("snapshot", "prune", "--all").error == "removed 1 snapshot\n")
        let expected = "streams\t1\te2\t-\t0\nspans\t1\te2\t-\t0\nsearch\t1\te2\t-\t0\n"
        #expect(try sandbox.run("rebuild", "--list", "--lang", "ko").text == expected)
    }

    @Test("a program of a page adds, edits, looks back, searches, undoes, serves many tasks and watches")
    func everyday() throws {
        let sandbox = try Sandbox()
        let example = FileSystem.parent(of: try Sandbox.program) + "/diarylog-everyday"
        let outcome = try sandbox.shell("exec \"$0\" \"$@\"", [example, sandbox.diary])
        #expect(outcome.code == 0, "\(outcome.error)")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.first == "found then: 한강을 따라 걸었다.")
        #expect(lines.dropFirst().first == "now: 한강을 따라 걸었다. 춥고 맑았다.")
        #expect(lines.dropFirst(2).first == "undone: 한강을 따라 걸었다.")
        #expect(lines.dropFirst(3).first?.hasPrefix("refused: refused(") == true)
        #expect(lines.last == "told of 20 entries; 20 live")
        #expect(try sandbox.run("replay", "--check").code == 0)
    }

    @Test("the example of a ledger keeps accounts in a store of its own, which is no diary")
    func ledger() throws {
        let sandbox = try Sandbox()
        let example = FileSystem.parent(of: try Sandbox.program) + "/diarylog-ledger"
        let folder = sandbox.diary + "-ledger"
        let outcome = try sandbox.shell("exec \"$0\" \"$1\"", [example, folder])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(
            outcome.text == """
                told of event 6, of 2 accounts
                refused: somebody was there before: expected exactly(2), found version 3
                refused: not enough
                ours: 3800 now, 5000 as of event 4, the account's 2.
                theirs: 1200 now, 0 as of event 4, the account's 1.
                deposited: 6200; on all accounts: 5000
                event 2: kind 1
                event 4: kind 2
                event 5: kind 3

                """)
        let refused = try sandbox.shell("exec \"$0\" --diary \"$1\" add text", [try Sandbox.program, folder])
        #expect(refused.code != 0 && refused.error.contains("a store of ledger, not a diary"))
    }

    @Test("the example of a habit tracker keeps Swift values, once under a key, and hears its own refusal")
    func habits() throws {
        let sandbox = try Sandbox()
        let example = FileSystem.parent(of: try Sandbox.program) + "/diarylog-habits"
        let outcome = try sandbox.shell("exec \"$0\" \"$1\"", [example, sandbox.diary + "-habits"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(
            outcome.text == """
                kept already, up to day 5
                산책: 4 days, 1 in a row, 90 minutes
                read: 3 days, 1 in a row, 135 minutes
                on day 2: 2, and as of event 5: 1

                """)
    }

    @Test("another program's projection answers for any moment, whoever has written since")
    func wordsPerMonth() throws {
        let sandbox = try Sandbox()
        let example = FileSystem.parent(of: try Sandbox.program) + "/diarylog-words-per-month"
        func words(_ event: String...) throws -> String {
            let outcome = try sandbox.shell("exec \"$0\" \"$@\"", [example, sandbox.diary] + event)
            #expect(outcome.code == 0, "\(outcome.error)")
            return outcome.text
        }
        let id = try sandbox.add("one two three", "--date", "2026-11-01")
        let other = try sandbox.add("네 낱말 이고 요", "--date", "2026-10-05")
        #expect(try words() == "2026-10\t4\n2026-11\t3\n")
        _ = try sandbox.run("edit", id, "--text", "one")
        _ = try sandbox.run("edit", id, "--date", "2026-10-31")
        #expect(try words() == "2026-10\t5\n")
        _ = try sandbox.run("delete", other, "--yes")
        for number in 0..<30 { _ = try sandbox.add("word \(number)", "--date", "2026-09-09") }
        #expect(try words() == "2026-09\t60\n2026-10\t1\n")
        _ = try sandbox.run("undo", "--operation", "e6")
        #expect(try words() == "2026-09\t60\n2026-10\t5\n")
        #expect(try words("3") == "2026-10\t4\n2026-11\t3\n")
        #expect(try words("4") == "2026-10\t4\n2026-11\t1\n")
        #expect(try words("5") == "2026-10\t5\n")
        #expect(try words("1") == "")
        #expect(try sandbox.run("rebuild", "--list").text.split(separator: "\n").count == 3)
    }
}
