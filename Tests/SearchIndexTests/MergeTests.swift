import DiarylogTestSupport
import DiarylogTextSearch
import Testing

@testable import DiarylogSearchIndex

/// Segments become fewer, while all of them go on being found.
@Suite(.timed) struct MergeTests {
    @Test func `half way through a merge every word, and every beginning of one, is found as before`() throws {
        var chance = Chance(for: "half way through a merge")
        let store = try DocumentStore()
        // Words enough that a merge takes many transactions.
        let stock = (0..<12_000).map { number in
            String(number * 7919 % 1_000_003, radix: 36) + (number % 3 == 0 ? "날씨" : "z")
        }
        var holders: [String: Set<DocumentID>] = [:]
        var newest: DocumentID = 0
        func documents(_ count: Int) -> [Put] {
            (0..<count).map { _ in
                let words = (0..<24).map { _ in chance.pick(stock) }
                newest += 1
                for word in words { holders[word, default: []].insert(newest) }
                return Put(id: newest, after: IndexedDocument(words.joined(separator: " ")))
            }
        }
        func found(_ text: String, isPrefix: Bool = false) throws -> Set<DocumentID> {
            let pattern = try #require(Pattern(Array(text.utf8), isPrefix: isPrefix))
            return Set(try store.candidates(.text(pattern, isQuoted: true)))
        }
        // The last one is nearly as small as one of its tier can be, 16 leaves: it pays for little of the merging. With
        // 250 documents some seeds leave it 15, and then nothing is merged at all.
        for _ in 0..<7 { try store.put(documents(700)) }
        try store.put(documents(290))
        var halfWay = 0
        for _ in 0..<80 {
            if try store.read({ index, _ in index.merges }) == 0 { break }
            halfWay += 1
            for _ in 0..<12 {
                // Words that are terms by themselves.
                let word = chance.pick(stock.filter { $0.hasSuffix("z") })
                #expect(try found(word) == holders[word] ?? [], "\(word)")
            }
            let start = String(chance.pick(stock).prefix(2))
            let begun = holders.filter { $0.key.prefix { $0.isASCII }.hasPrefix(start) }.values
            #expect(try found(start, isPrefix: true) == begun.reduce(into: Set()) { $0.formUnion($1) }, "\(start)")
            try store.put(documents(1))
            try store.put(documents(16))
        }
        #expect(halfWay >= 2)
        #expect(try store.read { index, _ in index.merges } == 0)
    }

    @Test func `segments stay few however many changes there are`() throws {
        var chance = Chance(for: "segments")
        let store = try DocumentStore()
        let stock = (0..<800).map { String($0 * 7919 % 99_991, radix: 36) }
        var most = 0
        for round in 0..<600 {
            let first = DocumentID(round * 16 + 1)
            try store.put(
                (first..<first + 16).map {
                    Put(id: $0, after: IndexedDocument(chance.text(words: 20, of: stock)))
                })
            if round % 10 == 0 { most = max(most, try store.read { index, _ in index.segments }) }
        }
        #expect(most <= 16)
    }

    @Test func `where many documents change at once, and too many segments wait, the newest become one`() throws {
        var chance = Chance(for: "many at once")
        let store = try DocumentStore()
        let stock = (0..<6_000).map { String($0 * 7919 % 99_991, radix: 36) }
        var texts: [String] = []
        // Segments of which none is due to be merged.
        func waiting() throws -> Int { try store.read { index, _ in index.merges == 0 ? index.segments : 0 } }
        while try waiting() <= MergePolicy.few, texts.count < 16_000 {
            let first = texts.count
            texts += (0..<16).map { _ in chance.text(words: 20, of: stock) }
            try store.put((first..<first + 16).map { Put(id: DocumentID($0 + 1), after: IndexedDocument(texts[$0])) })
        }
        #expect(try waiting() > MergePolicy.few)
        for version in 1...3 as ClosedRange<UInt32> {
            try store.put(
                (0..<64).map { position in
                    let before = texts[position]
                    texts[position] = chance.text(words: 20, of: stock)
                    return Put(
                        id: DocumentID(position + 1),
                        after: IndexedDocument(texts[position], version: version + 1),
                        before: IndexedDocument(before, version: version))
                })
        }
        let leaves = try store.read { index, _ in index.manifest.segments.map(\.leaves) }
        #expect(leaves.count <= MergePolicy.few)
        #expect(leaves[0] > leaves.dropFirst().reduce(0, +))
        #expect(try store.differences() == [])
    }

    @Test(
        "one change at a time, no transaction merges more than a few leaves for each merge in progress",
        arguments: [false, true])
    func bounded(isManyAtTimes: Bool) throws {
        var chance = Chance(for: "bounded merges")
        let store = try DocumentStore()
        let stock = (0..<6_000).map { String($0 * 7919 % 99_991, radix: 36) }
        func leaves() throws -> [UInt32: UInt32] {
            let manifest = try store.read { index, _ in index.manifest }
            return Dictionary(
                uniqueKeysWithValues: manifest.segments.map { ($0.id, $0.leaves) }
                    + manifest.merges.map { ($0.id, $0.leaves) })
        }
        // A few thousand documents at once, then sixteen at a time, changed ones among them.
        var texts = (0..<1_000).map { _ in chance.text(words: 20, of: stock) }
        try store.put(texts.indices.map { Put(id: DocumentID($0 + 1), after: IndexedDocument(texts[$0])) })
        var versions: [Int: UInt32] = [:]
        var before = try leaves()
        var (busiest, together, most) = (0, 0, 0)
        for round in 0..<240 {
            // Many changes at once leave merges behind, with which those that follow go on.
            let isMany = isManyAtTimes && round % 16 == 8
            var puts: [Put] = []
            for _ in 0..<(isMany ? 64 : 16) {
                let text = chance.text(words: 20, of: stock)
                guard chance.below(2) == 0 else {
                    texts.append(text)
                    puts.append(Put(id: DocumentID(texts.count), after: IndexedDocument(text)))
                    continue
                }
                let position = chance.below(texts.count)
                let version = versions[position] ?? 1
                puts.append(
                    Put(
                        id: DocumentID(position + 1), after: IndexedDocument(text, version: version + 1),
                        before: IndexedDocument(texts[position], version: version)))
                (texts[position], versions[position]) = (text, version + 1)
            }
            // Mostly as in a diary, and as where operations of many events leave no tail.
            let maintained = chance.below(4) > 0 ? 2 : chance.below(2)
            for _ in 0..<maintained { try store.maintain() }
            try store.put(puts, maintained: maintained)
            let after = try leaves()
            let written = after.reduce(0) { $0 + Int($1.value) - min(Int($1.value), Int(before[$1.key] ?? 0)) }
            let merges = try store.read { index, _ in index.merges }
            busiest = max(busiest, written)
            together = max(together, merges)
            // Eight new ones at most; as many for each merge, or eight, and twice eight by maintenance; and for each
            // merge one of a term that goes on.
            #expect(isMany || written <= 8 + 16 + max(8, (merges + 1) * 8) + 3 * (merges + 1))
            #expect(try isManyAtTimes || store.read { index, _ in Self.law(index.manifest) })
            most = max(most, try store.read { index, _ in index.segments })
            if round % 120 == 119 { #expect(try store.differences() == []) }
            before = after
        }
        print(
            "leaves written for sixteen changes, at most: \(busiest), merges in progress: \(together),",
            "segments: \(most)")
        #expect(together >= 1)
        #expect(most <= 24)
    }

    /// Of each tier no more wait than are merged at once, and no two merges are of one tier: so of a tier there are
    /// never more than twice as many as are merged at once.
    private static func law(_ manifest: IndexManifest) -> Bool {
        let merged = manifest.merges.map { merge in manifest.segments[merge.segments].map(MergePolicy.tier).max() }
        var waiting: [Int: Int] = [:]
        for position in manifest.segments.indices
        where !manifest.merges.contains(where: { $0.segments.contains(position) }) {
            waiting[MergePolicy.tier(manifest.segments[position]), default: 0] += 1
        }
        return Set(merged).count == merged.count && waiting.allSatisfy { $0.value <= MergePolicy.fan($0.key) }
    }

    @Test func `segments of a tier are due once they are four, or eight large ones, with the smaller ones behind them`()
    {
        var manifest = IndexManifest()
        func segments(_ leaves: [UInt32]) -> Range<Int>? {
            manifest.segments = leaves.map {
                IndexManifest.Segment(id: 1, least: 1, greatest: 1, events: 1...1, leaves: $0)
            }
            return MergePolicy.due(in: manifest)
        }
        #expect(segments([]) == nil)
        #expect(segments([1, 1, 1]) == nil)
        #expect(segments([1, 1, 1, 3]) == 0..<4)
        #expect(segments([16, 1, 1, 1, 1]) == 1..<5)
        #expect(segments([4, 15, 4, 4, 1]) == 0..<5)
        #expect(segments([16, 16, 16, 127, 16, 16, 16, 1]) == nil)
        #expect(segments([16, 16, 16, 127, 16, 16, 16, 16, 1]) == 0..<9)
        #expect(segments([128, 16, 16, 16, 16, 16, 16, 16]) == nil)
        // What is being merged is not merged again.
        manifest.merges = [IndexManifest.Merge(segments: 0..<4, id: 9, leaves: 0, term: [])]
        #expect(segments([4, 4, 4, 4, 1]) == nil)
    }

    @Test func `behind many documents, the newest become one up to one that is larger than all of them`() {
        var manifest = IndexManifest()
        func segments(_ leaves: [UInt32], ifMoreThan few: Int = 1, reach: Int = 1) -> Range<Int>? {
            manifest.segments = leaves.map {
                IndexManifest.Segment(id: 1, least: 1, greatest: 1, events: 1...1, leaves: $0)
            }
            return MergePolicy.last(in: manifest, ifMoreThan: few, reach: reach)
        }
        #expect(segments([]) == nil)
        #expect(segments([7]) == nil)
        #expect(segments([7, 4, 2]) == nil)
        #expect(segments([7, 4, 2, 2]) == 0..<4)
        #expect(segments([90, 7, 4, 2, 1, 1]) == 1..<6)
        #expect(segments([90, 7, 4, 2, 1, 1], ifMoreThan: 6) == nil)
        #expect(segments([63, 30, 6], reach: 4) == 0..<3)
        #expect(segments([90, 5, 2], reach: 4) == 1..<3)
        manifest.merges = [IndexManifest.Merge(segments: 0..<3, id: 9, leaves: 0, term: [])]
        #expect(segments([9, 9, 9, 3, 3]) == 3..<5)
        #expect(segments([9, 9, 9, 3, 3], ifMoreThan: 2) == nil)
    }

    @Test func `a manifest gives back what was written, and no damaged bytes`() throws {
        var manifest = IndexManifest()
        (manifest.documents, manifest.units, manifest.nextSegment) = (500, 12_345, 12)
        (manifest.living, manifest.hadConflicts) = (480, true)
        manifest.segments = (1...9).map { number in
            IndexManifest.Segment(
                id: number, least: number * 10, greatest: number * 40,
                events: UInt64(number)...UInt64(number) * 9, leaves: number * 300)
        }
        manifest.merges = [
            IndexManifest.Merge(segments: 0..<3, id: 10, leaves: 4, term: Array("날".utf8)),
            IndexManifest.Merge(segments: 5..<9, id: 11, leaves: 0, term: []),
        ]
        let bytes = manifest.bytes
        #expect(try IndexManifest(bytes.span) == manifest)
        for position in bytes.indices {
            var damaged = bytes
            damaged[position] ^= 1
            #expect((try? IndexManifest(damaged.span)) == nil)
        }
    }
}
