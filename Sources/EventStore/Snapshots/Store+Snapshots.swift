// Taking snapshots, and removing them. The newest two of each fold stay: the older one for when the newer one turns out
// to be damaged, or is later than the event that is asked for.

extension Store {
    /// Takes a snapshot of a fold after the last flushed event; nil if the log is empty, that event cannot be read, or
    /// the snapshot exists already.
    ///
    /// With `flushingTail`, the tail is flushed first, so that this is the newest event. The value is computed from the
    /// newest snapshot that can be believed and the log since, without holding up writers; only writing it down takes
    /// the writer's lock. What is then one too many goes.
    @discardableResult
    package func takeSnapshot<Value: Fold>(
        of type: Value.Type, flushingTail: Bool = false
    ) throws(EventStoreError) -> SnapshotStatus? {
        if flushingTail { try write { writer in try writer.flushTail() } }
        guard let (key, row) = try snapshotRow(of: type) else { return nil }
        try write { writer in
            try writer.view.put(row.span, for: key.span, in: writer.view.log.tables.snapshots)
            try writer.pruneSnapshots()
        }
        return SnapshotStatus(key: key.span, length: row.count, isSound: true)
    }

    private func snapshotRow<Value: Fold>(
        of type: Value.Type
    ) throws(EventStoreError) -> (key: [UInt8], row: [UInt8])? {
        let reader = try beginRead()
        let sequence = reader.view.log.meta.flushed
        guard let event = try reader.view.soundFrame(sequence)?.id else { return nil }
        let (value, start) = try reader.view.fold(type, to: sequence)
        if start == sequence { return nil }
        let key = SnapshotStatus.key(of: type, after: sequence)
        return (key, SnapshotStatus.row(value.bytes, after: event, under: key))
    }

    /// All snapshots, for each fold oldest first; each is read whole to tell whether it is sound.
    package func snapshots() throws(EventStoreError) -> [SnapshotStatus] { try beginRead().view.snapshots() }

    /// Takes a snapshot of a fold if `interval` events were flushed since the last; returns whether that was so.
    @discardableResult
    package func keepSnapshots<Value: Fold>(
        of type: Value.Type, every interval: UInt64 = 65_536
    ) throws(EventStoreError) -> Bool {
        let reader = try beginRead()
        let flushed = reader.view.log.meta.flushed
        guard flushed >= interval else { return false }
        let newest = try reader.view.newestSnapshot(of: type)
        _ = consume reader
        guard flushed - min(newest, flushed) >= interval else { return false }
        try takeSnapshot(of: type)
        return true
    }

    /// Removes the snapshots that are not sound, and of each fold all but the newest two; with `all`, every one. No
    /// answer changes. Returns how many were removed.
    @discardableResult
    package func pruneSnapshots(all: Bool = false) throws(EventStoreError) -> Int {
        try write { writer in try writer.pruneSnapshots(all: all) }
    }
}

extension StoreWriter {
    @discardableResult
    fileprivate mutating func pruneSnapshots(all: Bool = false) throws(EventStoreError) -> Int {
        var surplus: [[UInt8]] = []
        var kept: [[UInt8]: Int] = [:]
        for snapshot in try view.snapshots().reversed() {
            if !all, snapshot.isSound, kept[snapshot.fold, default: 0] < 2 {
                kept[snapshot.fold, default: 0] += 1
            } else {
                surplus.append(snapshot.key)
            }
        }
        for key in surplus { _ = try view.delete(key.span, in: log.tables.snapshots) }
        return surplus.count
    }
}
