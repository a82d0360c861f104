import DiarylogTestSupport
import DiarylogTextSearch
import EventStore
import Testing

@testable import DiarylogSearchIndex

/// One bit flipped in any row of an index is found by a check, and to whoever searches it is told, or changes nothing;
/// nothing is written on what was damaged.
@Suite(.timed) struct FlippedIndexTests {
    private let edit = IndexedDocument("비 눈 to the sea 1", date: 5, version: 2, tags: ["가족"])

    /// An index of forty documents, of which one has changed.
    private func made() throws -> DocumentStore {
        let store = try DocumentStore()
        let first = (1...40).map { Put(id: $0, after: IndexedDocument("비 바다 to the sea \($0)", tags: ["가족"])) }
        try store.put(first)
        try store.put([Put(id: 1, after: edit, before: first[0].after)])
        return store
    }

    private func questions() throws -> [(DocumentStore) throws -> String] {
        let queries = try ["비", "눈", "바다", "17", "to the"].map { words in
            IndexQuery.text(try #require(Pattern(Array(words.utf8))), isQuoted: true)
        }
        let records: (DocumentStore) throws -> String = { store in
            try store.read { index, view in
                var reader = DocumentReader(index)
                return try (DocumentID(1)...41).map { "\(String(describing: try reader.record(of: $0, view)))" }
                    .joined()
            }
        }
        return [records]
            + queries.flatMap { query -> [(DocumentStore) throws -> String] in
                [
                    { "\(try $0.candidates(query))" }, { "\(try $0.candidates(query, asOf: 20))" },
                    { "\(try $0.candidates(query, ofAnyTime: true))" },
                ]
            }
    }

    @Test(arguments: IndexTables.names, [false, true])
    func `a flipped bit is found, and no answer is wrong without a word`(table: String, isInKey: Bool) throws {
        var chance = Chance(for: "flips of an index, \(table), \(isInKey)")
        let (questions, sound) = (try questions(), try made())
        let truth = try questions.map { try $0(sound) }
        #expect(try sound.differences() == [])
        let keys = try sound.keys(table)
        for turn in 0..<max(16, 2 * keys.count) {
            let store = try made()
            let key = keys[turn % keys.count]
            var (value, moved): ([UInt8], [UInt8]) = ([], key)
            try store.change(table, key) { bytes in
                value = bytes
                return nil
            }
            if isInKey {
                moved[chance.below(key.count)] ^= 1 << UInt8(chance.below(8))
                if keys.contains(moved) { continue }
            } else {
                value[chance.below(value.count)] ^= 1 << UInt8(chance.below(8))
            }
            try store.change(table, moved) { _ in value }
            #expect(try store.differences() != [], "\(table) \(key)")
            for (question, right) in zip(questions, truth) {
                do { #expect(try question(store) == right, "\(table) \(key)") } catch is EventStoreError {}
            }
            // Leaves are not read by who adds others.
            let isLeaf = table == "search" && key.prefix(4) != [0, 0, 0, 0]
            let more = Put(id: 1, after: IndexedDocument("비", version: 3), before: edit)
            if !isLeaf {
                #expect(throws: EventStoreError.damagedTable("search"), "\(table) \(key)") { try store.put([more]) }
            }
        }
    }
}
