internal import EventStore
internal import Host
internal import TextSearch

/// Keeps the segments few: eight neighbours of like size become one.
///
///     tier of a segment    how often its leaves can be divided by eight: 1, 8, 64, 512 …
///
/// A posting is so rewritten once a tier. Merges are carried out by the transactions that bring postings, each a
/// bounded stretch of terms; between two of them both old and new segments serve, each for its terms.
enum SearchMerge {
    /// Segments of one tier that are merged.
    private static let fan = 8
    /// The work of one transaction in leaves: at the least, and for each leaf it has itself written.
    private static let (leastWork, workPerLeaf) = (8, 6)

    static func tier(_ segment: SearchManifest.Segment) -> Int {
        var tier = 0
        var size = segment.leaves
        while size >= UInt32(fan) {
            size /= UInt32(fan)
            tier += 1
        }
        return tier
    }

    /// Merges as much as is due, and can be done in this transaction: small segments first, so that they stay few.
    static func advance(
        _ manifest: inout SearchManifest, written: Int, _ tables: SearchTables, in view: inout StoreView
    ) throws(EventStoreError) {
        var work = max(leastWork, written * workPerLeaf)
        while work > 0 {
            if let due = due(manifest) {
                manifest.merges.append(
                    SearchManifest.Merge(segments: due, id: manifest.nextSegment, leaves: 0, term: []))
                manifest.nextSegment += 1
            }
            // The last of them has the newest segments, and the smallest.
            guard !manifest.merges.isEmpty else { return }
            work -= try stretch(&manifest, work, tables, in: &view)
        }
    }

    /// The newest segments, if enough of them are of one tier; smaller ones among them are merged, too.
    private static func due(_ manifest: SearchManifest) -> Range<Int>? {
        let first = manifest.merges.last?.segments.upperBound ?? 0
        let tiers = manifest.segments[first...].map(tier)
        guard let highest = tiers.max() else { return nil }
        for tier in 0...highest {
            let start = tiers.lastIndex { $0 > tier }.map { $0 + 1 } ?? 0
            if tiers[start...].count(where: { $0 == tier }) >= fan { return first + start..<manifest.segments.count }
        }
        return nil
    }

    /// Merges a stretch of terms of the last merge, and gives the leaves it has written, at least one.
    private static func stretch(
        _ manifest: inout SearchManifest, _ work: Int, _ tables: SearchTables, in view: inout StoreView
    ) throws(EventStoreError) -> Int {
        guard var merge = manifest.merges.popLast() else { return 1 }
        let segments = Array(manifest.segments[merge.segments])
        let first = merge.term.isEmpty ? nil : merge.term
        let merged = manifest.merged(merge)
        var stretch = SegmentMerge.Stretch(leaves: [], next: first)
        // Each segment gives leaves in proportion to its size: they end at about the same term.
        let all = max(1, segments.reduce(0) { $0 + Int($1.leaves) })
        var share = min(work, 512)
        repeat {
            var inputs: [SegmentMerge.Input] = []
            for segment in segments {
                let limit = 2 + share * Int(segment.leaves) / all
                let leaves = try view.searchLeaves(segment.id, from: first, limit: limit, tables)
                inputs.append(
                    SegmentMerge.Input(
                        leaves: leaves, firstDocument: segment.least, isComplete: leaves.count < limit))
            }
            guard let found = SegmentMerge.merge(inputs, from: first) else {
                throw .damaged("a leaf of the search index")
            }
            stretch = found
            share *= 2
        } while stretch.next != nil && stretch.next == first
        try write(stretch.leaves, segment: merge.id, tables, in: &view)
        merge.leaves += UInt32(stretch.leaves.count)
        for segment in segments { try remove(segment.id, before: stretch.next, tables, in: &view) }
        if let next = stretch.next {
            merge.term = next
            manifest.merges.append(merge)
        } else {
            var whole = merged
            whole.leaves = merge.leaves
            manifest.segments.replaceSubrange(merge.segments, with: [whole])
        }
        return max(1, stretch.leaves.count)
    }

    static func write(
        _ leaves: [Leaf], segment: UInt32, _ tables: SearchTables, in view: inout StoreView
    ) throws(EventStoreError) {
        for leaf in leaves {
            let key = SearchTables.key(segment, leaf.key)
            let value = SearchTables.sealed(leaf.bytes, key)
            try view.put(value.span, for: key.span, in: tables.index)
        }
    }

    /// Removes the leaves of a segment that hold only terms before one; all of them where that is nil.
    private static func remove(
        _ segment: UInt32, before term: [UInt8]?, _ tables: SearchTables, in view: inout StoreView
    ) throws(EventStoreError) {
        let prefix = SearchTables.key(segment, [])
        let end = term.map { SearchTables.key(segment, Leaf.key($0, 0)) }
        let keys: [[UInt8]] = try { () throws(EventStoreError) in
            var keys: [[UInt8]] = []
            var cursor = try view.cursor(in: tables.index)
            var isHere = try cursor.seek(prefix.span)
            while isHere, cursor.key.begins(with: prefix) {
                let key = [UInt8](copying: cursor.key)
                if let end, !key.lexicographicallyPrecedes(end) { break }
                keys.append(key)
                isHere = try cursor.next()
            }
            // The last of these may hold the term, too, or the ones before it.
            if end != nil { _ = keys.popLast() }
            return keys
        }()
        for key in keys {
            _ = try view.delete(key.span, in: tables.index)
        }
    }
}
