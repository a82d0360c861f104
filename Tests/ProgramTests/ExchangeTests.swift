/// Import and export: all or nothing, once, and the same again.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class ExchangeTests: InSandbox {
    @Test("an import says how many entries came or were known, and what a file cannot give")
    func past() throws {
        let id = try sandbox.add("하나", "--tag", "x")
        _ = try sandbox.run("edit", id, "--text", "둘")
        _ = try sandbox.add("other")
        let (file, other) = (sandbox.path + "/all.json", sandbox.path + "/other")
        try sandbox.run("export", "--output", file).ends(0)
        let taken = try sandbox.run("import", file, "--diary", other)
        #expect(taken.code == 0 && taken.error.hasSuffix("imported 2 entries\n"), "\(taken.error)")
        let short = try sandbox.run("export", "--newest-only").output
        let third = try sandbox.run("import", "-", "--diary", sandbox.path + "/third", input: short)
        #expect(third.error.contains("1 entry has fewer versions than before"), "\(third.error)")
        #expect(try sandbox.run("import", file, "--json").json()["skipped"] == .integer(2))
        _ = try sandbox.run("edit", id, "--text", "셋")
        let differing = try sandbox.run("import", file)
        #expect(differing.error.contains("1 entry was here already with other content"), "\(differing.error)")
        _ = try sandbox.run("forget", id, "--yes")
        let forgotten = try sandbox.run("import", file).error
        #expect(
            forgotten.contains("1 entry was forgotten here") && !forgotten.contains("other content"), "\(forgotten)")
        #expect(try sandbox.run("import", file, "--json").json()["forgottenHere"] == .integer(1))
    }

    @Test("an exported log is known by what it holds: import makes the diary again, or takes what is new of its own")
    func logByContent() throws {
        let id = try sandbox.add("one")
        let (log, other) = (sandbox.path + "/log.jsonl", sandbox.path + "/other")
        try sandbox.run("export", "--events", "--output", log).ends(0)
        let made = try sandbox.run("import", log, "--diary", other, "--json")
        #expect(try made.json()["added"] == .integer(2), "\(made.error)")
        #expect(try sandbox.run("export", "--events", "--diary", other).output == FileSystem.read(log))
        _ = try sandbox.run("edit", id, "--text", "two")
        try sandbox.run("export", "--events", "--output", log).ends(0)
        let again = try sandbox.run("import", log, "--diary", other)
        #expect(again.error == "imported 1 event, skipped 2 known before\n")
        #expect(try sandbox.run("show", id, "--diary", other).text == "two")
        let third = sandbox.path + "/third"
        _ = try sandbox.run("add", "mine", "--diary", third)
        try sandbox.run("import", log, "--diary", third).ends(2, saying: "log of another diary")
        #expect(try sandbox.run("list", "--diary", third).lines.count == 1)
    }

    @Test("a log with a changed byte makes no diary, and the record is named")
    func changedLog() throws {
        _ = try sandbox.run("edit", try sandbox.add("one"), "--text", "two")
        let third = sandbox.path + "/third"
        var log = try sandbox.run("export", "--events").output
        // The last letter but the padding and the marks after it is the payload's.
        log[log.count - 21] = log[log.count - 21] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        try sandbox.run(["engine", "init", third, "--from-events", "-"], input: log).ends(2, saying: "record 3")
        #expect(try FileSystem.kind(of: third) == .missing)
    }

    @Test(
        "a log with every shape of event, two devices and a hole comes in, is said to have one, and goes out the same")
    func everyShape() throws {
        let (sandbox, log) = (try Sandbox(), Fixture("every-shape.jsonl"))
        let other = sandbox.path + "/other"
        try sandbox.run("engine", "init", other, "--from-events", log.path).ends(5, saying: "record 11")
        let exported = try sandbox.run("export", "--events", "--diary", other)
        #expect(try exported.code == 5 && exported.output == log.bytes, "\(exported.error)")
        try sandbox.run("replay", "--check", "--diary", other).ends(5)
    }

    @Test(
        "an export goes through a pipe or a link, and is refused where a folder lies, none is, or the diary itself is")
    func outputPlaces() throws {
        _ = try sandbox.add("하나")
        let folder = sandbox.path + "/out"
        try FileSystem.makeDirectory(folder)
        for (path, code, word) in [
            (folder, 2 as Int32, "is a folder"), (sandbox.path + "/none/file", 2, sandbox.path + "/none"),
            (sandbox.diary + "/lock", 2, "the diary's own folder"),
            (sandbox.diary + "/new", 2, "the diary's own folder"),
            (sandbox.diary + "/new/er", 2, "the diary's own folder"),
        ] {
            try sandbox.run("export", "--output", path).ends(code, saying: word)
        }
        for stream in ["-", "/dev/stdout"] {
            let piped = try sandbox.run("export", "--output", stream)
            #expect(try piped.code == 0 && piped.output == sandbox.run("export").output, "\(stream)")
        }
        let appended = try sandbox.shell(
            "echo kept > \"$HOME/two\"; \"$0\" export --output /dev/stdout >> \"$HOME/two\"; cat \"$HOME/two\"",
            [try Sandbox.program])
        #expect(appended.code == 0 && appended.text.hasPrefix("kept\n["))
        let korean = try sandbox.run("export", "--output", folder, "--lang", "ko")
        #expect(korean.error.contains("폴더입니다"))
        #expect(try sandbox.run("list").line.contains("하나") && FileSystem.contents(of: folder).isEmpty)
    }

    @Test("what nobody knows of a row is counted, and one without a date is refused, or has the one that is asked for")
    func odd() throws {
        #expect(try sandbox.run("import", "-", input: Array("{\"text\":\" \"}".utf8)).error.contains("-, row 1: "))
        let unknown = Array(
            #"[{"text":"a","date":"2026-11-01","starred":1},{"text":"b","date":"2026-11-01","starred":2}]"#.utf8)
        #expect(try sandbox.run("import", "-", "--dry-run", input: unknown).error.contains("starred (2)"))
        let undated = Array(#"[{"title":"a"}]"#.utf8)
        #expect(try sandbox.run("import", "-", input: undated).error.contains("--date-missing now"))
        try sandbox.run("import", "-", "--date-missing", "now", input: undated).ends(0)
    }
}
