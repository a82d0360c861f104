internal import DiarylogHost

/// How a projection stands, as a list of projections shows it.
public struct ProjectionStatus: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// Its version in this program.
    public let version: UInt16
    /// The last event it has applied; nil if it was never built, or was dropped.
    public let checkpoint: SequenceNumber?
    /// The last event that its new tables have applied, while they are being built beside it.
    public let building: SequenceNumber?
    /// The first hundred events that it could not apply.
    public let failures: [ProjectionFailure]
}

extension Store {
    /// How many events one slice applies. A slice takes some 10 to 40 ms, during which other writers wait.
    package static let slice: UInt64 = 4096

    /// Lets a projection catch up with the newest event, in slices; `anew` builds it beside the old one, which it then
    /// replaces.
    ///
    /// Each slice is durable: after a kill at any point, the next call goes on where the last slice ended. Between two
    /// slices other writers can write. `report` is called after each slice, and returns whether to go on. An event that
    /// cannot be applied is noted. Throws `unknownProjection`.
    @discardableResult
    package func catchUp(
        _ name: String, anew: Bool = false, slice: UInt64 = Store.slice,
        _ report: (ProjectionProgress) -> Bool = { _ in true }
    ) throws(EventStoreError) -> ProjectionProgress {
        if anew { _ = try abandonBrokenProjections() }
        var states = StreamStates(after: 0)
        var isBeginning = anew
        while true {
            let step = try write { writer in
                try writer.catchUp(name, anew: isBeginning, limit: slice, &states)
            }
            switch step {
            case .unknown: throw .unknownProjection(name)
            case .needsTables(let names): try makeTables(names)
            case .advanced(let progress):
                isBeginning = false
                if anew, progress.isCurrent { try tendProjections() }
                if !report(progress) || progress.isCurrent { return progress }
                // Writers that wait for the lock try again every few milliseconds.
                WallClock.pause(nanoseconds: 3_000_000)
            }
        }
    }

    /// Lets each projection that lags, or is being built, catch up by one slice; returns whether there was one.
    ///
    /// So a store heals by being written, if its projections have a new version, were dropped, or were left behind by
    /// another program.
    @discardableResult
    package func catchUpAll(slice: UInt64 = Store.slice) throws(EventStoreError) -> Bool {
        let log = try beginRead().view.log
        var lagging: [String] = []
        for projection in log.tables.projections
        where projection.serving(log.meta)?.sequence != log.meta.flushed || projection.building(log.meta) != nil {
            lagging.append(projection.name)
        }
        for name in lagging { try catchUp(name, slice: slice) { _ in false } }
        return !lagging.isEmpty
    }

    /// Lets projections do what many events at once have left to do, in several transactions.
    package func tendProjections() throws(EventStoreError) {
        while try write({ writer in try writer.tendProjections(behindMany: true) }) {}
    }

    /// Drops a projection's rows: questions are answered from the log until it is built again.
    package func drop(_ name: String) throws(EventStoreError) {
        try write { writer in try writer.drop(name) }
    }

    /// How the store's own tables stand: always at the last flushed event. Costs one short read transaction.
    package func ownStatus() throws(EventStoreError) -> ProjectionStatus {
        let reader = try beginRead()
        return ProjectionStatus(
            name: Self.ownTables, version: 1, checkpoint: SequenceNumber(reader.view.log.meta.flushed), building: nil,
            failures: try reader.view.failures(of: .streams, limit: 100))
    }

    /// How the projections that this program keeps stand. Costs one short read transaction.
    package func projectionStatus() throws(EventStoreError) -> [ProjectionStatus] {
        let reader = try beginRead()
        var statuses: [ProjectionStatus] = []
        for projection in reader.view.log.tables.projections {
            let serving = projection.serving(reader.view.log.meta)
            let building = projection.building(reader.view.log.meta)
            var failures: [ProjectionFailure] = []
            if let serving {
                failures = try reader.view.failures(
                    of: FailureOwner(projection, serving.slot), limit: 100)
            }
            statuses.append(
                ProjectionStatus(
                    name: projection.name, version: projection.version,
                    checkpoint: (serving?.sequence).map { SequenceNumber($0) },
                    building: building.flatMap { projection.checkpoint($0, reader.view.log.meta) }.map {
                        SequenceNumber($0)
                    }, failures: failures))
        }
        return statuses
    }
}
