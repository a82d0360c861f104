/// What the documents show: their commands run, their code is the examples', and the tests they name are there.

import DiarylogArguments
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

    /// The lines in which a page shows the program at work: indented, or between fences.
    private static func shown(_ text: String) -> [String] {
        var isFenced = false
        return text.split(separator: "\n").filter { line in
            if line.hasPrefix("```") { isFenced.toggle() }
            return (isFenced || line.hasPrefix("    ")) && line.contains(/(^|[ \/])(diarylog|dl) ["'@a-z-]/)
        }.map { String($0.drop { $0 == " " }) }
    }

    /// Lines that do not run here as they stand, and what runs them, or why nothing can.
    private static let elsewhere: [(page: String, line: String, by: String)] = [
        ("Docs/Architecture.md", "│", "a picture of the floors"), ("README.md", "$ ", "ReadmeTests.swift"),
        ("README.md", "desktop$ diarylog sync watch", "stays until it is ended: SyncTests.swift"),
        ("README.md", "laptop$ ", "ReadmeTests.swift"), ("README.md", "desktop$ ", "ReadmeTests.swift"),
        ("Docs/Sync.md", "laptop$ ", "README.md"), ("Docs/Sync.md", "desktop$ ", "README.md"),
        ("Docs/Operators.md", "kim$ ", "Sync/drills.py"), ("Docs/Operators.md", "lee$ ", "Sync/drills.py"),
        ("Docs/Operators.md", "operator$ ", "Sync/drills.py"), ("Docs/Sync.md", "for f in events", "Sync/hardship.py"),
        ("Docs/FormatEvents.md", "printf 'The sea.'", "PageReaderTests.swift"),
        ("Docs/Sync.md", "ExecStart=", "needs a service manager"), ("Docs/Sync.md", "home$ ", "needs a server of TLS"),
    ]

    @Test func `each line that shows the program at work is run by a test, or named with why it cannot be`() throws {
        var used: Set<String> = []
        for page in try Self.pages() {
            let text = try Self.text(page)
            let run = Set(Self.commands(text))
            for line in Self.shown(text) where !run.contains(where: line.hasPrefix) {
                let place = Self.elsewhere.first { $0.page == page && line.hasPrefix($0.line) }
                if let place { used.insert(place.page + place.line) }
                #expect(place != nil, "\(page): \(line)")
                // What another page's test runs stands there, word for word.
                if place?.by == "README.md" {
                    let command = line.prefix(upTo: line.firstRange(of: /\s+#\s/)?.lowerBound ?? line.endIndex)
                    #expect(try Self.text("README.md").contains("    \(command)"), "\(page): \(line)")
                }
            }
        }
        #expect(used.count == Self.elsewhere.count, "a line that is named stands nowhere")
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
            // One that is only named, and wants more, says what it can do; so does one that asks, waits, or wants
            // another device.
            let name = words.dropFirst().joined(separator: " ")
            let isNamed = Diarylog.command(name).map { Self.wantsMore($0) } ?? (words.count == 2)
            let isLong = [
                "[", "--every", "forget \(Self.sample)", " sync ", " lock", "dl edit", "dl import", "weather @",
            ].contains {
                command.contains($0) && !command.contains("--dry-run")
            }
            let script = command.replacing("/media/usb", with: "\"$HOME\"/usb").replacing(Self.sample, with: id)
            let outcome = try sandbox.shell(
                "diarylog() { \"$0\" \"$@\"; }; dl() { \"$0\" \"$@\"; }; \(script)\(isNamed || isLong ? " --help" : "") 2>&1",
                [try Sandbox.program], environment: ["DIARYLOG_WEATHER_URL": "http://127.0.0.1:9/"])
            // There is no draft, no conflict, and nothing to do again.
            let isNone = [" commit d1", " redo", "diarylog conflicts"].contains(where: command.hasSuffix)
            #expect(outcome.code == (isNone ? 1 : 0), "\(command): \(outcome.text)")
        }
    }

    /// Whether a command cannot run by its name alone: it wants an argument or a choice, another device, a locked disk,
    /// or stays.
    private static func wantsMore(_ kind: any DiaryCommand.Type) -> Bool {
        kind.whole.declarations.contains { !$0.isOptional } || kind.about.name.hasPrefix("sync")
            || [
                "add", "edit", "delete", "show", "search", "restore", "lock", "unlock", "serve", "weather",
                "engine init",
            ]
            .contains(
                kind.about.name)
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
