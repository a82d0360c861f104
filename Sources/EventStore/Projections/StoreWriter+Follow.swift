internal import Host

// Projections that stand at the last folded event go on with the log, in the transaction that folds.

/// A slot of a projection that goes on with the log.
struct Follower {
    var projection: any TableProjection
    var slot: ProjectionSlot
    var tables: [Table]
    /// What it holds in this transaction.
    var batch: any ProjectionBatch

    init(_ projection: any TableProjection, _ slot: ProjectionSlot, _ tables: [Table]) {
        self.projection = projection
        self.slot = slot
        self.tables = tables
        batch = projection.batch(tables)
    }
}

extension StoreWriter {
    /// The projections that stood at the last folded event when the transaction began to fold.
    ///
    /// One that lags is left alone: it is brought up in slices of its own. So is one that only another program knows.
    mutating func currentFollowers() -> [Follower] {
        if let followers { return followers }
        var found: [Follower] = []
        for projection in log.tables.projections {
            for slot in ProjectionSlot.allCases {
                guard projection.checkpoint(slot, log.meta) == log.meta.folded, let tables = projection[slot] else {
                    continue
                }
                found.append(Follower(projection.projection, slot, tables))
            }
        }
        followers = found
        return found
    }

    /// Lets all followers follow an event; a nil one could not be read.
    mutating func follow(_ event: ProjectedEvent?, at sequence: UInt64) throws(EventStoreError) {
        for follower in currentFollowers() { try follow(event, at: sequence, follower) }
    }

    /// Lets one projection follow an event, and notes why it could not.
    mutating func follow(
        _ event: ProjectedEvent?, at sequence: UInt64, _ follower: Follower
    ) throws(EventStoreError) {
        let reason: String?
        if let event {
            reason = try follower.batch.follow(event, in: &view)
        } else {
            reason = "the event cannot be read"
        }
        guard let reason else { return }
        try noteFailure(of: follower.projection, follower.slot, at: sequence, reason)
    }

    /// Lets the followers write what they hold; one whose tables are damaged is dropped.
    mutating func finishFollowers() throws(EventStoreError) {
        for follower in followers ?? [] {
            if try follower.batch.finish(in: &view) { continue }
            followers?.removeAll { $0.batch === follower.batch }
            let projection = follower.projection
            log.meta.setCheckpoint(projection.checkpointName(follower.slot), projection.version, to: nil)
        }
    }

    /// Notes in the meta record how far the followers have come.
    mutating func noteCheckpoints() {
        for follower in followers ?? [] {
            log.meta.setCheckpoint(
                follower.projection.checkpointName(follower.slot), follower.projection.version, to: log.meta.folded)
        }
        log.meta.setCheckpoint(Meta.streams, 1, to: log.meta.folded)
    }
}
