/// What the documents show: their commands run, their code is the examples', and the tests they name are there.

import DiarylogHost
import DiarylogTestSupport
import Testing

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

    @Test("every command they name is one, with the options it is shown with")
    func commands() throws {
        _ = try sandbox.add("날씨가 맑다", "--date", "2026-10-05")
        var commands: Set<String> = []
        for page in try Self.pages() {
            commands.formUnion(
                Self.spans(try Self.text(page)).filter { span in
                    span.hasPrefix("diarylog ") && !["COMMAND", "TOPIC"].contains(where: span.contains)
                })
        }
        #expect(commands.count >= 8)
        for command in commands.sorted() {
            // One that is only named says what it can do; an exchange wants another device.
            let words = command.split(separator: " ")
            let isNamed =
                words.count == 2 || words.count == 3 && ["sync", "files", "engine", "tags"].contains(words[1])
            let outcome = try sandbox.shell(
                "diarylog() { \"$0\" \"$@\"; }; \(command)\(isNamed ? " --help" : "") 2>&1", [try Sandbox.program])
            #expect([0, 1].contains(outcome.code), "\(command): \(outcome.text)")
        }
    }

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
