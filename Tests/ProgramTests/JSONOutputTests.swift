/// The JSON of every command has the fields that were promised.

import Interchange
import Testing

@Suite struct JSONOutputTests {
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
        let place = try Place()
        let add = try place.run("add", "title\n\nbody", "--json", "--tag", "a", "--place", "37.5,127").json()
        #expect(names(add) == Self.receipt)
        #expect(has(add["entry"], Self.entry))
        #expect(names(add["events"]) == ["first", "last", "count"])
        #expect(add["entry"]?["body"] == .text("body"))
        guard case .string(let id)? = add["entry"]?["id"] else { return }
        let name = String(decoding: id, as: UTF8.self)
        #expect(names(try place.run("edit", name, "--star", "--json").json()) == Self.receipt)
        #expect(names(try place.run("delete", name, "--yes", "--json").json()) == Self.receipt)
        let restore = try place.run("restore", name, "--json").json()
        #expect(restore["entry"]?["deleted"] == .bool(false))
        #expect(restore["entry"]?["starred"] == .bool(true))
    }

    @Test("list, show, log, replay and init say what was promised, and a cursor goes on where it stopped")
    func readings() throws {
        let place = try Place()
        #expect(names(try place.run("init", "--json").json()) == ["diary", "events"])
        for number in 1...3 { _ = try place.add("n\(number)") }
        let list = try place.run("list", "--json", "--limit", "2").json()
        #expect(names(list) == ["at", "entries", "next"])
        guard case .array(let entries)? = list["entries"], case .string(let next)? = list["next"] else {
            Issue.record("no page")
            return
        }
        #expect(entries.count == 2)
        #expect(!has(entries.first, ["text"]))
        #expect(has(entries.first, Self.entry.filter { $0 != "text" && $0 != "body" }))
        _ = try place.add("later")
        let rest = try place.run("list", "--json", "--full", "--after", String(decoding: next, as: UTF8.self)).json()
        #expect(rest["at"] == .integer(4))
        guard case .array(let others)? = rest["entries"] else { return }
        #expect(others.map { $0["text"] } == [.text("n1")])
        #expect(has(try place.run("show", "@1", "--json").json(), Self.entry))
        let log = try place.run("log", "--json").json()
        guard case .array(let events)? = log["events"] else { return }
        #expect(events.count == 5)
        #expect(
            has(
                events.first,
                [
                    "seq", "id", "operation", "kind", "entry", "version", "recordedAt", "device", "command", "undoes",
                    "size",
                ]))
        #expect(names(try place.run("log", "--operations", "--json").json()) == ["operations"])
        let replay = try place.run("replay", "--check", "--json").json()
        #expect(has(replay, ["events", "entries", "stateHash", "seconds"]))
        #expect(replay["differences"] == .array([]))
        let lines = try place.run("list", "--jsonl").text.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.last == #"{"at":5,"next":null}"#)
    }
}
