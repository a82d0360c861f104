internal import EventStore
internal import Host
internal import TextSearch

/// Keeps the runs few: eight neighbours of like size become one.
///
///     tier of a run    how often its leaves can be divided by eight: 1, 8, 64, 512 …
///
/// A posting is so rewritten once a tier. Merges are carried out by the transactions that bring postings, each a
/// bounded stretch of terms; between two of them both old and new runs serve, each for its terms.
enum SearchMerge {
    /// Runs of one tier that are merged.
    private static let fan = 8
    /// The work of one transaction in leaves: at the least, and for each leaf it has itself written.
    private static let (leastWork, workPerLeaf) = (8, 6)

    static func tier(_ run: SearchManifest.Run) -> Int {
        var tier = 0
        var size = run.leaves
        while size >= UInt32(fan) {
            size /= UInt32(fan)
            tier += 1
        }
        return tier
    }

    /// Merges as much as is due, and can be done in this transaction: small runs first, so that they stay few.
    static func advance(
        _ manifest: inout SearchManifest, written: Int, _ tables: SearchTables, in view: inout StoreView
    ) throws(EventStoreError) {
        var work = max(leastWork, written * workPerLeaf)
        while work > 0 {
            if let due = due(manifest) {
                manifest.merges.append(SearchManifest.Merge(runs: due, id: manifest.nextRun, leaves: 0, term: []))
                manifest.nextRun += 1
            }
            // The last of them has the newest runs, and the smallest.
            guard !manifest.merges.isEmpty else { return }
            work -= try stretch(&manifest, work, tables, in: &view)
        }
    }

    /// The newest runs, if enough of them are of one tier; smaller ones among them are merged, too.
    private static func due(_ manifest: SearchManifest) -> Range<Int>? {
        let first = manifest.merges.last?.runs.upperBound ?? 0
        let tiers = manifest.runs[first...].map(tier)
        guard let highest = tiers.max() else { return nil }
        for tier in 0...highest {
            let start = tiers.lastIndex { $0 > tier }.map { $0 + 1 } ?? 0
            if tiers[start...].count(where: { $0 == tier }) >= fan { return first + start..<manifest.runs.count }
        }
        return nil
    }

    /// Merges a stretch of terms of the last merge, and gives the leaves it has written, at least one.
    private static func stretch(
        _ manifest: inout SearchManifest, _ work: Int, _ tables: SearchTables, in view: inout StoreView
    ) throws(EventStoreError) -> Int {
        guard var merge = manifest.merges.popLast() else { return 1 }
        let runs = Array(manifest.runs[merge.runs])
        let first = merge.term.isEmpty ? nil : merge.term
        let merged = manifest.merged(merge)
        var stretch = RunMerge.Stretch(leaves: [], next: first)
        // Each run gives leaves in proportion to its size: they end at about the same term.
        let all = max(1, runs.reduce(0) { $0 + Int($1.leaves) })
        var share = min(work, 512)
        repeat {
            var inputs: [RunMerge.Input] = []
            for run in runs {
                let limit = 2 + share * Int(run.leaves) / all
                let leaves = try view.searchLeaves(run.id, from: first, limit: limit, tables)
                inputs.append(
                    RunMerge.Input(
                        leaves: leaves, firstDocument: run.least, isComplete: leaves.count < limit))
            }
            guard let found = RunMerge.merge(inputs, from: first) else {
                throw .damaged("a leaf of the search index")
            }
            stretch = found
            share *= 2
        } while stretch.next != nil && stretch.next == first
        try write(stretch.leaves, run: merge.id, tables, in: &view)
        merge.leaves += UInt32(stretch.leaves.count)
        for run in runs { try remove(run.id, before: stretch.next, tables, in: &view) }
        if let next = stretch.next {
            merge.term = next
            manifest.merges.append(merge)
        } else {
            var whole = merged
            whole.leaves = merge.leaves
            manifest.runs.replaceSubrange(merge.runs, with: [whole])
        }
        return max(1, stretch.leaves.count)
    }

    static func write(
        _ leaves: [Leaf], run: UInt32, _ tables: SearchTables, in view: inout StoreView
    ) throws(EventStoreError) {
        for leaf in leaves {
            let key = SearchTables.key(run, leaf.key)
            let value = SearchTables.sealed(leaf.bytes, key)
            try view.put(value.span, for: key.span, in: tables.index)
        }
    }

    /// Removes the leaves of a run that hold only terms before one; all of them where that is nil.
    private static func remove(
        _ run: UInt32, before term: [UInt8]?, _ tables: SearchTables, in view: inout StoreView
    ) throws(EventStoreError) {
        let prefix = SearchTables.key(run, [])
        let end = term.map { SearchTables.key(run, Leaf.key($0, 0)) }
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
