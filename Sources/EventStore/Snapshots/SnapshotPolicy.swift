/// When snapshots are taken, and which of them are kept.
///
/// One is due once `interval` events have been flushed since the last. The newest two stay. Of the others, one is
/// removed if its neighbours lie closer together than the newer of them is old, so that they thin out towards the past:
/// some two remain for each doubling of the log's age. Finally the oldest are removed until all of a fold's snapshots
/// fill no more than `share` of the file, or one is left.
package struct SnapshotPolicy: Sendable {
    /// Events between two snapshots.
    package var interval: UInt64 = 65_536
    /// The share of the file that snapshots of one fold may fill, in hundredths.
    package var share = 10

    package init() {}

    package func isDue(newest: UInt64?, flushed: UInt64) -> Bool {
        flushed >= interval && flushed - min(newest ?? 0, flushed) >= interval
    }

    /// The snapshots of one fold that are to be removed; `all` is oldest first, `fileSize` in bytes.
    package func surplus(_ all: [Snapshot], head: UInt64, fileSize: Int) -> [Snapshot] {
        var kept = all
        var gone: [Snapshot] = []
        var index = kept.count - 3
        while index >= 1 {
            let (older, newer) = (kept[index - 1].sequence, kept[index + 1].sequence)
            if newer - older < head - min(newer, head) { gone.append(kept.remove(at: index)) }
            index -= 1
        }
        var bytes = kept.reduce(0) { $0 + $1.length }
        while kept.count > 1, bytes * 100 > fileSize * share {
            let oldest = kept.removeFirst()
            bytes -= oldest.length
            gone.append(oldest)
        }
        return gone
    }
}
