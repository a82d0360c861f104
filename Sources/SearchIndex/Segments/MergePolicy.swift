/// Which segments are merged: eight neighbours of similar size become one, so that there are few.
///
///     tier of a segment    how often its leaves can be divided by eight: 1, 8, 64, 512 …
///
/// A posting is thus rewritten once for each tier.
enum MergePolicy {
    /// How many segments of one tier are merged.
    private static let fan = 8

    static func tier(_ segment: IndexManifest.Segment) -> Int {
        var tier = 0
        var size = segment.leaves
        while size >= UInt32(fan) {
            size /= UInt32(fan)
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
            if tiers[start...].count(where: { $0 == tier }) >= fan { return first + start..<manifest.segments.count }
        }
        return nil
    }
}
