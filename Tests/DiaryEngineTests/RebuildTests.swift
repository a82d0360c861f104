import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// What is folded from the log is the same however the events came in.
@Suite(.timed) final class RebuildTests: InScratch {
    @Test("a diary made from a log goes on as a device of its own, and can be copied again")
    func goesOn() throws {
        let first = try Scratch()
        let entry = try first.add("a")
        let second = try Scratch(events: try first.events(), wall: first.wall)
        try second.edit(entry.id, text: "b")
        #expect(
            try second.diary.log().events.map(\.kind) == [
                "entry.edit", "device.begin", "entry.create", "device.begin",
            ])
        let third = try Scratch(events: try second.events(), wall: first.wall)
        #expect(try third.diary.entry(entry.id)?.text == "b")
        #expect(try third.diary.entry(entry.id, at: .event(2))?.text == "a")
        #expect(try third.diary.replay(.checking).stateHash == second.diary.replay().stateHash)
    }

    @Test("replay names a row that is not the log's, and an event that cannot follow")
    func differences() throws {
        let entry = try scratch.add("a")
        try scratch.flushTail()
        var changed = try scratch.diary.store.beginRead().view.storedRow(ordinal: 1)
        changed.version = 7
        try scratch.write([(TableKey.ordinal(1), changed.bytes)], to: "streams")
        #expect(try scratch.diary.replay(.checking).differences == ["entries: row 1 differs"])
        #expect(try scratch.diary.entry(entry.id)?.version == 7)
    }

    @Test("an event whose body breaks its layout is named by replay and by a verification, and changes nothing")
    func broken() throws {
        let entry = try scratch.add("a")
        let context = scratch.context
        try scratch.diary.store.write { writer in
            var moment = context
            try writer.begin(EventHeader.Operation(command: 2), count: 1, in: &moment)
            var event = EventData(
                kind: EntryEventCodec.Kind.edit, object: entry.id, expecting: .exactly(1), body: [1, 0xFF],
                salt: [UInt8](repeating: 0, count: 16))
            event.schema = 2
            try writer.append(event)
        }
        #expect(try scratch.diary.replay().damaged == [3])
        #expect(try scratch.diary.verify().findings == [CheckFinding(.event(3), .senseless)])
        #expect(try scratch.diary.entry(entry.id)?.text == "a")
    }
}
