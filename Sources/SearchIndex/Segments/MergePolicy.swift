/// Which segments are merged: neighbours of similar size become one, so that there are few.
///
///     tier of a segment           0        1         2           3
///     its leaves                  1 to 3   4 to 15   16 to 127   128 to 1,023 …
///     so many of it are merged    4        4         8           8
///
/// A posting is thus rewritten once for each tier, one change at a time. A search looks into every small segment, since
/// these have the newest documents, and rewriting them costs little besides what a transaction costs anyway: so of
/// these fewer wait.
enum MergePolicy {
    /// How many segments of a tier are merged.
    static func fan(_ tier: Int) -> Int { tier < 2 ? 4 : 8 }

    static func tier(_ segment: IndexManifest.Segment) -> Int {
        var tier = 0
        var size = Int(segment.leaves)
        while size >= fan(tier) {
            size /= fan(tier)
            tier += 1
        }
        return tier
    }

    /// The newest segments, if enough of them are of one tier; smaller ones among them are merged as well.
    static func due(in manifest: IndexManifest) -> Range<Int>? {
        let first = manifest.merges.last?.segments.upperBound ?? 0
        let tiers = manifest.segments[first...].map(tier)
        guard let highest = tiers.max() else { return nil }
        for tier in 0...highest {
            let start = tiers.lastIndex { $0 > tier }.map { $0 + 1 } ?? 0
            if tiers[start...].count(where: { $0 == tier }) >= fan(tier) {
                return first + start..<manifest.segments.count
            }
        }
        return nil
    }

    /// So many segments are few.
    static let few = 8
    /// Behind an import, a segment that is not larger than so many times all behind it is merged with them.
    static let reach = 4

    /// The newest segments behind one that is larger than `reach` times all of them, if those that are not being merged
    /// are more than `few`; nil if there are none to be merged.
    static func last(in manifest: IndexManifest, ifMoreThan few: Int = 1, reach: Int = 1) -> Range<Int>? {
        let first = manifest.merges.last?.segments.upperBound ?? 0
        if manifest.segments.count - first <= few { return nil }
        var rest = manifest.segments[first...].reduce(0) { $0 + Int($1.leaves) }
        for index in manifest.segments.indices[first...] {
            let leaves = Int(manifest.segments[index].leaves)
            rest -= leaves
            if leaves <= rest * reach, index + 1 < manifest.segments.count { return index..<manifest.segments.count }
        }
        return nil
    }
}
