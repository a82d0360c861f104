import SearchIndex
import TestSupport
import Testing
import TextSearch

/// Which documents the index offers: all that ever held the terms, newest first.
@Suite struct CandidateTests {
    private let stock = ["날씨", "날씨가", "날개", "겨울날씨", "비", "비가", "walk", "walking", "cafe", "☀", "🌧", "3월", "sea"]

    /// A query for a pattern, where terms decide it.
    private func query(_ text: String, isPrefix: Bool = false) throws -> (IndexQuery, Pattern) {
        let pattern = try #require(Pattern(Array(text.utf8), isPrefix: isPrefix))
        #expect(pattern.isAnsweredByProbes)
        return (.probes(pattern.probes, isScored: true), pattern)
    }

    @Test func `every document that ever held the terms is offered once, newest first`() throws {
        var chance = Chance(for: "candidates")
        let store = try DocumentStore()
        var texts: [DocumentID: [String]] = [:]
        var newest: DocumentID = 0
        for _ in 0..<40 {
            var changes: [DocumentChange] = []
            for _ in 0..<1 + chance.below(60) {
                let text = chance.text(words: 1 + chance.below(6), of: stock)
                if newest > 0, chance.below(3) == 0 {
                    let id = DocumentID(1 + chance.below(Int(newest)))
                    let before = texts[id]?.last.map { IndexedDocument($0) }
                    changes.append(DocumentChange(id: id, after: IndexedDocument(text), before: before))
                    texts[id, default: []].append(text)
                } else {
                    newest += 1
                    changes.append(DocumentChange(id: newest, after: IndexedDocument(text)))
                    texts[newest] = [text]
                }
            }
            #expect(try store.put(changes))
            let asked = try [
                query("날씨"), query("비"), query("날"), query("☀"), query("walk"), query("walk", isPrefix: true),
                query("c", isPrefix: true),
            ]
            func holders(_ pattern: Pattern) -> Set<DocumentID> {
                Set(
                    texts.filter { $0.value.contains { pattern.matches(TextUnits(Array($0.utf8))) } }.keys)
            }
            for (query, pattern) in asked {
                #expect(try store.candidates(query) == holders(pattern).sorted(by: >))
            }
            let (left, right) = (chance.pick(asked), chance.pick(asked))
            let both = holders(left.1).intersection(holders(right.1))
            let either = holders(left.1).union(holders(right.1))
            #expect(try store.candidates(.all([left.0, right.0, .every])) == both.sorted(by: >))
            #expect(try store.candidates(.any([left.0, right.0])) == either.sorted(by: >))
        }
        #expect(try store.candidates(.every) == (1...newest).reversed())
    }

    @Test func `other texts and tags find a document, too`() throws {
        let store = try DocumentStore()
        var document = IndexedDocument("바다", tags: ["가족"])
        document.otherTexts = [Array("호수".utf8)]
        #expect(try store.put([DocumentChange(id: 1, after: document)]))
        let tag = IndexQuery.probes([[.term(Term.tag(Array("가족".utf8)))]], isScored: false)
        for query in [try query("바다").0, try query("호수").0, tag] { #expect(try store.candidates(query) == [1]) }
        #expect(try store.candidates(query("가족").0) == [])
    }

    @Test func `a stretch of documents tells the latest date ahead once`() throws {
        let store = try DocumentStore()
        // The latest date of all stands in the first stretch.
        let dates: [Int64] = (1...2500).map { $0 == 700 ? 9_000 : Int64($0) }
        try store.put(
            dates.indices.map { index in
                DocumentChange(id: DocumentID(index + 1), after: IndexedDocument("비", date: dates[index]))
            })
        let query = try query("비").0
        let told: [Int64] = try store.read { index, view in
            var walk = try CandidateWalk(query, in: index, from: index.documents, view)
            var told: [Int64] = []
            while try walk.next(view) != nil { if let date = walk.newestDateAhead() { told.append(date) } }
            return told
        }
        #expect(told == [9_000, 9_000, 9_000])
    }

    @Test func `the rarer term weighs more, and a shorter text`() throws {
        let store = try DocumentStore()
        let texts = (1...60).map { $0 == 30 ? "sea" : $0 == 10 ? "walk" : "walk cafe" }
        try store.put(
            texts.indices.map { DocumentChange(id: DocumentID($0 + 1), after: IndexedDocument(texts[$0])) })
        let query = IndexQuery.any([try query("sea").0, try query("walk").0])
        let scores: [DocumentID: Double] = try store.read { index, view in
            var walk = try CandidateWalk(query, in: index, from: index.documents, view)
            try walk.weigh(view)
            var documents = DocumentReader(index)
            var scores: [DocumentID: Double] = [:]
            while let document = try walk.next(view) {
                let length = try documents.record(of: document, view)?.length ?? 0
                scores[document] = walk.score(length: length)
            }
            return scores
        }
        #expect(scores.count == 60)
        #expect(scores[10, default: 0] > scores[20, default: 0])
        #expect(scores[30, default: 0] > scores[10, default: 0])
    }
}
