import DiaryModel
import DiarylogSearchIndex
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// A replay that checks compares the search index with the log.
@Suite(.timed) struct SearchCheckTests {
    /// Checks, and says what differs.
    private func differences(_ scratch: Scratch) throws -> [String] {
        let report = try scratch.diary.replay(.checking)
        #expect(report.search == .compared)
        return try #require(report.differences)
    }

    @Test func `after events were damaged, an index built anew has what the log and the rows still know`() throws {
        for round in 0..<4 {
            var chance = Chance(for: "checking a damaged log \(round)")
            let scratch = try Scratch.searched(&chance, events: 80)
            try scratch.flushTail()
            let head = Int(try scratch.head)
            for _ in 0..<1 + chance.below(5) { try scratch.flip(UInt64(2 + chance.below(head - 20)), at: 60) }
            // What was indexed before may be more than the log still knows.
            let before = Set(try differences(scratch))
            #expect(before.allSatisfy { !$0.contains("damaged") || !$0.hasPrefix("search") })
            let texts = try scratch.diary.list().entries.map(\.text).sorted()
            try scratch.diary.rebuild()
            #expect(try differences(scratch).allSatisfy { !$0.contains("damaged") || !$0.hasPrefix("search") })
            #expect(try scratch.diary.list().entries.map(\.text).sorted() == texts)
        }
    }

    @Test func `a change that the log does not have is told`() throws {
        let scratch = try Scratch()
        try scratch.add("바다")
        try scratch.flushTail()
        var writer = try scratch.diary.store.beginWrite()
        let tables = IndexTables(try writer.view.log.tables(of: SearchProjection.name))
        var index = IndexWriter(tables)
        let before = IndexedDocument(text: Array("바다".utf8), date: 0, born: 2)
        let after = with(before) { ($0.text, $0.version) = (Array("호수".utf8), 2) }
        try index.put(1, after, replacing: before, event: 90, in: &writer.view)
        try index.finish(in: &writer.view)
        try writer.commit()
        let found = try differences(scratch)
        #expect(found.contains { $0.hasPrefix("search: of 1 pages of records, 1 differ") }, "\(found)")
    }

    @Test func `an index of which nobody knows how far it has come is not compared, and the replay says so`() throws {
        var chance = Chance(for: "checking what is not there")
        let scratch = try Scratch.searched(&chance, events: 60)
        try scratch.flushTail()
        let hash = try scratch.stateHash
        var writer = try scratch.diary.store.beginWrite()
        let (key, nothing): ([UInt8], [UInt8]) = (TableKey.meta, [1])
        try writer.view.put(nothing.span, for: key.span, in: .main)
        try writer.commit()
        let missing = try scratch.diary.replay(.checking)
        #expect(missing.search == .missing && missing.differences?.isEmpty == false && missing.stateHash == hash)
        #expect(try scratch.diary.replay().search == nil)
        #expect(throws: EventStoreError.damagedTable("meta")) { try scratch.diary.search("바다") }
    }
}
