internal import DiarylogLMDB

/// The tables of a log file, opened once. The unnamed one holds the tail and the meta record.
///
/// All of them are made with the file. Their layouts are drawn in `Docs/FormatStore.md` and `Docs/FormatIndexes.md`.
package struct Tables: Sendable {
    package let main = Table.main
    package let log: Table
    package let streams: Table
    package let ids: Table
    package let devices: Table
    package let keys: Table
    /// Snapshots of folds.
    package let snapshots: Table
    /// The events that tables could not take up.
    package let failures: Table
    /// What is not an event yet.
    package let drafts: Table
    /// The tables of the model's projections.
    package let projections: [ProjectionTables]

    /// All tables that have a name.
    package var all: [Table] {
        [log, streams, ids, devices, keys, snapshots, failures, drafts] + projections.flatMap(\.tables)
    }

    /// The store's own tables.
    static let core = ["log", "streams", "ids", "devices", "keys", snapshots, "failures", drafts]
    static let snapshots = "snapshots"
    package static let drafts = "drafts"

    /// Opens all tables in a transaction of its own. A file may lack some, and one that has not the rows which the last
    /// commit left in it is as good as missing: who reads such a table is told.
    static func open(
        in environment: Environment, projections: [any TableProjection], creating: Bool
    ) throws(EventStoreError) -> Tables {
        let names = core + projections.flatMap(\.tableNames)
        let found = try bridging { try environment.databases(names, create: creating) }
        var known: [String: Table] = [:]
        for (name, database) in zip(names, found) { known[name] = Table(name, database) }
        let tables = try Tables(known, projections)
        let miscounted = try tables.miscounted(in: environment)
        if miscounted.isEmpty { return tables }
        for table in miscounted { known[table.name] = nil }
        return try Tables(known, projections)
    }

    /// The tables whose number of rows is not the one that the meta record says, or that have rows and no first page.
    private func miscounted(in environment: Environment) throws(EventStoreError) -> [Table] {
        let transaction = try bridging { try environment.beginRead() }
        var found: [Table] = []
        for checkpoint in try Meta.stored(in: transaction)?.checkpoints ?? [] {
            for (table, rows) in zip(tables(of: checkpoint), checkpoint.rows) {
                let name = Array(table.name.utf8)
                if let bytes = try? transaction.value(for: name.span, in: .main),
                    let record = PageLayout.Record(bytes), (record.root == PageLayout.none) == (record.rows == 0),
                    rows == UInt16(truncatingIfNeeded: record.rows)
                {
                    continue
                }
                found.append(table)
            }
        }
        return found
    }

    /// The tables of a checkpoint; none of a projection that this program does not have.
    func tables(of checkpoint: Meta.Checkpoint) -> [Table] {
        if checkpoint.name == Meta.streams { return [streams, ids, devices, keys, failures, drafts] }
        let projection = projections.first { $0.name == checkpoint.name && $0.version == checkpoint.version }
        return projection?.tables ?? []
    }

    private init(_ known: [String: Table], _ projections: [any TableProjection]) throws(EventStoreError) {
        func table(_ name: String) -> Table { known[name] ?? Table(name, nil) }
        log = table("log")
        _ = try log.inFile
        streams = table("streams")
        ids = table("ids")
        devices = table("devices")
        keys = table("keys")
        snapshots = table("snapshots")
        failures = table("failures")
        drafts = table(Self.drafts)
        self.projections = projections.map { projection in
            ProjectionTables(projection, projection.tableNames.map(table))
        }
    }
}

/// Keys of the tables: their bytes sort as their numbers do.
package enum TableKey {
    /// `00 | seq u64be`: an event of the tail, in the unnamed table.
    package static func tail(_ sequence: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: 9)
        writer.uint8(0)
        writer.bigEndian(sequence)
        return writer.bytes
    }

    /// `01`: the first key after every event of the tail.
    package static let afterTail: [UInt8] = [1]

    /// `M`: the meta record.
    package static let meta: [UInt8] = [UInt8(ascii: "M")]

    /// `seq u64be`: an event of the log.
    package static func sequence(_ sequence: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: 8)
        writer.bigEndian(sequence)
        return writer.bytes
    }

    /// The same where it must cost no memory of its own: each frame is looked up by it.
    static func inline(_ sequence: UInt64) -> InlineArray<8, UInt8> {
        InlineArray { UInt8(truncatingIfNeeded: sequence >> UInt64(56 - 8 * $0)) }
    }

    /// `ord u32be`: a row of a stream.
    package static func ordinal(_ ordinal: UInt32) -> [UInt8] {
        var writer = ByteWriter(capacity: 4)
        writer.bigEndian(ordinal)
        return writer.bytes
    }

    /// `device 16 | deviceSeq u64be | seq u64be`: a run of a device's events.
    package static func run(_ device: DeviceID, _ deviceSequence: UInt64, _ sequence: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: 32)
        writer.append(device)
        writer.bigEndian(deviceSequence)
        writer.bigEndian(sequence)
        return writer.bytes
    }
}
