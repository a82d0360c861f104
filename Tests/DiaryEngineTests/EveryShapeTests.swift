import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import EventStore
import Testing

/// A diary with every shape an event can have, kept as a log and as a file: both are read the same for ever.
@Suite(.timed) struct EveryShapeTests {
    private static let log = Fixture("every-shape.events")
    private static let file = Fixture("every-shape.mdb")

    private static var full: EntryContent {
        var content = plain("바다에 갔다. 파도가 높았다.", day: 3)
        content.date = EntryDate(seconds: 1_608_651_300, offset: -75, zone: "Europe/London", precision: .minute)
        content.tags = [Tag("바다"), Tag("trip")].sorted()
        content.isStarred = true
        content.place = Place(latitude: 37.5, longitude: -127.0000001)
        content.weather = Weather(main: "비", icon: "10d")
        content.attachments = [
            DiaryModel.Attachment(
                name: "사진.jpg", mediaType: "image/jpeg", size: 1 << 40, hash: Array(repeating: 7, count: 32))
        ]
        content.extra = [ExtraField(key: "uuid", value: [1, 2]), ExtraField(key: "앱", value: [])]
        content.unknown = [UnknownField(number: 17, bytes: [9]), UnknownField(number: 1 << 40, bytes: [1, 2, 3])]
        return content
    }

    /// All that one device does: fields of every kind, keys, an import, deleting, undo and redo.
    private static func live(_ scratch: Scratch) throws -> [EntryID] {
        let first = try scratch.add(full).id
        let second = try scratch.add(plain("약속"), key: "k1").id
        let rows = (0..<3).map { ImportedRow(content: plain("row \($0)"), identity: [UInt8($0)]) }
        _ = try scratch.diary.import(rows, in: scratch.context)
        for number in 1...17 { try scratch.edit(second, text: "약속, \(number)번째 고침") }
        var edit = EntryEdit()
        (edit.addedTags, edit.removedTags, edit.isStarred) = ([Tag("새")], [Tag("trip")], false)
        (edit.date, edit.place) = (plain("", day: 9).date, Place(latitude: -90, longitude: 180))
        _ = try scratch.perform(.edit(edit), on: first)
        _ = try scratch.perform(.become(plain("another life", day: 5)), on: first)
        _ = try scratch.diary.undo(in: scratch.context)
        _ = try scratch.perform(.delete, on: first)
        _ = try scratch.perform(.restore, on: first)
        _ = try scratch.diary.write(.undo(operation: .event(5)), in: scratch.context)
        _ = try scratch.diary.undo(in: scratch.context)
        _ = try scratch.diary.redo(in: scratch.context)
        _ = try scratch.diary.import(rows, again: true, in: scratch.context)
        return [first, second]
    }

    private static func both(_ left: Scratch, _ right: Scratch) throws {
        for (scratch, other) in [(left, right), (right, left)] {
            let answers = try scratch.take(other.events())
            #expect(answers.allSatisfy { $0 == .accepted || $0 == .known })
        }
    }

    /// Two devices that meet, a conflict that one carries on and the other settles, a fork, a forget, an unknown kind,
    /// and a hole.
    private static func write() throws -> Scratch {
        let left = try Scratch()
        let ids = try live(left)
        let third = try left.add("goes and stays").id
        let fourth = try left.add("a secret").id
        let right = try left.copy()
        right.seed = 2
        try left.edit(ids[1], text: "약속, 서울")
        try right.edit(ids[1], text: "약속, 부산")
        _ = try left.perform(.delete, on: third)
        try right.edit(third, text: "goes and stays here")
        try both(left, right)
        try left.edit(ids[1]) { $0.isStarred = true }
        try right.edit(ids[1], text: "약속, 대전")
        _ = try right.diary.undo(in: right.context)
        _ = try right.diary.redo(in: right.context)
        try both(left, right)
        try left.edit(ids[0], text: "바다에 갔다. 파도가 아주 높았다.")
        let last = try #require(try left.events().last)
        var author = try Author(after: left.events())
        let secret = try #require(try left.diary.log(of: fourth).events.first?.id)
        let old = EntryID(high: 8, low: 8)
        let others = [
            author.begin(), author.event(999, of: .zero, body: [1, 2]) { $0.criticality = .ignorable },
            author.event(EntryEventCodec.Kind.forget, of: fourth, on: [secret], body: []),
        ]
        // What a program of the time before the first release wrote is not understood, and not misread.
        let first = author.create(old, plain("before"))
        let unread = [(kind: 2, schema: 1), (4, 1), (5, 1)].map { kind, schema in
            author.event(UInt16(kind), of: old, on: [first.id], body: [4, 1, 1]) { $0.schema = UInt16(schema) }
        }
        #expect(try left.take(others + [first] + unread).allSatisfy { $0 == .accepted })
        let body = ContentCodec.encode(starred("바다에 갔다. 파도가 높았다."))
        #expect(try left.take([last.bent(body: body) { $0.wall += 5 }]) == [.accepted])
        try left.add("after the fork")
        var records = try left.events().map { LogRecord.event($0) }
        records[10] = try .hole(left.events()[10].hole())
        return try Scratch(records: records, wall: left.wall)
    }

    private static func lines(_ scratch: Scratch) throws -> String {
        BranchFixtureTests.lines(try scratch.records())
    }

    /// Writes both fixtures where they are missing and a person asks for it.
    private static func writeMissing() throws {
        guard try log.isWanted else { return }
        let scratch = try write()
        try log.write(lines(scratch))
        for text in ["in the tail", "그 다음"] { try scratch.add(text) }
        let environment = try Environment.open(StorePaths.generation(1, scratch.path))
        try environment.copy(to: file.path)
    }

    private static let hash = "012dcfa23cacb4f2f6b7f5875b75cb572c5d12f602f3b26cb5a70743c897eab3"

    @Test func `a log with every shape of event is still written byte for byte`() throws {
        try Self.writeMissing()
        let scratch = try Self.write()
        #expect(try Self.lines(scratch) == Self.log.text)
        let hash = try scratch.stateHash.hexadecimal
        #expect(hash == Self.hash)
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test("the log has each kind, several parents with and without a text, operations of many, targets, keys, a fork")
    func shapes() throws {
        let lines = try Self.log.text.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("hole") }.count == 1)
        let headers = try lines.compactMap { line -> EventHeader? in
            guard let bytes = Hexadecimal.bytes(String(line.split(separator: " ")[0])) else { return nil }
            return try EventHeader(canonical: bytes.span)
        }
        #expect(Set(headers.map(\.kind)) == [1, 2, 3, 4, 5, 6, 17, 999])
        #expect(headers.contains { $0.kind == 2 && $0.schema == 1 }, "an edit as it once was")
        #expect(Set(headers.map(\.device)).count == 4)
        #expect(headers.filter { $0.parents.count > 1 }.count >= 2)
        #expect(headers.contains { $0.operationCount == 3 })
        #expect(Set(headers.compactMap { $0.operation?.undoRole }) == [.do, .undo, .redo])
        #expect(headers.contains { $0.operation?.target != nil })
        #expect(Set(headers.compactMap { $0.key?.kind }) == [.command, .importedRow])
        let numbers = headers.map { "\($0.device.hexadecimal) \($0.deviceSequence)" }
        #expect(Set(numbers).count == numbers.count - 1, "two events with one number")
    }

    @Test("a file of this format is opened as it always was: read, proven, searched, undone, and written to")
    func opened() throws {
        let folder = try Folder()
        let path = folder("diary")
        try FileSystem.makeDirectory(path)
        let bytes = try Self.file.bytes
        try FileSystem.write(bytes.span, to: StorePaths.generation(1, path))
        let diary = try Diary(at: path)
        // Its search index is of an earlier version: that is told, and it is made anew.
        #expect(throws: EventStoreError.damagedTable("search")) { try diary.search(SearchRequest("파도")) }
        try diary.rebuild()
        let report = try diary.replay(with(ReplayOptions.checking) { $0.isVerification = true })
        #expect(report.differences == [])
        #expect(report.damaged.map(\.rawValue) == [11])
        #expect(report.unproven?.map(\.sequence) == [11])
        #expect(try report.stateHash == Scratch(records: diary.records(), wall: 1_700_000_000_000_000).stateHash)
        let texts = try diary.list().entries.map(\.text)
        #expect(texts.contains("그 다음") && texts.contains("바다에 갔다. 파도가 아주 높았다."))
        #expect(try diary.search(SearchRequest("파도")).hits.count == 1)
        let context = Scratch.context(wall: 1_700_000_000_000_000, seed: 9)
        _ = try diary.add(plain("a new device"), in: context)
        _ = try diary.undo(in: context)
        _ = try diary.undo(in: context)
        #expect(try diary.list().entries.count == texts.count - 1, "the lineage goes on")
    }
}
