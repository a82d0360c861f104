/// The JSON of every command is what Docs/cli-schema.json promises, and what it promises is printed.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@testable import diarylog

@Suite(.timed) final class SchemaTests: InSandbox {
    private var id = ""

    /// A diary with an edit, a deletion, an undo, a place and a star; the first entry's id.
    override init() throws {
        try super.init()
        id = try sandbox.add("one\n\nline", "--tag", "가족", "--place", "37.5,127", "--date", "2026-11-01")
        let other = try sandbox.add("two", "--star")
        for arguments in [["edit", id, "--text", "one\n\nmore", "--star"], ["delete", other, "--yes"], ["undo"]] {
            try sandbox.run(arguments).ends(0)
        }
    }

    private func document(_ outcome: Outcome) throws -> JSONValue {
        #expect(outcome.error.isEmpty, "\(outcome.error)")
        return try outcome.json()
    }

    @Test("every reading command's document has the shape that was promised")
    func readings() throws {
        let schema = try Schema()
        for (definition, arguments) in [
            ("list", ["list"]), ("list", ["list", "--full"]), ("list", ["list", "--deleted"]), ("entry", ["show", id]),
            ("files", ["files"]), ("files", ["files", id]),
            ("search", ["search", "one"]), ("search", ["search", "ㄱ", "--full", "--all-versions"]),
            ("search --count", ["search", "one", "--count"]),
            ("entry", ["share", id]), ("log", ["log"]), ("log", ["log", id]),
            ("log --operations", ["log", "--operations"]),
            ("log --operations", ["log", id, "--operations"]),
            ("history", ["history", id]), ("diff", ["diff", id]), ("diff", ["diff", "e1"]),
            ("diff", ["diff", "\(id)@v1", "\(id)@v2"]), ("history --lines", ["history", "--lines", id]),
            ("stats", ["stats"]),
            ("calendar", ["calendar", "2026"]), ("tags", ["tags"]), ("list", ["today"]),
            ("entry", ["show", "--random"]),
            ("list", ["show", id, id]), ("list", ["show", "2026-11"]),
            ("replay", ["replay", "--check"]), ("replay", ["replay"]), ("verify", ["verify"]),
            ("verify", ["verify", "--deep"]),
            ("replay", ["replay", "--verify", "--from", "e3"]), ("export", ["export"]), ("config", ["config"]),
            ("config", ["config", "get", "lang"]),
            ("rebuild", ["engine", "rebuild", "--list"]), ("rebuild", ["engine", "rebuild"]),
            ("snapshot list", ["engine", "snapshot", "list"]),
            ("snapshot take", ["engine", "snapshot", "take"]), ("snapshot list", ["engine", "snapshot", "list"]),
            ("snapshot take", ["engine", "snapshot", "take"]),
            ("snapshot prune", ["engine", "snapshot", "prune", "--all"]),
        ] {
            let value = try document(sandbox.run(arguments + ["--json"]))
            #expect(schema.complaints(of: value, as: definition) == [], "\(arguments)")
            guard
                !["export", "config", "diff", "replay", "verify", "engine"].contains(
                    arguments[0])
            else {
                continue
            }
            let past = try document(sandbox.run(arguments + ["--json", "--at", "e2"]))
            #expect(schema.complaints(of: past, as: definition) == [], "\(arguments) --at e2")
        }
    }

    @Test("every changing command's document has the shape that was promised")
    func changes() throws {
        let schema = try Schema()
        let file = "[{\"text\":\"imported\",\"date\":\"2026-11-01\",\"mood\":1}]"
        try FileSystem.write([65].span, to: sandbox.path + "/a.txt")
        for (definition, arguments) in [
            ("receipt", ["add", "three"]), ("receipt", ["add", "k", "--key", "k"]),
            ("receipt", ["add", "k", "--key", "k"]),
            ("receipt", ["edit", id, "--text", "x"]), ("receipt", ["edit", id, "--text", "x"]),
            ("log --operations", ["undo", "--list"]), ("log --operations", ["redo", "--list"]),
            ("receipt", ["edit", id, "--tag", "t"]), ("receipt", ["tags", "rename", "t", "u", "--yes"]),
            ("receipt", ["files", "add", id, sandbox.path + "/a.txt"]),
            ("files save", ["files", "save", sandbox.path + "/out", id]),
            ("files", ["files", id]), ("entry", ["show", id]), ("export", ["export"]),
            ("receipt", ["files", "remove", id, "a.txt"]),
            ("receipt", ["undo"]), ("receipt", ["redo"]), ("receipt", ["undo", id]),
            ("receipt", ["undo", "--operation", "e3"]),
            ("receipt", ["delete", id, "--yes"]), ("receipt", ["restore", id]), ("receipt", ["restore", "\(id)@v1"]),
            ("receipt", ["restore", "--to", "e2", "--yes"]), ("receipt", ["restore", "--to", "e2", "--yes"]),
            ("backup", ["backup", sandbox.path + "/safe"]), ("compact", ["engine", "compact"]),
            ("forget", ["forget", id, "--dry-run"]),
            ("import", ["import", "-"]),
            ("import", ["import", "-", "--dry-run"]), ("init", ["engine", "init", sandbox.path + "/new"]),
            ("weather --all", ["weather", "--all", "--dry-run"]),
            ("forget", ["forget", id, "--yes"]),
        ] {
            let outcome = try sandbox.run(arguments + ["--json"], input: Array(file.utf8)).ends(0)
            #expect(schema.complaints(of: try outcome.json(), as: definition) == [], "\(arguments)")
        }
    }

    @Test("every line of --jsonl has its shape, and the last says as of when")
    func lines() throws {
        let schema = try Schema()
        try sandbox.run("engine", "snapshot", "take").ends(0)
        for (definition, arguments) in [
            ("entry.short", ["list"]), ("entry", ["list", "--full"]), ("event", ["log"]),
            ("operation", ["log", "--operations"]), ("operation", ["undo", "--list"]), ("version", ["history", id]),
            ("difference", ["diff", "e1"]),
            ("line", ["history", "--lines", id]), ("tag", ["tags"]), ("day", ["calendar", "2026"]),
            ("snapshot", ["engine", "snapshot"]), ("projection", ["engine", "rebuild", "--list"]),
        ] {
            let documents = try sandbox.run(arguments + ["--jsonl"]).documents()
            #expect(documents.count > 1, "\(arguments)")
            for (index, document) in documents.enumerated() {
                let name = index == documents.count - 1 ? "end" : definition
                #expect(schema.complaints(of: document, as: name) == [], "\(arguments): \(document)")
            }
        }
        for event in try sandbox.run("export", "--events").documents() {
            #expect(schema.complaints(of: event, as: "event") == [])
        }
    }

    @Test("every error is one document, with the conflicts of an undo")
    func errors() throws {
        let schema = try Schema()
        #expect(schema.values(of: "code") == Code.allCases.map { JSONValue.text($0.name) })
        try sandbox.run("edit", id, "--text", "one\n\nother").ends(0)
        for arguments in [
            ["show", "none"], ["nothing"], ["list", "--nope"], ["redo"], ["undo", "--operation", "e4"],
            ["edit", id, ""], ["list", "--at", "e999"],
        ] {
            let outcome = try sandbox.run(arguments + ["--json"])
            #expect(outcome.code != 0)
            #expect(outcome.output.isEmpty)
            let value = try outcome.problem()
            #expect(schema.complaints(of: value, as: "error") == [], "\(arguments)")
            if arguments[0] == "undo" {
                #expect(outcome.code == 3)
                #expect(
                    value["error"]?["conflicts"]
                        == .array([["entry": .text(id), "title": .text("one"), "fields": .array([.text("text")])]]))
            }
        }
    }

    @Test("the judge sees what is wrong")
    func judge() throws {
        let schema = try Schema()
        func complaints(_ text: String, _ name: String) throws -> Int {
            schema.complaints(of: try jsonDocument(Array(text.utf8)), as: name).count
        }
        #expect(try complaints(#"{"at":1,"next":null}"#, "end") == 0)
        #expect(try complaints(#"{"at":"1","next":null}"#, "end") == 1)
        #expect(try complaints(#"{"at":1}"#, "end") == 1)
        #expect(try complaints(#"{"at":1,"next":null,"more":1}"#, "end") == 1)
        #expect(try complaints(#"{"lines":[{"text":"a","seq":1,"version":1,"recordedAt":1}]}"#, "history --lines") == 1)
        #expect(try complaints("{}", "nothing") == 1)
    }

    @Test("help json prints the schema, and help json NAME one definition of it")
    func help() throws {
        let sandbox = try Sandbox()
        let file = try FileSystem.read(projectFile("Docs/cli-schema.json"))
        #expect(try sandbox.run("help", "json").output == file)
        try sandbox.run("help", "json", "history", "--lines", "--quiet").ends(2)
        #expect(try sandbox.run("help", "json", "list").json()["required"]?.items.isEmpty == false)
        try sandbox.run("help", "json", "nothing").ends(2)
    }
}
