internal import EventStore
internal import TextSearch

/// Carries out merges within the transactions that bring postings, each time a bounded stretch of terms. In between,
/// both old and new segments serve, each for its terms.
enum MergeScheduler {
    /// The work of one transaction, in leaves: the least, and that for each leaf it has written itself.
    private static let (leastWork, workPerLeaf) = (8, 6)
    /// The most leaves that a stretch reads from all segments, unless one term has more.
    private static let longestStretch = 512

    /// Merges what is due, as far as this transaction's work allows: small segments first, so that they stay few.
    static func advance(
        _ manifest: inout IndexManifest, written: Int, _ tables: IndexTables, in view: inout StoreView
    ) throws(EventStoreError) {
        var work = max(leastWork, written * workPerLeaf)
        while work > 0 {
            if let due = MergePolicy.due(in: manifest) {
                manifest.merges.append(
                    IndexManifest.Merge(segments: due, id: manifest.nextSegment, leaves: 0, term: []))
                manifest.nextSegment += 1
            }
            // The last merge has the newest and smallest segments.
            guard !manifest.merges.isEmpty else { return }
            work -= try advanceLast(&manifest, work, tables, in: &view)
        }
    }

    /// Merges a stretch of terms of the last merge, and returns how many leaves it has written, at least one.
    private static func advanceLast(
        _ manifest: inout IndexManifest, _ work: Int, _ tables: IndexTables, in view: inout StoreView
    ) throws(EventStoreError) -> Int {
        guard var merge = manifest.merges.popLast() else { return 1 }
        let segments = Array(manifest.segments[merge.segments])
        let merged = manifest.merged(merge)
        let stretch = try stretch(of: merge, segments, work, tables, in: view)
        try view.put(stretch.leaves, of: merge.id, in: tables)
        merge.leaves += UInt32(stretch.leaves.count)
        for segment in segments { try view.removeLeaves(of: segment.id, before: stretch.next, in: tables) }
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

    /// The next terms of a merge, as many as a bounded number of its segments' leaves hold.
    private static func stretch(
        of merge: IndexManifest.Merge, _ segments: [IndexManifest.Segment], _ work: Int, _ tables: IndexTables,
        in view: borrowing StoreView
    ) throws(EventStoreError) -> SegmentMerge.Stretch {
        let first = merge.term.isEmpty ? nil : merge.term
        // Each segment contributes leaves in proportion to its size, so that all of them end at about the same term.
        let all = max(1, segments.reduce(0) { $0 + Int($1.leaves) })
        var share = min(work, longestStretch)
        while true {
            var inputs: [SegmentMerge.Input] = []
            for segment in segments {
                let limit = 2 + share * Int(segment.leaves) / all
                let leaves = try view.leaves(of: segment.id, from: first, limit: limit, in: tables)
                inputs.append(
                    SegmentMerge.Input(
                        leaves: leaves, firstDocument: segment.least, isComplete: leaves.count < limit))
            }
            guard let stretch = SegmentMerge.merge(inputs, from: first) else {
                throw .damaged("a leaf of the search index")
            }
            if stretch.next == nil || stretch.next != first { return stretch }
            share *= 2
        }
    }
}
