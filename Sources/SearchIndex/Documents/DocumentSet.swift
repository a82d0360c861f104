internal import EventStore
internal import TextSearch

/// The documents of all terms in some ranges, one bit each: what a prefix or a half-typed syllable stands for.
struct DocumentSet {
    private var words: [UInt64]
    /// How many documents are in it.
    private(set) var count = 0

    /// The documents that match at least one of the probes. Costs a bit for each document of the index, and the
    /// postings of the terms.
    init(
        _ probes: [Probe], _ manifest: IndexManifest, _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) {
        words = [UInt64](repeating: 0, count: Int(manifest.documents / 64) + 1)
        for probe in probes {
            switch probe {
            case .term(let term):
                var walk = PostingWalk(term, manifest)
                var limit = DocumentID.max
                while let document = try walk.last(atOrBefore: limit, view, tables) {
                    insert(document)
                    if document == 0 { break }
                    limit = document - 1
                }
            case .terms(let first, let end, let second):
                for part in manifest.segments(from: first, upTo: end) {
                    let range = TermRange(first: part.first, end: part.end, second: second)
                    try add(range, of: part.segment, view, tables)
                }
            }
        }
        count = words.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    private mutating func insert(_ document: DocumentID) {
        let index = Int(document / 64)
        if index < words.count { words[index] |= 1 << UInt64(document % 64) }
    }

    /// The greatest document at or before a number.
    func last(atOrBefore limit: DocumentID) -> DocumentID? {
        var index = Int(limit / 64)
        var word: UInt64
        if index >= words.count {
            index = words.count - 1
            word = words[index]
        } else {
            word = words[index] & (UInt64.max >> (63 - UInt64(limit % 64)))
        }
        while word == 0 {
            if index == 0 { return nil }
            index -= 1
            word = words[index]
        }
        return DocumentID(index * 64 + 63 - word.leadingZeroBitCount)
    }
}

/// The terms from one up to, but not including, another, whose second character is in one of some ranges.
private struct TermRange {
    var first: [UInt8]
    var end: [UInt8]
    var second: [ClosedRange<UInt32>]?
}

extension DocumentSet {
    private mutating func add(
        _ range: TermRange, of segment: IndexManifest.Segment, _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) {
        var step = Step.more
        try view.forEachLeaf(of: segment.id, from: range.first, in: tables) { key, value in
            step = add(range, of: segment, key, value)
            return step == .more
        }
        if step == .damaged { throw .damaged("a leaf of the search index") }
    }

    private enum Step { case more, end, damaged }

    /// Adds the documents of the terms in a leaf that lie in a range.
    private mutating func add(
        _ range: TermRange, of segment: IndexManifest.Segment, _ key: Span<UInt8>, _ value: Span<UInt8>
    ) -> Step {
        guard let leaf = SealedValue.open(value, under: key) else { return .damaged }
        var terms = LeafReader(leaf)
        var isInside = false
        var section = PostingSection()
        var (found, times): ([DocumentID], [UInt8]) = ([], [])
        while let term = terms.next() {
            if !isInside {
                if terms.isBefore(range.first) { continue }
                isInside = true
            }
            if !terms.isBefore(range.end) { return .end }
            guard terms.isAccepted(second: range.second) else { continue }
            guard section.take(term, of: leaf, firstDocument: segment.least) else { return .damaged }
            for block in section.blocks.indices {
                guard section.decode(block, into: &found, &times) else { return .damaged }
                for document in found { insert(document) }
            }
        }
        return .more
    }
}
