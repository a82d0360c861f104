/// Numbers terms: a hash table with open addressing that allocates nothing per term.
struct TermTable {
    private struct Row {
        /// For a term of characters, its two scalars; for any other, the hash of its bytes with the highest bit set.
        var key: UInt64
        var start: UInt32
        var length: UInt32
        var count: UInt32
        var lastAddition: UInt32
        var lastPosting: UInt32
    }

    private static let bytesMark: UInt64 = 1 << 63

    private var arena: [UInt8] = []
    private var rows: [Row] = []
    /// A term's number plus one; 0 for an empty slot.
    private var slots = [UInt32](repeating: 0, count: 1024)

    @inline(__always)
    private func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    }

    @inline(__always)
    mutating func id(of first: UInt32, _ second: UInt32) -> Int {
        let key = UInt64(first) << 32 | UInt64(second)
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
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in term.indices { hash = (hash ^ UInt64(term[index])) &* 0x100_0000_01B3 }
        let key = hash | Self.bytesMark
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
                key: key, start: UInt32(start), length: UInt32(length), count: 0, lastAddition: 0, lastPosting: 0))
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

    /// In place of a posting: the document had the term before.
    static let excluded = Int(UInt32.max)

    /// The posting of a term in the document that is being added; nil if there is none yet.
    @inline(__always)
    func posting(_ id: Int, _ addition: UInt32) -> Int? {
        rows[id].lastAddition == addition ? Int(rows[id].lastPosting) : nil
    }

    mutating func exclude(_ id: Int, _ addition: UInt32) {
        rows[id].lastAddition = addition
        rows[id].lastPosting = .max
    }

    @inline(__always)
    mutating func notePosting(_ id: Int, _ addition: UInt32, _ posting: Int) {
        rows[id].lastAddition = addition
        rows[id].lastPosting = UInt32(posting)
        rows[id].count += 1
    }

    func count(_ id: Int) -> Int { Int(rows[id].count) }

    func bytes(_ id: Int) -> [UInt8] {
        let row = rows[id]
        if row.key & Self.bytesMark == 0 {
            let (first, second) = (UInt32(row.key >> 32), UInt32(truncatingIfNeeded: row.key))
            return second == 0 ? Term.character(first) : Term.pair(first, second)
        }
        return Array(arena[Int(row.start)..<Int(row.start + row.length)])
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
    private func head(_ id: Int) -> UInt64 { Term.head(bytes(id)) }
}
