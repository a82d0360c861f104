/// Everyday use: what a list, a row of it and an entry are after each change.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class EverydayTests: InSandbox {
    private func ids(_ outcome: Outcome) -> [String] {
        outcome.text.split(separator: "\n").map { String($0.prefix(32)) }
    }

    @Test("an empty diary has an empty list, and whoever asks for one of its entries is told that there is none")
    func empty() throws {
        try sandbox.run("engine", "init").ends(0)
        let questions = [
            ["show", "@1"], ["show", "@0"], ["show", "@99999999999999999999"], ["share", "@1"], ["history", "@1"],
            ["history", "--lines", "@1"], ["diff", "@1"], ["log", "@1"], ["edit", "@1", "--text", "x"],
            ["restore", "@1"],
            ["delete", "@1", "--yes", "--expect", "v1"], ["forget", "@1", "--dry-run"], ["search", "x"],
        ]
        for arguments in questions + [["undo"], ["redo"]] {
            let outcome = try sandbox.run(arguments)
            #expect(outcome.code == 1 && outcome.output.isEmpty, "\(arguments): \(outcome.error)")
        }
        let list = try sandbox.run("list")
        #expect(list.code == 0 && list.output.isEmpty && list.error.isEmpty)
        #expect(try sandbox.run("list", "--json").json() == ["at": .integer(1), "entries": .array([]), "next": .null])
        // The same of a row that was there.
        let id = try sandbox.add("gone")
        try sandbox.run("delete", id, "--yes").ends(0)
        for arguments in questions { #expect(try sandbox.run(arguments).code == 1, "\(arguments)") }
    }

    @Test("an edited entry keeps its place by date and by creation, and comes first by modification")
    func order() throws {
        func run(_ day: Int, _ arguments: String...) throws -> String {
            try sandbox.run(arguments, environment: ["DIARYLOG_NOW": "2026-11-0\(day)T10:00:00Z"]).line
        }
        let (one, two) = (try run(1, "add", "one"), try run(2, "add", "two"))
        let before = try sandbox.run("show", one, "--json").json()
        #expect(try run(3, "edit", one, "--text", "one and more") == one)
        #expect(try ids(sandbox.run("list")) == [two, one])
        #expect(try ids(sandbox.run("list", "--sort", "created")) == [two, one])
        #expect(try ids(sandbox.run("list", "--sort", "modified")) == [one, two])
        #expect(try ids(sandbox.run("list", "--sort", "modified", "--reverse")) == [two, one])
        let after = try sandbox.run("show", one, "--json").json()
        for name in ["id", "date", "createdAt"] { #expect(after[name] == before[name] && before[name] != nil) }
        #expect(after["createdAt"] == .text("2026-11-01T10:00:00Z"))
        #expect(after["modifiedAt"] == .text("2026-11-03T10:00:00Z"))
    }

    @Test("the weather that an entry came with is shown, and neither reading nor an edit changes it")
    func weather() throws {
        let rain = #"{"text":"비","date":"2026-11-02","weather":{"main":"Rain","icon":"10d"}}"#
        let rows = #"[\#(rain),{"text":"맑음","date":"2026-11-03"}]"#
        try sandbox.run(["import", "-"], input: Array(rows.utf8)).ends(0)
        let id = try #require(ids(try sandbox.run("search", "비")).first)
        let weather: JSONValue = ["main": .text("Rain"), "icon": .text("10d")]
        for _ in 0..<2 { #expect(try sandbox.run("show", id, "--json").json()["weather"] == weather) }
        #expect(try sandbox.run("list", "--full").text.contains("\nRain\n"))
        try sandbox.run("edit", id, "--text", "비와 눈").ends(0)
        #expect(try sandbox.run("show", id, "--json").json()["weather"] == weather)
        let other = try #require(ids(try sandbox.run("search", "맑음")).first)
        #expect(try sandbox.run("show", other, "--json").json()["weather"] == .null)
        #expect(try sandbox.run("log").text.split(separator: "\n").count == 4)
    }
}
