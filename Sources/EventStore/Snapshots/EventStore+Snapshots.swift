internal import LMDB

/// A snapshot as a list of them shows it.
public struct SnapshotStatus: Equatable, Sendable {
    package let snapshot: Snapshot
    /// Whether its bytes are the ones that were written, and of this log; one that is not is never used.
    public let isSound: Bool

    /// What it is of.
    public var name: String { snapshot.name }
    /// The version of the fold that wrote it.
    public var version: UInt16 { snapshot.version }
    /// The event after which it was taken.
    public var sequence: SequenceNumber { SequenceNumber(snapshot.sequence) }
    /// Its length in bytes.
    public var length: Int { snapshot.length }
}

extension EventStore {
    /// Takes a snapshot of a fold after the last flushed event; nil in an empty log, or where one is there already.
    ///
    /// With `flushingTail` that is the newest event: the tail is flushed first.
    /// The value comes from the newest snapshot that can be believed and the log since, read without holding up
    /// writers; only writing it down takes the writer's turn. What stood there and could not be believed is replaced.
    @discardableResult
    package func takeSnapshot<Value: Fold>(
        of type: Value.Type, flushingTail: Bool = false
    ) throws(EventStoreError) -> SnapshotStatus? {
        if flushingTail { try write { (writer) throws(EventStoreError) in try writer.flushTail() } }
        let taken = try fold(type)
        guard let (snapshot, bytes, report) = taken else { return nil }
        let made = try write { (writer) throws(EventStoreError) in
            guard writer.view.log.tables.snapshots != nil else { return false }
            for old in try writer.view.snapshots(of: Value.name, version: Value.version)
            where report.ignored.contains(old.sequence) || old.sequence == snapshot.sequence {
                try writer.remove(old)
            }
            try writer.put(snapshot, bytes)
            return true
        }
        if made { return SnapshotStatus(snapshot: snapshot, isSound: true) }
        try makeTables([Tables.snapshots])
        return try takeSnapshot(of: type)
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

    /// The snapshots there are, oldest first of each fold; each is read whole to say whether it is sound.
    package func snapshots() throws(EventStoreError) -> [SnapshotStatus] {
        let reader = try beginRead()
        var statuses: [SnapshotStatus] = []
        for snapshot in try reader.view.snapshots() {
            let isSound = try reader.view.bytes(of: snapshot) != nil
            statuses.append(SnapshotStatus(snapshot: snapshot, isSound: isSound))
        }
        return statuses
    }

    /// Removes snapshots; no answer changes. Gives those it removed.
    @discardableResult
    package func removeSnapshots(
        _ choose: ([Snapshot]) throws(EventStoreError) -> [Snapshot]
    ) throws(EventStoreError) -> [Snapshot] {
        try write { (writer) throws(EventStoreError) in
            let chosen = try choose(try writer.view.snapshots())
            for snapshot in chosen { try writer.remove(snapshot) }
            return chosen
        }
    }

    /// Takes a snapshot of a fold where the policy says that one is due, and lets go of what it has too many.
    @discardableResult
    package func keepSnapshots<Value: Fold>(
        of type: Value.Type, _ policy: SnapshotPolicy = SnapshotPolicy()
    ) throws(EventStoreError) -> Bool {
        guard try isDue(type, policy) else { return false }
        try takeSnapshot(of: type)
        try pruneSnapshots(policy)
        return true
    }

    /// Lets go of what the policy has too many, of every fold.
    @discardableResult
    package func pruneSnapshots(_ policy: SnapshotPolicy = SnapshotPolicy()) throws(EventStoreError) -> [Snapshot] {
        let fileSize = try usedBytes()
        let head = try beginRead().view.log.head
        return try removeSnapshots { (all) throws(EventStoreError) in
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

    /// Bytes of the file that have ever been in use.
    package func usedBytes() throws(EventStoreError) -> Int {
        let reader = try beginRead()
        let page = try reader.view.size(of: reader.view.log.tables.log).pageSize
        return try currentInformation().lastPage * page
    }
}
