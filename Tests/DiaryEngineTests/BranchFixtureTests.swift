import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// A log of two devices with everything that can stand in one, kept as a file: it is read the same for ever.
@Suite(.timed) struct BranchFixtureTests {
    private static let file = Fixture("two-devices.events")

    /// A line for each record: header, space, payload, in hexadecimal, `-` for one that was taken out; or the place of
    /// a hole.
    static func lines(_ records: [LogRecord]) -> String {
        records.map { record in
            switch record {
            case .event(let event):
                "\(Hexadecimal.text(event.header)) \(event.payload.map { Hexadecimal.text($0) } ?? "-")\n"
            case .hole(let hole):
                "hole \(hole.device.hexadecimal) \(hole.deviceSequence) \(hole.id?.hexadecimal ?? "-")\n"
            }
        }.joined()
    }

    static func records(_ text: String) throws -> [LogRecord] {
        try text.split(separator: "\n").map { line in
            let parts = line.split(separator: " ").map(String.init)
            if parts[0] == "hole" {
                return .hole(
                    EventHole(
                        device: try #require(DeviceID(hexadecimal: parts[1])),
                        deviceSequence: try #require(UInt64(parts[2])), id: Digest(hexadecimal: parts[3]),
                        reason: "damaged"))
            }
            let header = try #require(Hexadecimal.bytes(parts[0]))
            return .event(PortableEvent(header: header, payload: parts[1] == "-" ? nil : Hexadecimal.bytes(parts[1])))
        }
    }

    /// Writes the log: five entries on one device, what another made of them unseen, a forget, a hole.
    private static func write() throws -> [LogRecord] {
        let scratch = try Scratch()
        let ids = try ["The river was wide.", "one word", "goes and stays", "a secret", "same name"].map { text in
            try scratch.add(text).id
        }
        let roots = try scratch.events().dropFirst().map(\.id)
        var other = try Author(after: scratch.events())
        try scratch.edit(ids[0], text: "The river was deep.")
        try scratch.edit(ids[1], text: "one term")
        _ = try scratch.perform(.delete, on: ids[2])
        var theirs = [other.begin()]
        theirs.append(
            other.edit(of: ids[0], on: [roots[0]], to: plain("The 강은 was wide."), from: "The river was wide."))
        theirs.append(other.edit(of: ids[1], on: [roots[1]], to: plain("one 낱말"), from: "one word"))
        let starred = with(starred("goes and stays")) { $0.tags = [Tag("바다")] }
        theirs.append(other.edit(of: ids[2], on: [roots[2]], to: starred))
        theirs.append(other.create(ids[4], plain("another root")))
        theirs.append(other.event(EntryEventCodec.Kind.forget, of: ids[3], on: [roots[3]], body: []))
        theirs.append(other.event(999, of: .zero, body: [1, 2]) { $0.criticality = .ignorable })
        let lost = other.event(StoreKind.operationMark, of: .zero, body: []) { $0.criticality = .ignorable }
        let last = other.create(EntryID(high: 9, low: 9), plain("after the hole"))
        var records = try scratch.events().map { LogRecord.event($0) } + theirs.map { LogRecord.event($0) }
        if case .event(var secret) = records[4] {
            secret.payload = nil
            records[4] = .event(secret)
        }
        records.append(
            .hole(EventHole(device: other.device, deviceSequence: 8, id: lost.id, reason: "damaged")))
        records.append(.event(last))
        return records
    }

    static func fixture() throws -> [LogRecord] {
        if try file.isWanted { try file.write(lines(try write())) }
        return try records(file.text)
    }

    @Test func `a log of two devices with branches, a hole and a forget is read as it always was`() throws {
        let scratch = try Scratch(records: Self.fixture(), wall: 1_608_651_333_000_000)
        let report = try scratch.diary.replay(.checking)
        #expect(report.differences == [])
        #expect(report.stateHash.hexadecimal == Self.hash)
        var all = try scratch.diary.list().entries
        #expect(
            all.map(\.text).sorted()
                == ["The 강은 was deep.", "after the hole", "another root", "goes and stays", "one 낱말"].sorted())
        all += try scratch.diary.list { $0.deleted = true }.entries
        let byText = Dictionary(grouping: all, by: \.text).compactMapValues(\.first)
        #expect(byText["The 강은 was deep."]?.status == .merged)
        #expect(byText["one 낱말"]?.status == .conflict)
        #expect(byText["one 낱말"]?.alternatives.map { String(decoding: $0.text, as: UTF8.self) } == ["one term"])
        #expect(byText["goes and stays"]?.isContested == true)
        #expect(byText["goes and stays"]?.content.tags == [Tag("바다")])
        #expect(byText["another root"]?.status == .conflict)
        #expect(byText[""]?.status == .forgotten)
    }

    private static let hash = "de7985e8d486a9fcaf53d8dabdea1384f99d37271a42c81f8ca30a02d721773f"

    @Test func `the merges that the page works out are those of this log`() throws {
        let page = String(decoding: try FileSystem.read(projectFile("Docs/FormatEvents.md")), as: UTF8.self)
        let shown = page.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        let scratch = try Scratch(records: Self.fixture(), wall: 1_608_651_333_000_000)
        let entries = try scratch.diary.list().entries.filter { $0.status != .one }
        #expect(entries.count == 3)
        for entry in entries {
            #expect(page.contains("\"\(entry.text)\"") && page.contains("status *\(entry.status)*"))
            var number: EntryVersion = 0
            for event in try scratch.events() {
                let header = try EventHeader(canonical: event.header.span)
                guard header.object == entry.id, let payload = event.payload else { continue }
                number = EntryVersion(number.rawValue + 1)
                let body = payload.span.extracting(16..<payload.count)
                let hunk = try EntryEventCodec.decode(kind: header.kind, body: body).event?.hunks?.first
                let hunks = hunk.map { "\($0.gap) \($0.removed) \($0.inserted)" } ?? "-"
                let (id, parent) = (event.id.hexadecimal.prefix(6), header.parents.first?.hexadecimal.prefix(6))
                let text = try #require(try scratch.diary.version(number, of: entry.id)).text
                let line = "\(id) \(header.lamport) \(parent ?? "-") \(hunks) \(text)"
                #expect(shown.contains(line), "\(line)")
            }
        }
    }

    @Test func `the log of two devices is still written byte for byte: its format has not moved`() throws {
        #expect(try Self.lines(Self.write()) == Self.lines(Self.fixture()))
    }
}
