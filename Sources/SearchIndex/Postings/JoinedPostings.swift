/// What segments that are merged say of a term with few documents, joined as it is written: most terms are so, and
/// decoding each sign would cost five times as much.
///
/// The bytes are those that `PostingEncoder` writes of the same signs.
struct JoinedPostings {
    /// The number from which the first document is counted.
    private let base: UInt32
    /// How many documents there are, the first of them, and the last.
    private(set) var count = 0
    private(set) var first: UInt32 = 0
    private var last: UInt32
    /// By how many documents more than before the segments hold the term after them.
    private(set) var net = 0
    // The four parts of a block.
    private var documents: [UInt8] = []
    private var surroundings: [UInt8] = []
    private var ids: [UInt8] = []
    private var histories: [UInt8] = []
    /// How many occurrences `surroundings` and `ids` have.
    private var occurrences = 0

    /// The most bytes: what takes more may have to be cut into blocks.
    private static let room = 900

    init(base: UInt32) {
        self.base = base
        last = base
    }

    mutating func removeAll() {
        (count, net, occurrences, last) = (0, 0, 0, base)
        documents.removeAll(keepingCapacity: true)
        surroundings.removeAll(keepingCapacity: true)
        ids.removeAll(keepingCapacity: true)
        histories.removeAll(keepingCapacity: true)
    }

    /// Adds what a leaf of a segment says of the term; `firstDocument` is the segment's least one.
    ///
    /// False if it must be decoded: it has many documents, or some that are not behind those added before, or damaged
    /// bytes. Then what was added before is of no use either.
    mutating func add(_ part: LeafTerm, of leaf: [UInt8], from firstDocument: UInt32) -> Bool {
        guard Self.isShort(part), count + part.count < PostingBlock.fewest,
            length + part.postings.count + 5 <= Self.room
        else { return false }
        return add(part, of: leaf.span, from: firstDocument)
    }

    /// Whether a term has few documents, and all of them in its leaf.
    static func isShort(_ part: LeafTerm) -> Bool {
        !part.hasBlocks && !part.isContinued && (1..<PostingBlock.fewest).contains(part.count)
            && part.postings.count + 5 <= room
    }

    private var length: Int { documents.count + surroundings.count + ids.count + histories.count }

    private mutating func add(_ part: LeafTerm, of leaf: Span<UInt8>, from firstDocument: UInt32) -> Bool {
        let bytes = leaf.extracting(part.postings)
        var index = 0
        var document = firstDocument
        var (times, hasHistory) = (0, false)
        for position in 0..<part.count {
            guard let coded = PostingBlock.varint(bytes, &index) else { return false }
            document &+= UInt32(truncatingIfNeeded: coded >> 3)
            let kind = Int(coded & 7)
            if position == 0 {
                guard count == 0 || document > last else { return false }
                if count == 0 { first = document }
                documents.append(varint: Int(document &- last) << 3 | kind)
            } else {
                documents.append(varint: Int(coded))
            }
            if kind > 1 { hasHistory = true }
            if kind >= 6 { continue }
            if kind & 1 == 0 {
                times += 1
            } else {
                guard index < bytes.count else { return false }
                documents.append(bytes[index])
                times += Int(bytes[index])
                index += 1
            }
        }
        guard index + (times + 3) / 4 <= bytes.count else { return false }
        addSurroundings(bytes.extracting(index..<index + (times + 3) / 4), times)
        index += (times + 3) / 4
        var end = bytes.count
        if hasHistory {
            // The ids end with the last byte of the last of them.
            end = index
            var left = times
            while left > 0 {
                guard end < bytes.count else { return false }
                if bytes[end] < 0x80 { left -= 1 }
                end += 1
            }
        }
        ids.append(bytes.extracting(index..<end))
        histories.append(bytes.extracting(end..<bytes.count))
        count += part.count
        net += part.net
        last = document
        return true
    }

    /// Adds two bits for each of so many occurrences.
    private mutating func addSurroundings(_ bytes: Span<UInt8>, _ times: Int) {
        let shift = UInt8(occurrences % 4 * 2)
        for index in bytes.indices {
            if shift > 0 { surroundings[surroundings.count - 1] |= bytes[index] << shift }
            surroundings.append(shift > 0 ? bytes[index] >> (8 - shift) : bytes[index])
        }
        occurrences += times
        if surroundings.count > (occurrences + 3) / 4 { surroundings.removeLast() }
    }

    /// Appends the block.
    func append(to bytes: inout [UInt8]) {
        bytes.append(documents.span)
        bytes.append(surroundings.span)
        bytes.append(ids.span)
        if !histories.isEmpty { bytes.append(histories.span) }
    }
}
