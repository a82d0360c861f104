internal import DiarylogLMDB

/// A snapshot as a list of snapshots shows it.
public struct SnapshotStatus: Equatable, Sendable {
    package let snapshot: Snapshot
    /// Whether its bytes are the ones that were written, and of this log; a snapshot that is not sound is never used.
    public let isSound: Bool

    /// The name of the fold it is of.
    public var name: String { snapshot.name }
    /// The version of the fold that wrote it.
    public var version: UInt16 { snapshot.version }
    /// The event after which it was taken.
    public var sequence: SequenceNumber { SequenceNumber(snapshot.sequence) }
    /// Its length in bytes.
    public var length: Int { snapshot.length }
}

extension Store {
    /// Takes a snapshot of a fold after the last flushed event; nil if the log is empty, that event cannot be read, or
    /// the snapshot exists already.
    ///
    /// With `flushingTail`, the tail is flushed first, so that this is the newest event. The value is computed from the
    /// newest snapshot that can be believed and the log since, without holding up writers; only writing it down takes
    /// the writer's lock. Snapshots that were found and could not be believed are removed.
    @discardableResult
    package func takeSnapshot<Value: Fold>(
        of type: Value.Type, flushingTail: Bool = false
    ) throws(EventStoreError) -> SnapshotStatus? {
        if flushingTail { try write { writer in try writer.flushTail() } }
        let taken = try fold(type)
        guard let (snapshot, bytes, report) = taken else { return nil }
        try write { writer in
            for old in try writer.view.snapshots(of: Value.name, version: Value.version)
            where report.ignored.contains(old.sequence) || old.sequence == snapshot.sequence {
                try writer.remove(old)
            }
            try writer.put(snapshot, bytes)
        }
        return SnapshotStatus(snapshot: snapshot, isSound: true)
    }

    private func fold<Value: Fold>(
        _ type: Value.Type
    ) throws(EventStoreError) -> (Snapshot, [UInt8], FoldReport)? {
        let reader = try beginRead()
        let sequence = reader.view.log.meta.flushed
        guard let event = try reader.view.soundFrame(sequence)?.id else { return nil }
        let (value, report) = try reader.view.fold(type, to: sequence)
        if report.start == sequence { return nil }
        let bytes = value.bytes
        return (Snapshot(of: value, bytes, after: sequence, event: event), bytes, report)
    }

    /// All snapshots, for each fold oldest first; each is read whole to tell whether it is sound.
    package func snapshots() throws(EventStoreError) -> [SnapshotStatus] {
        let reader = try beginRead()
        var statuses: [SnapshotStatus] = []
        for snapshot in try reader.view.snapshots() {
            let isSound = try reader.view.bytes(of: snapshot) != nil
            statuses.append(SnapshotStatus(snapshot: snapshot, isSound: isSound))
        }
        return statuses
    }

    /// Removes snapshots, which changes no answer; returns those it removed.
    @discardableResult
    package func removeSnapshots(
        _ choose: ([Snapshot]) throws -> [Snapshot]
    ) throws(EventStoreError) -> [Snapshot] {
        try write { writer in
            let chosen = try choose(try writer.view.snapshots())
            for snapshot in chosen { try writer.remove(snapshot) }
            return chosen
        }
    }

    /// Takes a snapshot of a fold if the policy says that one is due, and then removes those that the policy has too
    /// many; returns whether one was due.
    @discardableResult
    package func keepSnapshots<Value: Fold>(
        of type: Value.Type, _ policy: SnapshotPolicy = SnapshotPolicy()
    ) throws(EventStoreError) -> Bool {
        guard try isDue(type, policy) else { return false }
        try takeSnapshot(of: type)
        try pruneSnapshots(policy)
        return true
    }

    /// Removes the snapshots that the policy has too many, of every fold; returns them.
    @discardableResult
    package func pruneSnapshots(_ policy: SnapshotPolicy = SnapshotPolicy()) throws(EventStoreError) -> [Snapshot] {
        let fileSize = try usedBytes()
        let head = try beginRead().view.log.head
        return try removeSnapshots { all in
            var gone: [Snapshot] = []
            for group in Dictionary(grouping: all, by: { "\($0.name) \($0.version)" }).values {
                gone += policy.surplus(group, head: head, fileSize: fileSize)
            }
            return gone
        }
    }

    private func isDue<Value: Fold>(_ type: Value.Type, _ policy: SnapshotPolicy) throws(EventStoreError) -> Bool {
        let reader = try beginRead()
        let newest = try reader.view.snapshots(of: Value.name, version: Value.version).last
        return policy.isDue(newest: newest?.sequence, flushed: reader.view.log.meta.flushed)
    }

    /// The bytes of the file that have ever been in use.
    package func usedBytes() throws(EventStoreError) -> Int {
        let reader = try beginRead()
        let page = try reader.view.size(of: reader.view.log.tables.log).pageSize
        return try currentInformation().lastPage * page
    }
}
