import DiaryEngine
import DiarylogTestSupport
import EventStore
import Testing

/// Moments of the diary, by number and by time.
@Suite(.timed) final class TimeTests: InScratch {
    @Test func `an event that is not there yet is refused by every question`() throws {
        let entry = try scratch.add("a")
        let point = DiaryPoint.event(3)
        let error = EventStoreError.beyondHead(asked: 3, head: 2)
        var request = ListRequest()
        request.point = point
        #expect(throws: error) { try scratch.diary.list(request) }
        request.after = ListCursor(at: 3, position: 0, ordinal: 1)
        #expect(throws: error) { try scratch.diary.list(request) }
        #expect(throws: error) { try scratch.diary.entry(entry.id, at: point) }
        #expect(throws: error) { try scratch.diary.totals(at: point) }
        #expect(throws: error) { try scratch.diary.log(at: point) }
        #expect(throws: error) { try scratch.diary.replay(to: point) }
        #expect(throws: error) { try scratch.diary.resolve(point) }
    }

    @Test func `a cursor survives its text, and other texts are none`() {
        let cursor = ListCursor(at: 7, position: -5, ordinal: 9)
        #expect(ListCursor(text: cursor.text) == cursor)
        for text in ["", "7", cursor.text + "0", String(cursor.text.dropLast()) + "x"] {
            #expect(ListCursor(text: text) == nil)
        }
    }
}
