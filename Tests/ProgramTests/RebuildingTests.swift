/// Projections and snapshots from outside: rebuild, snapshot, and another program's own projection.

import Host
import Testing

@Suite struct RebuildingTests {
    /// A diary of so many imported entries, one a day.
    private func filled(_ count: Int) throws -> Place {
        let place = try Place()
        let rows = (0..<count).map { number in
            let day = 1 + number % 28
            let month = 1 + number / 28 % 12
            let year = 1990 + number / 336
            let date = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
            return "{\"text\":\"entry \(number) 바다\",\"date\":\"\(date)\"}"
        }
        let outcome = try place.run("import", "-", input: Array(rows.joined(separator: "\n").utf8))
        #expect(outcome.code == 0, "\(outcome.error)")
        return place
    }

    @Test("a rebuild that is killed again and again goes on, and what it leaves is what the log says")
    func killed() throws {
        let place = try filled(13_000)
        let script = """
            for delay in 0.02 0.05 0.08 0.11 0.14 0.05; do
                "$0" rebuild >/dev/null & job=$!
                sleep $delay
                "$0" list --limit 3 || exit 1
                "$0" add "written while it ran" --quiet >/dev/null || exit 2
                kill -9 $job; wait $job
            done
            exit 0
            """
        let outcome = try place.shell(script, [try Place.program])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.text.split(separator: "\n").count == 18)
        let rebuilt = try place.run("rebuild")
        #expect(rebuilt.code == 0, "\(rebuilt.error)")
        #expect(rebuilt.text == "streams\t1\te13007\t-\t0\nspans\t1\te13007\t-\t0\nsearch\t1\te13007\t-\t0\n")
        #expect(try place.run("replay", "--check").error.contains("the tables are what the log says"))
        #expect(try place.count() == 13_006)
    }

    @Test("rebuild wants a projection there is, and the present")
    func usage() throws {
        let place = try filled(1)
        #expect(try place.run("rebuild", "nothing").code == 2)
        #expect(try place.run("rebuild", "--at", "e1").code == 2)
        #expect(try place.run("snapshot", "frobnicate").code == 2)
        #expect(try place.run("snapshot", "list", "--all").code == 2)
        #expect(try place.run("snapshot", "list").line == "")
        #expect(try place.run("snapshot", "take").line == "e2\tlist\t9\tsound")
        #expect(try place.run("snapshot", "take").error == "there is a snapshot of this moment already\n")
        #expect(try place.run("snapshot", "prune", "--all").error == "removed 1 snapshot\n")
        let standing = "streams\t1\te2\t-\t0\nspans\t1\te2\t-\t0\nsearch\t1\te2\t-\t0\n"
        #expect(try place.run("rebuild", "--list", "--lang", "ko").text == standing)
    }

    @Test("a program of a page adds, edits, looks back, searches, undoes, serves many tasks and watches")
    func everyday() throws {
        let place = try Place()
        let example = FileSystem.parent(of: try Place.program) + "/everyday"
        let outcome = try place.shell("exec \"$0\" \"$@\"", [example, place.diary])
        #expect(outcome.code == 0, "\(outcome.error)")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.first == "found then: 한강을 따라 걸었다.")
        #expect(lines.dropFirst().first == "now: 한강을 따라 걸었다. 춥고 맑았다.")
        #expect(lines.dropFirst(2).first == "undone: 한강을 따라 걸었다.")
        #expect(lines.dropFirst(3).first?.hasPrefix("refused: refused(") == true)
        #expect(lines.last == "told of 20 entries; 21 live")
        #expect(try place.run("replay", "--check").code == 0)
    }

    @Test("the example of a ledger keeps accounts in a store of its own, which is no diary")
    func ledger() throws {
        let place = try Place()
        let example = FileSystem.parent(of: try Place.program) + "/ledger"
        let folder = place.diary + "-ledger"
        let outcome = try place.shell("exec \"$0\" \"$1\"", [example, folder])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(
            outcome.text == """
                told of event 6, of 2 accounts
                refused: conflict(expected: Optional(2), actual: Optional(3))
                refused: unacceptable(record: 1, reason: "notEnough")
                ours: 3800 now, 5000 as of event 4, the account's 2.
                theirs: 1200 now, 0 as of event 4, the account's 1.
                deposited: 6200; on all accounts: 5000
                event 2: kind 1
                event 4: kind 2
                event 5: kind 3

                """)
        let refused = try place.shell("exec \"$0\" --diary \"$1\" add text", [try Place.program, folder])
        #expect(refused.code != 0 && refused.error.contains("a store of ledger, not a diary"))
    }

    @Test("another program's projection answers for any moment, whoever has written since")
    func wordsPerMonth() throws {
        let place = try Place()
        let example = FileSystem.parent(of: try Place.program) + "/words-per-month"
        func words(_ event: String...) throws -> String {
            let outcome = try place.shell("exec \"$0\" \"$@\"", [example, place.diary] + event)
            #expect(outcome.code == 0, "\(outcome.error)")
            return outcome.text
        }
        let id = try place.add("one two three", "--date", "2026-11-01")
        let other = try place.add("네 낱말 이고 요", "--date", "2026-10-05")
        #expect(try words() == "2026-10\t4\n2026-11\t3\n")
        _ = try place.run("edit", id, "--text", "one")
        _ = try place.run("edit", id, "--date", "2026-10-31")
        #expect(try words() == "2026-10\t5\n")
        _ = try place.run("delete", other, "--yes")
        for number in 0..<30 { _ = try place.add("word \(number)", "--date", "2026-09-09") }
        #expect(try words() == "2026-09\t60\n2026-10\t1\n")
        _ = try place.run("undo", "--operation", "e6")
        #expect(try words() == "2026-09\t60\n2026-10\t5\n")
        #expect(try words("3") == "2026-10\t4\n2026-11\t3\n")
        #expect(try words("4") == "2026-10\t4\n2026-11\t1\n")
        #expect(try words("5") == "2026-10\t5\n")
        #expect(try words("1") == "")
        #expect(try place.run("rebuild", "--list").text.split(separator: "\n").count == 3)
    }
}
