import DiarylogTestSupport
import Testing

@testable import DiarylogSearchIndex
@testable import DiarylogTextSearch

/// Postings, leaves and segments give back what was put in, of every version of every document, merged or not.
@Suite(.timed) struct PostingTests {
    @Test func `a segment tells where every term stood in every version of every document`() throws {
        var chance = Chance(for: "segments")
        for _ in 0..<6 {
            var lived = LivedTexts()
            var builder = SegmentBuilder()
            for _ in 0..<1 + chance.below(700) { lived.step(&chance, &builder) }
            try lived.expect(builder.leaves(), firstDocument: builder.least)
        }
    }

    @Test func `the parts of a segment are the segment, however many they are`() throws {
        var chance = Chance(for: "parts of segments")
        var lived = LivedTexts()
        var builder = SegmentBuilder()
        for _ in 0..<600 { lived.step(&chance, &builder) }
        for count in [1, 2, 3, 40] {
            let parts = builder.parts(count)
            #expect(parts.count == count)
            try lived.expect(parts.flatMap(\.leaves), firstDocument: builder.least)
        }
    }

    @Test func `merging in stretches gives what one segment would have been`() throws {
        var chance = Chance(for: "merging")
        for _ in 0..<4 {
            var lived = LivedTexts()
            var inputs: [(leaves: [Leaf], documents: ClosedRange<UInt32>)] = []
            for _ in 0..<2 + chance.below(8) {
                var builder = SegmentBuilder()
                for _ in 0..<1 + chance.below(300) { lived.step(&chance, &builder) }
                inputs.append((builder.leaves(), builder.least...builder.greatest))
            }
            let merged = try Self.merged(inputs, &chance)
            try lived.expect(merged, firstDocument: inputs.map(\.documents.lowerBound).min() ?? 0)
        }
    }

    @Test func `merging segments of documents that come one behind the other gives what one would have been`() throws {
        var chance = Chance(for: "merging what comes behind")
        for _ in 0..<3 {
            var lived = LivedTexts()
            var inputs: [(leaves: [Leaf], documents: ClosedRange<UInt32>)] = []
            var next: UInt32 = 1
            for _ in 0..<2 + chance.below(3) {
                var builder = SegmentBuilder()
                let first = next
                for _ in 0..<30 + chance.below(400) {
                    // A few words, so that most stand in more documents than a block has; some texts change.
                    let isNew = next == first || chance.below(5) > 0
                    let document = isNew ? next : first + UInt32(chance.below(Int(next - first)))
                    let text = chance.text(of: ["비", "바다에서", "rain"], words: chance.below(6), joinedOneIn: 3)
                    lived.put(document, text, tags: chance.below(3) == 0 ? ["a"] : [], &builder)
                    if isNew { next += 1 }
                }
                inputs.append((builder.leaves(), builder.least...builder.greatest))
            }
            let merged = try Self.merged(inputs, &chance)
            try lived.expect(merged, firstDocument: 1)
            // And what was merged once is merged with what came behind it.
            var builder = SegmentBuilder()
            for document in next...next + 150 { lived.put(document, "비 바다에서 rain", &builder) }
            let again = try Self.merged(
                [(merged, 1...next - 1), (builder.leaves(), next...next + 150)], &chance)
            try lived.expect(again, firstDocument: 1)
        }
    }

    @Test func `merging a few leaves at a time makes the very leaves of a segment that was never cut`() throws {
        var chance = Chance(for: "merging by leaves")
        var stretches = 0
        for round in 0..<4 {
            // The first is so large that it is cut in any case.
            let isLarge = round == 0
            let stock = (0..<40 + chance.below(1_000)).map { String($0 * 7919 % 99_991, radix: 36) + "날씨비" }
            var whole = SegmentBuilder()
            var inputs: [SegmentBuilder] = []
            var texts: [(text: String, layout: TokenLayout)] = []
            for _ in 0..<(isLarge ? 8 : 2 + chance.below(7)) {
                var builder = SegmentBuilder()
                for _ in 0..<(isLarge ? 80 : 1 + chance.below(80)) {
                    let text = (0...chance.below(20)).map { _ in chance.pick(stock) }.joined(separator: " ")
                    if !texts.isEmpty, chance.below(3) == 0 {
                        // Each change has a version of its own, greater than all before.
                        let position = chance.below(texts.count)
                        let (before, layout) = texts[position]
                        let version = UInt32(texts.count + inputs.count * 1_000 + whole.size)
                        func change(_ builder: inout SegmentBuilder) -> TokenLayout {
                            builder.add(
                                UInt32(position + 1), version: version, Self.terms(text), replacing: Self.terms(before),
                                layout: layout)
                        }
                        let after = change(&whole)
                        #expect(change(&builder) == after)
                        texts[position] = (text, after)
                    } else {
                        texts.append((text, .plain))
                        whole.add(UInt32(texts.count), Self.terms(text))
                        builder.add(UInt32(texts.count), Self.terms(text))
                    }
                }
                inputs.append(builder)
            }
            let segments = inputs.map { (leaves: $0.leaves(), documents: $0.least...$0.greatest) }
            let most = 1 + chance.below(2)
            var leaves: [Leaf] = []
            var cursor: [UInt8]?
            repeat {
                let parts = segments.map {
                    SegmentMerge.Input(leaves: $0.leaves, documents: $0.documents, isComplete: true)
                }
                let stretch = try #require(SegmentMerge.merge(parts, from: cursor, most: most))
                leaves += stretch.leaves
                cursor = stretch.next
                stretches += 1
            } while cursor != nil
            #expect(leaves == whole.leaves())
        }
        #expect(stretches > 8)
    }

    private static func terms(_ text: String) -> DocumentTerms { DocumentTerms(texts: [TextUnits(Array(text.utf8))]) }

    /// Merges segments a few leaves at a time, as a store does.
    static func merged(
        _ inputs: [(leaves: [Leaf], documents: ClosedRange<UInt32>)], _ chance: inout Chance
    ) throws -> [Leaf] {
        var merged: [Leaf] = []
        var cursor: [UInt8]?
        var room = 1
        repeat {
            let parts = inputs.map { input in
                let key = cursor.map { Leaf.key($0, 0) } ?? []
                // From the last leaf that begins before the term, as a store would seek it.
                let from = max(
                    0, (input.leaves.firstIndex { key.lexicographicallyPrecedes($0.key) } ?? input.leaves.count) - 1)
                let to = min(input.leaves.count, from + room)
                return SegmentMerge.Input(
                    leaves: Array(input.leaves[from..<to]), documents: input.documents,
                    isComplete: to == input.leaves.count)
            }
            let stretch = try #require(SegmentMerge.merge(parts, from: cursor))
            if stretch.next != nil, stretch.next == cursor { room += 1 } else { room = 1 + chance.below(3) }
            merged += stretch.leaves
            if stretch.next == nil { break }
            cursor = stretch.next
        } while true
        return merged
    }

    @Test func `a term is found in its leaf, and no other`() throws {
        var chance = Chance(for: "finding")
        var lived = LivedTexts()
        var builder = SegmentBuilder()
        for _ in 0..<200 { lived.step(&chance, &builder) }
        for leaf in builder.leaves() {
            let bytes = leaf.bytes
            var present: Set<[UInt8]> = []
            var all = LeafReader(bytes.span)
            while all.next() != nil { present.insert(all.term) }
            for term in lived.terms {
                var reader = LeafReader(bytes.span)
                let isFound = reader.find(term) != nil
                #expect(isFound == present.contains(term))
                var other = LeafReader(bytes.span)
                let isOther = other.find(term + [0x21]) != nil
                #expect(!isOther)
            }
        }
    }

    @Test func `what a document held very long ago is said to be unknown, not wrong`() throws {
        // Each version has the word at all its positions anew: more than a history keeps.
        var builder = SegmentBuilder()
        var text = "sea"
        var terms = DocumentTerms(texts: [TextUnits(Array(text.utf8))])
        builder.add(1, terms)
        for version in UInt32(1)...300 {
            text += " sea"
            let after = DocumentTerms(texts: [TextUnits(Array(text.utf8))])
            _ = builder.add(1, version: version, after, replacing: terms, layout: .plain)
            terms = after
        }
        let found = try Postings(builder.leaves(), firstDocument: 1)
        #expect(found.occurrences(Array("sea".utf8), 1, asOf: 300)??.count == 255)
        #expect(found.occurrences(Array("sea".utf8), 1, asOf: 299)??.count == 255)
        #expect(found.occurrences(Array("sea".utf8), 1, asOf: 2) == .some(nil))
    }

    @Test func `a layout of many runs is made plain, and tells the same places`() throws {
        var chance = Chance(for: "runs")
        var lived = LivedTexts()
        var builder = SegmentBuilder()
        lived.put(1, (0..<400).map { "w\($0)" }.joined(separator: " "), &builder)
        var most = 0
        for _ in 0..<200 {
            var words = lived.text(1).split(separator: " ").map(String.init)
            words.insert("x\(chance.below(50))", at: chance.below(words.count))
            lived.put(1, words.joined(separator: " "), &builder)
            most = max(most, lived.runs(1))
        }
        // A word put in the middle of a run adds two.
        #expect((63...64).contains(most))
        try lived.expect(builder.leaves(), firstDocument: 1)
    }

    @Test func `a layout gives back what was written`() throws {
        let layout = try #require(TokenLayout(ids: [0, 1, 2, 9, 10, 3, 4, 500]))
        let bytes = layout.bytes
        #expect(TokenLayout(bytes.span) == layout)
        #expect([0, 1, 2, 9, 10, 3, 4, 500].map { layout.position(of: $0) } == [0, 1, 2, 3, 4, 5, 6, 7])
        #expect(layout.position(of: 5) == nil)
        #expect(TokenLayout(ids: [0, 1, 2])?.isPlain == true)
    }

    @Test func `damaged bytes are refused or misread, and never crash`() {
        var chance = Chance(for: "damage")
        var lived = LivedTexts()
        var builder = SegmentBuilder()
        for _ in 0..<400 { lived.step(&chance, &builder) }
        for leaf in builder.leaves() {
            for _ in 0..<40 {
                var bytes = leaf.bytes
                bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
                _ = try? Postings([Leaf(key: leaf.key, bytes: bytes)], firstDocument: 0)
                let input = SegmentMerge.Input(
                    leaves: [Leaf(key: leaf.key, bytes: bytes)], documents: 0...UInt32.max, isComplete: true)
                _ = SegmentMerge.merge([input], from: nil)
                _ = SegmentMerge.merge([input, input], from: nil)
            }
        }
    }

    @Test func `a leaf is read to a term that it does not have, and no farther`() {
        var chance = Chance(for: "lived texts")
        var lived = LivedTexts()
        var builder = SegmentBuilder()
        for _ in 0..<400 { lived.step(&chance, &builder) }
        let leaves = builder.leaves().map(\.bytes)
        forge("leaves and postings", leaves, times: runs(debug: 400)) { bytes in
            var check = LeafCheck(0, documents: 0...10_000, from: nil)
            var sums = SegmentSums(segments: 1)
            guard check.take([], bytes.span, into: &sums) else { throw Absent() }
        }
    }

    @Test func `length codes ascend and logarithms are right`() {
        #expect((0..<5000).allSatisfy { Relevance.lengthCode($0) <= Relevance.lengthCode($0 + 1) })
        #expect(abs(Relevance.logarithm(1)) < 1e-12)
        #expect(abs(Relevance.logarithm(2.718281828459045) - 1) < 1e-9)
        #expect(abs(Relevance.logarithm(1_000_000) - 13.815510557964274) < 1e-9)
    }
}
