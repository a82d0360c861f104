/// backup and compact, from outside: words, exit codes, and other processes at work meanwhile.

import Host
import Interchange
import Testing

@Suite struct KeepingTests {
    @Test("a backup is read where it is, and brought back by cp")
    func backup() throws {
        let place = try Place()
        let id = try place.add("비가 왔다")
        let made = try place.run("backup", place.path + "/safe")
        #expect(made.code == 0 && made.text.isEmpty)
        #expect(
            made.error.hasPrefix("backed up 2 events (") && made.error.contains(" to \(place.path)/safe, and proved"))
        #expect(try place.run("show", id, "--diary", place.path + "/safe").text == "비가 왔다")
        try FileSystem.removeTree(place.diary)
        #expect(try ChildProcess.run(["cp", "-r", place.path + "/safe", place.diary]) == 0)
        #expect(try place.run("show", id).text == "비가 왔다")
        _ = try place.add("afterwards")
        #expect(try place.run("replay", "--check", "--verify").code == 0)
    }

    @Test("a backup says in its exit code why it replaced nothing")
    func refused() throws {
        let place = try Place()
        _ = try place.add("one")
        let safe = place.path + "/safe"
        #expect(try place.run("backup", safe, "--keep", "2").code == 0)
        #expect(try place.run("add", "only there", "--diary", safe).code == 0)
        let ahead = try place.run("backup", safe)
        #expect(ahead.code == 3 && ahead.error.contains("has events that this diary does not have"))
        #expect(try place.run("backup", place.diary + "/safe").code == 2)
        #expect(try place.run("backup", place.path).code == 2, "it is not empty")
        #expect(try place.run("backup", safe, "--keep", "0").code == 2)
        #expect(try place.run("backup", safe, "--every", "often").error.contains("30s, 10m, 2h or 1d"))
        #expect(try place.run("list", "--diary", safe).text.contains("only there"))
    }

    @Test("--every makes the next one once something has changed")
    func every() throws {
        let place = try Place()
        _ = try place.add("one")
        let outcome = try place.shell(
            """
            "$0" backup "$HOME/safe" --every 1s --jsonl & backup=$!
            sleep 1.6; "$0" --quiet add two >/dev/null; sleep 2; kill $backup; wait $backup
            """, [try Place.program])
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 2, "\(outcome.text)\(outcome.error)")
        #expect(try place.run("list", "--diary", place.path + "/safe").text.split(separator: "\n").count == 2)
    }

    @Test("compact makes the file smaller while other processes add, and none of it is lost")
    func compact() throws {
        let place = try Place()
        _ = try place.add("first")
        let outcome = try place.shell(
            """
            for round in 1 2 3; do
              for i in $(seq 12); do "$0" --quiet add "entry $round $i" >/dev/null || echo failed; done &
              "$0" compact || echo failed
              "$0" list >/dev/null || echo failed
              wait
            done
            """, [try Place.program])
        #expect(outcome.text.isEmpty && outcome.error.contains("writers waited"), "\(outcome.text)\(outcome.error)")
        #expect(try place.count() == 37)
        #expect(try place.run("replay", "--check", "--verify").code == 0)
        #expect(
            try FileSystem.contents(of: place.diary).filter { !$0.hasSuffix("-lock") }
                == ["CURRENT", "lock", "log-000004.mdb"])
    }

    @Test("compact after rows were built anew gives room back, and says how much")
    func smaller() throws {
        let place = try Place()
        let row = "{\"text\":\"\(String(repeating: "하루 종일 걸었다. ", count: 40))\"}"
        let rows = "[" + Array(repeating: row, count: 300).joined(separator: ",") + "]"
        #expect(try place.run("import", "-", input: Array(rows.utf8)).code == 0)
        #expect(try place.run("rebuild").code == 0)
        let done = try place.run("compact", "--json").json()
        guard case .integer(let before)? = done["before"], case .integer(let after)? = done["after"] else {
            Issue.record("\(done)")
            return
        }
        #expect(after < before)
        #expect(try Int64(FileSystem.size(of: place.diary + "/log-000002.mdb")) == after)
        #expect(try place.count() == 300)
    }
}
