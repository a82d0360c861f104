/// The ten jobs of a day, and the keys that they take: what is typed behind a prompt, with Enter and answers.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) final class DailyTests: InSandbox {
    /// The words behind `dl`, what is typed then, and what is seen or stands in the list by it. Who adds an entry is
    /// told nothing, but behind the first of a day what was a year ago.
    private static let jobs: [(job: String, words: String, then: String, shows: String)] = [
        ("a line", "'rained 3h'", "", "1 year ago today"), ("in the editor", "add", "", "along the han"),
        ("a line of yesterday", "'yesterday 3pm: tea'", "", "dated Friday, November 20"),
        ("with a tag and a star", "'tea #a' --star", "", "tea #a"), ("read the last three", "-3 --full", "", "★"),
        ("titles of a month", "list 2026-11", "", "rained 3h"), ("find a word", "search han", "", "han"),
        ("change the last", "edit", "", "changed"), ("delete the last", "delete", "y\n", "deleted"),
        ("on this day", "today", "", "a year ago"),
    ]

    @Test func `the ten jobs of a day take 137 keys`() throws {
        _ = try sandbox.add("a year ago", "--date", "2025-11-21")
        let editor = try sandbox.file("editor", Array("#!/bin/sh\necho along the han >>\"$1\"\n".utf8))
        try sandbox.shell("chmod +x \"$0\"", [editor]).ends(0)
        let environment = [
            "DIARYLOG_NOW": "2026-11-21T08:00:00Z", "VISUAL": editor, "DIARYLOG_PAGER": "", "NO_COLOR": "1",
        ]
        for (job, words, then, shows) in Self.jobs {
            guard let done = try sandbox.onTerminal(words, environment: environment, typing: then) else { return }
            let isQuiet = ["in the editor", "with a tag and a star"].contains(job)
            #expect(done.text.isEmpty == isQuiet, "\(job): \(done.text)")
            let seen = try isQuiet ? sandbox.run("list").text : done.text
            #expect(done.code == 0 && seen.contains(shows), "\(job): \(seen)")
        }
        #expect(try sandbox.run("help").text.contains("dl is short"))
        #expect(Self.jobs.map { "dl \($0.words)\n\($0.then)".count }.reduce(0, +) == 137)
    }
}
