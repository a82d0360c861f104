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
