/// What was: history, diff, blame, share and stats.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class LookingBackTests: InSandbox {
    private var id = ""

    override init() throws {
        try super.init()
        func run(_ arguments: [String], _ now: String) throws -> String {
            try sandbox.run(arguments, environment: ["DIARYLOG_NOW": now]).line
        }
        id = try run(["add", "Title\n\nfirst\nsecond", "--tag", "a"], "2026-11-01T10:00:00Z")
        _ = try run(["edit", id, "--text", "Title\n\nfirst\nthird\n"], "2026-11-02T10:00:00Z")
        _ = try run(["edit", id, "--tag", "b", "--star"], "2026-11-03T10:00:00Z")
    }

    @Test("history names every version, and as of a moment those before it")
    func history() throws {
        #expect(
            try sandbox.run("history", id).text == """
                v3\te4\t2026-11-03T10:00:00Z\tentry.edit\t19\tTitle
                v2\te3\t2026-11-02T10:00:00Z\tentry.edit\t19\tTitle
                v1\te2\t2026-11-01T10:00:00Z\tentry.create\t19\tTitle

                """)
        #expect(try sandbox.run("history", id, "--at", "e3").text.split(separator: "\n").count == 2)
        try sandbox.run("history", id, "--at", "e1").ends(1)
        #expect(try sandbox.run("history", "@1", "--tz", "Asia/Seoul").text.contains("2026-11-03T19:00:00+09:00"))
        try sandbox.run("history", "none").ends(1)
    }

    @Test("a long log is one document, a line an event, and as long as asked, however it is read")
    func longLog() throws {
        let sandbox = try Sandbox()
        let rows = (0..<2300).map { "{\"text\":\"row \($0)\"}" }.joined(separator: ",")
        try sandbox.run("import", "-", "--date-missing", "now", input: Array("[\(rows)]".utf8)).ends(0)
        _ = try sandbox.add("another")
        let lines = try sandbox.run("log").text.split(separator: "\n")
        #expect(lines.map { $0.prefix { $0 != "\t" } } == (1...2302).reversed().map { "e\($0)" })
        #expect(try sandbox.run("log", "--limit", "1500").text.split(separator: "\n") == Array(lines.prefix(1500)))
        #expect(try sandbox.run("log", "--at", "e2301").text.split(separator: "\n") == Array(lines.dropFirst()))
        let events = try sandbox.run("log", "--json").json()["events"]?.items ?? []
        #expect(events.map { $0["seq"] } == (1...2302).reversed().map { .integer($0) })
        let objects = try sandbox.run("log", "--jsonl").text.split(separator: "\n").map(String.init)
        #expect(objects.count == 2303 && objects.last == "{\"at\":2302,\"next\":null}")
        #expect(objects.first == String(decoding: JSONWriter.bytes(events[0]), as: UTF8.self))
        let operations = try sandbox.run("log", "--operations").text.split(separator: "\n")
        #expect(operations.map { $0.prefix { $0 != "\t" } } == ["e2302", "e2…e2301", "e1"])
        #expect(try sandbox.run("log", "--operations", "--limit", "1").text.split(separator: "\n").count == 1)
        #expect(try sandbox.run("log", "--operations", "--json", "--at", "e1").json()["operations"] != .array([]))
        #expect(try sandbox.run("log", "@1", "--operations").text.split(separator: "\n").count == 1)
        #expect(try sandbox.run("diff", "e1", "e2301", "--json").json()["from"] == .integer(1))
        let jsonl = try sandbox.run("diff", "e1", "--jsonl").text.split(separator: "\n")
        #expect(jsonl.count == 2302 && jsonl.last == "{\"at\":2302,\"next\":null}")
        #expect(try sandbox.run("diff", "e2302", "--json").line == "{\"from\":2302,\"to\":2302,\"entries\":[]}")
    }

    @Test("diff shows lines and fields, between versions and between moments")
    func diff() throws {
        let short = id.prefix(8)
        let lines = """
            @@ -1,4 +1,4 @@
             Title
            \u{20}
             first
            -second
            \\ No newline at end of file
            +third

            """
        #expect(try sandbox.run("diff", "\(id)@v1", "\(id)@v2").text == "changed \(short) Title\n" + lines)
        #expect(try sandbox.run("diff", id).text == "changed \(short) Title\ntags: #a → #a #b\nstar: - → ★\n")
        #expect(
            try sandbox.run("diff", id, "--lang", "ko").text == "바뀜 \(short) Title\n태그: #a → #a #b\n별: - → ★\n")
        #expect(try sandbox.run("diff", id, "--at", "e3").text.hasSuffix(lines))
        #expect(try sandbox.run("diff", "2026-11-01", "2026-11-02").text == "changed \(short) Title\n" + lines)
        #expect(try sandbox.run("diff", "e1").text.hasPrefix("added \(short) Title\n"))
        #expect(try sandbox.run("diff", "e4", "e1").text.hasPrefix("removed \(short) Title\n"))
        #expect(try sandbox.run("diff", "e2", "\(id)@v2").text == "changed \(short) Title\n" + lines)
        let same = try sandbox.run("diff", "e4")
        #expect(same.code == 0 && same.output.isEmpty && same.error == "no difference\n")
        #expect(try sandbox.run("diff", "e4", "--lang", "ko").error == "차이가 없습니다\n")
        let other = try sandbox.add("other")
        try sandbox.run("diff", "\(id)@v1", "\(other)@v1").ends(2)
        try sandbox.run("diff", "e99").ends(2)
        try sandbox.run("diff", "none").ends(1)
    }

    @Test("blame says which event wrote each line")
    func blame() throws {
        #expect(
            try sandbox.run("history", "--lines", id).text == """
                e2\tv1\t2026-11-01T10:00:00Z\tTitle
                e2\tv1\t2026-11-01T10:00:00Z\t
                e2\tv1\t2026-11-01T10:00:00Z\tfirst
                e3\tv2\t2026-11-02T10:00:00Z\tthird

                """)
        #expect(
            try sandbox.run("history", "--lines", "\(id)@v1").text.hasSuffix("e2\tv1\t2026-11-01T10:00:00Z\tsecond\n"))
        #expect(try sandbox.run("history", "--lines", id, "--at", "e2").text.hasSuffix("second\n"))
    }

    @Test("share gives exactly the text, Markdown, or the entry")
    func share() throws {
        #expect(try sandbox.run("share", id).text == "Title\n\nfirst\nthird\n")
        #expect(try sandbox.run("share", "\(id)@v1").text == "Title\n\nfirst\nsecond")
        #expect(
            try sandbox.run("share", id, "--format", "md", "--lang", "ko").text
                == "# Title\n\n*2026년 11월 1일 오전 10:00 ★ #a #b*\n\nfirst\nthird\n")
        #expect(try sandbox.run("share", id, "--format", "json").json() == sandbox.run("show", id, "--json").json())
        try sandbox.run("share", id, "--format", "pdf").ends(2)
        let raw = try sandbox.add("tab\tand \u{1B}[31mred\u{1B}[0m\r\n")
        #expect(try sandbox.run("share", raw).text == "tab\tand \u{1B}[31mred\u{1B}[0m\r\n")
    }

    @Test("stats counts, as of a moment too")
    func stats() throws {
        for day in ["2026-11-02", "2026-11-03", "2026-11-03", "2025-12-31"] {
            _ = try sandbox.add("a b", "--date", day)
        }
        func stats(_ more: String...) throws -> Outcome {
            try sandbox.run(["stats"] + more, environment: ["DIARYLOG_NOW": "2026-11-04T10:00:00Z"])
        }
        #expect(
            try stats().text == """
                entries\t5
                words\t11
                days\t4
                firstDay\t2025-12-31
                lastDay\t2026-11-03
                currentStreak\t3
                longestStreak\t3
                2025-12\t1
                2026-11\t4

                """)
        #expect(
            try stats("--json").json()["months"]
                == .array([
                    ["month": .text("2025-12"), "entries": .integer(1)],
                    ["month": .text("2026-11"), "entries": .integer(4)],
                ]))
        #expect(try stats("--json", "--at", "e2").json()["currentStreak"] == .integer(1))
        #expect(try stats("--json", "--at", "e1").json()["entries"] == .integer(0))
    }
}
