import DiarylogTestSupport
import EventStore
import Testing

@testable import DiarylogSearchIndex
@testable import DiarylogTextSearch

/// An index that begins with many documents is given frequent terms; it then finds, weighs and counts the same.
@Suite(.timed) struct FrequentTermTests {
    private let frequent = ["영화를", "영화", "화를", "최고의", "최고", "하지만", "and", "i", "to", "the"]
    private let rare = ["좀", "부족한", "재밌네요", "office", "날", "고의", "화를내다"]

    @Test func `an index with frequent terms answers as one without, now and as of any event`() throws {
        var chance = Chance(for: "frequent terms")
        let (plain, joining) = (try DocumentStore(), try DocumentStore(fewest: 1))
        var texts: [DocumentID: (text: String, other: String?)] = [:]
        var born: [DocumentID: UInt64] = [:]
        for round in UInt32(1)...7 {
            var changes: [DocumentID: Put] = [:]
            let known = texts.count
            for _ in 0..<40 + chance.below(90) {
                let isNew = texts.isEmpty || chance.below(3) > 0
                let id = DocumentID(isNew ? texts.count + 1 : 1 + chance.below(texts.count))
                guard changes[id] == nil else { continue }
                // What the first documents do not have is not frequent.
                let stock = round == 1 ? frequent : frequent + rare
                var text = chance.text(words: 1 + chance.below(24), of: stock)
                if let last = texts[id], chance.below(3) > 0 { text = edited(last.text, by: &chance, of: stock) }
                let other = chance.below(9) == 0 ? chance.text(words: 3, of: stock) : nil
                changes[id] = Put(
                    id: id, after: document(text, other, version: round * 2),
                    before: texts[id].map { document($0.text, $0.other, version: round * 2 - 1) })
                texts[id] = (text, other)
            }
            // New documents follow in the order of their events.
            var sorted = changes.values.sorted { $0.id < $1.id }
            for index in sorted.indices where sorted[index].id > known {
                born[sorted[index].id] = joining.event + UInt64(index) + 1
            }
            for index in sorted.indices { sorted[index].born = born[sorted[index].id] ?? 0 }
            try plain.put(sorted)
            try joining.put(sorted)
            for _ in 0..<50 {
                let words = chance.text(words: 1 + chance.below(4), of: frequent + rare)
                let pattern = try #require(Pattern(Array(words.utf8)))
                let query = query(pattern)
                let event = chance.below(2) == 0 ? nil : UInt64(1 + chance.below(Int(joining.event)))
                let newest = DocumentID(born.values.filter { $0 <= event ?? .max }.count)
                let found = try joining.found(query, asOf: event, from: newest)
                let expected = try plain.found(query, asOf: event, from: newest)
                // Of what ends in one syllable, texts may decide: how soon they need not is not the same.
                #expect(found.sure.isSubset(of: expected.all) && expected.sure.isSubset(of: found.all), "\(words)")
                if chance.below(4) == 0 { #expect(found.all == expected.all || words.last == "날" || words.last == "좀") }
                let best = try joining.best(query, asOf: event, from: newest)
                #expect(try best == plain.best(query, asOf: event, from: newest), "\(words)")
            }
        }
        #expect(try joining.differences() == [])
        #expect(try joining.read { index, _ in index.manifest.hasFrequentTerms })
        #expect(try !plain.read { index, _ in index.manifest.hasFrequentTerms })
    }

    @Test func `what two texts of a document join is no hit, and no count says so`() throws {
        let store = try DocumentStore(fewest: 1)
        try store.put([Put(id: 1, after: document("to the", nil)), Put(id: 2, after: document("to the", nil))])
        let query = query(try #require(Pattern(Array("to the".utf8))))
        #expect(try store.count(query) == 2)
        try store.put([Put(id: 1, after: document("to", "the", version: 2), before: document("to the", nil))])
        #expect(try store.count(query) == nil)
        #expect(try store.differences() == [])
    }

    @Test func `a phrase of two frequent words is one term, and its count a sum`() throws {
        let store = try DocumentStore(fewest: 1)
        try store.put((1...40).map { Put(id: $0, after: document("go to the sea \($0)", nil)) })
        for words in ["to the", "바다를"] {
            let query = query(try #require(Pattern(Array(words.utf8))))
            #expect(try store.count(query) == (words == "to the" ? 40 : nil), "\(words)")
        }
    }

    @Test func `a list of frequent terms that is damaged is named, and nothing is searched with it`() throws {
        let store = try DocumentStore(fewest: 1)
        try store.put((1...40).map { Put(id: $0, after: document("go to the sea \($0)", nil)) })
        try store.change("search", IndexManifest.frequentTermsKey) { value in
            var value = value
            value[5] ^= 1
            return value
        }
        #expect(try store.differences().contains("the frequent terms are damaged"))
        let query = query(try #require(Pattern(Array("to the".utf8))))
        #expect(throws: (any Error).self) { try store.found(query) }
        #expect(throws: EventStoreError.damagedTable("search")) {
            try store.put([Put(id: 41, after: document("more", nil))])
        }
    }

    @Test func `few documents have no frequent terms`() throws {
        let store = try DocumentStore()
        try store.put((1...100).map { Put(id: $0, after: document("to the sea", nil)) })
        #expect(try store.keys("search").filter { $0.starts(with: [0, 0, 0, 0]) } == [IndexManifest.key])
    }

    private func document(_ text: String, _ other: String?, version: UInt32 = 1) -> IndexedDocument {
        IndexedDocument(
            text: Array(text.utf8), otherTexts: other.map { [Array($0.utf8)] } ?? [], date: 0, born: 1,
            version: version)
    }

    private func query(_ pattern: Pattern) -> IndexQuery {
        if !pattern.isAnsweredByProbes, let placed = pattern.placedProbes {
            return .phrase(placed, pattern.probes, isScored: true)
        }
        return .probes(pattern.probes, isScored: true)
    }

    private func edited(_ text: String, by chance: inout Chance, of stock: [String]) -> String {
        var words = text.split(separator: " ").map(String.init)
        for _ in 0..<1 + chance.below(2) {
            switch chance.below(4) {
            case 0: words.insert(chance.pick(stock), at: chance.below(words.count + 1))
            case 1 where words.count > 1: words.remove(at: chance.below(words.count))
            case 2 where words.count > 1: words.swapAt(0, chance.below(words.count))
            default: words[chance.below(words.count)] += chance.pick(stock)
            }
        }
        return words.joined(separator: " ")
    }
}

extension Put {
    /// The event that created the document.
    fileprivate var born: UInt64 {
        get { after.born }
        set {
            after.born = newValue
            before?.born = newValue
        }
    }
}

extension DocumentStore {
    fileprivate func count(_ query: IndexQuery) throws -> Int? {
        try read { index, view in
            var walk = try CandidateWalk(query, in: index, from: index.documents, view)
            return try walk.countOfTerm(view)
        }
    }

    /// The candidates, and those of them of which the index knows that they match.
    fileprivate func found(
        _ query: IndexQuery, asOf event: UInt64? = nil, from newest: DocumentID = .max
    ) throws -> (all: Set<DocumentID>, sure: Set<DocumentID>) {
        try read { index, view in
            let index = try event.map { try index.asOf($0, in: view) } ?? index
            var walk = try CandidateWalk(query, in: index, from: newest, view)
            var (all, sure): (Set<DocumentID>, Set<DocumentID>) = ([], [])
            while let document = try walk.next(view) {
                all.insert(document)
                if try walk.isDecided(view) { sure.insert(document) }
            }
            return (all, sure)
        }
    }

    /// The best candidates with their scores, and how well they stand.
    fileprivate func best(
        _ query: IndexQuery, asOf event: UInt64?, from newest: DocumentID
    ) throws -> [String] {
        try read { index, view in
            let index = try event.map { try index.asOf($0, in: view) } ?? index
            var walk = try CandidateWalk(query, in: index, from: newest, view)
            try walk.weigh(view)
            let best = try walk.best(10, view)
            var placing = try CandidateWalk(query, in: index, from: newest, view)
            return try best.map { candidate in
                let placement = try placing.placement(in: candidate.document, view)
                return "\(candidate.document) \(candidate.score) \(placement.map(String.init) ?? "?")"
            }
        }
    }
}
