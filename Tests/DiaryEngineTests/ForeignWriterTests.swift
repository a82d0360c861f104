import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// A program that keeps the log and the rows as the page of the store says, and leaves all indexes behind.
private struct PlainStreams: StreamsOverDiary {
    var projections: [any TableProjection] { [] }
}

@Suite("A writer that knows the log alone", .timed) struct ForeignWriterTests {
    /// The projections that have not come as far as the rows.
    private func lagging(_ scratch: Scratch) throws -> [String] {
        let all = try scratch.diary.projections()
        return all.filter { $0.checkpoint != all.first?.checkpoint }.map(\.name)
    }

    @Test("leaves the list and the search behind: who reads them is told, and the next change makes them anew")
    func behind() throws {
        let mine = try Scratch()
        for number in 0..<20 { try mine.add("바다 \(number)", day: Int64(number % 3)) }
        let theirs = try mine.copied()
        let entry = try theirs.add("산에 갔다", day: 1)
        for number in 0..<20 { try theirs.edit(entry.id, text: "산에 \(number)번 갔다") }
        _ = try theirs.perform(.delete, on: #require(theirs.diary.list().entries.last).id)
        try theirs.flushTail()
        let known = Set(try mine.events().map(\.header))
        let missing = try theirs.events().filter { !known.contains($0.header) }
        _ = try Store(opening: mine.path, model: PlainStreams()).importEvents(missing, arrivedAt: mine.wall)

        try mine.reopen()
        #expect(try lagging(mine) == ["spans", "search"])
        let list = try theirs.diary.list().entries.map(\.id)
        #expect(throws: EventStoreError.damagedTable("spans")) { try mine.diary.list() }
        #expect(throws: EventStoreError.damagedTable("search")) { try mine.diary.search(SearchRequest("산에")) }
        #expect(try mine.diary.entry(entry.id)?.text == "산에 19번 갔다")

        try mine.add("one more")
        #expect(try lagging(mine) == [])
        #expect(try mine.diary.search(SearchRequest("산에")).hits.count == 1)
        #expect(try mine.diary.list().entries.map(\.id).filter(list.contains) == list)
        #expect(try mine.diary.replay(.checking).differences == [])
    }
}
