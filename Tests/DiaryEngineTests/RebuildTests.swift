import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Rows and events that are not as they must be are named.
@Suite(.timed) final class RebuildTests: InScratch {
    @Test func `replay names a row that is not the log's, and an event that cannot follow`() throws {
        let entry = try scratch.add("a")
        try scratch.flushTail()
        let changed = try with(scratch.diary.store.beginRead().view.storedRow(ordinal: 1)) { $0.version = 7 }
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
