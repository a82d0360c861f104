import DiarylogTestSupport
import Interchange
import Testing

/// A clock that leaps, as a person meets it.
@Suite("When the clock leaps", .timed)
final class ClockTests: InSandbox {
    private func run(_ sandbox: Sandbox, _ now: String, _ arguments: String...) throws -> Outcome {
        try sandbox.run(arguments, environment: ["DIARYLOG_NOW": now, "TZ": "UTC"])
    }

    /// Three days, one command in 2098, two days.
    override init() throws {
        try super.init()
        for (text, now) in [
            ("one", "2026-11-01T10:00:00Z"), ("two", "2026-11-02T10:00:00Z"), ("three", "2026-11-03T10:00:00Z"),
            ("late", "2098-01-01T00:00:00Z"), ("four", "2026-11-04T10:00:00Z"), ("five", "2026-11-05T10:00:00Z"),
        ] {
            try run(sandbox, now, "add", text).ends(0)
        }
    }

    private let now = "2026-11-06T00:00:00Z"

    private func count(_ outcome: Outcome) throws -> Int {
        try #require(try outcome.json()["entries"]).items.count
    }

    @Test("one command in 2098 hides no later day, and an answer about the time around it says so")
    func answers() throws {
        for (when, entries, isSure) in [
            ("2026-11-02", 2, true), ("2026-11-03", 3, false), ("2026-11-04", 5, true), ("2026-11-05", 6, true),
        ] {
            let outcome = try run(sandbox, now, "list", "--at", when, "--json")
            #expect(try outcome.code == 0 && count(outcome) == entries, "\(when)")
            let clock = try outcome.json()["clock"]
            #expect((clock == nil) == isSure && outcome.error.isEmpty)
            let words = try run(sandbox, now, "list", "--at", when).error
            #expect(words.contains("--at e4 and --at e6 are exact") == !isSure)
            if isSure { continue }
            #expect(
                clock
                    == [
                        "sure": .bool(false), "from": .text("2026-11-03T10:00:00Z"),
                        "to": .text("2026-11-04T10:00:00Z"),
                        "after": .number(4), "before": .number(6),
                    ])
        }
        #expect(try run(sandbox, now, "show", "@1", "--at", "2026-11-03").error.contains("e5"))
        #expect(try run(sandbox, now, "log", "--at", "2026-11-03", "--json").json()["clock"] != nil)
        #expect(try run(sandbox, now, "diff", "2026-11-03", "--json").json()["clock"] != nil)
    }

    @Test("restore to a time that is not certain, or has not come, wants --yes where nobody can be asked")
    func restore() throws {
        for when in ["2026-11-03", "today"] {
            try run(sandbox, now, "restore", "--to", when).ends(2, saying: "--yes")
            #expect(try count(run(sandbox, now, "list", "--json")) == 6)
        }
        try run(sandbox, now, "restore", "--to", "e4", "--yes").ends(0)
        #expect(try count(run(sandbox, now, "list", "--json")) == 3)
        try run(sandbox, now, "restore", "--to", "2026-11-05", "--yes").ends(0)
        try run(sandbox, now, "restore", "--to", "2026-11-03", "--yes").ends(0)
        #expect(try count(run(sandbox, now, "list", "--json")) == 3)
    }

    @Test("restore answered with no changes nothing, and says so to those who read JSON")
    func refusal() throws {
        guard
            let asked = try sandbox.onTerminal(
                "restore --to 2026-11-03 --json", environment: ["DIARYLOG_NOW": now], typing: "n\n")
        else { return }
        #expect(asked.code == 0 && asked.text.contains(#""unchanged":true"#), "\(asked.text)")
        #expect(try count(run(sandbox, now, "list", "--json")) == 6)
    }

    @Test("verify counts the falls and names what is not believed, and that is no damage")
    func verify() throws {
        try run(sandbox, now, "verify").ends(0, printing: "clock leaps\t1\te6\t", "not believed\te5\te5\n")
        let leaps = try run(sandbox, now, "verify", "--json").json()["clockLeaps"]
        #expect(leaps?["unbelieved"] != .array([]))
        #expect(try run(sandbox, "2098-01-02T00:00:00Z", "verify").text.contains("not believed\te5\te5\n"))
    }

    @Test("a write far from the newest event says how far, in words of the clock")
    func steps() throws {
        let ahead = try run(sandbox, "2098-01-01T00:00:00Z", "add", "x").error
        #expect(ahead.contains("the clock shows January 1, 2098") && ahead.contains("71 years after the newest event"))
        #expect(try run(sandbox, "2026-11-06T00:00:00Z", "add", "y").error.contains("71 years before the newest event"))
        for near in ["2026-11-06T00:01:00Z", "2026-11-05T23:56:00Z"] {
            #expect(try !run(sandbox, near, "add", "z").error.contains("the clock shows"))
        }
    }
}
