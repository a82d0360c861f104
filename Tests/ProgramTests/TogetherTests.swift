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
        try sandbox.run("replay", "--check").ends(0)
    }

    @Test("what was acknowledged is there after kill -9, however often")
    func killed() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        // Killed before, during and after it writes: at all moments of as long as one takes here, until enough of them
        // have been acknowledged.
        let script = """
            round=0; : >"$BOX/told"; whole=$(duration "$0" add whole)
            killed() {
              "$0" --quiet add "round $round" >>"$BOX/told" & writer=$!
              pause $((whole * (round++ % 40) / 30)); kill -9 $writer; wait $writer
              [ $round -ge 80 ] && [ $(wc -l <"$BOX/told") -gt 8 ]
            } 2>/dev/null
            until_true killed
            cat "$BOX/told"
            """
        let report = try sandbox.shell(script, [try Sandbox.program]).text.split(separator: "\n").filter {
            $0.count == 32
        }
        let listed = Set(try sandbox.run("list").text.split(separator: "\n").map { String($0.prefix(32)) })
        #expect(report.count > 8)
        for id in report { #expect(listed.contains(String(id))) }
        try sandbox.run("replay", "--check").ends(0)
    }

    @Test("a watched list comes again when another process has written, and ends with its reader")
    func watched() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("first")
        let outcome = try sandbox.shell(
            """
            "$0" list --watch >"$BOX/seen" 2>"$BOX/said" & watcher=$!
            until_true 'grep -q first "$BOX/seen"'; "$0" add second >/dev/null
            until_true 'grep -q second "$BOX/seen"'; echo came
            kill $watcher; wait $watcher; cat "$BOX/said"
            ( "$0" list --watch | head -n 1 >/dev/null ) & reader=$!
            until_true '"$0" add more >/dev/null; ! kill -0 $reader 2>/dev/null'; echo ended
            """, [try Sandbox.program])
        #expect(outcome.text == "came\nended\n", "\(outcome.error)")
        try sandbox.run("list", "--watch", "--json").ends(2)
        try sandbox.run("list", "--watch", "--at", "e1").ends(2)
    }
}
