/// Several runs at once, and runs that are killed.

import Interchange
import Testing

@Suite struct TogetherTests {
    @Test("twenty adds at once are twenty entries, from the first that makes the diary")
    func parallel() throws {
        let place = try Place()
        let script = "for i in $(seq 20); do \"$0\" add \"entry $i\" & done; wait"
        let outcome = try place.shell(script, [try Place.program])
        #expect(try place.count() == 20, "\(outcome.error)")
        #expect(try place.run("replay", "--check").code == 0)
    }

    @Test("what was acknowledged is there after kill -9, however often")
    func killed() throws {
        let place = try Place()
        _ = try place.add("first")
        // Each add is killed a little later than the one before: before, during and after it writes.
        let script = """
            for round in $(seq 80); do
              "$0" --quiet add "round $round" >>"$BOX/told" & writer=$!
              sleep 0.0$(printf %02d $((round / 3)))
              kill -9 $writer; wait $writer
            done 2>/dev/null
            cat "$BOX/told"
            """
        let told = try place.shell(script, [try Place.program]).text.split(separator: "\n").filter { $0.count == 32 }
        let listed = Set(try place.run("list").text.split(separator: "\n").map { String($0.prefix(32)) })
        #expect(told.count > 8)
        for id in told { #expect(listed.contains(String(id))) }
        #expect(try place.run("replay", "--check").code == 0)
    }

    @Test("the same clock and seed give the same ids")
    func seeded() throws {
        let environment = ["DIARYLOG_NOW": "2026-11-01T10:00:00Z", "DIARYLOG_SEED": "s"]
        var ids: Set<String> = []
        for _ in 1...2 {
            let place = try Place()
            for text in ["a", "a", "b"] { ids.insert(try place.run(["add", text], environment: environment).line) }
        }
        #expect(ids.count == 3)
    }
}
