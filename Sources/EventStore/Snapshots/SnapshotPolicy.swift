/// When snapshots are taken, and which of them are kept.
///
/// One is due when `interval` events were folded since the last. Of those there are, the newest two stay; of the
/// others one is let go where its neighbours lie closer together than the newer of them is old, so that they thin out
/// towards the past: some two for each doubling of the log's age. At last the oldest go until all of them fill no more
/// than `share` of the file.
package struct SnapshotPolicy: Sendable {
    /// Events between two snapshots.
    package var interval: UInt64 = 65_536
    /// Of the file, in hundredths.
    package var share = 10

    package init() {}

    package func isDue(newest: UInt64?, flushed: UInt64) -> Bool {
        flushed >= interval && flushed - min(newest ?? 0, flushed) >= interval
    }

    /// The snapshots of one fold that are to go; `all` oldest first, `fileSize` in bytes.
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
