/// Several runs at once, and runs that are killed.

import DiarylogTestSupport
import Testing

@Suite(.timed) final class TogetherTests: InSandbox {
    @Test("twenty adds at once are twenty entries, from the first that makes the diary")
    func parallel() throws {
        let script = "for i in $(seq 20); do \"$0\" add \"entry $i\" & done; wait"
        let outcome = try sandbox.shell(script, [try Sandbox.program])
        #expect(try sandbox.count() == 20, "\(outcome.error)")
        try sandbox.run("replay", "--check").ends(0)
    }

    @Test("a watched list comes again when another process has written, and ends with its reader")
    func watched() throws {
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
        try sandbox.run("list", "--watch", "--full").ends(2, saying: "--full and --watch cannot be used together")
        try sandbox.run("list", "--watch", "--at", "e1").ends(2)
    }
}
