/// Screens of any width: help and messages are broken at words alone, rows fit, and a title has a line of its own.

import DiaryModel
import DiarylogTestSupport
import Testing

@testable import diarylog

@Suite(.timed) final class NarrowTests: InSandbox {
    private static let widths = Array(30...50) + Array(stride(from: 55, through: 120, by: 5))

    @Test(arguments: [Language.en, .ko])
    func `no page of help is broken within a word, and only a word is wider than the screen`(language: Language) {
        func pages(_ width: Int) -> [String] {
            let layout = PageLayout(width: width)
            return Diarylog.commands.map { HelpPage($0, language, whole: true, layout).text }
                + HelpTopic.allCases.map { $0.text(language, layout) }
                + [Overview.text(language, layout), Greeting.text(language, status: [], layout)]
        }
        let whole = pages(1000)
        for width in Self.widths {
            for (page, wanted) in zip(pages(width), whole) { check(page, is: wanted, at: width) }
        }
    }

    @Test func `no message is broken within a word`() throws {
        for text in try SaidPairs.all() {
            for width in Self.widths {
                let lines = OnScreen.wrapped(text, to: width, keepingWords: true)
                check(lines.joined(separator: "\n"), is: text, at: width)
            }
        }
    }

    private func check(_ text: String, is whole: String, at width: Int) {
        func words(_ text: some StringProtocol) -> [ArraySlice<UInt8>] {
            Array(text.utf8).split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        }
        if words(text) != words(whole) { Issue.record("\(width): \(text)") }
        for line in text.split(separator: "\n") where OnScreen.width(of: String(line)) > width {
            if words(line).count > 1 { Issue.record("\(width): \(line)") }
        }
    }

    @Test func `help goes by the columns that are asked for, and an error by those of the terminal`() throws {
        let help = try sandbox.run(["help", "edit"], environment: ["COLUMNS": "36"]).text
        #expect(help.split(separator: "\n").allSatisfy { OnScreen.width(of: String($0)) <= 36 }, "\(help)")
        guard let shown = try sandbox.onTerminal("help edit", columns: 36, environment: ["DIARYLOG_PAGER": ""]) else {
            return
        }
        #expect(shown.text.replacing("\r\n", with: "\n") == help)
        _ = try sandbox.add("one")
        let error = try #require(try sandbox.onTerminal("show nothing-of-the-kind", columns: 36)).rows
        #expect(
            error.contains { $0.hasSuffix("nothing-of-the-kind") } && error.allSatisfy { $0.count <= 36 }, "\(error)")
    }

    /// What shows entries, changes, files, settings and figures.
    private static let rows = [
        "list", "list --preview 2", "list --full", "search 한강", "search 한강 --all-versions", "stats", "show @2", "files",
        "log", "today 2026-11-10", "log --operations", "undo --list", "history @2", "history @2 --lines", "config",
        "tags", "calendar 2026-11", "verify", "engine rebuild --list", "engine snapshot", "edit @1 --untag none",
    ]

    @Test(arguments: [Language.en, .ko])
    func `no row is wider than the screen, at whatever hour and however long`(language: Language) throws {
        let title = "한강에서 아주 오래 걸었다 오늘도, and walked home along the river until all the lamps were lit"
        let entries = (0..<30).map { number in
            // Some have a day alone.
            let time = number < 24 ? "T\(number < 10 ? "0" : "")\(number):05:00+00:00" : ""
            let text = #"\#(title) \#(number)\n\n\#(title) \#(title)"#
            return #"{"text":"\#(text)","date":"2026-11-\#(10 + number % 4)\#(time)","#
                + #""tags":["산책","reading-in-the-evening","a-long-tag-of-an-evening"]}"#
        }
        try sandbox.run("import", "-", input: Array("[\(entries.joined(separator: ","))]".utf8)).ends(0)
        let file = try sandbox.file("a long name of a picture that was taken at the river.png", [1, 2, 3])
        try sandbox.run("files", "add", "@2", file).ends(0)
        try sandbox.run("edit", "@2", "--place", "37.5,127").ends(0)
        let environment = ["NO_COLOR": "1", "DIARYLOG_PAGER": ""]
        for columns in [36, 80] {
            for command in Self.rows {
                guard
                    let shown = try sandbox.onTerminal(
                        "\(command) --lang \(language)", columns: columns, environment: environment)
                else { return }
                #expect(shown.code == 0, "\(shown)")
                for row in shown.rows where OnScreen.width(of: row) > columns {
                    Issue.record("\(command) at \(columns): \(row)")
                }
            }
        }
    }

    @Test(arguments: ["list", "search 한강에서"])
    func `a title has a line of its own where the screen is narrow`(command: String) throws {
        _ = try sandbox.add("한강에서 아주 오래 걸었다 오늘도\n\n한강에서 본 것")
        let environment = ["NO_COLOR": "1", "DIARYLOG_PAGER": ""]
        guard let shown = try sandbox.onTerminal(command, columns: 36, environment: environment) else { return }
        #expect(shown.rows.contains { $0.hasPrefix("  한강에서 아주 오래 걸었다 오늘도") }, "\(shown.text)")
        #expect(shown.rows.allSatisfy { OnScreen.width(of: $0) <= 36 }, "\(shown.text)")
    }
}
