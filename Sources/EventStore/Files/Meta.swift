internal import DiarylogHost

/// The meta record, in which the file describes itself: whose it is, where its log stands, how far its indexes reach,
/// what follows it.
///
///     "DLM1" | format u16 | flags u16 | store 16 | home 32 | device 16 | own: number u64, seq u64, id 32
///            | head u64 | newest 32 | lamport u64 | first u64 | second u64
///            | generation u32 | next u32 | flushed u64 | secretLength u8, secret | nameLength u8, application
///            | count u8 × (nameLength u8, name, version u16, sequence u64)
///            | of each of these: count u8 × rows u16 | crc32c u32
///
/// Each commit that changes it writes it: that of an event always does. All of it but the home follows from the log:
/// see `DerivedMeta.swift`.
package struct Meta: Equatable, Sendable {
    /// How far a projection has applied the log.
    package struct Checkpoint: Equatable, Sendable {
        package var name: String
        package var version: UInt16
        package var sequence: UInt64
        /// How many rows each of its tables has, of which the lower 16 bits.
        package var rows: [UInt16] = []
    }

    /// The newest event that the store's device has written here; all zero: none.
    package struct Own: Equatable, Sendable {
        package var deviceSequence: UInt64 = 0
        package var sequence: UInt64 = 0
        package var id = Digest.zero
    }

    package static let supportedFormat = 1
    /// The record as what is to be made anew.
    static let name = "meta"
    /// The checkpoint of the store's own indexes.
    static let streams = "streams"
    private static let magic: [UInt8] = Array("DLM1".utf8)
    private static let secretLength = 32

    package var store: StoreID
    /// SHA-256 of machine and path: a copy elsewhere is another device.
    package var home: Digest
    /// The device this store writes as; zero: none yet.
    package var device = DeviceID.zero
    package var own = Own()
    /// The newest event; 0 for an empty log.
    package var head: UInt64 = 0
    /// The id of that event; zero for a hole that has none, and for an empty log.
    package var newest = Digest.zero
    /// The greatest lamport number of an event.
    package var lamport: UInt64 = 0
    /// What the newest event that can be read counts.
    package var counters = Counters()
    package var generation: UInt32
    /// The generation that follows; 0: this one is current.
    package var next: UInt32
    /// The last event that is in the table `log` and in every index of the store; what follows it is the tail.
    package var flushed: UInt64
    /// The store's secret, which every device.begin holds too.
    package var secret: [UInt8]?
    /// The name of the application whose store this is; empty if that is not known.
    package var application = ""
    package var checkpoints: [Checkpoint]
    /// Whether the log has holes, or events of streams whose beginning is missing or not understood: whoever looks for
    /// an event must then search the whole log.
    package var holdsGaps = false
    /// Whether an event could not be read when it was flushed: then no row has taken it up, and `failures` names it.
    package var holdsDamage = false
    /// Whether arrival times fall somewhere: an event came into this file earlier, by its clock, than the event before
    /// it.
    package var holdsFalls = false
    /// Whether the log may have what an event of a forgotten stream says: the news that the stream is forgotten came
    /// from elsewhere, after such an event. Where it is set the log is asked.
    package var mayHoldForgotten = false
    /// Whether this file was made to take another's place, and has not been seen in it yet.
    package var awaitsUse = false
    /// Whether a flushed event binds the whole store: a program that does not know its kind may not write.
    package var holdsBindingEvents: Bool

    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 256)
        writer.append(Self.magic)
        writer.littleEndian(UInt16(Self.supportedFormat))
        let flags = [
            holdsBindingEvents, holdsGaps, holdsDamage, holdsFalls, mayHoldForgotten, awaitsUse,
        ]
        writer.littleEndian(UInt16(flags.indices.reduce(0) { flags[$1] ? $0 | 1 << $1 : $0 }))
        writer.append(store)
        writer.append(home)
        writer.append(device)
        writer.littleEndian(own.deviceSequence)
        writer.littleEndian(own.sequence)
        writer.append(own.id)
        writer.littleEndian(head)
        writer.append(newest)
        writer.littleEndian(lamport)
        writer.littleEndian(counters.first)
        writer.littleEndian(counters.second)
        writer.littleEndian(generation)
        writer.littleEndian(next)
        writer.littleEndian(flushed)
        writer.uint8(UInt8(truncatingIfNeeded: secret?.count ?? 0))
        writer.append(secret ?? [])
        writer.uint8(UInt8(truncatingIfNeeded: application.utf8.count))
        writer.append(Array(application.utf8))
        writer.uint8(UInt8(truncatingIfNeeded: checkpoints.count))
        for checkpoint in checkpoints {
            let name = Array(checkpoint.name.utf8)
            writer.uint8(UInt8(truncatingIfNeeded: name.count))
            writer.append(name)
            writer.littleEndian(checkpoint.version)
            writer.littleEndian(checkpoint.sequence)
        }
        for checkpoint in checkpoints {
            writer.uint8(UInt8(truncatingIfNeeded: checkpoint.rows.count))
            for rows in checkpoint.rows { writer.littleEndian(rows) }
        }
        writer.littleEndian(CRC32C.checksum(writer.bytes.span))
        return writer.bytes
    }

    package init(
        store: StoreID, home: Digest, generation: UInt32, checkpoints: [Checkpoint]
    ) {
        self.store = store
        self.home = home
        self.generation = generation
        self.checkpoints = checkpoints
        next = 0
        flushed = 0
        holdsBindingEvents = false
    }

    /// Reads a record. Throws `newerFormat` before it believes anything else of a newer record, and `damaged`.
    package init(_ bytes: Span<UInt8>) throws(EventStoreError) {
        do throws(FormatError) {
            var reader = ByteReader(bytes)
            guard try reader.array(4) == Self.magic else { throw .malformed("the meta record") }
            let format = try reader.littleEndian(UInt16.self)
            guard format == Self.supportedFormat else { throw .malformed("format \(format)") }
            guard Self.isSound(bytes) else { throw .checksum }
            let flags = try reader.littleEndian(UInt16.self)
            (holdsBindingEvents, holdsGaps, holdsDamage) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
            (holdsFalls, mayHoldForgotten, awaitsUse) = (flags & 8 != 0, flags & 16 != 0, flags & 32 != 0)
            store = try reader.identifier()
            home = try reader.digest()
            device = try reader.identifier()
            own.deviceSequence = try reader.littleEndian(UInt64.self)
            own.sequence = try reader.littleEndian(UInt64.self)
            own.id = try reader.digest()
            head = try reader.littleEndian(UInt64.self)
            newest = try reader.digest()
            lamport = try reader.littleEndian(UInt64.self)
            counters.first = try reader.littleEndian(UInt64.self)
            counters.second = try reader.littleEndian(UInt64.self)
            generation = try reader.littleEndian(UInt32.self)
            next = try reader.littleEndian(UInt32.self)
            flushed = try reader.littleEndian(UInt64.self)
            let length = Int(try reader.uint8())
            guard length == 0 || length == Self.secretLength else { throw .malformed("the store's secret") }
            secret = length == 0 ? nil : try reader.array(length)
            let nameLength = Int(try reader.uint8())
            application = try reader.string(nameLength)
            checkpoints = []
            for _ in 0..<(try reader.uint8()) {
                let length = Int(try reader.uint8())
                checkpoints.append(
                    Checkpoint(
                        name: try reader.string(length), version: try reader.littleEndian(UInt16.self),
                        sequence: try reader.littleEndian(UInt64.self)))
            }
            for index in checkpoints.indices where reader.position < bytes.count - 4 {
                for _ in 0..<(try reader.uint8()) {
                    checkpoints[index].rows.append(try reader.littleEndian(UInt16.self))
                }
            }
        } catch {
            if let found = Self.newerFormat(bytes) {
                throw .newerFormat(found: found, supported: Self.supportedFormat)
            }
            throw .damaged("the meta record cannot be read")
        }
    }

    private static func isSound(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= 12 else { return false }
        return CRC32C.checksum(bytes.extracting(0..<bytes.count - 4)) == bytes.littleEndian(at: bytes.count - 4)
    }

    /// The number of a newer format; nil for a record of this format in which only that number is damaged.
    private static func newerFormat(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count >= 6, [UInt8](copying: bytes.extracting(0..<4)) == magic else { return nil }
        let format = Int(bytes.littleEndian(at: 4) as UInt16)
        guard format > supportedFormat else { return nil }
        var mended = [UInt8](copying: bytes)
        (mended[4], mended[5]) = (UInt8(truncatingIfNeeded: supportedFormat), 0)
        return isSound(mended.span) ? nil : format
    }
}
