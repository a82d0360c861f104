import DiarylogTestSupport
import DiarylogTextSearch
import Testing

@testable import DiarylogSearchIndex

/// Phrases, and Korean words of three syllables and more, beside other parts of a query: their places are looked at
/// only where all terms stand, and by relevance only where the score may suffice.
@Suite(.timed) struct PhraseQueryTests {
    private let stock = [
        "좀", "좀부", "부족한", "부족", "족한", "영화를", "영화", "영", "화", "화를", "재밌네요", "and", "i", "the", "office", "to", "날",
    ]

    private func query(_ pattern: Pattern) -> IndexQuery { .text(pattern, isQuoted: true) }

    @Test func `phrases and words together offer what their texts say, and the best are those of all`() throws {
        var chance = Chance(for: "phrases")
        let store = try DocumentStore()
        var texts: [DocumentID: String] = [:]
        for round in UInt32(1)...6 {
            var changes: [DocumentID: Put] = [:]
            for _ in 0..<60 + chance.below(120) {
                let isNew = texts.isEmpty || chance.below(3) > 0
                let id = DocumentID(isNew ? texts.count + 1 : 1 + chance.below(texts.count))
                guard changes[id] == nil else { continue }
                var text = chance.text(words: 1 + chance.below(24), of: stock)
                if let last = texts[id], chance.below(2) == 0 { text += " " + last }
                changes[id] = Put(
                    id: id, after: IndexedDocument(text, version: round * 2),
                    before: texts[id].map { IndexedDocument($0, version: round * 2 - 1) })
                texts[id] = text
            }
            try store.put(changes.values.sorted { $0.id < $1.id })
            for _ in 0..<40 {
                var patterns: [Pattern] = []
                for _ in 0..<1 + chance.below(3) {
                    let words = chance.text(words: 1 + chance.below(3), of: stock)
                    let pattern = try #require(Pattern(Array(words.utf8)))
                    patterns.append(
                        pattern.spaced.isEmpty || chance.below(3) > 0 ? pattern : chance.pick(pattern.spaced))
                }
                let parts = patterns.map(query)
                let query = parts.count == 1 ? parts[0] : chance.below(5) > 0 ? .all(parts) : .any(parts)
                let isAny = if case .any = query { true } else { false }
                let holders = texts.filter { _, text in
                    let units = TextUnits(Array(text.utf8))
                    let held = patterns.map { $0.matches(units) }
                    return isAny ? held.contains(true) : !held.contains(false)
                }
                let asked = "\(patterns)"
                #expect(try store.found(query) { holders[$0] != nil } == holders.keys.sorted(by: >), "\(asked)")
                let all = try store.scores(query)
                #expect(Set(holders.keys).isSubset(of: all.keys), "\(asked)")
                let wanted = 1 + chance.below(12)
                let bar = all.count < wanted ? 0 : all.values.sorted(by: >)[wanted - 1]
                #expect(try store.scores(query, best: wanted) == all.filter { $0.value >= bar }, "\(asked)")
            }
        }
    }

    @Test func `a phrase is found whose first character stands alone behind a place where it is in a pair`() throws {
        let store = try DocumentStore()
        try store.put([Put(id: 1, after: IndexedDocument("좀부 부족한 좀 좀부족한 부족한 좀 부족한"))])
        let query = query(try #require(Pattern(Array("좀 부족한".utf8))))
        #expect(try store.found(query) { _ in false } == [1])
    }

    @Test func `two characters are a term, joined or apart, so that terms tell of a phrase's last syllable`() throws {
        let store = try DocumentStore()
        let texts = ["the 영 봐 영화", "the 영화", "the 영 화", "영화", "영 봐 영화", "영 봐", "the 영. 화", "영 the 화"]
        try store.put(texts.indices.map { Put(id: DocumentID($0 + 1), after: IndexedDocument(texts[$0])) })
        func found(_ pattern: Pattern?) throws -> [DocumentID] {
            try store.found(query(try #require(pattern))) { _ in false }
        }
        #expect(try found(Pattern(Array("the 영 화".utf8))) == [7, 3, 2])
        #expect(try found(Pattern(Array("영 화".utf8))) == [7, 5, 4, 3, 2, 1])
        #expect(try found(Pattern(Array("영화".utf8))) == [5, 4, 2, 1])
        #expect(try found(Pattern(Array("영 봐 영화".utf8))) == [5, 1])
        let spaced = try #require(Pattern(Array("봐영화".utf8))).spaced
        #expect(try spaced.map { try found($0) } == [[5, 1], []])
    }
}

extension DocumentStore {
    /// The candidates that match; where the index does not know, a text does.
    fileprivate func found(_ query: IndexQuery, byText: (DocumentID) -> Bool) throws -> [DocumentID] {
        try read { index, view in
            var walk = try CandidateWalk(query, in: index, from: index.documents, view)
            var found: [DocumentID] = []
            while let document = try walk.next(view) {
                if walk.isDecided || byText(document) { found.append(document) }
            }
            return found
        }
    }
}
