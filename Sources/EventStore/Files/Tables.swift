internal import DiarylogLMDB

/// The named tables of a log file, opened once; the unnamed one holds the tail and the meta record.
///
/// Their layouts are drawn in `Docs/FileFormat.md`.
package struct Tables: Sendable {
    package let main = Table.main
    package let log: Table
    package private(set) var streams: Table
    package private(set) var ids: Table
    package private(set) var devices: Table
    package private(set) var keys: Table
    /// Parts of snapshots; nil in a file without that table, which the first snapshot then makes.
    package let snapshots: Table?
    /// The events that projections could not apply; nil in a file without that table, which the first build then makes.
    package let failures: Table?
    /// What is not an event yet; nil in a file without that table, which the first draft then makes.
    package let drafts: Table?
    /// The tables of the projections that this program keeps.
    package let projections: [ProjectionTables]

    /// The names of all tables, those of projections in both slots.
    package var names: [String] {
        Self.core + [Self.snapshots, Self.failures, Self.drafts]
            + projections.flatMap { $0.projection.tableNames(.first) + $0.projection.tableNames(.second) }
    }

    /// The store's own tables; all but the log follow from it.
    static let core = ["log"] + DerivedTable.allCases.map(\.rawValue)
    static let snapshots = "snapshots"
    static let failures = "failures"
    package static let drafts = "drafts"

    /// Opens all tables in a transaction of its own. The tables of projections may be missing, and are made when they
    /// are built; a new store has all those of the first slot.
    static func open(
        in environment: Environment, projections: [any TableProjection], creating: Bool
    ) throws(EventStoreError) -> Tables {
        let optional = [snapshots, failures, drafts] + projections.flatMap { $0.tableNames(.first) }
        let later = projections.flatMap { $0.tableNames(.second) }
        let found = try bridging {
            if creating { _ = try environment.databases(core + optional, create: true) }
            return try environment.databases(core + optional + later, create: false)
        }
        var known: [String: Table] = [:]
        for (name, table) in zip(core + optional + later, found) { known[name] = table.map(Table.init) }
        return try Tables(known, projections)
    }

    /// Whether a table is one of the store's own that follow from the log: `rebuild` makes it anew, whatever its pages.
    package static func followsFromLog(_ name: String) -> Bool { DerivedTable(rawValue: name) != nil }

    /// The tables that follow from the log and that the file has lost.
    var lost: [DerivedTable] { DerivedTable.allCases.compactMap { self[$0].lost } }

    /// A table that follows from the log.
    subscript(table: DerivedTable) -> Table {
        switch table {
        case .streams: streams
        case .ids: ids
        case .devices: devices
        case .keys: keys
        }
    }

    /// The same, with some of them read as though the file had lost them.
    func without(_ tables: Set<DerivedTable>) -> Tables {
        var left = self
        if tables.contains(.streams) { left.streams = Table(.streams, nil) }
        if tables.contains(.ids) { left.ids = Table(.ids, nil) }
        if tables.contains(.devices) { left.devices = Table(.devices, nil) }
        if tables.contains(.keys) { left.keys = Table(.keys, nil) }
        return left
    }

    private init(_ known: [String: Table], _ projections: [any TableProjection]) throws(EventStoreError) {
        func table(_ table: DerivedTable) -> Table { Table(table, known[table.rawValue]?.database) }
        guard let log = known["log"] else { throw .damaged("the table log is missing") }
        self.log = log
        streams = table(.streams)
        ids = table(.ids)
        devices = table(.devices)
        keys = table(.keys)
        snapshots = known[Self.snapshots]
        failures = known[Self.failures]
        drafts = known[Self.drafts]
        self.projections = projections.map { projection in
            let slots = ProjectionSlot.allCases.map { slot in
                let tables = projection.tableNames(slot).compactMap { known[$0] }
                return tables.count == projection.tables.count ? tables : nil
            }
            return ProjectionTables(projection, slots: slots)
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

    /// `keyed 32 | seq u64be`: an event made under an idempotency or import key.
    package static func key(_ code: Digest, _ sequence: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: 40)
        writer.append(code)
        writer.bigEndian(sequence)
        return writer.bytes
    }
}
