/// The page of the format against the program: what stands in an exported log, and in a folder, by the page alone.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class PageReaderTests: InSandbox {
    /// Entries as the reader and the program both say them: identifier, version, date, tags, text.
    private func entries(_ lines: [String]) throws -> [[JSONValue?]] {
        try lines.map { line in
            let entry = try jsonDocument(Array(line.utf8))
            return ["id", "version", "date", "tags", "text"].map { entry[$0] }
        }
    }

    private func list(_ sandbox: Sandbox, _ diary: String) throws -> [[JSONValue?]] {
        let lines = try sandbox.run("list", "--jsonl", "--full", "--diary", diary).text.split(separator: "\n")
        return try entries(lines.dropLast().map(String.init))
    }

    @Test("a folder and its exported log say the same as the list does")
    func same() throws {
        let id = try sandbox.add("바다에 갔다.\n\nThe sea was \"wide\".", "--tag", "바다", "--tag", "b")
        try sandbox.run("edit", id, "--text", "산에 갔다.").ends(0)
        _ = try sandbox.add("gone")
        try sandbox.run("undo").ends(0)
        for day in ["2026-10-01", "1969-12-31", "2026-10-03 07:30"] { _ = try sandbox.add("on \(day)", "--date", day) }
        let expected = try list(sandbox, sandbox.diary)
        #expect(expected.count == 4)
        let hash = try sandbox.run("replay").text
        let log = try sandbox.file("log.jsonl", sandbox.run("export", "--events").output)
        for path in [sandbox.diary, sandbox.diary + "/log-000001.mdb", log] {
            guard let found = try PageReader(path) else { return }
            #expect(found.code == 0, "\(path): \(found.error)")
            #expect(try entries(found.lines.dropLast()) == expected, "\(path)")
            #expect(found.lines.last.map { $0 + "\n" } == "state hash " + hash, "\(path)")
        }
    }

    /// What `Docs/Examples/writer.py` writes of a text; nil, said aloud, where python3 is missing.
    private func written(_ text: String, _ sandbox: Sandbox, _ arguments: String...) throws -> String? {
        let writer = projectFile("Docs/Examples/writer.py")
        let line = "command -v python3 >/dev/null || exit 99; exec python3 -B \"$0\" \"$@\""
        let outcome = try sandbox.shell(line, [writer] + arguments, input: Array(text.utf8))
        guard outcome.code != 99 else {
            print("skipped: no python3 to run Docs/Examples/writer.py with")
            return nil
        }
        #expect(outcome.code == 0, "\(outcome.error)")
        return try sandbox.file("written.jsonl", outcome.output)
    }

    @Test("the writer by the page begins a diary, adds to it, and edits beside the program, which takes all of it")
    func writer() throws {
        guard let first = try written("The sea was wide.", sandbox) else { return }
        try sandbox.run("engine", "init", sandbox.diary, "--from-events", first).ends(0)
        let id = try #require(try list(sandbox, sandbox.diary).first?.first??.saidText)
        for text in ["The sea was deep.", "The 바다 was very deep."] {
            let log = try sandbox.file("log.jsonl", sandbox.run("export", "--events").output)
            let other = text == "The sea was deep." ? "The 바다 was wide." : text
            let edited = try #require(try written(other, sandbox, log, id))
            if text != other { #expect(try sandbox.run("edit", id, "--text", text).code == 0) }
            try sandbox.run("import", edited).ends(0)
            let more = try #require(try written("more", sandbox, log))
            try sandbox.run("import", more).ends(0)
        }
        let texts = try list(sandbox, sandbox.diary).map(\.last)
        #expect(texts.count == 3 && texts.contains(.text("The 바다 was very deep.")) && texts.contains(.text("more")))
        let hash = try sandbox.run("replay").text
        #expect(try PageReader(sandbox.diary)?.lines.last.map { $0 + "\n" } == "state hash " + hash)
        try sandbox.run("verify", "--deep").ends(0)
    }

    @Test("a line whose header or payload was changed is not what its id says")
    func changed() throws {
        _ = try sandbox.add("one")
        let log = try sandbox.run("export", "--events").text
        for member in ["header", "payload"] {
            let start = try #require(log.ranges(of: "\"\(member)\":\"").last?.upperBound)
            let spot = log.index(start, offsetBy: 40)
            let bent = log[..<spot] + (log[spot] == "A" ? "B" : "A") + log[log.index(after: spot)...]
            guard let found = try PageReader(sandbox.file("bent.jsonl", Array(bent.utf8))) else { return }
            #expect(found.code == 1 && found.error.contains("the \(member) of "), "\(found.error)")
        }
    }

    @Test("the bytes that the pages show are those that the program writes")
    func shown() throws {
        let settings = [
            "DIARYLOG_SEED": "page", "DIARYLOG_NOW": "2026-10-21T09:00:00+09:00", "TZ": "Asia/Seoul",
        ]
        try sandbox.run(["add", "-", "--tag", "b"], input: Array("The sea.".utf8), environment: settings).ends(0)
        let file = try FileSystem.read(sandbox.diary + "/log-000001.mdb")
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        for (page, chapter, dumps) in [
            ("FormatEvents", "## An event, byte", 2), ("FormatStore", "## Records, byte", 3),
        ] {
            let text = String(decoding: try FileSystem.read(projectFile("Docs/\(page).md")), as: UTF8.self)
            let start = try #require(text.ranges(of: chapter).first).upperBound
            let end = try #require(text[start...].ranges(of: "\n## ").first).lowerBound
            let lines = text[start..<end].split(separator: "\n", omittingEmptySubsequences: false)
            // A dump is a run of lines of pairs of digits, each before two spaces or the line's end.
            var found = [""]
            for line in lines {
                let bytes = line.dropFirst(4).prefix { $0 == " " || $0.isHexDigit }
                let pairs = (bytes.ranges(of: "  ").first.map { bytes[..<$0.lowerBound] } ?? bytes).split(
                    separator: " ")
                if line.hasPrefix("    "), !pairs.isEmpty, pairs.allSatisfy({ $0.count == 2 }) {
                    found[found.count - 1] += pairs.joined()
                } else if found.last != "" {
                    found.append("")
                }
            }
            found.removeLast()
            #expect(found.count == dumps, "\(page)")
            let strange = found.filter { !file.contains($0) }
            #expect(strange == [], "\(page)")
        }
    }

    @Test("of the log with every shape of event all is found but the entry whose event is lost; that is said")
    func everyShape() throws {
        let (sandbox, log) = (try Sandbox(), Fixture("every-shape.jsonl"))
        let other = sandbox.path + "/other"
        try sandbox.run("engine", "init", other, "--from-events", log.path).ends(5)
        let expected = try list(sandbox, other)
        // A line without an id is as good, and one that comes again says nothing new.
        let bare = try log.text.replacing(/"id":"[0-9a-f]{64}",/, with: "")
        let twice = try sandbox.file("twice.jsonl", Array((bare + log.text).utf8))
        for path in [log.path, other, twice] {
            guard let found = try PageReader(path) else { return }
            let lost = "entry 0ed18dd4bcac577e5ee18a60277bea49 is left out: an event follows one that cannot be read"
            #expect(found.code == 1 && found.lines.suffix(2) == ["event 11 is a hole", lost], "\(found.error)")
            let others = expected.filter { $0.first != .text("0ed18dd4bcac577e5ee18a60277bea49") }
            #expect(try entries(found.lines.dropLast(2)) == others)
        }
    }
}
