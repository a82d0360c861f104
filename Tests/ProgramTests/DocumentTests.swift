/// What the documents show: their commands run, their code is the examples', and the tests they name are there.

import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import diarylog

@Suite("The documents", .timed) final class DocumentTests: InSandbox {
    private static var root: String { "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") }

    private static func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.read(root + "/" + path), as: UTF8.self)
    }

    private static func pages() throws -> [String] {
        try FileSystem.contents(of: root + "/Docs").filter { $0.hasSuffix(".md") }.map { "Docs/" + $0 }.sorted()
            + ["README.md", "CONTRIBUTING.md", "Tests/Features.md"]
    }

    /// What stands between single backquotes in a page's running text.
    private static func spans(_ text: String) -> [String] {
        quoted(text.split(separator: "\n").filter { !$0.hasPrefix("    ") }.joined(separator: " "), by: "`")
    }

    /// What stands between pairs of a mark.
    private static func quoted(_ text: some StringProtocol, by mark: Character) -> [String] {
        text.split(separator: mark, omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    /// The commands that a page shows: between backquotes, and in its indented lines.
    private static func commands(_ text: String) -> [String] {
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("    diarylog ") }.map { line in
            String(line.prefix(upTo: line.firstRange(of: /\s+#\s/)?.lowerBound ?? line.endIndex).dropFirst(4))
        }
        return (spans(text) + lines).filter { command in
            (command.hasPrefix("diarylog ") || command.hasPrefix("dl "))
                && !["COMMAND", "TOPIC", "──"].contains(where: command.contains)
        }
    }

    @Test("every command they show runs, as it stands there")
    func commands() throws {
        let id = try sandbox.add("날씨가 맑다. 비, cafe", "--date", "2026-10-05", "--place", "37.5,127")
        try sandbox.run("config", "set", "places.home", "37.5,127").ends(0)
        try sandbox.run("backup", sandbox.path + "/usb/diary").ends(0)
        let commands = Set(try Self.pages().flatMap { Self.commands(try Self.text($0)) })
        #expect(commands.count >= 60)
        for command in commands.sorted() {
            let words = command.split(separator: " ")
            // One that is only named says what it can do; so does one that asks, waits, or wants another device.
            let isNamed = words.count == 2 || Diarylog.names.contains(words.dropFirst().joined(separator: " "))
            let isLong = [
                "[", "--every", "forget \(Self.sample)", " sync ", " lock", "dl edit", "dl import", "weather @",
            ].contains {
                command.contains($0) && !command.contains("--dry-run")
            }
            let script = command.replacing("/media/usb", with: "\"$HOME\"/usb").replacing(Self.sample, with: id)
            let outcome = try sandbox.shell(
                "diarylog() { \"$0\" \"$@\"; }; dl() { \"$0\" \"$@\"; }; \(script)\(isNamed || isLong ? " --help" : "") 2>&1",
                [try Sandbox.program], environment: ["DIARYLOG_WEATHER_URL": "http://127.0.0.1:9/"])
            // There is no draft.
            #expect(outcome.code == (command.hasSuffix(" commit d1") ? 1 : 0), "\(command): \(outcome.text)")
        }
    }

    /// The id of an entry in the pages.
    private static let sample = "885fa93f"

    /// The sentences of all tests: what `@Test` is given, or the function's name in backquotes.
    private static func sentences() throws -> Set<String> {
        var sentences: Set<String> = []
        let floors = try FileSystem.contents(of: root + "/Tests").filter { !$0.contains(".") }.map { "Tests/" + $0 }
        let page = try FileSystem.contents(of: root + "/Tests/PageTests").map { "Tests/PageTests/" + $0 }
        for folder in floors + page {
            for file in try FileSystem.contents(of: root + "/" + folder) where file.hasSuffix(".swift") {
                let source = try text(folder + "/" + file)
                for test in source.split(separator: "@Test" as String).dropFirst() {
                    let start = test.drop { $0 == "(" || $0.isWhitespace }
                    if start.first == "\"" {
                        sentences.formUnion(quoted(start, by: "\"").prefix(1))
                    } else if let function = test.firstRange(of: "func `" as String) {
                        sentences.insert(String(test[function.upperBound...].prefix { $0 != "`" }))
                    }
                }
            }
        }
        return sentences
    }

    /// The names of the functions that the engine offers to other programs.
    private static func functions() throws -> Set<String> {
        let engine = "/Sources/DiaryEngine/"
        var names: Set<String> = []
        for folder in try FileSystem.contents(of: root + engine) where !folder.contains(".") {
            for file in try FileSystem.contents(of: root + engine + folder) {
                for line in try text(engine + folder + "/" + file).split(separator: "\n") {
                    let words = line.split(separator: " ")
                    guard words.first == "public", let place = words.firstIndex(of: "func"), place + 1 < words.count
                    else { continue }
                    names.insert(String(words[place + 1].drop { $0 == "`" }.prefix { $0.isLetter }))
                }
            }
        }
        return names
    }

    @Test("every row of Features.md names tests that there are, or what it waits for")
    func features() throws {
        let (sentences, functions) = (try Self.sentences(), try Self.functions())
        var ids: [String] = []
        for row in try Self.text("Tests/Features.md").split(separator: "\n") {
            let cells = row.dropFirst(2).dropLast(2).split(separator: " | " as String)
            guard let id = cells.first, id.first == "F" || id.first == "G", id.dropFirst().allSatisfy(\.isNumber) else {
                continue
            }
            ids.append(String(id))
            guard cells.count == 4 else {
                Issue.record("\(id): not four cells")
                continue
            }
            let tests = Self.quoted(cells[3], by: "\"") + Self.quoted(cells[3], by: "`")
            for test in tests where !sentences.contains(test) { Issue.record("\(id): no test says \(test)") }
            let waits = ["weather", "sync"].contains { cells[3].hasSuffix("later: " + $0) }
            if tests.isEmpty, !waits { Issue.record("\(id): neither a test nor what it waits for") }
            for name in Self.quoted(cells[2], by: "`") where name.hasPrefix("Diary.") {
                if !functions.contains(String(name.dropFirst(6))) { Issue.record("\(id): there is no \(name)") }
            }
        }
        let wanted = (1...73).map { $0 < 10 ? "F0\($0)" : "F\($0)" } + (1...26).map { "G\($0)" }
        #expect(ids.sorted() == wanted.sorted(), "an id is missing, or stands there twice")
    }
}
