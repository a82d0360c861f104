/// A projection of the model, and its tables in a file.
///
/// Its name and version are asked for once, when the store is opened: every commit needs them.
package struct ProjectionTables: Sendable {
    package let projection: any TableProjection
    package let name: String
    package let version: UInt16
    package let tables: [Table]

    init(_ projection: any TableProjection, _ tables: [Table]) {
        (self.projection, name, version) = (projection, projection.name, projection.version)
        self.tables = tables
    }

    /// Throws `damagedTable` unless its tables are there and have applied every event that is flushed.
    func check(_ meta: Meta) throws(EventStoreError) {
        guard meta.checkpoint(name, version) == meta.flushed else { throw .damagedTable(name) }
        for table in tables { _ = try table.inFile }
    }
}

extension TableProjection {
    /// The names of its tables in this version: `spans`, or `spans.2`.
    var tableNames: [String] { tables.map { version == 1 ? $0 : "\($0).\(version)" } }
}

extension Meta {
    func checkpoint(_ name: String, _ version: UInt16) -> UInt64? {
        checkpoints.first { $0.name == name && $0.version == version }?.sequence
    }

    mutating func setCheckpoint(_ name: String, _ version: UInt16, to sequence: UInt64) {
        if let index = checkpoints.firstIndex(where: { $0.name == name && $0.version == version }) {
            checkpoints[index].sequence = sequence
        } else {
            checkpoints.append(Checkpoint(name: name, version: version, sequence: sequence))
        }
    }
}

extension LogState {
    /// The tables of a projection, which has applied the last flushed event. Throws `damagedTable` where it has not.
    package func tables(of name: String) throws(EventStoreError) -> [Table] {
        if metaIsDerived { throw .damagedTable(Meta.name) }
        guard let projection = tables.projections.first(where: { $0.name == name }) else { throw .damagedTable(name) }
        try projection.check(meta)
        return projection.tables
    }

    /// Throws `damagedTable` where a write would leave tables behind: they are then made anew first.
    func checkTables() throws(EventStoreError) {
        if metaIsDerived { throw .damagedTable(Meta.name) }
        for projection in tables.projections { try projection.check(meta) }
    }
}

/// How the tables of a projection stand, as a list shows it.
public struct ProjectionStatus: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// Its version in this program.
    public let version: UInt16
    /// The last event that it has applied; nil where its tables are to be made anew.
    public let checkpoint: SequenceNumber?
    /// The first hundred events that it could not apply.
    public let failures: [ProjectionFailure]
}

extension Store {
    /// How the tables stand that follow from the log: the store's own, and those of each projection. Costs one short
    /// read transaction.
    package func projectionStatus() throws(EventStoreError) -> [ProjectionStatus] {
        let reader = try beginRead()
        let (log, meta) = (reader.view.log, reader.view.log.meta)
        var owners = [(Meta.streams, UInt16(1), FailureOwner.streams)]
        owners += log.tables.projections.map { ($0.name, $0.version, FailureOwner($0)) }
        var statuses: [ProjectionStatus] = []
        for (name, version, owner) in owners {
            let checkpoint = log.metaIsDerived ? nil : meta.checkpoint(name, version)
            let failures = checkpoint == nil ? [] : try reader.view.failures(of: owner, limit: 100)
            statuses.append(
                ProjectionStatus(
                    name: name, version: version, checkpoint: checkpoint.map { SequenceNumber($0) }, failures: failures)
            )
        }
        return statuses
    }
}
