/// The JSON of every command has the fields that were promised.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct JSONOutputTests {
    private static let entry = [
        "id", "title", "body", "text", "preview", "date", "dateOffsetSeconds", "zone", "createdAt", "modifiedAt",
        "version", "seq", "tags", "starred", "deleted", "place", "weather",
    ]
    private static let receipt = ["operation", "events", "entry", "entries", "unchanged"]

    private func has(_ value: JSONValue?, _ fields: [String]) -> Bool {
        let found = Set(names(value))
        return fields.allSatisfy { found.contains($0) }
    }

    @Test("changes give receipts")
    func changes() throws {
        let sandbox = try Sandbox()
        let add = try sandbox.run("add", "title\n\nbody", "--json", "--tag", "a", "--place", "37.5,127").json()
        #expect(names(add) == Self.receipt)
        #expect(has(add["entry"], Self.entry))
        #expect(names(add["events"]) == ["first", "last", "count"])
        #expect(add["entry"]?["body"] == .text("body"))
        let name = try #require(add["entry"]?["id"]?.saidText)
        #expect(names(try sandbox.run("edit", name, "--star", "--json").json()) == Self.receipt)
        #expect(names(try sandbox.run("delete", name, "--yes", "--json").json()) == Self.receipt)
        let restore = try sandbox.run("restore", name, "--json").json()
        #expect(restore["entry"]?["deleted"] == .bool(false))
        #expect(restore["entry"]?["starred"] == .bool(true))
    }

    @Test("list, show, log, replay and init say what was promised, and a cursor goes on where it stopped")
    func readings() throws {
        let sandbox = try Sandbox()
        #expect(names(try sandbox.run("engine", "init", "--json").json()) == ["diary", "events"])
        for number in 1...3 { _ = try sandbox.add("n\(number)") }
        let list = try sandbox.run("list", "--json", "--limit", "2").json()
        #expect(names(list) == ["at", "entries", "next"])
        guard case .array(let entries)? = list["entries"], case .string(let next)? = list["next"] else {
            Issue.record("no page")
            return
        }
        #expect(entries.count == 2)
        #expect(!has(entries.first, ["text"]))
        #expect(has(entries.first, Self.entry.filter { $0 != "text" && $0 != "body" }))
        _ = try sandbox.add("later")
        let rest = try sandbox.run("list", "--json", "--full", "--after", String(decoding: next, as: UTF8.self)).json()
        #expect(rest["at"] == .integer(4))
        guard case .array(let others)? = rest["entries"] else { return }
        #expect(others.map { $0["text"] } == [.text("n1")])
        #expect(has(try sandbox.run("show", "@1", "--json").json(), Self.entry))
        let log = try sandbox.run("log", "--json").json()
        guard case .array(let events)? = log["events"] else { return }
        #expect(events.count == 5)
        #expect(
            has(
                events.first,
                [
                    "seq", "id", "operation", "kind", "entry", "version", "recordedAt", "device", "command", "undoes",
                    "size",
                ]))
        #expect(names(try sandbox.run("log", "--operations", "--json").json()) == ["operations"])
        let replay = try sandbox.run("replay", "--check", "--json").json()
        #expect(has(replay, ["events", "entries", "stateHash", "seconds"]))
        #expect(replay["differences"] == .array([]))
        let lines = try sandbox.run("list", "--jsonl").text.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.last == #"{"at":5,"next":null}"#)
    }
}
