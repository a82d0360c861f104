import DiaryEngine
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// The list as a value, with which a replay can begin.
@Suite(.timed) struct ListFoldTests {
    @Test func `it has the living entries of any moment, with and without a snapshot`() throws {
        var chance = Chance(for: "list fold")
        for _ in 0..<3 {
            let scratch = try Scratch.lived(&chance, events: 150)
            let head = try scratch.head
            func compare() throws {
                for point in [head, head - 1, head - 9, head / 2, head / 3, 3, 1, 0] {
                    let entries = try scratch.diary.list { $0.point = .event(SequenceNumber(point)) }.entries.count
                    let reader = try scratch.diary.store.beginRead()
                    #expect(try reader.view.fold(ListFold.self, to: point).value.living == entries, "as of \(point)")
                }
            }
            try compare()
            let taken = try #require(try scratch.diary.takeSnapshot())
            try compare()
            let reader = try scratch.diary.store.beginRead()
            #expect(try reader.view.fold(ListFold.self, to: head).start == taken.sequence.rawValue)
            #expect(try scratch.diary.takeSnapshot() == nil)
            #expect(try scratch.diary.pruneSnapshots(all: true) == 1)
            #expect(try scratch.diary.snapshots() == [])
        }
    }

    @Test func `made anew, the list's tables are the living ones byte for byte, and go on with the log`() throws {
        var chance = Chance(for: "list anew")
        for _ in 0..<3 {
            let scratch = try Scratch.lived(&chance, events: 200)
            try scratch.flushTail()
            let living = try scratch.storedRows(of: SpanProjection().tables)
            try scratch.diary.rebuild()
            #expect(try scratch.storedRows(of: SpanProjection().tables) == living)
            for number in 0..<40 { try scratch.add("more \(number)", day: Int64(number)) }
            #expect(try scratch.diary.replay(.checking).differences == [])
        }
    }

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
