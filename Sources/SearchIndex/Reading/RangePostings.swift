internal import EventStore
internal import TextSearch

/// What the index says, as of a point, of all terms in a range: of each term and document once.
///
/// Most postings are in the largest segment, which is read in place. What the other segments say of the range is
/// gathered first, because what came later counts.
struct RangePostings {
    /// What a segment says of a term in a document.
    struct Saying {
        var document: DocumentID
        /// The segment's position in the order of the events.
        var place: Int
        var sign: PointSign
        var occurrences: [Occurrence]
    }

    private let index: IndexReader
    private let second: [ClosedRange<UInt32>]?
    private let needsOccurrences: Bool
    private let parts: [(segment: IndexManifest.Segment, first: [UInt8], end: [UInt8])]
    private let largest: Int
    /// What all segments but the largest say, by term.
    private var others: [[UInt8]: [Saying]] = [:]

    init(
        from first: [UInt8], upTo end: [UInt8], second: [ClosedRange<UInt32>]?, needsOccurrences: Bool,
        _ index: IndexReader
    ) {
        self.index = index
        self.second = second
        self.needsOccurrences = needsOccurrences
        let parts = index.manifest.segments(from: first, upTo: end).filter { index.point.reaches($0.segment.events) }
        self.parts = parts
        largest = parts.indices.max { parts[$0].segment.leaves < parts[$1].segment.leaves } ?? 0
    }

    /// Visits what holds for each term and document, in no particular order; documents that do not hold the term are
    /// left out. Throws `damaged`.
    mutating func forEach(_ view: borrowing StoreView, _ visit: (Saying) -> Void) throws(EventStoreError) {
        for place in parts.indices where place != largest {
            var gathered = others
            try forEachTerm(of: place, view) { (term, terms) in
                gathered[term, default: []] += terms
            }
            others = gathered
        }
        guard largest < parts.count else { return }
        var rest = others
        let point = index.point
        try forEachTerm(of: largest, view) { (term, sayings) in
            let overriding = rest.isEmpty ? nil : rest.removeValue(forKey: term)
            guard let overriding else { return Self.tell(sayings, point, visit) }
            Self.tell(Self.settled(sayings + overriding, point), point, visit)
        }
        for sayings in rest.values { Self.tell(Self.settled(sayings, point), point, visit) }
    }

    /// Of several sayings of one document, the one that came last.
    private static func settled(_ sayings: [Saying], _ point: IndexPoint) -> [Saying] {
        var settled: [Saying] = []
        for saying in sayings.sorted(by: { ($0.document, $0.place) < ($1.document, $1.place) }) {
            if settled.last?.document == saying.document { settled.removeLast() }
            settled.append(saying)
        }
        return settled
    }

    private static func tell(_ sayings: [Saying], _ point: IndexPoint, _ visit: (Saying) -> Void) {
        if case .ever = point { return sayings.forEach(visit) }
        for saying in sayings where saying.sign.isThere { visit(saying) }
    }

    /// Visits the terms of a segment in the range, with what it says of each.
    private func forEachTerm(
        of place: Int, _ view: borrowing StoreView, _ visit: ([UInt8], [Saying]) -> Void
    ) throws(EventStoreError) {
        let part = parts[place]
        var step = Step.more
        var sayings: [Saying] = []
        // A term may go on in the next leaf.
        var last: [UInt8] = []
        try view.forEachLeaf(of: part.segment.id, from: part.first, in: index.tables) { key, value in
            guard let leaf = SealedValue.open(value, under: key) else {
                step = .damaged
                return false
            }
            var terms = LeafReader(leaf)
            var section = PostingSection()
            var block = DecodedBlock()
            while let term = terms.next() {
                if terms.isBefore(part.first) { continue }
                if !terms.isBefore(part.end) {
                    step = .end
                    return false
                }
                guard terms.isAccepted(second: second) else { continue }
                if terms.term != last {
                    if !sayings.isEmpty { visit(last, sayings) }
                    sayings.removeAll(keepingCapacity: true)
                    last = terms.term
                }
                guard section.take(term, of: leaf, firstDocument: part.segment.least) else {
                    step = .damaged
                    return false
                }
                for index in section.blocks.indices {
                    guard block.take(index, of: section), append(to: &sayings, place, &block, index, section) else {
                        step = .damaged
                        return false
                    }
                }
            }
            return true
        }
        if step == .damaged { throw .damaged("a leaf of the search index") }
        if !sayings.isEmpty { visit(last, sayings) }
    }

    private enum Step { case more, end, damaged }

    /// Adds what a block says; false if it is damaged.
    private func append(
        to sayings: inout [Saying], _ place: Int, _ block: inout DecodedBlock, _ number: Int,
        _ section: PostingSection
    ) -> Bool {
        for index in block.documents.indices {
            let document = block.documents[index]
            var sign = PointSign(times: block.times(index))
            if block.hasHistory(index), let version = self.index.point.version(of: document) {
                guard let history = block.history(index, of: number, in: section) else { return false }
                guard let then = PointSign(times: block.times(index), history, asOf: version) else { continue }
                sign = then
            }
            var occurrences: [Occurrence] = []
            if needsOccurrences {
                if let older = sign.older {
                    occurrences = Array(older.history.occurrences(older.sign))
                } else {
                    guard let found = block.occurrences(index, of: number, in: section) else { return false }
                    occurrences = Array(found)
                }
            }
            sayings.append(Saying(document: document, place: place, sign: sign, occurrences: occurrences))
        }
        return true
    }
}
