internal import DiarylogTextSearch

// A segment is an immutable inverted index of the terms that some events added: terms in order, each with its
// documents, cut into leaves of one page.
//
//     key     term ‖ 00 ‖ the first document of the leaf's first term, u32be
//     value   term, term, … ‖ where every sixteenth begins, u16 each ‖ how many those are u8; at most 4,072 bytes
//     term    varint letters shared with the term before ‖ varint letters of its own ‖ those
//             ‖ varint documents × 8 + net × 4 + continued × 2 + blocks  ‖  if net: zigzag varint net
//             ‖ varint bytes of the postings ‖ postings
//
// Every sixteenth term, beginning with the first, shares no letters, so that a term is found by bisection. Fewer than
// 32 documents, of about a quarter of a page, are one block of postings (`PostingEncoder`), counted from the segment's
// least document. More than that are blocks of up to 128 documents, each counted from its own first document, so that a
// merge copies it as it is:
//
//     block   documents − 1 u8 ‖ varint (its first document − the last of the block before)
//             ‖ varint (its last − its first document) ‖ varint bytes ‖ postings
//
// A term that does not fit goes on in the next leaf as "continued", counted again from the segment's least document.
// The last leaf of a term says its net: by how many documents more hold the term after the segment than before. It is
// written where it is not the number of the documents, and where the term goes through several leaves.

/// A leaf as a segment's writer made it, or as it was read back.
struct Leaf: Equatable, Sendable {
    /// How many terms lie from one that shares no letters to the next.
    static let restart = 16

    /// Room in a leaf: a page of 4,096 bytes less its header, a number and a checksum.
    static let room = 4072

    /// Its position in the segment.
    var key: [UInt8]
    /// Its terms and the table of every sixteenth.
    var bytes: [UInt8]

    /// The key to look up a term's documents by, up to `document`: they are in the leaf with the greatest key up to it.
    static func key(_ term: [UInt8], _ document: UInt32 = .max) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(term.count + 5)
        key += term
        key.append(0)
        for shift in [24, 16, 8, 0] as [UInt32] { key.append(UInt8(truncatingIfNeeded: document >> shift)) }
        return key
    }

    /// The term in a key.
    static func term(ofKey key: [UInt8]) -> [UInt8] { Array(key.dropLast(5)) }
}

/// The part of one term in a leaf.
struct LeafTerm: Equatable, Sendable {
    /// How many documents of the term are in this leaf.
    var count: Int
    /// By how many documents more hold the term after the segment than before, if this is the term's last leaf.
    var net: Int
    /// Whether the term has earlier documents in the leaf before.
    var isContinued: Bool
    /// Whether the postings are in several blocks.
    var hasBlocks: Bool
    /// The range of the postings in the leaf.
    var postings: Range<Int>
}

/// Reads the terms of a leaf, in the order of their terms.
struct LeafReader: ~Escapable {
    private let bytes: Span<UInt8>
    private let offsets: Span<UInt8>
    private var index = 0
    /// The term of the current term.
    private(set) var term: [UInt8] = []

    /// A reader that stands before the first term.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        let restarts = LeafTerm.restarts(bytes)
        self.bytes = bytes.extracting(0..<restarts.lowerBound)
        offsets = bytes.extracting(restarts)
    }

    /// The next term; nil at the end, or if the bytes are damaged.
    @_lifetime(self: copy self)
    mutating func next() -> LeafTerm? {
        guard let head = head() else { return nil }
        guard head.shared <= term.count else { return nil }
        term.shorten(to: head.shared)
        for position in head.own { term.append(bytes[position]) }
        return body()
    }

    /// Whether all terms were read: where there is no next term before that, the bytes are damaged.
    var isAtEnd: Bool { index == bytes.count }

    /// Whether the current term comes before another.
    func isBefore(_ other: [UInt8]) -> Bool { Term.precedes(term, other) }

    /// Whether the current term passes a probe's condition on its second character.
    func isAccepted(second: [ClosedRange<UInt32>]?) -> Bool { Probe.accepts(term, second: second) }

    /// The part of a term; nil if the leaf has none.
    @_lifetime(self: copy self)
    mutating func find(_ wanted: [UInt8]) -> LeafTerm? {
        index = start(of: wanted)
        // How many leading letters the term before has in common with the wanted one.
        var agreed = 0
        while let head = head() {
            if head.shared < agreed { return nil }
            if head.shared == agreed {
                var position = head.own.lowerBound
                while position < head.own.upperBound, agreed < wanted.count, bytes[position] == wanted[agreed] {
                    position += 1
                    agreed += 1
                }
                if position == head.own.upperBound, agreed == wanted.count { return body() }
                let isBeyond =
                    position < head.own.upperBound && (agreed == wanted.count || bytes[position] > wanted[agreed])
                if isBeyond { return nil }
            }
            guard body() != nil else { return nil }
        }
        return nil
    }

    /// The last term; nil if there is none.
    @_lifetime(self: copy self)
    mutating func lastTerm() -> [UInt8]? {
        if offsets.count >= 2 { index = offset(offsets.count / 2 - 1) }
        while next() != nil {}
        return term.isEmpty ? nil : term
    }

    /// The offset of the last term that shares no letters and whose term is not after `wanted`.
    func start(of wanted: [UInt8]) -> Int {
        var (low, high) = (0, offsets.count / 2)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isAfter(offset(middle), wanted) { high = middle } else { low = middle }
        }
        return low == 0 ? 0 : offset(low)
    }

    private func offset(_ restart: Int) -> Int { Int(offsets[restart * 2]) | Int(offsets[restart * 2 + 1]) << 8 }

    private func isAfter(_ offset: Int, _ wanted: [UInt8]) -> Bool {
        var position = offset
        guard let letters = LeafTerm.head(bytes, &position) else { return true }
        var agreed = 0
        for index in letters.own {
            if agreed == wanted.count || bytes[index] > wanted[agreed] { return true }
            if bytes[index] < wanted[agreed] { return false }
            agreed += 1
        }
        return false
    }

    @_lifetime(self: copy self)
    private mutating func head() -> (shared: Int, own: Range<Int>)? { LeafTerm.head(bytes, &index) }

    @_lifetime(self: copy self)
    private mutating func body() -> LeafTerm? { LeafTerm(bytes, &index) }
}

extension LeafTerm {
    /// The range of a leaf's table of every sixteenth term; the terms end where it begins.
    static func restarts(_ bytes: Span<UInt8>) -> Range<Int> {
        guard let last = bytes.indices.last else { return 0..<0 }
        let length = Int(bytes[last]) * 2
        return length > last ? 0..<0 : last - length..<last
    }

    /// The letters of a term: how many it shares with the one before, and the range of its own.
    static func head(_ bytes: Span<UInt8>, _ index: inout Int) -> (shared: Int, own: Range<Int>)? {
        guard let shared = PostingBlock.varint(bytes, &index), let own = PostingBlock.varint(bytes, &index),
            own <= UInt64(bytes.count - index)
        else { return nil }
        let range = index..<index + Int(own)
        index = range.upperBound
        return (Int(shared), range)
    }

    /// Reads what follows the letters.
    init?(_ bytes: Span<UInt8>, _ index: inout Int) {
        guard let coded = PostingBlock.varint(bytes, &index) else { return nil }
        count = Int(coded >> 3)
        net = count
        if coded & 4 != 0 {
            guard let zigzag = PostingBlock.varint(bytes, &index) else { return nil }
            net = Int(zigzag >> 1) ^ -Int(zigzag & 1)
        }
        guard let length = PostingBlock.varint(bytes, &index), length <= UInt64(bytes.count - index) else { return nil }
        postings = index..<index + Int(length)
        index = postings.upperBound
        isContinued = coded & 2 != 0
        hasBlocks = coded & 1 != 0
    }
}

extension [UInt8] {
    /// Appends bytes at once: for each by itself the array would be asked whether it is shared.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) {
        append(addingCapacity: bytes.count) { room in
            for index in bytes.indices { room.append(bytes[index]) }
        }
    }

    /// Takes bytes off the end, one by one: they are few, and `removeLast` of several moves what is behind them.
    @inline(__always)
    mutating func shorten(to length: Int) { while count > length { removeLast() } }
}
