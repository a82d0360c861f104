internal import EventStore
internal import Host
internal import TextSearch

/// Leaves as rows of a table: the leaves of a segment are side by side, in the order of their terms.
enum LeafRow {
    /// The key of a leaf in the table; without `leaf`, the prefix of all leaves of the segment.
    static func key(_ segment: UInt32, _ leaf: [UInt8] = []) -> [UInt8] {
        var writer = ByteWriter(capacity: 4 + leaf.count)
        writer.bigEndian(segment)
        writer.append(leaf)
        return writer.bytes
    }

    /// A copy of a leaf, which outlives the bytes it was read from; nil if they are not what was written.
    static func copy(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Leaf? {
        guard key.count >= 4, let terms = SealedValue.open(value, under: key) else { return nil }
        return Leaf(key: [UInt8](copying: key.extracting(4..<key.count)), bytes: [UInt8](copying: terms))
    }
}

extension StoreView {
    /// Visits the leaves of a segment in order, from the one that may hold a term, until the visitor returns false.
    func forEachLeaf(
        of segment: UInt32, from term: [UInt8]?, in tables: IndexTables,
        _ visit: (_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool
    ) throws(EventStoreError) {
        let start = LeafRow.key(segment, term.map { Leaf.key($0, 0) } ?? [])
        let prefix = LeafRow.key(segment)
        var cursor = try cursor(in: tables.leaves)
        var isHere = try cursor.seekAtOrBefore(start.span)
        let isOfSegment = isHere && cursor.key.begins(with: prefix)
        if !isOfSegment { isHere = try cursor.next() }
        while isHere, cursor.key.begins(with: prefix) {
            if !visit(cursor.key, cursor.value) { return }
            isHere = try cursor.next()
        }
    }

    /// At most `limit` leaves of a segment, from the one that may hold a term. Throws `damaged`.
    func leaves(
        of segment: UInt32, from term: [UInt8]?, limit: Int, in tables: IndexTables
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
        if !isSound { throw .damaged("a leaf of the search index") }
        return leaves
    }

    mutating func put(
        _ leaves: [Leaf], of segment: UInt32, in tables: IndexTables
    ) throws(EventStoreError) {
        for leaf in leaves {
            let key = LeafRow.key(segment, leaf.key)
            var value = ByteWriter(capacity: leaf.bytes.count + SealedValue.sealLength)
            value.append(leaf.bytes)
            value.seal(under: key.span)
            try put(value.bytes.span, for: key.span, in: tables.leaves)
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
