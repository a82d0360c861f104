internal import EventStore

/// What the index says, as of a point, of all terms in a range: of each term and document once.
///
/// Segments that share no documents with others are read in place, and so is the largest of the rest. The other
/// segments are gathered before it, because a later segment overrules an earlier one.
struct RangePostings {
    /// A document that holds a term of the range, and whether the index knows that it does; if not, the text decides.
    typealias Holder = (document: DocumentID, isKnown: Bool)

    /// What a segment says of a term in a document.
    private struct Posting {
        var document: DocumentID
        /// The segment's position in the order of the events.
        var position: Int
        var isThere: Bool
        var isKnown: Bool
        /// Its occurrences in `gathered`.
        var start: Int
        var end: Int
    }

    private let point: IndexPoint
    private let tables: IndexTables
    private let second: [ClosedRange<UInt32>]?
    /// Whether it is asked how the terms stand in the documents.
    private let needsOccurrences: Bool
    private let parts: [(segment: IndexManifest.Segment, first: [UInt8], end: [UInt8])]
    /// The positions of the parts that share documents with others, the largest first.
    private let sharing: [Int]
    /// The occurrences of what was gathered.
    private var gathered: [Occurrence] = []

    init(
        from first: [UInt8], upTo end: [UInt8], second: [ClosedRange<UInt32>]?, needsOccurrences: Bool,
        _ index: IndexReader
    ) {
        point = index.point
        tables = index.tables
        self.second = second
        self.needsOccurrences = needsOccurrences
        let parts = index.manifest.segments(from: first, upTo: end).filter { index.point.reaches($0.segment.events) }
        self.parts = parts
        sharing = parts.indices.filter { one in
            parts.indices.contains { other in
                let (left, right) = (parts[one].segment, parts[other].segment)
                return one != other && left.least <= right.greatest && right.least <= left.greatest
            }
        }.sorted { parts[$0].segment.leaves > parts[$1].segment.leaves }
    }

    /// Visits the documents that hold each term and that `isWanted` names, in no particular order; if needed, with the
    /// occurrences.
    ///
    /// Where only now or ever is asked for, `visitBlock` visits whole blocks instead of their documents; false for a
    /// damaged one. Throws `damaged`.
    mutating func forEach(
        _ view: borrowing StoreView, isWanted: (DocumentID) -> Bool, _ visit: ([UInt8], Holder, [Occurrence]) -> Void,
        visitBlock: ([UInt8], inout DecodedBlock, Int, PostingSection) -> Bool
    ) throws(EventStoreError) {
        for position in parts.indices where !sharing.contains(position) {
            try forEachBlock(of: position, view) { (term, block, number, section) in
                report(term, &block, number, section, isWanted, visit, visitBlock)
            }
        }
        guard let largest = sharing.first else { return }
        var others: [[UInt8]: [Posting]] = [:]
        var own: [Occurrence] = []
        for position in sharing.dropFirst() {
            try forEachBlock(of: position, view) { (term, block, number, section) in
                gather(&others[term, default: []], &own, position, &block, number, section, isWanted)
            }
        }
        // What the largest segment says of terms that other segments have, too.
        var shared: [[UInt8]: [Posting]] = [:]
        try forEachBlock(of: largest, view) { (term, block, number, section) in
            if !others.isEmpty, others[term] != nil {
                return gather(&shared[term, default: []], &own, largest, &block, number, section, isWanted)
            }
            return report(term, &block, number, section, isWanted, visit, visitBlock)
        }
        gathered = own
        for (term, postings) in others { report(term, postings + (shared[term] ?? []), visit) }
    }

    /// Visits what a block says of its documents; false if it is damaged.
    private func report(
        _ term: [UInt8], _ block: inout DecodedBlock, _ number: Int, _ section: PostingSection,
        _ isWanted: (DocumentID) -> Bool, _ visit: ([UInt8], Holder, [Occurrence]) -> Void,
        _ visitBlock: ([UInt8], inout DecodedBlock, Int, PostingSection) -> Bool
    ) -> Bool {
        if point.past == nil { return visitBlock(term, &block, number, section) }
        var own: [Occurrence] = []
        for index in 0..<block.count where isWanted(block.documents[index]) {
            own.removeAll(keepingCapacity: true)
            guard let posting = posting(index, &block, number, section, &own) else { return false }
            if posting.isThere { visit(term, (block.documents[index], posting.isKnown), own) }
        }
        return true
    }

    /// Of several sayings of one document, the one that came last counts.
    private func report(
        _ term: [UInt8], _ postings: [Posting], _ visit: ([UInt8], Holder, [Occurrence]) -> Void
    ) {
        let sorted = postings.sorted { ($0.document, $0.position) < ($1.document, $1.position) }
        for (index, posting) in sorted.enumerated() {
            let isLast = index + 1 == sorted.count || sorted[index + 1].document != posting.document
            guard posting.isThere, isLast || point.isEver else { continue }
            visit(
                term, (posting.document, posting.isKnown),
                posting.start == posting.end ? [] : Array(gathered[posting.start..<posting.end]))
        }
    }

    private func gather(
        _ postings: inout [Posting], _ own: inout [Occurrence], _ position: Int, _ block: inout DecodedBlock,
        _ number: Int, _ section: PostingSection, _ isWanted: (DocumentID) -> Bool
    ) -> Bool {
        for index in 0..<block.count where isWanted(block.documents[index]) {
            let start = own.count
            guard let posting = posting(index, &block, number, section, &own) else { return false }
            if !posting.isStated { continue }
            postings.append(
                Posting(
                    document: block.documents[index], position: position, isThere: posting.isThere,
                    isKnown: posting.isKnown,
                    start: start, end: own.count))
        }
        return true
    }

    /// What a block says of one of its documents; `isStated` is false if that begins after the point. Nil if the block
    /// is damaged.
    @inline(__always)
    private func posting(
        _ index: Int, _ block: inout DecodedBlock, _ number: Int, _ section: PostingSection, _ own: inout [Occurrence]
    ) -> (isStated: Bool, isThere: Bool, isKnown: Bool)? {
        if block.hasHistory(index), let version = point.past?[block.documents[index]]?.version {
            guard let history = block.history(index, of: number, in: section) else { return nil }
            guard let sign = history.sign(asOf: version) else { return (false, false, true) }
            if let sign {
                if needsOccurrences { own += history.occurrences(sign) }
                let times = history.times(sign)
                return (true, times != 0 || point.isEver, times != nil)
            }
        }
        if needsOccurrences, !block.append(occurrencesOf: index, of: number, in: section, to: &own) { return nil }
        return (true, block.times(index) > 0 || point.isEver, true)
    }

    /// Visits the blocks of the terms of a segment in the range, until the visitor returns false for a damaged one.
    private func forEachBlock(
        of position: Int, _ view: borrowing StoreView,
        _ visit: ([UInt8], inout DecodedBlock, Int, PostingSection) -> Bool
    ) throws(EventStoreError) {
        let part = parts[position]
        var isSound = true
        var section = PostingSection()
        var block = DecodedBlock()
        try view.forEachLeaf(of: part.segment, from: part.first, in: tables) { key, value in
            isSound = false
            guard let leaf = LeafRow.open(value, under: key) else { return false }
            var terms = LeafReader(leaf)
            var isInside = false
            while let term = terms.next() {
                if !isInside {
                    if terms.isBefore(part.first) { continue }
                    isInside = true
                }
                if !terms.isBefore(part.end) {
                    isSound = true
                    return false
                }
                guard terms.isAccepted(second: second) else { continue }
                guard section.take(term, of: leaf, firstDocument: part.segment.least) else { return false }
                for index in section.blocks.indices {
                    guard block.take(index, of: section), visit(terms.term, &block, index, section) else {
                        return false
                    }
                }
            }
            isSound = true
            return true
        }
        if !isSound { throw IndexTables.damage }
    }
}
