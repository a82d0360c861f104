import DiarylogTestSupport
import Testing

@testable import DiarylogSearchIndex

/// What a transaction writes that brings so many documents that a thread of its own cuts their texts.
@Suite(.timed) struct ManyDocumentTests {
    private static let words = ["비", "바다", "바다에서", "rain", "sea", "오늘", "그리고", "summer", "3월", "ㅋㅋ"]

    private func documents(_ numbers: ClosedRange<DocumentID>, _ chance: inout Chance) -> [Put] {
        numbers.map { number in
            let text = chance.text(words: 1 + chance.below(40), of: Self.words)
            return Put(id: number, after: IndexedDocument(text, date: Int64(number), born: UInt64(number)))
        }
    }

    @Test func `many new documents at once are indexed as they are one by one`() throws {
        var chance = Chance(for: "many documents")
        let all = documents(1...700, &chance)
        let (atOnce, oneByOne) = (try DocumentStore(), try DocumentStore())
        try atOnce.put(all)
        for put in all { try oneByOne.put([put]) }
        #expect(try atOnce.differences() == [])
        #expect(try oneByOne.differences() == [])
        try atOnce.read { index, view in #expect(index.documents == 700) }
    }

    @Test func `a change among many new documents finds those that came before it`() throws {
        var chance = Chance(for: "a change among many")
        let store = try DocumentStore()
        var puts = documents(1...200, &chance)
        for (number, text) in [(3, "눈"), (150, "호수"), (200, "바다")] as [(DocumentID, String)] {
            var after = puts[Int(number) - 1].after
            let before = after
            (after.text, after.version) = (Array(text.utf8), 2)
            puts.append(Put(id: number, after: after, before: before))
        }
        puts += documents(201...420, &chance)
        try store.put(puts)
        try store.put(documents(421...430, &chance))
        #expect(try store.differences() == [])
    }

    @Test func `batches of many, again and again, are merged and miss nothing`() throws {
        var chance = Chance(for: "batches of many")
        let store = try DocumentStore()
        for batch in 0..<24 as Range<DocumentID> {
            try store.put(documents(batch * 100 + 1...batch * 100 + 100, &chance))
        }
        #expect(try store.differences() == [])
        try store.read { index, view in #expect(index.documents == 2_400) }
    }

    @Test func `behind many documents one segment is left, and one that is larger is left alone`() throws {
        var chance = Chance(for: "one segment")
        let store = try DocumentStore()
        for batch in 0..<9 as Range<DocumentID> {
            try store.put(documents(batch * 300 + 1...batch * 300 + 300, &chance))
        }
        #expect(try store.read { index, _ in index.segments } > 1)
        while try store.maintain(behindMany: true) {}
        #expect(try store.read { index, _ in index.segments } == 1)
        #expect(try store.differences() == [])
        for number in 2_701...2_703 as ClosedRange<DocumentID> { try store.put(documents(number...number, &chance)) }
        while try store.maintain(behindMany: true) {}
        #expect(try store.read { index, _ in index.segments } == 2)
        #expect(try store.differences() == [])
    }

    @Test func `a transaction that is dropped takes its thread with it`() throws {
        var chance = Chance(for: "dropped transactions")
        let store = try DocumentStore()
        for _ in 0..<300 { try store.drop(documents(1...70, &chance)) }
        try store.put(documents(1...70, &chance))
        #expect(try store.differences() == [])
    }
}
