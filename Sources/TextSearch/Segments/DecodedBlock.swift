/// The documents of one block, decoded; where they hold the term, and what they held before, when that is asked for.
package struct DecodedBlock: Sendable {
    /// The documents, ascending.
    package private(set) var documents: [UInt32] = []
    private var marks: [UInt16] = []
    /// Where the documents end in the block's bytes, and where the occurrences do.
    private var end = 0
    private var historyStart = 0
    private var hasOccurrences = false
    /// Where the occurrences of each document begin in `occurrences`; one element more than documents.
    private var starts: [UInt32] = []
    private var occurrences: [UInt32] = []
    /// For each document, where its history begins in the block's bytes; empty until one is asked for.
    private var histories: [Int] = []

    /// A block without documents.
    package init() {}

    /// Replaces the documents by those of a block; false if its bytes are damaged.
    package mutating func take(_ block: Int, of section: PostingSection) -> Bool {
        hasOccurrences = false
        if !histories.isEmpty { histories.removeAll(keepingCapacity: true) }
        let found = PostingBlock.decode(
            section.bytes(of: block), count: section.blocks[block].count, base: section.blocks[block].base,
            into: &documents, &marks)
        end = found ?? 0
        return found != nil
    }

    /// How often the document at a position holds the term now; 0 if no longer.
    @inline(__always)
    package func times(_ position: Int) -> UInt8 { UInt8(truncatingIfNeeded: marks[position]) }

    /// Whether the document at a position has held the term differently.
    @inline(__always)
    package func hasHistory(_ position: Int) -> Bool { marks[position] & PostingBlock.hasHistory != 0 }

    /// What the document at a position held before; nil if the bytes are damaged, or it has no history.
    package mutating func history(
        _ position: Int, of block: Int, in section: PostingSection
    ) -> PostingHistory? {
        guard hasHistory(position), read(block, of: section) else { return nil }
        let bytes = section.bytes(of: block)
        var history = PostingHistory()
        if histories.isEmpty {
            var index = historyStart
            for mark in marks {
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
    package func placement(_ position: Int, of block: Int, in section: PostingSection) -> Placement? {
        let bytes = section.bytes(of: block)
        var first = 0
        for before in 0..<position { first += Int(times(before)) }
        var best: Placement?
        for time in first..<first + Int(times(position)) {
            guard end + time / 4 < bytes.count else { return nil }
            let occurrence = Occurrence(rawValue: UInt32(bytes[end + time / 4] >> UInt8(time % 4 * 2)) & 3)
            best = max(best ?? .inside, occurrence.placement)
        }
        return best
    }

    /// Appends where the document at a position holds the term now; false if the bytes are damaged.
    package mutating func append(
        occurrencesOf position: Int, of block: Int, in section: PostingSection, to others: inout [Occurrence]
    ) -> Bool {
        guard read(block, of: section) else { return false }
        for index in Int(starts[position])..<Int(starts[position + 1]) {
            others.append(Occurrence(rawValue: occurrences[index]))
        }
        return true
    }

    /// The same for postings whose last sign is the document's.
    mutating func append(
        occurrencesOf position: Int, of block: Int, in section: PostingSection, to postings: inout TermPostings
    ) -> Bool {
        guard read(block, of: section) else { return false }
        postings.append(occurrences, Int(starts[position])..<Int(starts[position + 1]))
        return true
    }

    private mutating func read(_ block: Int, of section: PostingSection) -> Bool {
        if hasOccurrences { return true }
        guard
            let end = PostingBlock.decode(
                section.bytes(of: block), from: end, marks: marks, into: &starts, &occurrences)
        else { return false }
        historyStart = end
        hasOccurrences = true
        return true
    }
}
