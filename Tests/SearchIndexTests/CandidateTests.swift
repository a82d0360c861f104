import DiarylogSearchIndex
import DiarylogTestSupport
import DiarylogTextSearch
import Testing

/// Which documents the index offers: those that hold the terms as of its point, newest first.
@Suite(.timed) struct CandidateTests {
    private let stock = ["날씨", "날씨가", "날개", "겨울날씨", "비", "비가", "walk", "walking", "cafe", "☀", "🌧", "3월", "sea"]

    /// A query for a pattern, where terms decide it.
    private func query(_ text: String, isPrefix: Bool = false) throws -> (IndexQuery, Pattern) {
        let pattern = try #require(Pattern(Array(text.utf8), isPrefix: isPrefix))
        #expect(pattern.probes.count == 1)
        return (.text(pattern, isQuoted: true), pattern)
    }

    /// A document as it was from an event on.
    private struct Lived {
        var event: UInt64
        var version: UInt32
        var text: String
        var isDeleted: Bool
    }

    @Test func `before anything was indexed every document lacks a term, and none has it`() throws {
        let store = try DocumentStore()
        let texts = ["날씨", "비", "sea"].enumerated()
        _ = try store.put(texts.map { Put(id: DocumentID($0 + 1), after: IndexedDocument($1, born: UInt64($0) + 1)) })
        let (query, _) = try query("날씨")
        #expect(try store.candidates(.not(query), asOf: 0) == [3, 2, 1])
        #expect(try store.candidates(.any([query, .every]), asOf: 0) == [3, 2, 1])
        #expect(try store.candidates(query, asOf: 0) == [])
    }

    @Test func `documents are offered by what they hold now, held as of an event, and ever held`() throws {
        var chance = Chance(for: "candidates")
        let store = try DocumentStore()
        var lives: [DocumentID: [Lived]] = [:]
        for _ in 0..<40 {
            var changes: [Put] = []
            for _ in 0..<1 + chance.below(60) {
                var text = chance.text(words: 1 + chance.below(6), of: stock)
                let event = store.event + UInt64(changes.count) + 1
                let newest = DocumentID(lives.count)
                guard newest > 0, chance.below(3) == 0 else {
                    lives[newest + 1] = [Lived(event: event, version: 1, text: text, isDeleted: false)]
                    changes.append(Put(id: newest + 1, after: IndexedDocument(text, born: event)))
                    continue
                }
                let id = DocumentID(1 + chance.below(Int(newest)))
                let life = try #require(lives[id])
                let last = try #require(life.last)
                if chance.below(2) == 0 { text = last.text + " " + text }
                let now = Lived(
                    event: event, version: last.version + 1 + UInt32(chance.below(2)), text: text,
                    isDeleted: chance.below(5) == 0)
                func document(_ lived: Lived, version: UInt32) -> IndexedDocument {
                    var document = IndexedDocument(lived.text, born: life[0].event, version: version)
                    document.isDeleted = lived.isDeleted
                    return document
                }
                changes.append(
                    Put(
                        id: id, after: document(now, version: now.version),
                        before: document(last, version: now.version - 1)))
                lives[id, default: []].append(now)
            }
            try store.put(changes)
            let asked = try [
                query("날씨"), query("비"), query("날"), query("☀"), query("walk"), query("walk", isPrefix: true),
                query("c", isPrefix: true),
            ]
            let phrases = try ["겨울날씨", "비 바다", "walk 비가", "\"날씨가 walk\"", "날 비"].map { text in
                let pattern = try #require(Pattern(Array(text.utf8)))
                return (try query(placing: pattern), pattern)
            }
            func holders(_ pattern: Pattern, _ isWanted: (Lived) -> Bool = { !$0.isDeleted }, asOf event: UInt64? = nil)
                -> Set<DocumentID>
            {
                Set(
                    lives.filter { _, life in
                        let then = life.last { $0.event <= event ?? .max }
                        guard let then, isWanted(then) else { return false }
                        return pattern.matches(TextUnits(Array(then.text.utf8)))
                    }.keys)
            }
            let past = UInt64(1 + chance.below(Int(store.event)))
            // Whoever asks begins at the newest document of the point.
            let born = Set(lives.filter { $0.value[0].event <= past }.keys)
            for (query, pattern) in asked + phrases {
                #expect(try store.candidates(query) == holders(pattern).sorted(by: >))
                let then = holders(pattern, asOf: past)
                #expect(try store.candidates(query, asOf: past).filter(born.contains) == then.sorted(by: >))
                let without = born.subtracting(then)
                let not = IndexQuery.all([.every, .not(query)])
                #expect(try store.candidates(not, asOf: past).filter(born.contains) == without.sorted(by: >))
            }
            for (query, pattern) in asked {
                let ever = lives.filter { _, life in
                    life.contains { !$0.isDeleted && pattern.matches(TextUnits(Array($0.text.utf8))) }
                }
                #expect(try store.candidates(query, ofAnyTime: true) == ever.keys.sorted(by: >))
            }
            let (left, right) = (chance.pick(asked), chance.pick(asked))
            let both = holders(left.1).intersection(holders(right.1))
            let either = holders(left.1).union(holders(right.1))
            #expect(try store.candidates(.all([left.0, right.0, .every])) == both.sorted(by: >))
            #expect(try store.candidates(.any([left.0, right.0])) == either.sorted(by: >))
        }
        #expect(try store.candidates(.every) == (1...DocumentID(lives.count)).reversed())
    }

    @Test func `the best are just those that score no less than the last of as many as are wanted`() throws {
        var chance = Chance(for: "scores")
        let store = try DocumentStore()
        var texts: [DocumentID: String] = [:]
        for round in UInt32(1)...8 {
            var changes: [DocumentID: Put] = [:]
            for _ in 0..<40 + chance.below(160) {
                let words = (0..<1 + chance.below(12)).map { _ in chance.pick(["sea", "sea", "walk", "cafe"]) }
                let isNew = texts.isEmpty || chance.below(2) == 0
                let id = DocumentID(isNew ? texts.count + 1 : 1 + chance.below(texts.count))
                let text = words.joined(separator: " ")
                guard changes[id] == nil else { continue }
                changes[id] = Put(
                    id: id, after: IndexedDocument(text, version: round * 2),
                    before: texts[id].map { IndexedDocument($0, version: round * 2 - 1) })
                texts[id] = text
            }
            try store.put(changes.values.sorted { $0.id < $1.id })
            let (sea, walk) = (try query("sea").0, try query("walk").0)
            for query in [sea, walk, .all([sea, walk]), .any([walk, sea])] {
                let all = try store.scores(query)
                let candidates = try store.candidates(query)
                #expect(all.keys.sorted(by: >) == candidates)
                #expect(try gathered(query, store) == candidates)
                let wanted = 1 + chance.below(all.count)
                let bar = all.values.sorted(by: >)[wanted - 1]
                #expect(try store.scores(query, best: wanted) == all.filter { $0.value >= bar })
                let odd = try store.scores(query, best: wanted) { $0 % 2 == 1 }
                let counted = all.filter { $0.key % 2 == 1 }.values.sorted(by: >)
                let oddBar = counted.count < wanted ? 0 : counted[wanted - 1]
                #expect(odd == all.filter { $0.key % 2 == 1 && $0.value >= oddBar })
            }
        }
    }

    /// The candidates where frequent terms are gathered at once; their number is told without a walk, if at all.
    private func gathered(_ query: IndexQuery, _ store: DocumentStore) throws -> [DocumentID] {
        try store.read { index, view in
            var walk = try CandidateWalk(query, in: index, from: index.documents, view)
            try walk.gather(view)
            let count = walk.count
            var found: [DocumentID] = []
            while let document = try walk.next(view) { found.append(document) }
            if let count { #expect(count == found.count) }
            return found
        }
    }

    @Test func `a word that stands there 255 times and more leaves a phrase to the text`() throws {
        let store = try DocumentStore()
        let often = String(repeating: "walk ", count: 300) + "sea walk"
        try store.put((1...600).map { Put(id: $0, after: IndexedDocument($0 == 3 ? often : "sea cafe")) })
        let pattern = try #require(Pattern(Array("sea walk".utf8)))
        let isDecided = try store.read { index, view in
            var walk = try CandidateWalk(query(placing: pattern), in: index, from: index.documents, view)
            #expect(try walk.next(view) == 3)
            return walk.isDecided
        }
        #expect(!isDecided)
    }

    /// A query for a pattern, where the positions of terms decide it.
    private func query(placing pattern: Pattern) throws -> IndexQuery {
        #expect(pattern.isToldByTerms)
        return .text(pattern, isQuoted: true)
    }

    @Test func `other texts and tags find a document, too`() throws {
        let store = try DocumentStore()
        let document = with(IndexedDocument("바다", tags: ["가족"])) { $0.otherTexts = [Array("호수".utf8)] }
        try store.put([Put(id: 1, after: document)])
        let tag = IndexQuery.filter([[.term(Term.tag(Array("가족".utf8)))]])
        for query in [try query("바다").0, try query("호수").0, tag] { #expect(try store.candidates(query) == [1]) }
        #expect(try store.candidates(query("가족").0) == [])
    }

    @Test func `a stretch of documents tells the latest date ahead once`() throws {
        let store = try DocumentStore()
        // The latest date of all stands in the first stretch.
        let dates: [Int64] = (1...2500).map { $0 == 700 ? 9_000 : Int64($0) }
        try store.put(
            dates.indices.map { index in
                Put(id: DocumentID(index + 1), after: IndexedDocument("비", date: dates[index]))
            })
        let query = try query("비").0
        let reported: [Int64] = try store.read { index, view in
            var walk = try CandidateWalk(query, in: index, from: index.documents, view)
            var reported: [Int64] = []
            while try walk.next(view) != nil { if let date = walk.newestDateAhead() { reported.append(date) } }
            return reported
        }
        #expect(reported == [9_000, 9_000, 9_000])
    }

    @Test func `the rarer term weighs more, and a shorter text`() throws {
        let store = try DocumentStore()
        let texts = (1...60).map { $0 == 30 ? "sea" : $0 == 10 ? "walk" : "walk cafe" }
        try store.put(
            texts.indices.map { Put(id: DocumentID($0 + 1), after: IndexedDocument(texts[$0])) })
        let query = IndexQuery.any([try query("sea").0, try query("walk").0])
        let scores = try store.scores(query)
        #expect(scores.count == 60)
        #expect(scores[10, default: 0] > scores[20, default: 0])
        #expect(scores[30, default: 0] > scores[10, default: 0])
    }
}
