// A projection that lags, or is built anew, applies the log in slices, each in a transaction of its own.

/// How far a projection has come.
package struct ProjectionProgress: Equatable, Sendable {
    /// Events applied.
    package let done: UInt64
    /// Events there are to apply.
    package let total: UInt64

    /// Whether there is nothing left.
    package var isCurrent: Bool { done >= total }

    package init(done: UInt64, total: UInt64) {
        self.done = done
        self.total = total
    }
}

extension StoreWriter {
    /// The slot in which a projection catches up, and its checkpoint.
    ///
    /// A build that is under way goes on. Otherwise `anew` begins in the free slot; without it, the serving slot
    /// catches up.
    private func target(_ projection: ProjectionTables, anew: Bool) -> (slot: ProjectionSlot, sequence: UInt64?) {
        if let building = projection.building(log.meta) {
            return (building, projection.checkpoint(building, log.meta))
        }
        guard let serving = projection.serving(log.meta) else { return (.first, nil) }
        return anew ? (serving.slot.other, nil) : (serving.slot, serving.sequence)
    }

    /// Applies at most `limit` more events; after the last one, tables built anew replace the old ones.
    ///
    /// `states` is kept from slice to slice; if its position is not the projection's checkpoint, it begins afresh.
    mutating func catchUp(
        _ name: String, anew: Bool, limit: UInt64, _ states: inout StreamStates
    ) throws(EventStoreError) -> CatchUpStep {
        guard let projection = log.projection(name) else { return .unknown }
        try flushTail()
        noteCheckpoints()
        let (slot, start) = target(projection, anew: anew)
        guard let tables = projection[slot], log.tables.failures != nil else {
            if projection[slot] == nil, projection.checkpoint(slot, log.meta) != nil {
                // Tables that do not exist have applied nothing, whatever the record says of them.
                log.meta.setCheckpoint(projection.checkpointName(slot), projection.version, to: nil)
            }
            return .needsTables(projection.projection.tableNames(slot) + [Tables.failures])
        }
        if start == log.meta.flushed {
            return .advanced(ProjectionProgress(done: log.meta.flushed, total: log.meta.flushed))
        }
        let active = ActiveProjection(projection, slot, tables)
        var done = start ?? 0
        if start == nil { try empty(active) }
        if states.position != done { states = StreamStates(after: done) }
        let end = min(log.meta.flushed, done.addingReportingOverflow(limit).partialValue)
        while done < end {
            done += 1
            switch try states.next(in: view) {
            case .event(let event): try apply(event, at: done, active)
            case .damaged: try apply(nil, at: done, active)
            case .nothing: break
            }
        }
        let isSound = try active.batch.finish(in: &view, tended: 0)
        active.check(in: &log.meta, at: isSound ? done : nil)
        if !isSound { return .advanced(ProjectionProgress(done: 0, total: log.meta.flushed)) }
        if done == log.meta.flushed { try retire(projection, slot.other) }
        return .advanced(ProjectionProgress(done: done, total: log.meta.flushed))
    }

    /// Takes a slot out of use, and empties its tables.
    private mutating func retire(_ projection: ProjectionTables, _ slot: ProjectionSlot) throws(EventStoreError) {
        guard projection.checkpoint(slot, log.meta) != nil, let tables = projection[slot] else { return }
        activeProjections?.removeAll { $0.projection.name == projection.name && $0.slot == slot }
        log.meta.setCheckpoint(projection.checkpointName(slot), projection.version, to: nil)
        try empty(ActiveProjection(projection, slot, tables))
    }

    private mutating func empty(_ active: ActiveProjection) throws(EventStoreError) {
        for table in active.tables { try view.removeAll(in: table) }
        try forgetFailures(of: FailureOwner(active.projection, active.slot))
    }

    /// Takes both slots of a projection out of use: it is built anew when it next catches up.
    package mutating func drop(_ name: String) throws(EventStoreError) {
        guard let projection = log.projection(name) else { return }
        for slot in ProjectionSlot.allCases { try retire(projection, slot) }
    }
}

/// The outcome of a slice.
enum CatchUpStep {
    case advanced(ProjectionProgress)
    /// Tables are missing; they must be made outside of the transaction.
    case needsTables([String])
    /// The store keeps no projection of this name.
    case unknown
}
