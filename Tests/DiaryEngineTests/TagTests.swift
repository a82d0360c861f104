import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Tags are counted as reading every entry of a list counts them, at any point, with the search index and without it.
@Suite(.timed) struct TagTests {
    private func counted(_ request: ListRequest, in diary: Diary) throws -> TagCounts {
        var counts = TagCounts()
        for entry in try diary.list(request).entries { counts.add(entry.content.allTags.map(\.text)) }
        return counts
    }

    private func requests(_ chance: inout Chance, upTo head: UInt64) -> [ListRequest] {
        var requests: [ListRequest] = []
        for point in [.head]
            + (0..<4).map({ _ in DiaryPoint.event(SequenceNumber(1 + UInt64(chance.below(Int(head))))) })
        {
            for filter in [.everything, chance.filter(), chance.filter()] {
                for isDeleted in [false, true] {
                    var request = ListRequest()
                    (request.point, request.filter, request.deleted) = (point, filter, isDeleted)
                    requests.append(request)
                }
            }
        }
        return requests
    }

    @Test func `tags are those of the entries of a list, whatever was flushed, edited or deleted`() throws {
        var chance = Chance(for: "tags")
        let scratch = try Scratch.lived(&chance, events: 400)
        var found = 0
        for round in 0..<2 {
            for request in requests(&chance, upTo: try scratch.head) {
                let tags = try scratch.diary.tags(request)
                #expect(try tags.counts == counted(request, in: scratch.diary), "\(request)")
                #expect(tags.leftOut == 0)
                #expect(try tags.at == scratch.diary.resolve(request.point))
                found += tags.counts.sorted.count
            }
            if round == 0 { try scratch.flushTail() }
        }
        #expect(found > 100)
    }

    @Test func `tags are counted without the search index, too`() throws {
        var chance = Chance(for: "tags without an index")
        let scratch = try Scratch.lived(&chance, events: 120)
        try scratch.diary.store.drop("search")
        for request in requests(&chance, upTo: try scratch.head) {
            #expect(try scratch.diary.tags(request).counts == counted(request, in: scratch.diary))
        }
    }

    @Test func `an entry with a tag that cannot be read is told of`() throws {
        let scratch = try Scratch()
        let entries = try (0..<40).map { try scratch.add("비 #산책 \($0)") }
        try scratch.flushTail()
        _ = try scratch.flip(entries[6].sequence.rawValue, at: 90)
        let row = try scratch.rows(named: "streams")[6]
        var value = row.value
        value[value.count / 2] ^= 1
        try scratch.write([(row.key, value)], to: "streams")
        let tags = try scratch.diary.tags(ListRequest())
        #expect(tags.leftOut == 1)
        #expect(tags.counts.sorted.map(\.count) == [39])
    }
}
