/// Import and export: all or nothing, once, and the same again.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct ExchangeTests {
    @Test("what export writes comes back the same in another diary")
    func entries() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("가나다\0\n\nbody", "--tag", "x y", "--star", "--place", "-37.5,127.0000001", "--precise")
        _ = try sandbox.add("old", "--date", "1660-01-01", "--tz", "Europe/London")
        _ = try sandbox.add("half past", "--date", "2026-11-01T10:00+05:45")
        let first = sandbox.path + "/first.json"
        #expect(try sandbox.run("export", "--output", first).code == 0)
        let other = sandbox.path + "/other"
        #expect(try sandbox.run("import", first, "--diary", other, "--tz", "Asia/Seoul").code == 0)
        func essence(_ diary: String) throws -> [[JSONValue?]] {
            guard case .array(let entries) = try sandbox.run("export", "--diary", diary).json() else { return [] }
            let fields = [
                "text", "date", "dateOffsetSeconds", "datePrecision", "zone", "tags", "starred", "place", "weather",
            ]
            return entries.map { entry in fields.map { entry[$0] } }
        }
        #expect(try essence(sandbox.diary) == essence(other))
        #expect(try essence(other).count == 3)
        let again = try sandbox.run("import", first, "--diary", other, "--json").json()
        #expect(again["added"] == .integer(0))
        #expect(again["skipped"] == .integer(3))
    }

    @Test("an export keeps ids, times and versions in an empty diary, and says what a file cannot give")
    func past() throws {
        let sandbox = try Sandbox()
        func run(on day: String, _ arguments: String...) throws -> Outcome {
            try sandbox.run(arguments, environment: ["DIARYLOG_NOW": "\(day)T10:00:00.000125+09:00"])
        }
        let id = try run(on: "2026-01-01", "add", "하나", "--tag", "x").line
        _ = try run(on: "2026-02-01", "edit", id, "--text", "둘")
        _ = try run(on: "2026-02-02", "delete", id, "--yes")
        _ = try run(on: "2026-02-03", "restore", id)
        _ = try run(on: "2026-03-01", "add", "other")
        let names = ["id", "createdAt", "modifiedAt", "version", "text", "date", "tags", "earlier"]
        func report(_ diary: String) throws -> [[JSONValue?]] {
            guard case .array(let entries) = try sandbox.run("export", "--diary", diary).json() else { return [] }
            return entries.map { entry in names.map { entry[$0] } }
        }
        let (file, other) = (sandbox.path + "/all.json", sandbox.path + "/other")
        #expect(try sandbox.run("export", "--output", file).code == 0)
        let taken = try run(on: "2026-04-01", "import", file, "--diary", other)
        #expect(taken.code == 0 && taken.error.hasSuffix("imported 2, skipped 0 known before\n"), "\(taken.error)")
        #expect(try report(other) == report(sandbox.diary))
        #expect(try sandbox.run("show", id + "@v1", "--diary", other).text == "하나")
        #expect(try sandbox.run("log", "--operations", "--diary", other).line.contains("2026-04-01"))
        #expect(try sandbox.run("list", "--at", "2026-03-31", "--diary", other).output.isEmpty)
        #expect(try sandbox.run("verify", "--deep", "--diary", other).text.contains("clock leaps") == false)
        let short = try sandbox.run("export", "--newest-only").output
        let third = try sandbox.run("import", "-", "--diary", sandbox.path + "/third", input: short)
        #expect(third.error.contains("1 entry has fewer versions than before"), "\(third.error)")
        #expect(try sandbox.run("import", file, "--json").json()["skipped"] == .integer(2))
        _ = try sandbox.run("edit", id, "--text", "셋")
        let differing = try sandbox.run("import", file)
        #expect(differing.error.contains("1 entry here before with other content"), "\(differing.error)")
    }

    @Test("an exported log is known by what it holds: import makes the diary again, or takes what is new of its own")
    func logByContent() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one")
        let (log, other) = (sandbox.path + "/log.jsonl", sandbox.path + "/other")
        #expect(try sandbox.run("export", "--events", "--output", log).code == 0)
        let made = try sandbox.run("import", log, "--diary", other, "--json")
        #expect(try made.json()["added"] == .integer(2), "\(made.error)")
        #expect(try sandbox.run("export", "--events", "--diary", other).output == FileSystem.read(log))
        _ = try sandbox.run("edit", id, "--text", "two")
        #expect(try sandbox.run("export", "--events", "--output", log).code == 0)
        let again = try sandbox.run("import", log, "--diary", other)
        #expect(again.error == "imported 1 event, skipped 2 known before\n")
        #expect(try sandbox.run("show", id, "--diary", other).text == "two")
        let third = sandbox.path + "/third"
        _ = try sandbox.run("add", "mine", "--diary", third)
        let refused = try sandbox.run("import", log, "--diary", third)
        #expect(refused.code == 2 && refused.error.contains("log of another diary"), "\(refused.error)")
        #expect(try sandbox.run("list", "--diary", third).text.split(separator: "\n").count == 1)
    }

    @Test(
        "a log with every shape of event, two devices and a hole comes in, is said to have one, and goes out the same")
    func everyShape() throws {
        let (sandbox, log) = (try Sandbox(), Fixture("every-shape.jsonl"))
        let other = sandbox.path + "/other"
        let made = try sandbox.run("init", other, "--from-events", log.path)
        #expect(made.code == 5 && made.error.contains("record 11"), "\(made.error)")
        let exported = try sandbox.run("export", "--events", "--diary", other)
        #expect(try exported.code == 5 && exported.output == log.bytes, "\(exported.error)")
        let korean = try sandbox.run("list", "--diary", other, "--lang", "ko")
        #expect(korean.code == 0 && korean.line.contains("바다에 갔다. 파도가 아주 높았다."))
        #expect(try sandbox.run("replay", "--check", "--diary", other).code == 5)
    }

    @Test(
        "an export goes through a pipe or a link, and is refused where a folder lies, none is, or the diary itself is")
    func outputPlaces() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("하나")
        let folder = sandbox.path + "/out"
        try FileSystem.makeDirectory(folder)
        for (path, code, word) in [
            (folder, 2 as Int32, "is a folder"), (sandbox.path + "/none/file", 2, sandbox.path + "/none"),
            (sandbox.diary + "/lock", 2, "the diary's own folder"),
            (sandbox.diary + "/new", 2, "the diary's own folder"),
        ] {
            let run = try sandbox.run("export", "--output", path)
            #expect(run.code == code && run.error.contains(word), "\(path): \(run.error)")
        }
        let piped = try sandbox.run("export", "--output", "/dev/stdout")
        #expect(try piped.code == 0 && piped.output == sandbox.run("export").output)
        let appended = try sandbox.shell(
            "echo kept > \"$HOME/two\"; \"$0\" export --output /dev/stdout >> \"$HOME/two\"; cat \"$HOME/two\"",
            [try Sandbox.program])
        #expect(appended.code == 0 && appended.text.hasPrefix("kept\n["))
        let korean = try sandbox.run("export", "--output", folder, "--lang", "ko")
        #expect(korean.error.contains("폴더입니다"))
        #expect(try sandbox.run("list").line.contains("하나") && FileSystem.contents(of: folder).isEmpty)
    }

    @Test("an exported log gives the same diary, and a changed byte is named by its record")
    func events() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one")
        _ = try sandbox.add("two")
        _ = try sandbox.run("edit", id, "--text", "one and more")
        let log = sandbox.path + "/log.jsonl"
        #expect(try sandbox.run("export", "--events", "--output", log).code == 0)
        let other = sandbox.path + "/other"
        let made = try sandbox.run("init", other, "--from-events", log)
        #expect(made.code == 0, "\(made.error)")
        #expect(try sandbox.run("replay").line == sandbox.run("replay", "--diary", other).line)
        #expect(try sandbox.run("export", "--events", "--diary", other).output == FileSystem.read(log))
        #expect(try sandbox.run("add", "three", "--diary", other).code == 0)
        #expect(try sandbox.run("replay", "--check", "--diary", other).code == 0)

        var lines = String(decoding: try FileSystem.read(log), as: UTF8.self).split(separator: "\n").map(String.init)
        // The last letter but the padding and the marks after it is the payload's.
        var letters = Array(lines[2].utf8)
        letters[letters.count - 20] =
            letters[letters.count - 20] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        lines[2] = String(decoding: letters, as: UTF8.self)
        try FileSystem.write(Array(lines.joined(separator: "\n").utf8).span, to: log)
        let refused = try sandbox.run("init", sandbox.path + "/third", "--from-events", log)
        #expect(refused.code == 2)
        #expect(refused.error.contains("record 3"))
        #expect(try FileSystem.kind(of: sandbox.path + "/third") == .missing)
    }

    @Test("a bad row is named, and nothing is imported")
    func badRow() throws {
        let sandbox = try Sandbox()
        let rows = "{\"text\":\"a\"}\n{\"text\":\"b\",\"date\":\"2026-02-30\"}\n"
        let outcome = try sandbox.run("import", "-", input: Array(rows.utf8))
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("-, row 2: \"2026-02-30\" is not a date"))
        #expect(try FileSystem.kind(of: sandbox.diary) == .missing)
        #expect(try sandbox.run("import", "-", input: Array("{\"text\":\" \"}".utf8)).error.contains("-, row 1: "))
        let undated = Array(#"[{"title":"a"}]"#.utf8)
        #expect(try sandbox.run("import", "-", input: undated).error.contains("--date-missing now"))
        #expect(try sandbox.run("import", "-", "--date-missing", "now", input: undated).code == 0)
    }

    @Test("an empty file is no entries, and unknown members are counted and named")
    func edges() throws {
        let sandbox = try Sandbox()
        for text in ["", "[]", "\u{FEFF}[]\n"] {
            #expect(try sandbox.run("import", "-", "--json", input: Array(text.utf8)).json()["rows"] == .integer(0))
        }
        let outcome = try sandbox.run(
            "import", "-", input: Array(#"[{"text":"a","mood":1},{"text":"b","mood":2}]"#.utf8))
        #expect(outcome.error.contains("mood (2)"))
        #expect(try sandbox.count() == 2)
    }

    @Test("the samples give fifteen entries each", arguments: ["diary-sample.json", "cloudnotes-sample.json"])
    func samples(name: String) throws {
        guard let file = try SharedMaterial.path("vectors/" + name) else { return }
        let sandbox = try Sandbox()
        let outcome = try sandbox.run("import", file, "--json", "--tz", "Asia/Seoul").json()
        #expect(outcome["format"] == .text("sample"))
        #expect(outcome["added"] == .integer(15))
        #expect(try sandbox.run("import", file, "--json", "--tz", "Asia/Seoul").json()["skipped"] == .integer(15))
        #expect(try sandbox.run("list").text.contains("2020-12-23T00:35:33+09:00"))
    }

    @Test("Pepys is 3,413 entries in one operation, in London's own time")
    func pepys() throws {
        guard let file = try SharedMaterial.path("corpora/pepys.jsonl.gz") else { return }
        let sandbox = try Sandbox()
        let plain = sandbox.path + "/pepys.jsonl"
        #expect(try sandbox.shell("gzip -dc \"$0\" >\"$1\"", [file, plain]).code == 0)
        let outcome = try sandbox.run("import", plain, "--tz", "Europe/London", "--json").json()
        #expect(outcome["added"] == .integer(3413))
        guard case .array(let operations)? = try sandbox.run("log", "--operations", "--json").json()["operations"]
        else {
            return
        }
        #expect(operations.count == 2)
        let newest = try sandbox.run("show", "@1", "--json").json()
        #expect(newest["date"] == .text("1669-05-31"))
        #expect(newest["dateOffsetSeconds"] == .integer(-75))
        #expect(try sandbox.run("list", "--at", "e1").output.isEmpty)
        #expect(try sandbox.run("list", "--on", "1660-01-01").text.split(separator: "\n").count == 1)
        #expect(try sandbox.run("replay", "--check").code == 0)
    }
}
