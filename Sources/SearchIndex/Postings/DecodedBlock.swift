/// The documents of one block, decoded; where they hold the term, and what they held before, when that is asked for.
struct DecodedBlock: Sendable {
    /// The documents, ascending: the first `count` elements, of which those behind a limit need not be `known`.
    private(set) var documents: [UInt32] = []
    private(set) var count = 0
    private(set) var known = 0
    private var marks: [UInt16] = []
    /// Where the documents end in the block's bytes.
    private var end = 0
    /// Where the occurrences of each document begin among those of the block, and where the last one's end; empty until
    /// some are asked for.
    private var starts: [UInt32] = []
    /// Their ids, which start at 0 until these are asked for.
    private var ids = PostingBlock.Ids(start: 0)
    /// Those of one document, on their way into other postings.
    private var occurrences: [Occurrence] = []
    /// For each document, where its history begins in the block's bytes; empty until one is asked for.
    private var histories: [Int] = []

    /// A block without documents.
    init() {}

    /// Replaces the documents by those of a block, up to a limit at least; false if its bytes are damaged.
    mutating func take(_ block: Int, of section: PostingSection, upTo limit: UInt32 = .max) -> Bool {
        if !starts.isEmpty { starts.removeAll(keepingCapacity: true) }
        if !histories.isEmpty { histories.removeAll(keepingCapacity: true) }
        ids.start = 0
        let found = PostingBlock.decode(
            section.bytes(of: block), count: section.blocks[block].count, base: section.blocks[block].base,
            upTo: limit, into: &documents, &marks)
        (end, known) = found ?? (0, 0)
        count = found == nil ? 0 : section.blocks[block].count
        return found != nil
    }

    /// How often the document at a position holds the term now; 0 if no longer.
    @inline(__always)
    func times(_ position: Int) -> UInt8 { UInt8(truncatingIfNeeded: marks[position]) }

    /// Whether the document at a position has held the term differently.
    @inline(__always)
    func hasHistory(_ position: Int) -> Bool { marks[position] & PostingBlock.hasHistory != 0 }

    /// What the document at a position held before; nil if the bytes are damaged, or it has no history.
    mutating func history(
        _ position: Int, of block: Int, in section: PostingSection
    ) -> PostingHistory? {
        guard hasHistory(position) else { return nil }
        let bytes = section.bytes(of: block)
        var history = PostingHistory()
        if histories.isEmpty {
            guard findOccurrences(bytes), var index = PostingBlock.end(of: ids, starts[count], bytes) else {
                return nil
            }
            for mark in marks[..<count] {
                histories.append(index)
                let isNew = mark & PostingBlock.isNew != 0
                if mark & PostingBlock.hasHistory != 0, !history.read(bytes, &index, isNew: isNew) {
                    histories.removeAll()
                    return nil
                }
            }
        }
        var index = histories[position]
        return history.read(bytes, &index, isNew: marks[position] & PostingBlock.isNew != 0) ? history : nil
    }

    /// The best placement of the term in the document at a position, by its surroundings alone; nil if the bytes are
    /// damaged, or it does not hold the term.
    mutating func placement(_ position: Int, of block: Int, in section: PostingSection) -> Placement? {
        let bytes = section.bytes(of: block)
        countOccurrences()
        var best: Placement?
        for time in Int(starts[position])..<Int(starts[position + 1]) {
            guard end + time / 4 < bytes.count else { return nil }
            let occurrence = Occurrence(rawValue: UInt32(bytes[end + time / 4] >> UInt8(time % 4 * 2)) & 3)
            best = max(best ?? .inside, occurrence.placement)
        }
        return best
    }

    /// Visits, of each document that holds the term now, what surrounds it there; false if the bytes are damaged.
    func forEachSurroundings(
        of block: Int, in section: PostingSection, _ visit: (_ document: UInt32, Occurrence) -> Void
    ) -> Bool {
        let bytes = section.bytes(of: block)
        var time = 0
        for position in 0..<count {
            for _ in 0..<Int(times(position)) {
                guard end + time / 4 < bytes.count else { return false }
                visit(
                    documents[position], Occurrence(rawValue: UInt32(bytes[end + time / 4] >> UInt8(time % 4 * 2)) & 3))
                time += 1
            }
        }
        return true
    }

    /// Appends where the document at a position holds the term now; false if the bytes are damaged.
    mutating func append(
        occurrencesOf position: Int, of block: Int, in section: PostingSection, to others: inout [Occurrence]
    ) -> Bool {
        let bytes = section.bytes(of: block)
        guard findOccurrences(bytes) else { return false }
        let times = Int(starts[position])..<Int(starts[position + 1])
        return PostingBlock.append(times, of: &ids, surroundings: end, bytes, to: &others)
    }

    /// The same for postings whose last sign is the document's.
    mutating func append(
        occurrencesOf position: Int, of block: Int, in section: PostingSection, to postings: inout TermPostings
    ) -> Bool {
        occurrences.removeAll(keepingCapacity: true)
        let bytes = section.bytes(of: block)
        guard findOccurrences(bytes) else { return false }
        let times = Int(starts[position])..<Int(starts[position + 1])
        guard PostingBlock.append(times, of: &ids, surroundings: end, bytes, to: &occurrences) else { return false }
        postings.append(occurrences[...])
        return true
    }

    /// Finds where the ids of the occurrences begin; false if there is no room for them.
    private mutating func findOccurrences(_ bytes: Span<UInt8>) -> Bool {
        if ids.start > 0 { return true }
        countOccurrences()
        guard let ids = PostingBlock.ids(of: count, Int(starts[count]), surroundings: end, bytes) else {
            return false
        }
        self.ids = ids
        return true
    }

    private mutating func countOccurrences() {
        if !starts.isEmpty { return }
        let marks = marks
        starts.append(addingCapacity: count + 1) { room in
            var sum: UInt32 = 0
            room.append(sum)
            for position in 0..<count {
                sum &+= UInt32(marks[position] & 0xFF)
                room.append(sum)
            }
        }
    }
}
