internal import DiarylogHost
internal import EventStore

/// Reads all leaves of an index, the newest segments first, into sums; where a merge is in progress, each term from
/// where it is found.
struct SegmentReading {
    private let manifest: IndexManifest
    /// What the leaves say, by the stretches of events of their segments.
    private(set) var sums: SegmentSums
    /// What is damaged, in words.
    private(set) var damage: [String] = []
    private var leaves = 0

    init(_ manifest: IndexManifest, _ sums: SegmentSums) {
        self.manifest = manifest
        self.sums = sums
    }

    /// Reads the leaves of all segments. The manifest's segments are in order.
    mutating func readAll(_ tables: IndexTables, _ view: borrowing StoreView) throws(EventStoreError) {
        var end = manifest.segments.count
        var merges = manifest.merges
        var stretch = manifest.stretches?.count ?? 0
        while end > 0 {
            stretch -= 1
            guard let merge = merges.last, merge.segments.upperBound == end else {
                end -= 1
                try read(manifest.segments[end], of: stretch, isWhole: true, tables, view)
                continue
            }
            merges.removeLast()
            let first = merge.term.isEmpty ? nil : merge.term
            for segment in manifest.segments[merge.segments].reversed() {
                try read(segment, of: stretch, from: first, isWhole: merge.term.isEmpty, tables, view)
            }
            if merge.leaves > 0 { try read(manifest.merged(merge), of: stretch, isWhole: true, tables, view) }
            end = merge.segments.lowerBound
        }
        // The manifest lies in the same table.
        let others = try view.bytes(for: IndexManifest.key, in: tables.leaves) == nil ? 0 : 1
        let surplus = try view.size(of: tables.leaves).rows - leaves - others
        if damage.isEmpty, surplus > 0 { damage.append("\(surplus) leaves are of no segment") }
    }

    private mutating func read(
        _ segment: IndexManifest.Segment, of stretch: Int, from first: [UInt8]? = nil, isWhole: Bool,
        _ tables: IndexTables, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        var check = LeafCheck(stretch, documents: segment.least...segment.greatest, from: first)
        var count: UInt32 = 0
        do throws(EventStoreError) {
            try view.forEachLeaf(of: segment, from: first, in: tables) { key, value in
                count += 1
                let own = [UInt8](copying: key.extracting(4..<key.count))
                if let leaf = LeafRow.open(value, under: key), check.take(own, leaf, into: &sums) { return true }
                damage.append("segment \(segment.id) has a damaged leaf behind \(count - 1) sound ones")
                return false
            }
        } catch .damagedTable {
            let rest =
                isWhole ? "has \(count) leaves in a row, not \(segment.leaves)" : "has a gap behind \(count) leaves"
            damage.append("segment \(segment.id) \(rest)")
        }
        leaves += Int(count)
    }
}

extension IndexManifest {
    /// The events that each segment covers; segments that are being merged count as one. Nil if the segments, or the
    /// documents of one, are not in order.
    var stretches: [ClosedRange<UInt64>]? {
        for index in segments.indices {
            if segments[index].least > segments[index].greatest { return nil }
            if index > 0, segments[index - 1].events.upperBound >= segments[index].events.lowerBound { return nil }
        }
        var found: [ClosedRange<UInt64>] = []
        var next = 0
        for merge in merges {
            found += segments[next..<merge.segments.lowerBound].map(\.events)
            found.append(merged(merge).events)
            next = merge.segments.upperBound
        }
        return found + segments[next...].map(\.events)
    }
}
