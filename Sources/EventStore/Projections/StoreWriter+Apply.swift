// Projections that have applied the last flushed event apply the next ones in the transaction that flushes them.

/// A slot of a projection that applies what this transaction flushes.
struct ActiveProjection {
    let projection: ProjectionTables
    let slot: ProjectionSlot
    let tables: [Table]
    /// What the projection holds in this transaction.
    let batch: any ProjectionBatch

    init(_ projection: ProjectionTables, _ slot: ProjectionSlot, _ tables: [Table]) {
        self.projection = projection
        self.slot = slot
        self.tables = tables
        batch = projection.projection.batch(tables)
    }

    /// Its checkpoint in the meta record is this event's number; none takes it out of use.
    func check(in meta: inout Meta, at sequence: UInt64?) {
        meta.setCheckpoint(projection.checkpointName(slot), projection.version, to: sequence)
    }
}

extension StoreWriter {
    /// The projections that had applied the last flushed event when the transaction began to flush.
    ///
    /// One that lags is left alone: it catches up in slices of its own. So is one that only another program knows.
    mutating func currentProjections() -> [ActiveProjection] {
        if let activeProjections { return activeProjections }
        var found: [ActiveProjection] = []
        for projection in log.tables.projections {
            for slot in ProjectionSlot.allCases {
                guard projection.checkpoint(slot, log.meta) == log.meta.flushed, let tables = projection[slot] else {
                    continue
                }
                found.append(ActiveProjection(projection, slot, tables))
            }
        }
        activeProjections = found
        return found
    }

    /// Applies an event to all of them; nil stands for an event that could not be read.
    mutating func apply(_ event: AppliedEvent?, at sequence: UInt64) throws(EventStoreError) {
        for active in currentProjections() { try apply(event, at: sequence, active) }
    }

    /// Applies an event to one projection; if it cannot be applied, notes why.
    mutating func apply(
        _ event: AppliedEvent?, at sequence: UInt64, _ active: ActiveProjection
    ) throws(EventStoreError) {
        let reason: String?
        if let event {
            reason = try active.batch.apply(event, in: &view)
        } else {
            reason = "the event cannot be read"
        }
        guard let reason else { return }
        try noteFailure(of: FailureOwner(active.projection, active.slot), at: sequence, reason)
    }

    /// Lets these projections write what they hold; one whose tables are damaged is dropped.
    mutating func finishProjections() throws(EventStoreError) {
        let tended = Self.tending.count { tailBefore >= $0 }
        for active in activeProjections ?? [] where try !active.batch.finish(in: &view, tended: tended) {
            drop(active)
        }
    }

    /// Between two flushes, lets current projections do work that would otherwise make the flush longer. A projection
    /// whose tables are damaged is dropped.
    mutating func tendProjections() throws(EventStoreError) {
        guard log.meta.flushed == flushedBefore, log.head > log.meta.flushed else { return }
        let tail = log.head - log.meta.flushed
        for _ in Self.tending.filter({ tailBefore < $0 && tail >= $0 }) { _ = try tendProjections(behindMany: false) }
    }

    /// Lets current projections do a part of the work that many events at once have left; whether there is more.
    mutating func tendProjections(behindMany: Bool) throws(EventStoreError) -> Bool {
        var isMore = false
        for active in currentProjections() {
            switch try active.projection.projection.tend(in: &view, tables: active.tables, behindMany: behindMany) {
            case .nothing: break
            case .more: isMore = true
            case .damaged: drop(active)
            }
        }
        return isMore
    }

    private mutating func drop(_ active: ActiveProjection) {
        activeProjections?.removeAll { $0.batch === active.batch }
        active.check(in: &log.meta, at: nil)
    }

    /// Notes in the meta record how far these projections have come.
    mutating func noteCheckpoints() {
        for active in activeProjections ?? [] { active.check(in: &log.meta, at: log.meta.flushed) }
        log.meta.setCheckpoint(Meta.streams, 1, to: log.meta.flushed)
    }
}
