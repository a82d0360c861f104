/// What goes wrong in jrnl 4.6 (PEERS 3.3), and does not here.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct JrnlTests {
    @Test("an add while an editor is open on another entry loses neither")
    func addWhileEditing() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one")
        let editor = "\(try Sandbox.program) --quiet add meanwhile; printf edited >\"$1\""
        #expect(try sandbox.onTerminal("edit \(id)", editor: editor).code == 0)
        #expect(try sandbox.run("show", id).text == "edited")
        #expect(try sandbox.count() == 2)
    }

    @Test("a date in the body is text")
    func dateInBody() throws {
        let sandbox = try Sandbox()
        let text = "Title\n[2019-05-01 10:00] not an entry\n2019-05-02: nor this\n"
        let id = try sandbox.add(text)
        #expect(try sandbox.count() == 1)
        #expect(try sandbox.run("show", id).text == text)
        let export = try sandbox.run("export").output
        #expect(try sandbox.run(["import", "-", "--diary", sandbox.path + "/other"], input: export).code == 0)
        #expect(try sandbox.run("list", "--diary", sandbox.path + "/other").text.split(separator: "\n").count == 1)
    }

    @Test(
        "a date that is none matches nothing, and is exit 2",
        arguments: [
            ["list", "--on", "2024-13-45"], ["list", "--from", "gibberish date"], ["list", "--to", "2024-02-30"],
            ["list", "--month", "13"], ["list", "--day", "32"], ["list", "--year", "0"],
            ["restore", "--to", "2024-02-30"],
            ["diff", "2024-13-45"], ["stats", "--at", "2024-13-45"], ["edit", "@1", "--date", "2024-02-30"],
        ])
    func impossible(arguments: [String]) throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("x")
        let outcome = try sandbox.run(arguments)
        #expect(outcome.code == 2, "\(arguments)")
        #expect(outcome.output.isEmpty)
        #expect(try sandbox.count() == 1)
    }

    @Test("an impossible date before a colon is not filed as now without a word")
    func impossibleLead() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.run("add", "2024-02-30: x")
        // Either it is refused, or the text is kept whole and nothing claims another date.
        if outcome.code == 0 {
            #expect(try sandbox.run("show", "@1").text == "2024-02-30: x")
            #expect(!outcome.error.contains("dated"))
        } else {
            #expect(outcome.code == 2)
        }
    }

    @Test("a word that is also a month is not taken for one")
    func may() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.run("add", "may: flowers")
        #expect(try sandbox.run("show", "@1").text == "may: flowers")
    }

    @Test("a tag is found in either normal form, and taken off in either")
    func normalForms() throws {
        let sandbox = try Sandbox()
        let (composed, decomposed) = ("가족", "\u{1100}\u{1161}\u{110C}\u{1169}\u{11A8}")
        let one = try sandbox.add("one", "--tag", decomposed)
        _ = try sandbox.add("two", "--tag", composed)
        for tag in [composed, decomposed] {
            #expect(try sandbox.run("list", "--tag", tag).text.split(separator: "\n").count == 2)
            #expect(try sandbox.run("list", "--not-tag", tag).output.isEmpty)
        }
        #expect(try sandbox.run("edit", one, "--tag", composed).error == "nothing changed\n")
        #expect(try sandbox.run("edit", one, "--untag", composed).code == 0)
        #expect(try sandbox.run("show", one, "--json").json()["tags"] == .array([]))
        #expect(try sandbox.run("show", try sandbox.add(decomposed)).text.utf8.count == decomposed.utf8.count)
    }

    @Test("29 February is a day like others")
    func leapDay() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("leap", "--date", "2024-02-29")
        _ = try sandbox.add("other", "--date", "2024-02-28")
        for arguments in [["--on", "2024-02-29"], ["--month", "2", "--day", "29"]] {
            #expect(try sandbox.run(["list"] + arguments).text.hasPrefix(id))
        }
        for (today, count) in [("2028-02-29", 1), ("2027-02-28", 1), ("2027-03-01", 0)] {
            let list = try sandbox.run(
                ["list", "--on-this-day"], environment: ["DIARYLOG_NOW": today + "T12:00:00Z"])
            #expect(list.code == 0)
            #expect(list.text.split(separator: "\n").count == count, "\(today)")
        }
    }

    @Test("a pipe has no colours, and NO_COLOR takes the bold away too")
    func colours() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("a\u{1B}[31mred")
        _ = try sandbox.run("edit", id, "--text", "b\u{1B}[31mred\nc")
        for arguments in [["list"], ["log"], ["diff", id], ["history", id], ["blame", id], ["stats"], ["help"]] {
            #expect(try !sandbox.run(arguments + ["--no-pager"]).text.contains("\u{1B}[0m"), "\(arguments)")
        }
        let coloured = try sandbox.run(["diff", id, "--color", "always"], environment: ["NO_COLOR": "1"])
        #expect(coloured.text.contains("\u{1B}[32m+c\u{1B}[0m"))
        #expect(!coloured.text.contains("[31mred\n"), "what is coloured is for a screen, and safe")
        #expect(coloured.text.contains("b\u{FFFD}[31mred"))
    }

    @Test("nothing found is told from something found")
    func nothingFound() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("x")
        #expect(try sandbox.run("list", "--tag", "none").code == 0)
        #expect(try sandbox.run("show", "none").code == 1)
        #expect(try sandbox.run("undo", "none").code == 1)
    }

    @Test("zones and seconds are kept as they were written")
    func zones() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("x", "--date", "2026-11-01T15:55:31-04:00")
        #expect(try sandbox.run("show", "@1", "--json").json()["date"] == .text("2026-11-01T15:55:31-04:00"))
        let export = try sandbox.run("export").output
        let other = sandbox.path + "/other"
        _ = try sandbox.run(["import", "-", "--diary", other], input: export)
        #expect(
            try sandbox.run("show", "@1", "--json", "--diary", other, "--tz", "Asia/Seoul").json()["date"]
                == .text("2026-11-01T15:55:31-04:00"))
    }

    @Test("an emptied editor deletes nothing")
    func emptied() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("kept")
        let outcome = try sandbox.onTerminal("edit \(id)", editor: ": >\"$1\"")
        #expect(outcome.code == 2)
        #expect(try sandbox.run("show", id).text == "kept")
    }
}
