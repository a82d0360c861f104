internal import DiarylogHost

// Snapshots in the table `snapshots`: a fold's bytes, cut into parts that fill eight pages each.
//
//     key      name | 00 | version u16be | seq u64be | part u32be
//     part 0   "DLS1" | event id 32 | length u64 | crc32c u32 of the bytes | crc32c u32 over key and all before
//     part n   32,752 bytes; the last one the rest

/// A snapshot of a fold: the value it had after an event.
package struct Snapshot: Equatable, Sendable {
    package var name: String
    /// The name's bytes in its keys, which damage may have made no UTF-8.
    private let nameBytes: [UInt8]
    package var version: UInt16
    package var sequence: UInt64
    /// The id of that event: a snapshot of another log does not count in this one.
    var event: Digest
    /// Its length in bytes.
    package var length: Int
    var checksum: UInt32

    static let part = 32_752
    private static let magic: [UInt8] = Array("DLS1".utf8)

    var parts: UInt32 { UInt32(truncatingIfNeeded: (length + Self.part - 1) / Self.part) }

    static func key(_ name: [UInt8], _ version: UInt16, _ sequence: UInt64, part: UInt32) -> [UInt8] {
        var writer = ByteWriter(capacity: 48)
        writer.append(prefix(name, version))
        writer.bigEndian(sequence)
        writer.bigEndian(part)
        return writer.bytes
    }

    static func prefix(_ name: [UInt8], _ version: UInt16) -> [UInt8] {
        name + [0, UInt8(truncatingIfNeeded: version >> 8), UInt8(truncatingIfNeeded: version)]
    }

    /// The key of a part, in the name's own bytes: a key made of repaired ones would lie elsewhere, and may lie before.
    func key(part: UInt32) -> [UInt8] { Self.key(nameBytes, version, sequence, part: part) }

    init(of value: some Fold, _ bytes: [UInt8], after sequence: UInt64, event: Digest) {
        name = type(of: value).name
        nameBytes = Array(name.utf8)
        version = type(of: value).version
        self.sequence = sequence
        self.event = event
        length = bytes.count
        checksum = CRC32C.checksum(bytes.span)
    }

    /// The value of part 0.
    var head: [UInt8] {
        var writer = ByteWriter(capacity: 56)
        writer.append(Self.magic)
        writer.append(event)
        writer.littleEndian(UInt64(length))
        writer.littleEndian(checksum)
        writer.seal(under: key(part: 0).span)
        return writer.bytes
    }

    /// Reads part 0; nil for a key that is not one of part 0. A damaged part is returned with a length of 0 and no
    /// event.
    init?(key: Span<UInt8>, head: Span<UInt8>) {
        guard let zero = (0..<key.count).first(where: { key[$0] == 0 }), key.count == zero + 15 else { return nil }
        guard (key.bigEndian(at: zero + 11) as UInt32) == 0 else { return nil }
        nameBytes = [UInt8](copying: key.extracting(0..<zero))
        name = String(decoding: nameBytes, as: UTF8.self)
        version = key.bigEndian(at: zero + 1)
        sequence = key.bigEndian(at: zero + 3)
        (event, length, checksum) = (.zero, 0, 0)
        guard head.count == 52, head.extracting(0..<4).isEqual(to: Self.magic.span),
            SealedValue.open(head, under: key) != nil
        else { return }
        guard let length = Int(exactly: head.littleEndian(at: 36) as UInt64), length <= 1 << 40 else { return }
        event = Digest(head, at: 4)
        self.length = length
        checksum = head.littleEndian(at: 44)
    }
}

extension StoreView {
    /// The snapshots of one fold, or of all; for each fold oldest first.
    package func snapshots(
        of name: String? = nil, version: UInt16 = 0
    ) throws(EventStoreError) -> [Snapshot] {
        let prefix = name.map { Snapshot.prefix(Array($0.utf8), version) } ?? []
        var found: [Snapshot] = []
        var cursor = try cursor(in: log.tables.snapshots)
        var isHere = try cursor.seek(prefix.span)
        while isHere, cursor.key.count >= prefix.count,
            cursor.key.extracting(0..<prefix.count).isEqual(to: prefix.span)
        {
            guard let snapshot = Snapshot(key: cursor.key, head: cursor.value) else {
                isHere = try cursor.next()
                continue
            }
            found.append(snapshot)
            let last = snapshot.key(part: .max)
            isHere = try cursor.seek(last.span)
        }
        return found
    }

    /// The bytes of a snapshot; nil if they are not the ones that were written, or belong to another log.
    func bytes(of snapshot: Snapshot) throws(EventStoreError) -> [UInt8]? {
        guard try soundFrame(snapshot.sequence)?.id == snapshot.event else { return nil }
        let first = snapshot.key(part: 0)
        var bytes: [UInt8] = []
        var cursor = try cursor(in: log.tables.snapshots)
        guard try cursor.seek(first.span) else { return nil }
        for part in 1..<max(snapshot.parts + 1, 1) {
            let key = snapshot.key(part: part)
            guard try cursor.next(), cursor.key.isEqual(to: key.span) else { return nil }
            bytes.append(copying: cursor.value)
        }
        guard bytes.count == snapshot.length, CRC32C.checksum(bytes.span) == snapshot.checksum else { return nil }
        return bytes
    }

    /// The value of a snapshot; nil if it cannot be believed.
    func read<Value: Fold>(
        _ snapshot: Snapshot, as type: Value.Type
    ) throws(EventStoreError) -> Value? {
        guard let bytes = try bytes(of: snapshot) else { return nil }
        return try? Value(bytes: bytes.span)
    }
}

extension StoreWriter {
    /// Writes a snapshot down. Costs some 250 µs a megabyte, and its pages.
    mutating func put(_ snapshot: Snapshot, _ bytes: [UInt8]) throws(EventStoreError) {
        let (key, head) = (snapshot.key(part: 0), snapshot.head)
        try view.put(head.span, for: key.span, in: log.tables.snapshots)
        for part in 1..<snapshot.parts + 1 {
            let key = snapshot.key(part: part)
            let start = Int(part - 1) * Snapshot.part
            let value = bytes.span.extracting(start..<min(start + Snapshot.part, bytes.count))
            try view.put(value, for: key.span, in: log.tables.snapshots)
        }
    }

    /// Removes a snapshot, sound or not.
    mutating func remove(_ snapshot: Snapshot) throws(EventStoreError) {
        let (first, last) = (snapshot.key(part: 0), snapshot.key(part: .max))
        var keys: [[UInt8]] = []
        do {
            var cursor = try view.cursor(in: log.tables.snapshots)
            var isHere = try cursor.seek(first.span)
            while isHere, !last.span.precedes(cursor.key) {
                keys.append([UInt8](copying: cursor.key))
                isHere = try cursor.next()
            }
        }
        for key in keys { _ = try view.delete(key.span, in: log.tables.snapshots) }
    }
}
