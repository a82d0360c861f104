internal import DiarylogHost
internal import EventStore

/// Leaves as rows of a table: the leaves of a segment are side by side, in the order of their terms.
///
///     value   leaf | number u32, from 0 | crc32c u32 over key and all before
///
/// The number counts the leaves of a segment. A leaf under another key than its own is damaged where it stands, but a
/// search for its terms comes to the leaf before it. That leaf's number and the next leaf's show that one is missing.
enum LeafRow {
    /// How many bytes follow the leaf.
    fileprivate static let trailer = 4 + SealedValue.sealLength

    /// The key of a leaf in the table; without `leaf`, the prefix of all leaves of the segment.
    static func key(_ segment: UInt32, _ leaf: [UInt8] = []) -> [UInt8] {
        var writer = ByteWriter(capacity: 4 + leaf.count)
        writer.bigEndian(segment)
        writer.append(leaf)
        return writer.bytes
    }

    /// The value of a leaf of a number.
    static func value(_ leaf: Leaf, _ number: UInt32, under key: [UInt8]) -> [UInt8] {
        var value = ByteWriter(capacity: leaf.bytes.count + trailer)
        value.append(leaf.bytes)
        value.littleEndian(number)
        value.seal(under: key.span)
        return value.bytes
    }

    /// The leaf in a value; nil if key and value do not belong together.
    @_lifetime(copy value)
    static func open(_ value: Span<UInt8>, under key: Span<UInt8>) -> Span<UInt8>? {
        guard value.count >= trailer, let bytes = SealedValue.open(value, under: key) else { return nil }
        return bytes.extracting(0..<value.count - trailer)
    }

    /// The number in a value, before its seal is checked; nil for a value that is too short.
    static func number(_ value: Span<UInt8>) -> UInt32? {
        value.count >= trailer ? value.littleEndian(at: value.count - trailer) : nil
    }

    /// Whether a row is of a segment.
    static func isRow(of segment: UInt32, _ key: Span<UInt8>) -> Bool {
        key.count >= 4 && key.bigEndian(at: 0) as UInt32 == segment
    }

    /// Whether a row is the leaf of a number of a segment, and where it was written.
    static func isLeaf(_ number: UInt32, of segment: UInt32, _ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
        isRow(of: segment, key) && self.number(value) == number && open(value, under: key) != nil
    }

    /// A copy of a leaf, which outlives the bytes it was read from; nil if they are not what was written.
    static func copy(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Leaf? {
        guard key.count >= 4, let terms = open(value, under: key) else { return nil }
        return Leaf(key: [UInt8](copying: key.extracting(4..<key.count)), bytes: [UInt8](copying: terms))
    }
}

extension StoreView {
    /// Visits the leaves of a segment in order, from the one that may hold a term, until the visitor returns false.
    /// Throws `damaged` where one is missing.
    func forEachLeaf(
        of segment: IndexManifest.Segment, from term: [UInt8]?, in tables: IndexTables,
        _ visit: (_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool
    ) throws(EventStoreError) {
        let start = LeafRow.key(segment.id, term.map { Leaf.key($0, 0) } ?? [])
        if let leaves = tables.tail?.leaves(of: segment.id, from: start) {
            for leaf in leaves where !visit(leaf.key.span, leaf.value.span) { return }
            return
        }
        let prefix = LeafRow.key(segment.id)
        var cursor = try cursor(in: tables.leaves)
        var isHere = try cursor.seekAtOrBefore(start.span)
        let isOfSegment = isHere && cursor.key.begins(with: prefix)
        if !isOfSegment { isHere = try cursor.next() }
        // The first one of all has the number 0; of others it is not known.
        var next: UInt32? = isOfSegment ? nil : 0
        while isHere, cursor.key.begins(with: prefix) {
            let number = LeafRow.number(cursor.value)
            if let next, number != next { throw IndexTables.damage }
            if !visit(cursor.key, cursor.value) { return }
            next = number.map { $0 &+ 1 }
            isHere = try cursor.next()
        }
        if next != segment.leaves { throw IndexTables.damage }
    }

    /// At most `limit` leaves of a segment, from the one that may hold a term. Throws `damaged`.
    func leaves(
        of segment: IndexManifest.Segment, from term: [UInt8]?, limit: Int, in tables: IndexTables
    ) throws(EventStoreError) -> [Leaf] {
        var leaves: [Leaf] = []
        var isSound = true
        try forEachLeaf(of: segment, from: term, in: tables) { key, value in
            guard leaves.count < limit else { return false }
            guard let leaf = LeafRow.copy(key, value) else {
                isSound = false
                return false
            }
            leaves.append(leaf)
            return true
        }
        if !isSound { throw IndexTables.damage }
        return leaves
    }

    /// Writes leaves of a segment, of which the first has this number.
    mutating func put(
        _ leaves: [Leaf], of segment: UInt32, from number: UInt32, in tables: IndexTables
    ) throws(EventStoreError) {
        for (index, leaf) in leaves.enumerated() {
            let key = LeafRow.key(segment, leaf.key)
            try put(LeafRow.value(leaf, number + UInt32(index), under: key).span, for: key.span, in: tables.leaves)
        }
    }

    /// Removes the leaves of a segment that hold only terms before a given one; all its leaves if that is nil.
    mutating func removeLeaves(
        of segment: UInt32, before term: [UInt8]?, in tables: IndexTables
    ) throws(EventStoreError) {
        let end = term.map { LeafRow.key(segment, Leaf.key($0, 0)) }
        for key in try leafKeys(of: segment, before: end, in: tables) {
            _ = try delete(key.span, in: tables.leaves)
        }
    }

    private func leafKeys(
        of segment: UInt32, before end: [UInt8]?, in tables: IndexTables
    ) throws(EventStoreError) -> [[UInt8]] {
        let prefix = LeafRow.key(segment)
        var keys: [[UInt8]] = []
        var cursor = try cursor(in: tables.leaves)
        var isHere = try cursor.seek(prefix.span)
        while isHere, cursor.key.begins(with: prefix) {
            let key = [UInt8](copying: cursor.key)
            if let end, !key.lexicographicallyPrecedes(end) { break }
            keys.append(key)
            isHere = try cursor.next()
        }
        // The last of these may also hold `term`, or the terms just before it.
        if end != nil { _ = keys.popLast() }
        return keys
    }
}

extension Span<UInt8> {
    /// Whether the first bytes are these.
    func begins(with prefix: [UInt8]) -> Bool {
        count >= prefix.count && extracting(0..<prefix.count).isEqual(to: prefix.span)
    }
}
