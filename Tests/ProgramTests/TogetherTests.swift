/// Several runs at once, and runs that are killed.

import DiarylogTestSupport
import Testing

@Suite(.timed) struct TogetherTests {
    @Test("twenty adds at once are twenty entries, from the first that makes the diary")
    func parallel() throws {
        let sandbox = try Sandbox()
        let script = "for i in $(seq 20); do \"$0\" add \"entry $i\" & done; wait"
        let outcome = try sandbox.shell(script, [try Sandbox.program])
        #expect(try sandbox.count() == 20, "\(outcome.error)")
        #expect(try sandbox.run("replay", "--check").code == 0)
    }

    @Test("what was acknowledged is there after kill -9, however often")
    func killed() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        // Each add is killed a little later than the one before: before, during and after it writes. On a busy machine
        // it goes on, and later, until some of them have been acknowledged.
        let script = """
            round=0; : >"$BOX/told"
            while [ $round -lt 80 ] || { [ $(wc -l <"$BOX/told") -le 8 ] && [ $round -lt 400 ]; }; do
              round=$((round + 1))
              "$0" --quiet add "round $round" >>"$BOX/told" & writer=$!
              sleep $(printf %d.%03d $((round / 300)) $((round * 10 / 3 % 1000)))
              kill -9 $writer; wait $writer
            done 2>/dev/null
            cat "$BOX/told"
            """
        let report = try sandbox.shell(script, [try Sandbox.program]).text.split(separator: "\n").filter {
            $0.count == 32
        }
        let listed = Set(try sandbox.run("list").text.split(separator: "\n").map { String($0.prefix(32)) })
        #expect(report.count > 8)
        for id in report { #expect(listed.contains(String(id))) }
        #expect(try sandbox.run("replay", "--check").code == 0)
    }

    @Test("the same clock and seed give the same ids")
    func seeded() throws {
        let environment = ["DIARYLOG_NOW": "2026-11-01T10:00:00Z", "DIARYLOG_SEED": "s"]
        var ids: Set<String> = []
        for _ in 1...2 {
            let sandbox = try Sandbox()
            for text in ["a", "a", "b"] { ids.insert(try sandbox.run(["add", text], environment: environment).line) }
        }
        #expect(ids.count == 3)
    }

    @Test("a watched list comes again when another process has written, and ends with its reader")
    func watched() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        let outcome = try sandbox.shell(
            """
            "$0" list --watch >"$BOX/seen" 2>"$BOX/said" & watcher=$!
            seen() { for _ in {1..200}; do grep -q "$1" "$BOX/seen" && return; sleep 0.05; done; return 1; }
            seen first && "$0" add second >/dev/null && seen second && echo came
            kill $watcher; wait $watcher; cat "$BOX/said"
            ( "$0" list --watch | head -n 1 >/dev/null ) & reader=$!
            sleep 0.2; "$0" add third >/dev/null; "$0" add fourth >/dev/null
            for _ in {1..200}; do kill -0 $reader 2>/dev/null || { echo ended; break; }; sleep 0.05; done
            """, [try Sandbox.program])
        #expect(outcome.text == "came\nended\n", "\(outcome.error)")
        #expect(try sandbox.run("list", "--watch", "--json").code == 2)
        #expect(try sandbox.run("list", "--watch", "--at", "e1").code == 2)
    }
}
