/// The documents of one block, decoded; where they hold the term, and what they held before, when that is asked for.
package struct DecodedBlock: Sendable {
    /// The documents, ascending.
    package private(set) var documents: [UInt32] = []
    private var marks: [UInt16] = []
    /// Where the documents end in the block's bytes.
    private var end = 0
    /// The documents whose occurrences were read: where those of each begin in `occurrences`, and one more.
    private var read = 0..<0
    private var starts: [UInt32] = []
    private var occurrences: [UInt32] = []
    /// For each document, where its history begins in the block's bytes; empty until one is asked for.
    private var histories: [Int] = []

    /// A block without documents.
    package init() {}

    /// Replaces the documents by those of a block; false if its bytes are damaged.
    package mutating func take(_ block: Int, of section: PostingSection) -> Bool {
        read = 0..<0
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
        guard hasHistory(position) else { return nil }
        let bytes = section.bytes(of: block)
        var history = PostingHistory()
        if histories.isEmpty {
            guard var index = findIds(of: marks.count, bytes)?.index else { return nil }
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
        let first = times(from: 0, upTo: position)
        var best: Placement?
        for time in first..<first + Int(times(position)) {
            guard end + time / 4 < bytes.count else { return nil }
            let occurrence = Occurrence(rawValue: UInt32(bytes[end + time / 4] >> UInt8(time % 4 * 2)) & 3)
            best = max(best ?? .inside, occurrence.placement)
        }
        return best
    }

    /// Appends where the document at a position holds the term now; false if the bytes are damaged.
    ///
    /// For the first one of a block, sixteen documents about it are read, and those before them passed over; for any
    /// other one, all of the block.
    package mutating func append(
        occurrencesOf position: Int, of block: Int, in section: PostingSection, to others: inout [Occurrence]
    ) -> Bool {
        guard let range = find(position, section.bytes(of: block)) else { return false }
        for index in range { others.append(Occurrence(rawValue: occurrences[index])) }
        return true
    }

    /// The same for postings whose last sign is the document's.
    mutating func append(
        occurrencesOf position: Int, of block: Int, in section: PostingSection, to postings: inout TermPostings
    ) -> Bool {
        guard let range = find(position, section.bytes(of: block)) else { return false }
        postings.append(occurrences, range)
        return true
    }

    /// Where the occurrences of the document at a position stand in `occurrences`; nil if the bytes are damaged.
    @inline(__always)
    private mutating func find(_ position: Int, _ bytes: Span<UInt8>) -> Range<Int>? {
        if !read.contains(position), !read(about: position, bytes) { return nil }
        let first = position - read.lowerBound
        return Int(starts[first])..<Int(starts[first + 1])
    }

    private mutating func read(about position: Int, _ bytes: Span<UInt8>) -> Bool {
        let first = position & ~15
        let wanted = read.isEmpty ? first..<min(marks.count, first + 16) : marks.indices
        read = 0..<0
        guard let ids = findIds(of: wanted.lowerBound, bytes) else { return false }
        let next = PostingBlock.decode(
            bytes, from: ids.index, surroundings: ids.time, after: end, marks: marks[wanted], into: &starts,
            &occurrences)
        if next != nil { read = wanted }
        return next != nil
    }

    /// How often the term stands in the documents before a position, and where that one's ids begin; nil if the bytes
    /// are damaged.
    private func findIds(of position: Int, _ bytes: Span<UInt8>) -> (time: Int, index: Int)? {
        let all = times(from: 0, upTo: marks.count)
        guard all <= bytes.count - end else { return nil }
        let time = times(from: 0, upTo: position)
        var index = end + (all + 3) / 4
        return PostingBlock.skip(time, bytes, &index) ? (time, index) : nil
    }

    /// How often the term stands in some of the documents together.
    private func times(from first: Int, upTo last: Int) -> Int {
        var sum: UInt32 = 0
        let marks = marks.span
        for position in first..<last { sum &+= UInt32(marks[position] & 0xFF) }
        return Int(sum)
    }
}
