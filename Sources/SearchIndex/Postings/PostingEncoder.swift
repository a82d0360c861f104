/// Writes the postings of one block: up to 128 documents, with the signs of each.
///
///     block      documents ‖ surroundings ‖ ids ‖ histories
///     document   varint (document − the one before) × 8 + kind  ‖  if kind is 1, 3 or 5: times u8
///                kind  0  once, since the document was made       4  once, with a history
///                      1  more often, since then                  5  more often, with a history
///                      2  once, since a version                   6  gone, since a version
///                      3  more often, since a version             7  gone, with a history
///     documents, 32 or more of them
///                width u8 ‖ kinds u8: bits of each, 0 to 3 ‖ document − the one before, width bits of each
///                ‖ kinds ‖ times u8 of each whose kind is 1, 3 or 5       bits from the least of a byte on
///     surroundings   two bits for each time the term stands in a document now: starts a run, ends a run
///     ids        of these times, document by document: varint of each id − the one before
///                of 32 documents and more: width u8 ‖ each id, in width bits; or 0 ‖ varints as above, if those are fewer
///     history    for each kind from 2 on: varint version ‖ for kinds 4, 5 and 7 varint older signs
///                ‖ for each of these, newest first: varint (version after − version) ‖ varint times, 256 for unknown
///                  ‖ varint (id × 4 + surroundings) − the one before, of each occurrence
///
/// The first document is counted from a base that the reader knows. A rare term costs three or four bytes a document.
struct PostingEncoder {
    private(set) var count = 0
    /// The documents as a few of them are written; of many it is about what they take.
    private var documents: [UInt8] = []
    private var distances: [UInt32] = []
    private var kinds: [UInt8] = []
    private var times: [UInt8] = []
    /// The ids as varints, and as they are.
    private var ids: [UInt8] = []
    private var wholeIDs: [UInt32] = []
    private var surroundings: [UInt8] = []
    private var histories: [UInt8] = []
    /// The last document; the base before there is one.
    private var last: UInt32
    private var occurrences = 0

    /// Older signs of a document beyond so many bytes are forgotten: then the text decides what it held.
    private static let historyRoom = 512

    init() { last = 0 }

    /// Begins a block whose first document is counted from a base.
    mutating func begin(base: UInt32) {
        count = 0
        documents.removeAll(keepingCapacity: true)
        distances.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
        ids.removeAll(keepingCapacity: true)
        wholeIDs.removeAll(keepingCapacity: true)
        surroundings.removeAll(keepingCapacity: true)
        histories.removeAll(keepingCapacity: true)
        last = base
        occurrences = 0
    }

    /// How many bytes the block takes.
    var length: Int { documents.count + ids.count + surroundings.count + histories.count }

    /// Adds a document by its signs, which lie in this range of the postings, oldest first.
    @inline(__always)
    mutating func add(_ signs: Range<Int>, of postings: borrowing TermPostings) {
        // By index throughout: a slice for each document would be counted by reference for each.
        let newest = postings.signs[signs.upperBound - 1]
        let isAlone = signs.count == 1
        let kind =
            switch newest.times {
            case TermPostings.gone: isAlone ? 6 : 7
            case 1: !isAlone ? 4 : newest.version > 0 ? 2 : 0
            default: !isAlone ? 5 : newest.version > 0 ? 3 : 1
            }
        documents.append(varint: Int(newest.document &- last) << 3 | kind)
        if kind & 1 != 0, kind < 6 {
            documents.append(UInt8(truncatingIfNeeded: newest.times))
            times.append(UInt8(truncatingIfNeeded: newest.times))
        }
        distances.append(newest.document &- last)
        kinds.append(UInt8(kind))
        last = newest.document
        count += 1
        var before: UInt32 = 0
        for position in TermPostings.positions(of: newest) {
            let occurrence = postings.occurrences[position]
            ids.append(varint: Int((occurrence >> 2) &- before))
            wholeIDs.append(occurrence >> 2)
            before = occurrence >> 2
            if occurrences % 4 == 0 { surroundings.append(0) }
            surroundings[occurrences / 4] |= UInt8(occurrence & 3) << UInt8(occurrences % 4 * 2)
            occurrences += 1
        }
        if !isAlone {
            addHistory(signs, of: postings)
        } else if kind > 1 {
            histories.append(varint: Int(newest.version))
        }
    }

    /// Appends the block of a single document that has held the term since it was made: what `add` and `finish` write
    /// of it, and what most terms have.
    static func append(
        _ sign: TermPostings.Sign, of postings: borrowing TermPostings, base: UInt32, into bytes: inout [UInt8]
    ) {
        bytes.append(varint: Int(sign.document &- base) << 3 | (sign.times == 1 ? 0 : 1))
        if sign.times != 1 { bytes.append(UInt8(truncatingIfNeeded: sign.times)) }
        let positions = TermPostings.positions(of: sign)
        for first in stride(from: positions.lowerBound, to: positions.upperBound, by: 4) {
            var four: UInt8 = 0
            for position in first..<min(first + 4, positions.upperBound) {
                four |= UInt8(postings.occurrences[position] & 3) << UInt8((position - first) * 2)
            }
            bytes.append(four)
        }
        var before: UInt32 = 0
        for position in positions {
            let id = postings.occurrences[position] >> 2
            bytes.append(varint: Int(id &- before))
            before = id
        }
    }

    private mutating func addHistory(_ signs: Range<Int>, of postings: borrowing TermPostings) {
        var older: [UInt8] = []
        var version = postings.signs[signs.upperBound - 1].version
        let newest = version
        var count = 0
        for position in signs.dropLast().reversed() {
            let sign = postings.signs[position]
            let isOver = older.count > Self.historyRoom || sign.times == TermPostings.unknown
            older.append(varint: Int(version &- sign.version))
            older.append(varint: Int(isOver ? TermPostings.unknown : sign.times))
            count += 1
            if isOver { break }
            version = sign.version
            var before: UInt32 = 0
            for position in TermPostings.positions(of: sign) {
                let occurrence = postings.occurrences[position]
                older.append(varint: Int(occurrence &- before))
                before = occurrence
            }
        }
        histories.append(varint: Int(newest))
        histories.append(varint: count)
        histories.append(contentsOf: older)
    }

    /// Appends the block.
    func finish(into bytes: inout [UInt8]) {
        if count < PostingBlock.fewest {
            bytes.append(contentsOf: documents)
            bytes.append(contentsOf: surroundings)
            bytes.append(contentsOf: ids)
        } else {
            pack(into: &bytes)
            bytes.append(contentsOf: surroundings)
            packIDs(into: &bytes)
        }
        bytes.append(contentsOf: histories)
    }

    /// Appends many documents.
    private func pack(into bytes: inout [UInt8]) {
        let width = UInt32.bitWidth - (distances.max() ?? 0).leadingZeroBitCount
        let kindWidth = UInt8.bitWidth - (kinds.max() ?? 0).leadingZeroBitCount
        bytes.append(UInt8(width))
        bytes.append(UInt8(kindWidth))
        Self.pack(distances, width, into: &bytes)
        Self.pack(kinds, kindWidth, into: &bytes)
        bytes.append(contentsOf: times)
    }

    /// Appends the ids of many documents.
    private func packIDs(into bytes: inout [UInt8]) {
        // An id of 0 alone would have no width.
        let width = max(1, UInt32.bitWidth - (wholeIDs.max() ?? 0).leadingZeroBitCount)
        if (wholeIDs.count * width + 7) / 8 <= ids.count {
            bytes.append(UInt8(width))
            Self.pack(wholeIDs, width, into: &bytes)
        } else {
            bytes.append(0)
            bytes.append(contentsOf: ids)
        }
    }

    private static func pack<Number: FixedWidthInteger>(
        _ numbers: [Number], _ width: Int, into bytes: inout [UInt8]
    ) {
        var (held, bits): (UInt64, Int) = (0, 0)
        for number in numbers {
            held |= UInt64(number) << UInt64(bits)
            bits += width
            while bits >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: held))
                held >>= 8
                bits -= 8
            }
        }
        if bits > 0 { bytes.append(UInt8(truncatingIfNeeded: held)) }
    }
}
