internal import EventStore
internal import TextSearch

/// The documents that hold, as of a point, any of the terms of some probes, one bit each: what a prefix or a half-typed
/// syllable stands for.
struct DocumentSet {
    private var words: [UInt64]
    /// How many documents are in it.
    private(set) var count = 0
    /// Documents of which the text decides.
    private(set) var unknown: Set<DocumentID> = []
    /// If asked for, each document × 2³² + an occurrence of one of the terms, ascending.
    private(set) var occurrences: [UInt64] = []

    /// The documents up to one that match at least one of the probes. Costs a bit for each document, and the postings
    /// of the terms. Throws `damaged`.
    init(
        _ probes: [Probe], upTo newest: DocumentID, withOccurrences: Bool = false, _ index: IndexReader,
        _ view: borrowing StoreView
    ) throws(EventStoreError) {
        words = [UInt64](repeating: 0, count: Int(newest / 64) + 1)
        for probe in probes {
            switch probe {
            case .term(let term):
                var walk = PostingWalk(term, index)
                var limit = newest
                while let document = try walk.last(atOrBefore: limit, view, index.tables) {
                    insert(document, walk.sign)
                    if withOccurrences {
                        for occurrence in try walk.occurrences() { insert(occurrence, document) }
                    }
                    if document == 0 { break }
                    limit = document - 1
                }
            case .terms(let first, let end, let second):
                var range = RangePostings(
                    from: first, upTo: end, second: second, needsOccurrences: withOccurrences, index)
                var set = self
                self = DocumentSet()
                try range.forEach(view) { saying in
                    guard saying.document <= newest else { return }
                    set.insert(saying.document, saying.sign)
                    for occurrence in saying.occurrences { set.insert(occurrence, saying.document) }
                }
                self = set
            }
        }
        occurrences.sort()
        count = words.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    private init() { words = [] }

    @inline(__always)
    private mutating func insert(_ document: DocumentID, _ sign: PointSign) {
        let index = Int(document / 64)
        if index < words.count { words[index] |= 1 << UInt64(document % 64) }
        if !sign.isKnown { unknown.insert(document) }
    }

    private mutating func insert(_ occurrence: Occurrence, _ document: DocumentID) {
        occurrences.append(UInt64(document) << 32 | UInt64(occurrence.rawValue))
    }

    /// The occurrences of the terms in a document.
    func occurrences(in document: DocumentID) -> [Occurrence] {
        var (low, high) = (0, occurrences.count)
        let wanted = UInt64(document) << 32
        while low < high {
            let middle = (low + high) / 2
            if occurrences[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        var found: [Occurrence] = []
        while low < occurrences.count, occurrences[low] >> 32 == UInt64(document) {
            found.append(Occurrence(rawValue: UInt32(truncatingIfNeeded: occurrences[low])))
            low += 1
        }
        return found
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
