internal import Host

/// A projection as a list of them shows it.
public struct ProjectionStatus: Equatable, Sendable {
    /// Its name; a program's own has `projection.` before it.
    public let name: String
    /// Its version in this program.
    public let version: UInt16
    /// The last event it has applied; nil where it was never built.
    public let checkpoint: SequenceNumber?
    /// Where a new one is being built beside it: how far that has come.
    public let building: SequenceNumber?
    /// Events it could not apply; the first hundred of them.
    public let failures: [ProjectionFailure]
}

extension EventStore {
    /// Events that one slice applies, some 10 to 40 ms: as long as another writer waits.
    package static let slice: UInt64 = 4096

    /// Brings a projection up to the newest event, in slices; `anew` builds it beside the old one and then takes its
    /// place.
    ///
    /// Each slice is durable: killed anywhere, the next call goes on where the last slice ended. Between two slices
    /// other writers have their turn. `report` hears of each slice, and says whether to go on. An event that cannot be
    /// followed is noted. Throws `unknownProjection`.
    @discardableResult
    package func catchUp(
        _ name: String, anew: Bool = false, slice: UInt64 = EventStore.slice,
        _ report: (ProjectionProgress) -> Bool = { _ in true }
    ) throws(EventStoreError) -> ProjectionProgress {
        var states = StreamStates(after: 0)
        var isBeginning = anew
        while true {
            let step = try write { (writer) throws(EventStoreError) in
                try writer.catchUp(name, anew: isBeginning, limit: slice, &states)
            }
            switch step {
            case .unknown: throw .unknownProjection(name)
            case .needsTables(let names): try makeTables(names)
            case .advanced(let progress):
                isBeginning = false
                if !report(progress) || progress.isCurrent { return progress }
                // Those who wait ask every few milliseconds.
                WallClock.pause(nanoseconds: 3_000_000)
            }
        }
    }

    /// Brings each projection that lags, or is being built, one slice further; says whether there was one.
    ///
    /// So a store whose projections were bumped, dropped or left behind by another program heals while it is written.
    @discardableResult
    package func catchUpAll(slice: UInt64 = EventStore.slice) throws(EventStoreError) -> Bool {
        let log = try beginRead().view.log
        var lagging: [String] = []
        for projection in log.tables.projections
        where projection.serving(log.meta)?.sequence != log.meta.flushed || projection.building(log.meta) != nil {
            lagging.append(projection.projection.name)
        }
        for name in lagging { try catchUp(name, slice: slice) { _ in false } }
        return !lagging.isEmpty
    }

    /// Drops a projection's rows: questions fall back on the log until it is built again.
    package func drop(_ name: String) throws(EventStoreError) {
        try write { (writer) throws(EventStoreError) in try writer.drop(name) }
    }

    /// How the projections stand that this program keeps. One short read.
    package func projectionStatus() throws(EventStoreError) -> [ProjectionStatus] {
        let reader = try beginRead()
        var statuses: [ProjectionStatus] = []
        for projection in reader.view.log.tables.projections {
            let serving = projection.serving(reader.view.log.meta)
            let building = projection.building(reader.view.log.meta)
            var failures: [ProjectionFailure] = []
            if let serving {
                failures = try reader.view.failures(
                    of: projection.projection, serving.slot, limit: 100)
            }
            statuses.append(
                ProjectionStatus(
                    name: projection.projection.name, version: projection.projection.version,
                    checkpoint: (serving?.sequence).map { SequenceNumber($0) },
                    building: building.flatMap { projection.checkpoint($0, reader.view.log.meta) }.map {
                        SequenceNumber($0)
                    }, failures: failures))
        }
        return statuses
    }
}
