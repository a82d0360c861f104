/// The JSON of every command is what Docs/cli-schema.json promises, and what it promises is printed.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct SchemaTests {
    /// A diary with an edit, a deletion, an undo, a place and a star; the first entry's id.
    private func diary() throws -> (sandbox: Sandbox, id: String) {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one\n\nline", "--tag", "가족", "--place", "37.5,127", "--date", "2026-11-01")
        let other = try sandbox.add("two", "--star")
        for arguments in [["edit", id, "--text", "one\n\nmore", "--star"], ["delete", other, "--yes"], ["undo"]] {
            #expect(try sandbox.run(arguments).code == 0)
        }
        return (sandbox, id)
    }

    private func document(_ outcome: Outcome) throws -> JSONValue {
        #expect(outcome.error.isEmpty, "\(outcome.error)")
        return try outcome.json()
    }

    @Test("every reading command's document has the shape that was promised")
    func readings() throws {
        let schema = try Schema()
        let (sandbox, id) = try diary()
        for (definition, arguments) in [
            ("list", ["list"]), ("list", ["list", "--full"]), ("list", ["list", "--deleted"]), ("entry", ["show", id]),
            ("attachments", ["attachments"]), ("attachments", ["attachments", id]),
            ("search", ["search", "one"]), ("search", ["search", "ㄱ", "--full", "--all-versions"]),
            ("search --count", ["search", "one", "--count"]),
            ("entry", ["share", id]), ("log", ["log"]), ("log", ["log", id]),
            ("log --operations", ["log", "--operations"]),
            ("log --operations", ["log", id, "--operations"]),
            ("history", ["history", id]), ("diff", ["diff", id]), ("diff", ["diff", "e1"]),
            ("diff", ["diff", "\(id)@v1", "\(id)@v2"]), ("blame", ["blame", id]), ("stats", ["stats"]),
            ("calendar", ["calendar", "2026"]), ("tags", ["tags"]), ("list", ["today"]), ("entry", ["random"]),
            ("list", ["show", id, id]), ("list", ["show", "2026-11"]),
            ("replay", ["replay", "--check"]), ("replay", ["replay"]), ("verify", ["verify"]),
            ("verify", ["verify", "--deep"]),
            ("replay", ["replay", "--verify", "--from", "e3"]), ("export", ["export"]), ("config", ["config"]),
            ("config", ["config", "get", "lang"]), ("diaries", ["diaries"]),
            ("rebuild", ["rebuild", "--list"]), ("rebuild", ["rebuild"]), ("snapshot list", ["snapshot", "list"]),
            ("snapshot take", ["snapshot", "take"]), ("snapshot list", ["snapshot", "list"]),
            ("snapshot take", ["snapshot", "take"]), ("snapshot prune", ["snapshot", "prune", "--all"]),
        ] {
            let value = try document(sandbox.run(arguments + ["--json"]))
            #expect(schema.complaints(of: value, as: definition) == [], "\(arguments)")
            guard
                !["export", "config", "diaries", "diff", "replay", "verify", "rebuild", "snapshot"].contains(
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
        let (sandbox, id) = try diary()
        let file = "[{\"text\":\"imported\",\"mood\":1}]"
        try FileSystem.write([65].span, to: sandbox.path + "/a.txt")
        for (definition, arguments) in [
            ("receipt", ["add", "three"]), ("receipt", ["add", "k", "--key", "k"]),
            ("receipt", ["add", "k", "--key", "k"]),
            ("receipt", ["edit", id, "--text", "x"]), ("receipt", ["edit", id, "--text", "x"]),
            ("log --operations", ["undo", "--list"]), ("log --operations", ["redo", "--list"]),
            ("receipt", ["tag", "add", "t", id]), ("receipt", ["tag", "remove", "t", id]),
            ("receipt", ["attach", id, sandbox.path + "/a.txt"]),
            ("attachments --output", ["attachments", id, "--output", sandbox.path + "/out"]),
            ("attachments", ["attachments", id]), ("entry", ["show", id]), ("export", ["export"]),
            ("receipt", ["detach", id, "a.txt"]),
            ("receipt", ["undo"]), ("receipt", ["redo"]), ("receipt", ["undo", id]),
            ("receipt", ["undo", "--operation", "e3"]),
            ("receipt", ["delete", id, "--yes"]), ("receipt", ["restore", id]), ("receipt", ["restore", "\(id)@v1"]),
            ("receipt", ["restore", "--to", "e2"]), ("receipt", ["restore", "--to", "e2"]),
            ("backup", ["backup", sandbox.path + "/safe"]), ("compact", ["compact"]),
            ("forget", ["forget", id, "--dry-run"]),
            ("import", ["import", "-"]),
            ("import", ["import", "-", "--dry-run"]), ("init", ["init", sandbox.path + "/new"]),
            ("place list", ["place", "add", "home", "37.57,126.98"]), ("place list", ["place", "list"]),
            ("place list", ["place", "remove", "home"]), ("weather backfill", ["weather", "backfill", "--dry-run"]),
            ("forget", ["forget", id, "--yes"]),
        ] {
            let outcome = try sandbox.run(arguments + ["--json"], input: Array(file.utf8))
            #expect(outcome.code == 0, "\(arguments): \(outcome.error)")
            #expect(schema.complaints(of: try outcome.json(), as: definition) == [], "\(arguments)")
        }
    }

    @Test("every line of --jsonl has its shape, and the last says as of when")
    func lines() throws {
        let schema = try Schema()
        let (sandbox, id) = try diary()
        for (definition, arguments) in [
            ("entry.short", ["list"]), ("entry", ["list", "--full"]), ("event", ["log"]),
            ("operation", ["log", "--operations"]), ("operation", ["undo", "--list"]), ("version", ["history", id]),
            ("difference", ["diff", "e1"]),
            ("line", ["blame", id]),
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
        let (sandbox, id) = try diary()
        #expect(try sandbox.run("edit", id, "--text", "one\n\nother").code == 0)
        for arguments in [
            ["show", "none"], ["nothing"], ["list", "--nope"], ["redo"], ["undo", "--operation", "e4"],
            ["add", ""], ["list", "--at", "e999"],
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
        #expect(try complaints(#"{"lines":[{"text":"a","seq":1,"version":1,"recordedAt":1}]}"#, "blame") == 1)
        #expect(try complaints("{}", "nothing") == 1)
    }

    @Test("help json names every document")
    func help() throws {
        let text = try Sandbox().run("help", "json").text
        for name in [
            "undo", "redo", "restore --to", "history", "diff", "blame", "stats", "config", "error", "conflicts",
        ] {
            #expect(text.contains(name), "\(name)")
        }
    }
}
