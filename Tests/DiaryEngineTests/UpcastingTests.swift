import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Logs of older schemas, which must be read for ever.
@Suite(.timed) struct UpcastingTests {
    /// Title and body apart, as schema 1 of `entry.create` held them.
    private static let entries: [(title: String, text: String)] = [
        ("여행 첫날", "바다를 보았다.\n파도가 높았다."), ("", "제목 없는 글"), ("title alone", ""), ("e\u{301}t\u{e9}", "\n\n두 줄 아래"),
    ]

    private static let file = Fixture("schema-1.events")

    /// Writes a log as the program of schema 1 did.
    private static func write() throws -> [PortableEvent] {
        let scratch = try Scratch()
        for (index, entry) in entries.enumerated() {
            let date = plain("x", day: Int64(index)).date
            let context = scratch.context
            try scratch.diary.store.write { writer in
                var moment = context
                moment.entropy.mix(writer.view.log.head)
                let id: EntryID = moment.entropy.identifier()
                var body = ByteWriter()
                func field(_ number: Int, _ bytes: [UInt8]) {
                    body.varint(number)
                    body.counted(bytes)
                }
                if !entry.text.isEmpty { field(1, Array(entry.text.utf8)) }
                var day = ByteWriter()
                day.littleEndian(date.seconds)
                day.littleEndian(date.offset)
                day.uint8(date.precision.rawValue)
                field(2, day.bytes + Array(date.zone.utf8))
                if !entry.title.isEmpty { field(16, Array(entry.title.utf8)) }
                field(77, [UInt8(index)])
                try writer.begin(EventHeader.Operation(command: 1), count: 1, in: &moment)
                var data = EventData(
                    kind: 1, object: id, expecting: .noStream, body: body.bytes, salt: moment.entropy.bytes(16))
                data.schema = 1
                try writer.append(data)
            }
        }
        return try scratch.events()
    }

    static func fixture() throws -> [PortableEvent] {
        if try file.isWanted { try file.write(lines(try write())) }
        return try BranchFixtureTests.records(file.text).map { record in
            guard case .event(let event) = record else { throw Absent() }
            return event
        }
    }

    private static func lines(_ events: [PortableEvent]) -> String {
        BranchFixtureTests.lines(events.map { .event($0) })
    }

    @Test func `a log of schema 1 opens: title and text are one, a blank line between them`() throws {
        let events = try Self.fixture()
        let scratch = try Scratch(events: events, wall: 1_608_651_333_000_000)
        let texts = try scratch.diary.list().entries.map(\.text)
        #expect(texts == ["e\u{301}t\u{e9}\n\n\n\n두 줄 아래", "title alone", "제목 없는 글", "여행 첫날\n\n바다를 보았다.\n파도가 높았다."])
        let unknown = try scratch.diary.list().entries.map(\.content.unknown)
        #expect(unknown == [3, 2, 1, 0].map { [UnknownField(number: 77, bytes: [$0])] })
        #expect(try scratch.diary.totals() == Totals(live: 4, words: 6 + 2 + 3 + 4))
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test func `its entries are edited and looked back at, and its stored bytes stay what they were`() throws {
        let events = try Self.fixture()
        let scratch = try Scratch(events: events, wall: 1_608_651_333_000_000)
        let entry = try #require(try scratch.diary.list().entries.last)
        for number in 0..<40 { try scratch.edit(entry.id, text: "여행 첫날\n\n바다를 \(number)번 보았다.") }
        #expect(try scratch.diary.entry(entry.id, at: .event(5))?.content == entry.content)
        #expect(try scratch.diary.entry(entry.id, at: .event(7))?.text == "여행 첫날\n\n바다를 0번 보았다.")
        #expect(try scratch.diary.replay(.checking).differences == [])
        let exported = try scratch.events()
        #expect(Self.lines(Array(exported.prefix(5))) == Self.lines(events))
        let again = try Scratch(events: exported, wall: scratch.wall)
        #expect(try again.diary.replay().stateHash == scratch.diary.replay().stateHash)
    }

    @Test func `the log of schema 1 is still written byte for byte: its format has not moved`() throws {
        #expect(Self.lines(try Self.write()) == Self.lines(try Self.fixture()))
    }

    @Test func `bodies of schema 1 that break their layout are refused`() {
        for body: [UInt8] in [[1], [1, 5, 97], [16, 0xFF], [0x80, 0]] {
            #expect(throws: FormatError.self) { try Upcasting.upcast(kind: 1, schema: 1, body: body.span) }
        }
    }
}
