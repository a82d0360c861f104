/// The documents of one block, decoded; where they hold the term, and what they held before, when that is asked for.
package struct DecodedBlock: Sendable {
    /// The documents, ascending.
    package private(set) var documents: [UInt32] = []
    private var marks: [UInt16] = []
    /// Where the documents end in the block's bytes.
    private var end = 0
    /// For every sixteenth document, as far as one asked, how often the term stands in those before it, and where its
    /// ids begin in the block's bytes.
    private var stops: [(time: Int, index: Int)] = []
    private static let stride = 16
    /// Which sixteen documents were read last: where the occurrences of each begin in `occurrences`, and one more.
    private var group: Int?
    private var starts: [UInt32] = []
    private var occurrences: [UInt32] = []
    /// For each document, where its history begins in the block's bytes; empty until one is asked for.
    private var histories: [Int] = []

    /// A block without documents.
    package init() {}

    /// Replaces the documents by those of a block; false if its bytes are damaged.
    package mutating func take(_ block: Int, of section: PostingSection) -> Bool {
        group = nil
        stops.removeAll(keepingCapacity: true)
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
            guard var index = findIds(ofGroup: (marks.count + Self.stride - 1) / Self.stride, bytes) else { return nil }
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
    /// The sixteen documents about it are read together, those before them passed over once.
    package mutating func append(
        occurrencesOf position: Int, of block: Int, in section: PostingSection, to others: inout [Occurrence]
    ) -> Bool {
        guard let range = read(position, section.bytes(of: block)) else { return false }
        for index in range { others.append(Occurrence(rawValue: occurrences[index])) }
        return true
    }

    /// The same for postings whose last sign is the document's.
    mutating func append(
        occurrencesOf position: Int, of block: Int, in section: PostingSection, to postings: inout TermPostings
    ) -> Bool {
        guard let range = read(position, section.bytes(of: block)) else { return false }
        postings.append(occurrences, range)
        return true
    }

    /// Where the occurrences of the document at a position stand in `occurrences`; nil if the bytes are damaged.
    private mutating func read(_ position: Int, _ bytes: Span<UInt8>) -> Range<Int>? {
        let wanted = position / Self.stride
        if group != wanted {
            group = nil
            guard let index = findIds(ofGroup: wanted, bytes) else { return nil }
            let range = wanted * Self.stride..<min(marks.count, (wanted + 1) * Self.stride)
            let next = PostingBlock.decode(
                bytes, from: index, surroundings: stops[wanted].time, after: end, marks: marks[range], into: &starts,
                &occurrences)
            guard let next else { return nil }
            if stops.count == wanted + 1 { stops.append((stops[wanted].time + Int(starts[range.count]), next)) }
            group = wanted
        }
        let first = position % Self.stride
        return Int(starts[first])..<Int(starts[first + 1])
    }

    /// Where the ids of sixteen documents begin, or those of all end; nil if the bytes are damaged.
    private mutating func findIds(ofGroup wanted: Int, _ bytes: Span<UInt8>) -> Int? {
        if stops.isEmpty {
            let all = times(from: 0, upTo: marks.count)
            guard all <= bytes.count - end else { return nil }
            stops.append((0, end + (all + 3) / 4))
        }
        while stops.count <= wanted {
            let first = (stops.count - 1) * Self.stride
            let passed = times(from: first, upTo: min(marks.count, first + Self.stride))
            var (time, index) = stops[stops.count - 1]
            guard PostingBlock.skip(passed, bytes, &index) else { return nil }
            time += passed
            stops.append((time, index))
        }
        return stops[wanted].index
    }

    /// How often the term stands in some of the documents together.
    private func times(from first: Int, upTo last: Int) -> Int {
        var sum: UInt32 = 0
        let marks = marks.span
        for position in first..<last { sum &+= UInt32(marks[position] & 0xFF) }
        return Int(sum)
    }
}
