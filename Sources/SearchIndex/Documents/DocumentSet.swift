internal import DiarylogTextSearch
internal import EventStore

/// The documents that hold, as of a point, any of the terms of some probes, one bit each: what a prefix or a half-typed
/// syllable stands for.
struct DocumentSet {
    private var words: [UInt64]
    /// How many documents are in it.
    private(set) var count = 0
    /// Documents of which the text decides.
    private(set) var unknown: Set<DocumentID> = []
    /// If asked for, the documents in which the terms stand at the beginning of a word, and as whole words.
    private var starts: [UInt64] = []
    private var wholes: [UInt64] = []

    /// Some documents up to one.
    init(upTo newest: DocumentID) { words = [UInt64](repeating: 0, count: Int(newest / 64) + 1) }

    /// The documents up to `newest` that match at least one of the probes; if it is `placing`, with how the terms stand
    /// there. Costs a bit for each document, and the postings of the terms. Throws `damaged`.
    init(
        _ probes: [Probe], placing: Bool = false, upTo newest: DocumentID, _ index: IndexReader,
        _ view: borrowing StoreView
    ) throws(EventStoreError) {
        self.init(upTo: newest)
        if placing, !index.point.isEver { (starts, wholes) = (words, words) }
        let places = !starts.isEmpty
        for probe in probes {
            switch probe {
            case .term(let term):
                var walk = try PostingWalk(term, index, view)
                var limit = newest
                while limit > 0, let document = try walk.last(atOrBefore: limit, view) {
                    insert(document)
                    if !walk.isKnown { unknown.insert(document) }
                    if places, walk.isKnown { place(document, try walk.placement()) }
                    limit = max(document, 1) - 1
                }
            case .terms(let first, let end, let second):
                let reach = TermReach(from: first, second: second)
                var range = RangePostings(
                    from: first, upTo: end, second: second, needsOccurrences: places, index)
                var set = self
                (words, starts, wholes) = ([], [], [])
                let isEver = index.point.isEver
                try range.forEach(view, isWanted: { $0 <= newest }) { term, holder, occurrences in
                    set.insert(holder.document)
                    if !holder.isKnown { set.unknown.insert(holder.document) }
                    if !places { return }
                    for occurrence in occurrences { set.place(holder.document, reach.placement(occurrence, of: term)) }
                } visitBlock: { term, block, number, section in
                    set.insert(block, upTo: newest, isEver: isEver)
                    if !places { return true }
                    return block.forEachSurroundings(of: number, in: section) { document, occurrence in
                        set.place(document, reach.placement(occurrence, of: term))
                    }
                }
                self = set
            }
        }
        settle()
    }

    @inline(__always)
    mutating func insert(_ document: DocumentID) {
        let index = Int(document / 64)
        if index < words.count { words[index] |= 1 << UInt64(document % 64) }
    }

    /// Inserts the documents of a block that hold its term now, or ever did.
    private mutating func insert(_ block: borrowing DecodedBlock, upTo newest: DocumentID, isEver: Bool) {
        for index in 0..<block.count where isEver || block.times(index) > 0 {
            let document = block.documents[index]
            if document <= newest { words[Int(document / 64)] |= 1 << UInt64(document % 64) }
        }
    }

    @inline(__always)
    func contains(_ document: DocumentID) -> Bool {
        let index = Int(document / 64)
        return index < words.count && words[index] & (1 << UInt64(document % 64)) != 0
    }

    /// Notes how a term stands in a document.
    @inline(__always)
    private mutating func place(_ document: DocumentID, _ placement: Placement) {
        let index = Int(document / 64)
        if placement == .inside || index >= starts.count { return }
        starts[index] |= 1 << UInt64(document % 64)
        if placement == .whole { wholes[index] |= 1 << UInt64(document % 64) }
    }

    /// How the terms stand in a document at best; as a beginning where that was not asked for.
    @inline(__always)
    func placement(in document: DocumentID) -> Placement {
        let (index, bit) = (Int(document / 64), 1 << UInt64(document % 64) as UInt64)
        guard index < starts.count else { return .start }
        return wholes[index] & bit != 0 ? .whole : starts[index] & bit != 0 ? .start : .inside
    }

    /// Puts what a block says of its documents: how often they hold its term, or that they no longer do.
    mutating func put(_ block: borrowing DecodedBlock, upTo newest: DocumentID, times: inout [UInt8]) {
        var words = words.mutableSpan
        var all = times.mutableSpan
        for position in 0..<block.count {
            let document = block.documents[position]
            if document > newest { break }
            let (index, bit) = (Int(document >> 6), 1 &<< UInt64(document & 63) as UInt64)
            let held = block.times(position)
            all[Int(document)] = held
            words[index] = held > 0 ? words[index] | bit : words[index] & ~bit
        }
    }

    /// The documents that are in both sets.
    func intersection(_ other: DocumentSet) -> DocumentSet {
        var both = self
        (both.starts, both.wholes) = ([], [])
        for index in words.indices { both.words[index] &= index < other.words.count ? other.words[index] : 0 }
        both.unknown.formUnion(other.unknown)
        both.settle()
        return both
    }

    /// Counts the documents; must follow what was inserted.
    mutating func settle() { count = words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The greatest document at or before a number.
    @inline(__always)
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
