// Projections apply events in the transaction that flushes them.

/// A projection in a transaction that flushes.
struct ActiveProjection {
    let projection: ProjectionTables
    /// What the projection holds in this transaction.
    let batch: any ProjectionBatch

    init(_ projection: ProjectionTables) {
        self.projection = projection
        batch = projection.projection.batch(projection.tables)
    }
}

extension StoreWriter {
    /// The projections, as this transaction writes them. They have applied every event that was flushed before it.
    mutating func currentProjections() -> [ActiveProjection] {
        if let activeProjections { return activeProjections }
        let active = log.tables.projections.map { ActiveProjection($0) }
        activeProjections = active
        return active
    }

    /// Lets all of them apply an event; without its change, since it could not be read. Where one cannot apply it, that
    /// is noted.
    mutating func apply(_ change: StreamChange?, at sequence: UInt64) throws(EventStoreError) {
        for active in currentProjections() {
            var reason: String? = "the event cannot be read"
            if let change { reason = try active.batch.apply(change, in: &view) }
            if let reason { try noteFailure(of: FailureOwner(active.projection), at: sequence, reason) }
        }
    }

    /// Lets the projections write what they hold.
    mutating func finishProjections() throws(EventStoreError) {
        let maintained = Self.maintenancePoints.count { tailBefore >= $0 }
        for active in activeProjections ?? [] { try active.batch.finish(in: &view, maintained: maintained) }
    }

    /// Between two flushes, lets projections do work that would otherwise make the flush longer.
    mutating func maintainProjections() throws(EventStoreError) {
        guard log.meta.flushed == flushedBefore, log.head > log.meta.flushed else { return }
        let tail = log.head - log.meta.flushed
        for _ in Self.maintenancePoints.filter({ tailBefore < $0 && tail >= $0 }) {
            _ = try maintainProjections(behindMany: false)
        }
    }

    /// Lets projections do a part of the work that many events at once have left; whether there is more.
    mutating func maintainProjections(behindMany: Bool) throws(EventStoreError) -> Bool {
        var isMore = false
        for projection in log.tables.projections {
            if try projection.projection.maintain(in: &view, tables: projection.tables, behindMany: behindMany) {
                isMore = true
            }
        }
        return isMore
    }

    /// Notes in the meta record how far the tables have come, as far as the log if they had before, and how many rows
    /// they have.
    mutating func noteCheckpoints() {
        for projection in log.tables.projections
        where log.meta.checkpoint(projection.name, projection.version) == flushedBefore {
            log.meta.setCheckpoint(projection.name, projection.version, to: log.meta.flushed)
        }
        log.meta.setCheckpoint(Meta.streams, 1, to: log.meta.flushed)
        for index in log.meta.checkpoints.indices {
            let tables = log.tables.tables(of: log.meta.checkpoints[index])
            if tables.isEmpty { continue }
            var rows = log.meta.checkpoints[index].rows
            rows += repeatElement(0, count: max(0, tables.count - rows.count))
            for (place, table) in tables.enumerated() {
                // A table that is lost stays so until it is made anew.
                if let size = try? view.size(of: table) { rows[place] = UInt16(truncatingIfNeeded: size.rows) }
            }
            log.meta.checkpoints[index].rows = rows
        }
    }
}

extension Store {
    /// Lets projections do what many events at once have left to do, in several transactions.
    package func maintainProjections() throws(EventStoreError) {
        while try write({ writer in try writer.maintainProjections(behindMany: true) }) {}
    }
}
