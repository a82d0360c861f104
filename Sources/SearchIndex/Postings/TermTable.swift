internal import DiarylogTextSearch

/// Numbers terms: a hash table with open addressing that allocates nothing per term.
struct TermTable {
    private struct Row {
        /// For a term of characters, its two scalars, as a `TermView` has them; for any other, the hash of its bytes
        /// with the highest bit set.
        var key: UInt64
        var start: UInt32
        var length: UInt32
        /// How many occurrences were noted.
        var count: UInt32
        var net: Int32
        /// The document that the marks are about, and the marks.
        var document: UInt32
        var marks: UInt32
    }

    /// In marks: the text before a change holds the term; that after it does; it may stand elsewhere.
    static let (wasThere, isThere, isTouched) = (UInt32(1), UInt32(2), UInt32(4))

    private static let bytesMark: UInt64 = 1 << 63

    private var arena: [UInt8] = []
    private var rows: [Row] = []
    /// A term's number plus one; 0 for an empty slot.
    private var slots = [UInt32](repeating: 0, count: 1024)
    /// How many documents were begun.
    private var documents: UInt32 = 0

    @inline(__always)
    private func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    }

    /// The key of one or two scalars: they alone have it.
    @inline(__always)
    static func key(of first: UInt32, _ second: UInt32) -> UInt64 { UInt64(first) << 32 | UInt64(second) }

    /// The key of other terms, which some of them may share.
    @inline(__always)
    static func key(of term: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in term.indices { hash = (hash ^ UInt64(term[index])) &* 0x100_0000_01B3 }
        return hash | bytesMark
    }

    @inline(__always)
    mutating func id(of first: UInt32, _ second: UInt32) -> Int {
        let key = Self.key(of: first, second)
        var slot = slot(key)
        while slots[slot] != 0 {
            let id = Int(slots[slot]) - 1
            if rows[id].key == key { return id }
            slot = (slot + 1) & (slots.count - 1)
        }
        return insert(key, 0, 0, slot)
    }

    @inline(__always)
    mutating func id(of term: Span<UInt8>) -> Int {
        let key = Self.key(of: term)
        var slot = slot(key)
        while slots[slot] != 0 {
            let id = Int(slots[slot]) - 1
            if rows[id].key == key, isTerm(id, term) { return id }
            slot = (slot + 1) & (slots.count - 1)
        }
        let start = arena.count
        for index in term.indices { arena.append(term[index]) }
        return insert(key, start, term.count, slot)
    }

    @inline(__always)
    private func isTerm(_ id: Int, _ term: Span<UInt8>) -> Bool {
        let row = rows[id]
        guard row.length == term.count else { return false }
        let start = Int(row.start)
        for index in term.indices where arena[start + index] != term[index] { return false }
        return true
    }

    private mutating func insert(_ key: UInt64, _ start: Int, _ length: Int, _ slot: Int) -> Int {
        rows.append(
            Row(
                key: key, start: UInt32(start), length: UInt32(length), count: 0, net: 0, document: 0, marks: 0))
        slots[slot] = UInt32(rows.count)
        if rows.count * 2 > slots.count { grow() }
        return rows.count - 1
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for id in rows.indices {
            var slot = slot(rows[id].key)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(id + 1)
        }
    }

    /// Forgets the marks.
    mutating func beginDocument() { documents += 1 }

    /// Adds a mark, and returns those there were.
    @inline(__always)
    mutating func mark(_ id: Int, _ mark: UInt32) -> UInt32 {
        let marks = marks(id)
        rows[id].document = documents
        rows[id].marks = marks | mark
        return marks
    }

    /// Adds a mark if the term is touched; false if it is not.
    @inline(__always)
    @discardableResult
    mutating func markTouched(_ id: Int, _ mark: UInt32) -> Bool {
        guard marks(id) & Self.isTouched != 0 else { return false }
        rows[id].marks |= mark
        return true
    }

    @inline(__always)
    func marks(_ id: Int) -> UInt32 { rows[id].document == documents ? rows[id].marks : 0 }

    /// Counts an occurrence.
    @inline(__always)
    mutating func noteOccurrence(_ id: Int) { rows[id].count += 1 }

    mutating func addNet(_ id: Int, _ change: Int32) { rows[id].net += change }

    func net(_ id: Int) -> Int { Int(rows[id].net) }

    func count(_ id: Int) -> Int { Int(rows[id].count) }

    func bytes(_ id: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        copyBytes(id, to: &bytes)
        return bytes
    }

    /// Replaces bytes by those of a term.
    func copyBytes(_ id: Int, to bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        let row = rows[id]
        if row.key & Self.bytesMark == 0 {
            let (first, second) = (UInt32(row.key >> 32), UInt32(truncatingIfNeeded: row.key))
            Term.appendScalar(first, to: &bytes)
            if second & Term.apartMark != 0 { bytes.append(0x20) }
            if second != 0 { Term.appendScalar(second & ~Term.apartMark, to: &bytes) }
        } else {
            bytes.append(contentsOf: arena[Int(row.start)..<Int(row.start + row.length)])
        }
    }

    /// Where each term's postings begin when they are sorted by term.
    func starts() -> [Int] {
        var starts: [Int] = []
        starts.reserveCapacity(rows.count)
        var total = 0
        for row in rows {
            starts.append(total)
            total += Int(row.count)
        }
        return starts
    }

    /// The numbers of all terms with postings, in the order of the terms' bytes.
    func inOrder() -> [Int] {
        var keys: [(head: UInt64, id: UInt32)] = []
        keys.reserveCapacity(rows.count)
        for id in rows.indices where rows[id].count > 0 { keys.append((head(id), UInt32(id))) }
        keys.sort { left, right in
            if left.head != right.head { return left.head < right.head }
            return Term.precedes(bytes(Int(left.id)), bytes(Int(right.id)))
        }
        return keys.map { Int($0.id) }
    }

    /// The first eight bytes as a number.
    private func head(_ id: Int) -> UInt64 {
        let row = rows[id]
        var head: UInt64 = 0
        if row.key & Self.bytesMark == 0 {
            let (first, second) = (UInt32(row.key >> 32), UInt32(truncatingIfNeeded: row.key))
            let isApart = second & Term.apartMark != 0
            // Two characters have at most eight bytes; with a space between, those beyond U+FFFF have nine.
            if isApart, first > 0xFFFF { return Term.head(bytes(id)) }
            var length = Self.append(first, to: &head)
            if isApart { length += Self.append(0x20, to: &head) }
            if second != 0 { length += Self.append(second & ~Term.apartMark, to: &head) }
            return length == 8 ? head : head << UInt64((8 - length) * 8)
        }
        let start = Int(row.start)
        for position in 0..<8 { head = head << 8 | (position < row.length ? UInt64(arena[start + position]) : 0) }
        return head
    }

    /// Shifts a scalar's bytes in UTF-8 into a number; returns how many they are.
    private static func append(_ scalar: UInt32, to number: inout UInt64) -> Int {
        let low = { (shift: UInt32) in UInt64(0x80 | scalar >> shift & 0x3F) }
        if scalar < 0x80 {
            number = number << 8 | UInt64(scalar)
            return 1
        }
        if scalar < 0x800 {
            number = number << 16 | UInt64(0xC0 | scalar >> 6) << 8 | low(0)
            return 2
        }
        if scalar < 0x10000 {
            number = number << 24 | UInt64(0xE0 | scalar >> 12) << 16 | low(6) << 8 | low(0)
            return 3
        }
        number = number << 32 | UInt64(0xF0 | scalar >> 18) << 24 | low(12) << 16 | low(6) << 8 | low(0)
        return 4
    }
}
