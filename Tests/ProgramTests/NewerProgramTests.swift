/// What is said of entries that a newer program wrote, and what their commands come to.

import DiaryEngine
import DiarylogArchives
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite(.timed) struct NewerProgramTests {
    private static let id = EntryID(high: 0x4e4e_4e4e_4e4e_4e4e, low: 1)

    /// Lines of a log by a device that continues an exported one: it begins, creates an entry by schema 3, and goes on
    /// with an event of a kind that nobody knows.
    private func lines(after exported: [UInt8]) throws -> [UInt8] {
        var log = EventLog(ByteSource(exported))
        guard case .event(let first)? = try log.record(0), let payload = first.payload else { return [] }
        var header = try EventHeader(canonical: first.header.span)
        let secret = try DeviceBegin(payload.span.extracting(16..<payload.count)).secret
        header.device = DeviceID(high: 7, low: 7)
        header.wall = 1_793_000_000_000_000
        var lines: [UInt8] = []
        func add(_ kind: UInt16, _ schema: UInt16, _ object: EntryID, on parents: [Digest], _ body: [UInt8]) -> Digest {
            let payload = [UInt8](repeating: 7, count: 16) + body
            (header.kind, header.schema, header.object, header.parents) = (kind, schema, object, parents)
            header.operation = EventHeader.Operation(command: 1)
            header.lamport += 10
            (header.bodyLength, header.payloadHash) = (UInt32(body.count), EventHeader.payloadHash(of: payload))
            let event = PortableEvent(header: header.canonicalBytes, payload: payload)
            lines += JSONWriter.bytes(EventJSON.bare(.event(event))) + [0x0A]
            header.previous = header.id
            header.deviceSequence += 1
            return header.previous
        }
        _ = add(17, 1, .zero, on: [], DeviceBegin(continued: [], secret: secret).bytes)
        let created = add(1, 3, Self.id, on: [], Array("미래에서 온 글".utf8))
        _ = add(99, 1, Self.id, on: [created], [1])
        return lines
    }

    private func taken(_ options: String...) throws -> (Sandbox, id: String, Outcome) {
        let sandbox = try Sandbox()
        _ = try sandbox.add("오늘은 맑다", "--date", "2026-11-01")
        let more = try lines(after: sandbox.run("export", "--events").output)
        return (sandbox, Self.id.hexadecimal, try sandbox.run(["import", "-"] + options, input: more))
    }

    @Test("import counts them, list and history have words for them, verify and replay say that an update reads them")
    func told() throws {
        let (sandbox, id, outcome) = try taken("--json")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try outcome.json()["added"] == .integer(3))
        let unknown = try outcome.json()["unknown"]
        #expect(unknown?["entry.create/3"] == .integer(1) && unknown?["unknown.99/1"] == .integer(1))
        let list = try sandbox.run("list")
        #expect(list.text.contains("\(id)\t") && list.text.contains("\t[written by a newer diarylog]\n"), "\(list)")
        #expect(list.error.contains("1 entry was written by a newer diarylog (4e4e4e4e)"), "\(list)")
        #expect(try sandbox.run("list", "--lang", "ko").text.contains("[더 새로운 diarylog가 쓴 일기]"))
        #expect(try sandbox.run("history", id).text.contains("\t[written by a newer diarylog]"))
        try sandbox.run("search", "미래").ends(1)
        try sandbox.run("verify", "--deep").ends(
            0, saying: "2 events were written by a newer diarylog; 1 entry cannot be read here",
            printing: "\nnewer events\t2\t1\n")
        let json = try sandbox.run("verify", "--json").json()
        #expect(json["sound"] == .bool(true) && json["newerEvents"] == .integer(2))
        #expect(json["notUnderstood"] == .integer(1))
        let replay = try sandbox.run("replay", "--check", "--json").json()
        #expect(replay["notUnderstood"] == .integer(1) && replay["differences"] == .array([]))
        guard case .array(let versions)? = try sandbox.run("history", id, "--json").json()["versions"],
            case .array(let events)? = try sandbox.run("log", "--json").json()["events"]
        else { throw Problem.noNewerEntry }
        #expect(versions.map { $0["understood"] } == [.bool(false), .bool(false)])
        #expect(events.map { $0["understood"] == .bool(false) } == [true, true, false, false, false])
    }

    @Test("show cannot give its text and says so by its exit; nothing can be written on it, but it can be forgotten")
    func refused() throws {
        let (sandbox, id, outcome) = try taken()
        #expect(outcome.error.contains("2 of them were written by a newer diarylog; update diarylog to read them"))
        let shown = try sandbox.run("show", id)
        #expect(shown.code == 2 && shown.output.isEmpty && shown.error.contains("was written by a newer diarylog"))
        let entry = try sandbox.run("show", id, "--json")
        #expect(try entry.code == 0 && entry.json()["status"] == .text("notUnderstood"))
        #expect(try entry.json()["heads"] != nil && entry.json()["text"] == .text(""))
        for command in [["edit", id, "--text", "다른 글"], ["edit", id, "--star"], ["delete", id, "--yes"]] {
            try sandbox.run(command).ends(2, saying: "newer program")
        }
        let exported = try sandbox.run("export")
        #expect(exported.error.contains("1 entry was left out, as a newer diarylog wrote it"), "\(exported.error)")
        guard case .array(let entries) = try exported.json() else { throw Problem.noNewerEntry }
        #expect(entries.count == 1)
        #expect(try sandbox.run("export", "--events").text.contains(#""kind":"unknown.99""#))
        try sandbox.run("forget", id, "--yes").ends(0)
        #expect(try sandbox.run("list").text.contains(id) == false)
        try sandbox.run("verify", "--deep").ends(0)
    }

    private enum Problem: Error { case noNewerEntry }
}
