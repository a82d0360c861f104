import DiaryEngine
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// The list as a value, with which a replay can begin.
@Suite(.timed) struct ListFoldTests {
    @Test func `any bytes whatever are a list or refused, and what is read is written back the same`() throws {
        var chance = Chance(for: "list bytes")
        let scratch = try Scratch.lived(&chance, events: 100)
        let reader = try scratch.diary.store.beginRead()
        let (list, _) = try reader.view.fold(ListFold.self, to: reader.view.log.meta.flushed)
        let bytes = list.bytes
        #expect(try ListFold(bytes: bytes.span).bytes == bytes)
        for _ in 0..<2_000 {
            var changed = bytes
            changed[chance.below(changed.count)] = UInt8(truncatingIfNeeded: chance.next())
            if chance.below(3) == 0 { changed.removeLast(chance.below(changed.count)) }
            if let read = try? ListFold(bytes: changed.span) { #expect(read.bytes.count <= changed.count) }
        }
    }
}
