package import LMDB

/// The named tables of a log file, opened once; the unnamed one holds the tail and the meta record.
///
/// Their layouts are drawn in `Docs/FileFormat.md`.
package struct Tables: Sendable {
    package let main = Database.main
    package let log: Database
    package let entries: Database
    package let ids: Database
    package let devices: Database
    package let keys: Database
    package let clamps: Database
    /// Those of the program's own projections, in the order its model names them.
    package let projections: [Database]

    static let names = ["log", "entries", "ids", "devices", "keys", "clamps"]

    /// Opens all tables in one transaction of their own.
    static func open(
        in environment: Environment, projections: [String], creating: Bool
    ) throws(EventStoreError) -> Tables {
        let found = try storing { () throws(LMDBError) in
            try environment.databases(names + projections, create: creating)
        }
        var tables: [Database] = []
        for (name, table) in zip(names + projections, found) {
            guard let table else { throw .damaged("the table \(name) is missing") }
            tables.append(table)
        }
        return Tables(
            log: tables[0], entries: tables[1], ids: tables[2], devices: tables[3], keys: tables[4],
            clamps: tables[5], projections: Array(tables[names.count...]))
    }
}

/// Keys of the tables, in bytes that sort as their numbers do.
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

    /// `ord u32be`: a row of a stream.
    package static func ordinal(_ ordinal: UInt32) -> [UInt8] {
        var writer = ByteWriter(capacity: 4)
        writer.bigEndian(ordinal)
        return writer.bytes
    }

    /// `device 16 | deviceSeq u64be | seq u64be`: a run of a device's events.
    package static func run(_ device: Identifier, _ deviceSequence: UInt64, _ sequence: UInt64) -> [UInt8] {
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
