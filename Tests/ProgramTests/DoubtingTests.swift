/// Damage that a command meets on its way: what it prints all the same, what it says, and its exit code.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class DoubtingTests: InSandbox {
    private var id = ""

    /// A diary whose newest event, an edit of its first entry, is damaged in the tail.
    override init() throws {
        try super.init()
        id = try sandbox.add("the first entry")
        for number in 1...5 { _ = try sandbox.add("entry \(number)") }
        try sandbox.run("edit", id, "--text", "the words of the damaged edit").ends(0)
        try sandbox.damage("words of the damaged")
    }

    @Test("every command prints the rest, names the damaged event, and ends with 5")
    func everyCommand() throws {
        for arguments in [
            ["list"], ["list", "--sort", "created"], ["show", id], ["history", id], ["log", id], ["log"],
            ["history", "--lines", id],
            ["search", "entry"], ["search", "entry", "--count"], ["stats"], ["diff", "e3"], ["share", id],
        ] {
            let outcome = try sandbox.run(arguments).ends(5)
            #expect(!outcome.output.isEmpty, "\(arguments)")
            #expect(outcome.error.contains("damaged events: e8"), "\(arguments): \(outcome.error)")
        }
        try sandbox.run("list", "--lang", "ko").ends(5, saying: "손상된 변경: e8")
        try sandbox.run("list", "--at", "e7").ends(0)
    }

    @Test("JSON keeps its shape, and has the damaged events beside it")
    func json() throws {
        let schema = try Schema()
        for (definition, arguments) in [
            ("list", ["list"]), ("entry", ["show", id]), ("search", ["search", "entry"]),
            ("search --count", ["search", "entry", "--count"]), ("history", ["history", id]), ("stats", ["stats"]),
            ("history --lines", ["history", "--lines", id]), ("receipt", ["edit", id, "--star"]),
        ] {
            let outcome = try sandbox.run(arguments + ["--json"]).ends(5)
            let document = try outcome.json()
            #expect(schema.complaints(of: document, as: definition) == [], "\(arguments)")
            #expect(document["damaged"] == .array([.integer(8)]), "\(arguments)")
            let error = try outcome.problem()
            #expect(schema.complaints(of: error, as: "error") == [], "\(arguments)")
            #expect(error["error"]?["damaged"] == .array([.integer(8)]), "\(arguments)")
        }
    }

    @Test("a change says which version it is made on, and an entry that is not found may be the damaged one")
    func changes() throws {
        let edited = try sandbox.run("edit", id, "--text", "written anew")
        #expect(edited.code == 5 && edited.line == id)
        #expect(edited.error.contains("is changed as it stood at version 1 (e2)"), "\(edited.error)")
        #expect(try sandbox.run("show", id).line == "written anew")
        try sandbox.run("show", "0123456789abcdef").ends(5, saying: "damaged events: e8")
    }
}
