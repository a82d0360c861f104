import TestSupport
import Testing

@testable import TextSearch

/// Postings, leaves and segments give back what was put in, merged or not.
@Suite struct PostingTests {
    /// term → document → times
    typealias Index = [[UInt8]: [UInt32: UInt8]]

    func read(_ leaves: [Leaf], firstDocument: UInt32) throws -> Index {
        var index: Index = [:]
        var last: [UInt8] = []
        for leaf in leaves {
            #expect(leaf.bytes.count <= Leaf.room)
            #expect(last.lexicographicallyPrecedes(leaf.key))
            last = leaf.key
            let bytes = leaf.bytes
            var reader = LeafReader(bytes.span)
            var isFirst = true
            while let entry = reader.next() {
                let term = reader.term
                if isFirst { #expect(Leaf.term(ofKey: leaf.key) == term) }
                isFirst = false
                #expect(entry.isContinued == (index[term] != nil))
                var section = PostingSection()
                let isSound = section.take(entry, of: bytes.span, firstDocument: firstDocument)
                #expect(isSound)
                for block in section.blocks.indices {
                    var (documents, times): ([UInt32], [UInt8]) = ([], [])
                    let isWhole = section.decode(block, into: &documents, &times)
                    #expect(isWhole)
                    if let last = section.blocks[block].last { #expect(documents.last == last) }
                    for (document, times) in zip(documents, times) { index[term, default: [:]][document] = times }
                }
            }
        }
        return index
    }

    func build(_ texts: ArraySlice<String>, from first: UInt32) -> (SegmentBuilder, Index) {
        var builder = SegmentBuilder()
        var index: Index = [:]
        for (number, text) in texts.enumerated() {
            let units = TextUnits(Array(text.utf8))
            builder.add(first + UInt32(number), units, tags: [])
            units.forEachTermBytes { term in
                let times = index[term, default: [:]][first + UInt32(number)] ?? 0
                index[term, default: [:]][first + UInt32(number)] = times == .max ? .max : times + 1
            }
        }
        return (builder, index)
    }

    @Test func `a segment holds every term of every document`() throws {
        var chance = Chance(for: "segments")
        let texts = (0..<3000).map { _ in chance.text(of: SampleWords.indexed, words: chance.below(40), joinedOneIn: 3)
        }
        let (builder, index) = build(texts[...], from: 700)
        #expect(try read(builder.leaves(), firstDocument: builder.least) == index)
    }

    @Test func `a term is found in its leaf, and no other`() throws {
        var chance = Chance(for: "finding")
        let (builder, index) = build(
            (0..<200).map { _ in chance.text(of: SampleWords.indexed, words: 30, joinedOneIn: 3) }[...], from: 0)
        for leaf in builder.leaves() {
            let bytes = leaf.bytes
            var present: Set<[UInt8]> = []
            var all = LeafReader(bytes.span)
            while all.next() != nil { present.insert(all.term) }
            for term in index.keys {
                var reader = LeafReader(bytes.span)
                let isFound = reader.find(term) != nil
                #expect(isFound == present.contains(term))
                var other = LeafReader(bytes.span)
                let isOther = other.find(term + [0x21]) != nil
                #expect(!isOther)
            }
        }
    }

    @Test func `merging in stretches gives what one segment would have been`() throws {
        var chance = Chance(for: "merging")
        let texts = (0..<2000).map { _ in chance.text(of: SampleWords.indexed, words: chance.below(30), joinedOneIn: 3)
        }
        var inputs: [(leaves: [Leaf], first: UInt32)] = []
        var whole: Index = [:]
        var start = 0
        while start < texts.count {
            let end = min(texts.count, start + 1 + chance.below(700))
            let (builder, index) = build(texts[start..<end], from: UInt32(start + 50))
            inputs.append((builder.leaves(), builder.least))
            whole.merge(index) { $0.merging($1) { $1 } }
            start = end
        }
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
                    leaves: Array(input.leaves[from..<to]), firstDocument: input.first,
                    isComplete: to == input.leaves.count)
            }
            let stretch = try #require(SegmentMerge.merge(parts, from: cursor))
            if stretch.next != nil, stretch.next == cursor { room += 1 } else { room = 1 + chance.below(3) }
            merged += stretch.leaves
            if stretch.next == nil { break }
            cursor = stretch.next
        } while true
        #expect(try read(merged, firstDocument: inputs.map(\.first).min() ?? 0) == whole)
    }

    @Test func `damaged bytes are refused or misread, and never crash`() {
        var chance = Chance(for: "damage")
        let (builder, _) = build(
            (0..<400).map { _ in chance.text(of: SampleWords.indexed, words: 40, joinedOneIn: 3) }[...], from: 0)
        for leaf in builder.leaves() {
            for _ in 0..<200 {
                var bytes = leaf.bytes
                bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
                var reader = LeafReader(bytes.span)
                while let entry = reader.next() {
                    var section = PostingSection()
                    guard section.take(entry, of: bytes.span, firstDocument: 0) else { break }
                    var (documents, times): ([UInt32], [UInt8]) = ([], [])
                    for block in section.blocks.indices { _ = section.decode(block, into: &documents, &times) }
                }
            }
        }
    }

    @Test func `length codes ascend and logarithms are right`() {
        #expect((0..<5000).allSatisfy { Relevance.lengthCode($0) <= Relevance.lengthCode($0 + 1) })
        #expect(abs(Relevance.logarithm(1)) < 1e-12)
        #expect(abs(Relevance.logarithm(2.718281828459045) - 1) < 1e-9)
        #expect(abs(Relevance.logarithm(1_000_000) - 13.815510557964274) < 1e-9)
    }
}
