/// The pairs of characters, and the words, that stand in many texts of an index. Two of them side by side are a term of
/// their own, a joined term: what is made of frequent parts is found without a look at the places of these.
///
///     영화, 화를 are frequent      영화를    →  영화, 화를, 를, and joined 영화를
///     to, the are frequent        to the sea →  to, the, sea, and joined "to the"
///
/// The list belongs to an index, and stays as it is as long as that lives: what a text brings follows from the text and
/// the list. To read it takes some 15 µs, to look for a term in it some 5 ns.
///
///     bytes    pairs u16 ‖ words u16 ‖ of each word its length u8 ‖ pairs: two scalars u32 each ‖ words
package struct FrequentTerms: Equatable, Sendable {
    /// As they are written.
    package let bytes: [UInt8]
    /// The keys of all terms, as `TermTable` has them, pairs first; and where each is found by its key, as its number
    /// plus one.
    private var keys: [UInt64] = []
    private var slots: [UInt16] = []
    private let pairs: Int
    private var words: [[UInt8]] = []

    /// No terms: then no term is joined.
    package static let none = FrequentTerms(pairs: [], words: [])

    /// At most so many pairs of characters.
    static let mostPairs = 1_024
    /// At most so many words.
    static let mostWords = 128
    /// Longer words are not listed.
    static let longestWord = 32

    package var isEmpty: Bool { keys.isEmpty }

    /// These terms, each once; a pair by its key.
    init(pairs: [UInt64], words: [[UInt8]]) {
        self.pairs = pairs.count
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt16(pairs.count))
        bytes.append(littleEndian: UInt16(words.count))
        for word in words { bytes.append(UInt8(word.count)) }
        for pair in pairs {
            bytes.append(littleEndian: UInt32(pair >> 32))
            bytes.append(littleEndian: UInt32(truncatingIfNeeded: pair))
        }
        for word in words { bytes += word }
        self.bytes = bytes
        set(pairs, words)
    }

    /// Terms as they are written; nil if the bytes are none.
    package init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= 4 else { return nil }
        let (pairs, words) = (bytes.littleEndian16(at: 0), bytes.littleEndian16(at: 2))
        let first = 4 + words + pairs * 8
        guard pairs <= Self.mostPairs, words <= Self.mostWords, first <= bytes.count else { return nil }
        var keys: [UInt64] = []
        keys.reserveCapacity(pairs + words)
        for index in 0..<pairs {
            let position = 4 + words + index * 8
            keys.append(UInt64(bytes.littleEndian32(at: position)) << 32 | bytes.littleEndian32(at: position + 4))
        }
        var (found, start): ([[UInt8]], Int) = ([], first)
        for index in 0..<words {
            let length = Int(bytes[4 + index])
            guard start + length <= bytes.count else { return nil }
            found.append([UInt8](copied: bytes.extracting(start..<start + length)))
            start += length
        }
        if start != bytes.count { return nil }
        (self.bytes, self.pairs) = ([UInt8](copied: bytes), pairs)
        set(keys, found)
    }

    private mutating func set(_ pairs: [UInt64], _ words: [[UInt8]]) {
        (keys, self.words) = (pairs, words)
        for word in words { keys.append(TermTable.key(of: word.span)) }
        if keys.isEmpty { return }
        slots = [UInt16](repeating: 0, count: Self.slotCount)
        for index in keys.indices {
            var slot = Self.slot(keys[index])
            while slots[slot] != 0 { slot = (slot + 1) & (Self.slotCount - 1) }
            slots[slot] = UInt16(index + 1)
        }
    }

    /// Some four for each of the most terms.
    private static let slotCount = 4_096

    @inline(__always)
    private static func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 40) & (slotCount - 1)
    }

    /// The number of the term with a key, which a pair has alone; nil if there is none.
    @inline(__always)
    private func index(of key: UInt64) -> Int? {
        if keys.isEmpty { return nil }
        var slot = Self.slot(key)
        while slots[slot] != 0 {
            if keys[Int(slots[slot]) - 1] == key { return Int(slots[slot]) - 1 }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    /// Whether a pair of characters is one of them.
    @inline(__always)
    func containsPair(_ key: UInt64) -> Bool { index(of: key).map { $0 < pairs } ?? false }

    /// Whether a word with a key is one of them.
    @inline(__always)
    func containsWord(_ key: UInt64, _ word: Span<UInt8>) -> Bool {
        guard let index = index(of: key), index >= pairs, words[index - pairs].count == word.count else { return false }
        for position in word.indices where words[index - pairs][position] != word[position] { return false }
        return true
    }
}

extension FrequentTerms {
    /// What stands at the units of a pattern, told by joined terms where they tell it: units that one of these tells of
    /// are left out.
    package func joining(_ placed: [PlacedProbe]) -> [PlacedProbe] {
        if isEmpty { return placed }
        var joining: [PlacedProbe] = []
        var isTold = false
        for index in placed.indices {
            if index + 1 < placed.count, let joined = joined(placed[index], placed[index + 1]) {
                joining.append(joined)
                isTold = true
            } else {
                if !isTold { joining.append(placed[index]) }
                isTold = false
            }
        }
        return joining
    }

    private func joined(_ first: PlacedProbe, _ second: PlacedProbe) -> PlacedProbe? {
        guard first.offset + 1 == second.offset, first.isPair == second.isPair, second.isPair == second.isJoined,
            let one = term(of: first), let other = term(of: second)
        else { return nil }
        var joined = first
        joined.probes = [.term(Term.joined(one.span, other.span, arePairs: first.isPair))]
        joined.provesEnd = second.provesEnd
        return joined
    }

    /// The term at a unit, if it is exactly one, and frequent.
    private func term(of placed: PlacedProbe) -> [UInt8]? {
        guard placed.probes.count == 1, case .term(let term) = placed.probes[0] else { return nil }
        if !placed.isPair { return containsWord(TermTable.key(of: term.span), term.span) ? term : nil }
        let units = TextUnits(term).units
        guard units.count == 2 else { return nil }
        return containsPair(TermTable.key(of: units[0].value, units[1].value)) ? term : nil
    }
}

extension Array where Element == UInt8 {
    fileprivate mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}

extension Span<UInt8> {
    fileprivate func littleEndian16(at index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }

    fileprivate func littleEndian32(at index: Int) -> UInt64 {
        UInt64(littleEndian16(at: index)) | UInt64(littleEndian16(at: index + 2)) << 16
    }
}
