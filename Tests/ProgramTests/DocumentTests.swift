/// What the documents show: their commands run, and their code is the examples'.

import Host
import Testing

@Suite("The documents") struct DocumentTests {
    private static var root: String { "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") }

    private static func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.read(root + "/" + path), as: UTF8.self)
    }

    private static func pages() throws -> [String] {
        try FileSystem.contents(of: root + "/Docs").filter { $0.hasSuffix(".md") }.map { "Docs/" + $0 }.sorted()
            + ["README.md", "CONTRIBUTING.md"]
    }

    /// What stands between single backquotes in a page's running text.
    private static func spans(_ text: String) -> [String] {
        text.split(separator: "\n").filter { !$0.hasPrefix("    ") }.joined(separator: " ")
            .split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    @Test("every command they name is one, with the options it is shown with")
    func commands() throws {
        let place = try Place()
        _ = try place.add("날씨가 맑다", "--date", "2026-10-05")
        var commands: Set<String> = []
        for page in try Self.pages() {
            commands.formUnion(
                Self.spans(try Self.text(page)).filter { $0.hasPrefix("diarylog ") && !$0.contains("COMMAND") })
        }
        #expect(commands.count >= 8)
        for command in commands.sorted() {
            // One that is only named says what it can do.
            let isNamed = command.split(separator: " ").count == 2
            let outcome = try place.shell(
                "diarylog() { \"$0\" \"$@\"; }; \(command)\(isNamed ? " --help" : "") 2>&1", [try Place.program])
            #expect([0, 1].contains(outcome.code), "\(command): \(outcome.text)")
        }
    }

    @Test("every line of code in EventStore.md stands in the example")
    func eventStore() throws {
        let folder = "Docs/Examples/Ledger"
        let example = try FileSystem.contents(of: Self.root + "/" + folder).sorted()
            .map { try Self.text(folder + "/" + $0) }.joined()
        let lines = try Self.text("Docs/EventStore.md").split(separator: "\n").filter { $0.hasPrefix("    ") }
        #expect(lines.count > 20)
        for line in lines {
            let code = String(line.drop { $0 == " " })
            #expect(example.contains(code), "\(code)")
        }
    }
}
