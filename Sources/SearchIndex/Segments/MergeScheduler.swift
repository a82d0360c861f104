internal import EventStore

/// Carries out merges within the transactions that bring postings, each time a bounded stretch of terms. In between,
/// both old and new segments serve, each for its terms.
///
///     one change at a time   somebody waits for each: for each merge in progress at least as many leaves are merged as
///                            come in. What merges of one size bring is no more than that, so each is done before the
///                            next one of its size is due. They are merged between two flushes, so that these do not
///                            take longer, and some at once: to begin costs as much as two leaves do.
///     many changes at once   six merged leaves for each new one and more, and where more than eight segments wait, the
///                            newest become one, up to one that is larger than all of them: so few are left behind.
///     behind an import       the newest segments become one, up to one that is larger than four times all of them.
enum MergeScheduler {
    /// A transaction that writes fewer leaves, and puts documents less often, brings one change, or the few of a tail.
    private static let (fewLeaves, fewPuts) = (16, 64)
    /// A transaction between two flushes merges so many leaves: then it takes no longer than a flush.
    private static let maintenanceLeaves = 8
    /// For a transaction of many changes: merged leaves for each that it has written itself.
    private static let workPerLeaf = 6
    /// The most leaves that a stretch writes.
    private static let longestStretch = 512
    /// A stretch reads so many leaves for each that it is to write, at first.
    private static let readPerLeaf = 2

    /// Whether a transaction that wrote so many leaves, for so many changed documents, has made many changes at once.
    static func isMany(written: Int, puts: Int) -> Bool { written >= fewLeaves || puts >= fewPuts }

    /// The work, in leaves, of a transaction that has written so many leaves, where others have maintained the index so
    /// often since the last one that wrote.
    static func work(written: Int, behindMany: Bool, _ manifest: IndexManifest, maintained: Int = 0) -> Int {
        if behindMany { return written * max(workPerLeaf, 2 * (manifest.merges.count + 1)) }
        let merges = merges(in: manifest)
        if merges == 0 { return 0 }
        return maintained > 0
            ? max(0, written * merges - maintained * maintenanceLeaves) : max(maintenanceLeaves, written * merges)
    }

    /// The work, in leaves, of a transaction between two flushes, or behind many documents at once.
    static func work(maintaining manifest: IndexManifest, behindMany: Bool) -> Int {
        merges(in: manifest) == 0 ? 0 : behindMany ? longestStretch * 4 : maintenanceLeaves
    }

    /// Begins the merge that leaves few segments behind many documents at once, where no other is due or in progress.
    static func beginLast(in manifest: inout IndexManifest) {
        guard merges(in: manifest) == 0, let last = MergePolicy.last(in: manifest, reach: MergePolicy.reach)
        else { return }
        begin(last, in: &manifest)
    }

    /// How many merges are in progress or begin now.
    private static func merges(in manifest: IndexManifest) -> Int {
        manifest.merges.count + (MergePolicy.due(in: manifest) == nil ? 0 : 1)
    }

    /// Merges what is due, as far as the work allows: small segments first, so that they stay few. Returns how many
    /// leaves it has written.
    static func advance(
        _ manifest: inout IndexManifest, work limit: Int, behindMany: Bool = false, _ tables: IndexTables,
        in view: inout StoreView
    ) throws(EventStoreError) -> Int {
        var work = limit
        while work > 0 {
            guard let merge = next(in: &manifest, behindMany: behindMany) else { break }
            let share = min(work, longestStretch)
            var reading = share * readPerLeaf
            while true {
                let task = try task(merge, share, reading: reading, manifest, tables, in: view)
                guard let stretch = task.stretch else { throw IndexTables.damage }
                if task.isDone(by: stretch) {
                    work -= max(1, try finish(stretch, &manifest, tables, in: &view))
                    break
                }
                reading *= 2
            }
        }
        return limit - work
    }

    /// The next stretch that is due, to be merged elsewhere; nil if nothing is due. Nothing else may be merged until
    /// `finish` was told of the result.
    static func begin(
        _ manifest: inout IndexManifest, work: Int, _ tables: IndexTables, in view: borrowing StoreView
    ) throws(EventStoreError) -> Task? {
        guard let merge = next(in: &manifest, behindMany: false) else { return nil }
        let share = min(work, longestStretch)
        return try task(merge, share, reading: share * readPerLeaf, manifest, tables, in: view)
    }

    /// The merge that goes on next: the last one, which has the newest and smallest segments.
    private static func next(in manifest: inout IndexManifest, behindMany: Bool) -> IndexManifest.Merge? {
        let last = behindMany ? MergePolicy.last(in: manifest, ifMoreThan: MergePolicy.few) : nil
        if let due = last ?? MergePolicy.due(in: manifest) { begin(due, in: &manifest) }
        return manifest.merges.last
    }

    private static func begin(_ segments: Range<Int>, in manifest: inout IndexManifest) {
        manifest.merges.append(IndexManifest.Merge(segments: segments, id: manifest.nextSegment, leaves: 0, term: []))
        manifest.nextSegment += 1
    }

    /// Writes a stretch of terms of the last merge, and returns how many leaves that were.
    static func finish(
        _ stretch: SegmentMerge.Stretch, _ manifest: inout IndexManifest, _ tables: IndexTables,
        in view: inout StoreView
    ) throws(EventStoreError) -> Int {
        guard var merge = manifest.merges.popLast() else { return 0 }
        let merged = manifest.merged(merge)
        try view.put(stretch.leaves, of: merge.id, from: merge.leaves, in: tables)
        merge.leaves += UInt32(stretch.leaves.count)
        for segment in manifest.segments[merge.segments] {
            try view.removeLeaves(of: segment.id, before: stretch.next, in: tables)
        }
        if let next = stretch.next {
            merge.term = next
            manifest.merges.append(merge)
        } else {
            var whole = merged
            whole.leaves = merge.leaves
            manifest.segments.replaceSubrange(merge.segments, with: [whole])
        }
        return stretch.leaves.count
    }

    /// The next terms of a merge, for at most `most` leaves: as many as a bounded number of its segments' leaves hold.
    private static func task(
        _ merge: IndexManifest.Merge, _ most: Int, reading: Int, _ manifest: IndexManifest, _ tables: IndexTables,
        in view: borrowing StoreView
    ) throws(EventStoreError) -> Task {
        let segments = manifest.segments[merge.segments]
        let first = merge.term.isEmpty ? nil : merge.term
        // Each segment contributes leaves in proportion to its size, so that all of them end at about the same term.
        let all = max(1, segments.reduce(0) { $0 + Int($1.leaves) })
        var task = Task(inputs: [], first: first, most: most)
        for segment in segments {
            let limit = 2 + reading * Int(segment.leaves) / all
            let leaves = try view.leaves(of: segment, from: first, limit: limit, in: tables)
            task.inputs.append(
                SegmentMerge.Input(
                    leaves: leaves, documents: segment.least...segment.greatest, isComplete: leaves.count < limit))
        }
        return task
    }

    /// A stretch that is to be merged, with copies of all leaves that it needs.
    struct Task: Sendable {
        var inputs: [SegmentMerge.Input]
        /// All terms before this one are merged; nil if none is.
        var first: [UInt8]?
        /// The most leaves that are written, unless one term takes more.
        var most: Int

        /// The stretch merged; nil if a leaf is damaged. Touches no table.
        var stretch: SegmentMerge.Stretch? { SegmentMerge.merge(inputs, from: first, most: most) }

        /// Whether a result has come further; if not, the task needs more leaves.
        func isDone(by stretch: SegmentMerge.Stretch) -> Bool {
            stretch.next.map { $0 != first ?? [] } ?? true
        }
    }
}
