internal import Host

/// What the file says of itself: whose it is, how far its indexes reach, what follows it.
///
///     "DLM1" | format u16 | flags u16 | diary 16 | home 32 | origin u64 | generation u32 | next u32
///            | folded u64 | count u8 | count × (nameLength u8, name, version u16, sequence u64) | crc32c u32
///
/// Written when the tail is folded, when the home changes and when another generation takes over; never by a
/// commit that only touches the tail.
package struct Meta: Equatable, Sendable {
    /// How far a projection has followed the log.
    package struct Checkpoint: Equatable, Sendable {
        package var name: String
        package var version: UInt16
        package var sequence: UInt64
    }

    package static let supportedFormat = 1
    /// The checkpoint of the store's own indexes.
    static let entries = "entries"
    private static let magic: [UInt8] = Array("DLM1".utf8)

    package var diary: Identifier
    /// SHA-256 of machine and place: a copy elsewhere is another device.
    package var home: Digest
    /// The sequence number of the device.begin under which this store writes.
    package var origin: UInt64
    package var generation: UInt32
    /// The generation that follows; 0: this one is current.
    package var next: UInt32
    /// The last event that stands in the log and in every index; what follows it is the tail.
    package var folded: UInt64
    package var checkpoints: [Checkpoint]
    /// A folded event binds the whole store: who does not know its kind may not write.
    package var holdsBindingEvents: Bool

    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 128)
        writer.append(Self.magic)
        writer.littleEndian(UInt16(Self.supportedFormat))
        writer.littleEndian(UInt16(holdsBindingEvents ? 1 : 0))
        writer.append(diary)
        writer.append(home)
        writer.littleEndian(origin)
        writer.littleEndian(generation)
        writer.littleEndian(next)
        writer.littleEndian(folded)
        writer.uint8(UInt8(truncatingIfNeeded: checkpoints.count))
        for checkpoint in checkpoints {
            let name = Array(checkpoint.name.utf8)
            writer.uint8(UInt8(truncatingIfNeeded: name.count))
            writer.append(name)
            writer.littleEndian(checkpoint.version)
            writer.littleEndian(checkpoint.sequence)
        }
        writer.littleEndian(CRC32C.checksum(writer.bytes.span))
        return writer.bytes
    }

    package init(
        diary: Identifier, home: Digest, origin: UInt64, generation: UInt32, checkpoints: [Checkpoint]
    ) {
        self.diary = diary
        self.home = home
        self.origin = origin
        self.generation = generation
        self.checkpoints = checkpoints
        next = 0
        folded = 0
        holdsBindingEvents = false
    }

    /// Throws `newerFormat` before anything else of a newer record is believed.
    package init(_ bytes: Span<UInt8>) throws(EventStoreError) {
        do throws(FormatError) {
            var reader = ByteReader(bytes)
            guard try reader.array(4) == Self.magic else { throw .malformed("the meta record") }
            let format = try reader.littleEndian(UInt16.self)
            guard format == Self.supportedFormat else { throw .malformed("format \(format)") }
            let body = bytes.extracting(0..<bytes.count - 4)
            guard CRC32C.checksum(body) == bytes.littleEndian(at: bytes.count - 4) else { throw .checksum }
            holdsBindingEvents = try reader.littleEndian(UInt16.self) & 1 != 0
            diary = try reader.identifier()
            home = try reader.digest()
            origin = try reader.littleEndian(UInt64.self)
            generation = try reader.littleEndian(UInt32.self)
            next = try reader.littleEndian(UInt32.self)
            folded = try reader.littleEndian(UInt64.self)
            checkpoints = []
            for _ in 0..<(try reader.uint8()) {
                let length = Int(try reader.uint8())
                checkpoints.append(
                    Checkpoint(
                        name: try reader.string(length), version: try reader.littleEndian(UInt16.self),
                        sequence: try reader.littleEndian(UInt64.self)))
            }
        } catch {
            if let found = Self.newerFormat(bytes) {
                throw .newerFormat(found: found, supported: Self.supportedFormat)
            }
            throw .damaged("the meta record cannot be read")
        }
    }

    private static func newerFormat(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count >= 6, [UInt8](copying: bytes.extracting(0..<4)) == magic else { return nil }
        let format = Int(bytes.littleEndian(at: 4) as UInt16)
        return format > supportedFormat ? format : nil
    }
}
