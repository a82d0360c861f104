internal import DiarylogHost

/// A snapshot of a fold: the value it had after an event, in one row of the table `snapshots`.
///
///     key     name | 00 | version u16be | seq u64be
///     value   "DLS2" | event id 32 | the value's bytes | crc32c u32 over key and all before
public struct SnapshotStatus: Equatable, Sendable {
    /// The name of the fold it is of.
    public let name: String
    /// The version of the fold that wrote it.
    public let version: UInt16
    /// The event after which it was taken.
    public let sequence: SequenceNumber
    /// The length of the value in bytes.
    public let length: Int
    /// Whether its bytes are the ones that were written, and of this log; a snapshot that is not sound is never used.
    public let isSound: Bool
    /// Its key, which damage may have made one that no name gives.
    let key: [UInt8]

    private static let magic: [UInt8] = Array("DLS2".utf8)
    static let start = 36

    static func prefix(_ name: String, _ version: UInt16) -> [UInt8] {
        Array(name.utf8) + [0, UInt8(truncatingIfNeeded: version >> 8), UInt8(truncatingIfNeeded: version)]
    }

    static func key<Value: Fold>(of type: Value.Type, after sequence: UInt64) -> [UInt8] {
        prefix(Value.name, Value.version) + TableKey.sequence(sequence)
    }

    /// The row of a value.
    static func row(_ bytes: [UInt8], after event: Digest, under key: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: start + bytes.count + SealedValue.sealLength)
        writer.append(magic)
        writer.append(event)
        writer.append(bytes)
        writer.seal(under: key.span)
        return writer.bytes
    }

    /// What stands before the seal: at 4 the event's id, at `start` the value. Nil if it is not what was written.
    @_lifetime(copy value)
    static func open(_ value: Span<UInt8>, under key: Span<UInt8>) -> Span<UInt8>? {
        guard let sealed = SealedValue.open(value, under: key), sealed.count >= start,
            sealed.extracting(0..<4).isEqual(to: magic.span)
        else { return nil }
        return sealed
    }

    /// The name and version of its fold, as bytes.
    var fold: [UInt8] { Array(key.dropLast(8)) }

    /// A row as damage may have left it; under a key that no snapshot has it is of no event.
    init(key: Span<UInt8>, length: Int, isSound: Bool) {
        let zero = (0..<key.count).first { key[$0] == 0 } ?? key.count
        let isKey = key.count == zero + 11
        name = String(decoding: [UInt8](copying: key.extracting(0..<zero)), as: UTF8.self)
        version = isKey ? key.bigEndian(at: zero + 1) : 0
        sequence = SequenceNumber(isKey ? key.bigEndian(at: zero + 3) : 0)
        self.length = max(0, length - Self.start - SealedValue.sealLength)
        self.isSound = isSound
        self.key = [UInt8](copying: key)
    }
}

extension StoreView {
    /// The snapshots of one fold, or of all; for each fold oldest first. Reads all of each.
    package func snapshots(
        of name: String? = nil, version: UInt16 = 0
    ) throws(EventStoreError) -> [SnapshotStatus] {
        let prefix = name.map { SnapshotStatus.prefix($0, version) } ?? []
        var found: [SnapshotStatus] = []
        var cursor = try cursor(in: log.tables.snapshots)
        var isHere = try cursor.seek(prefix.span)
        while isHere, cursor.key.count >= prefix.count,
            cursor.key.extracting(0..<prefix.count).isEqual(to: prefix.span)
        {
            found.append(try snapshot(cursor.key, cursor.value))
            isHere = try cursor.next()
        }
        return found
    }

    private func snapshot(_ key: Span<UInt8>, _ value: Span<UInt8>) throws(EventStoreError) -> SnapshotStatus {
        let found = SnapshotStatus(key: key, length: value.count, isSound: false)
        guard let sealed = SnapshotStatus.open(value, under: key),
            try soundFrame(found.sequence.rawValue)?.id == Digest(sealed, at: 4)
        else { return found }
        return SnapshotStatus(key: key, length: value.count, isSound: true)
    }

    /// The event of the newest snapshot of a fold, sound or not; 0 if there is none. Reads its key alone.
    func newestSnapshot<Value: Fold>(of type: Value.Type) throws(EventStoreError) -> UInt64 {
        let last = SnapshotStatus.key(of: type, after: .max)
        var cursor = try cursor(in: log.tables.snapshots)
        let fold = last.count - 8
        guard try cursor.seekAtOrBefore(last.span), cursor.key.count == last.count,
            cursor.key.extracting(0..<fold).isEqual(to: last.span.extracting(0..<fold))
        else { return 0 }
        return cursor.key.bigEndian(at: fold)
    }

    /// The value of a snapshot; nil if it cannot be believed.
    func read<Value: Fold>(
        _ snapshot: SnapshotStatus, as type: Value.Type
    ) throws(EventStoreError) -> Value? {
        guard snapshot.isSound, let value = try bytes(for: snapshot.key, in: log.tables.snapshots),
            let sealed = SnapshotStatus.open(value, under: snapshot.key.span)
        else { return nil }
        return try? Value(bytes: sealed.extracting(SnapshotStatus.start..<sealed.count))
    }

    /// What is wrong with the snapshots: rows that are damaged, under a key that none has, or of another log.
    func findingsOfSnapshots() throws(EventStoreError) -> CheckFindings {
        var findings = CheckFindings()
        var cursor = try cursor(in: log.tables.snapshots)
        while try cursor.next() {
            let snapshot = try snapshot(cursor.key, cursor.value)
            if snapshot.isSound { continue }
            let isWhole = SnapshotStatus.open(cursor.value, under: cursor.key) != nil
            let reason: CheckFinding.Reason = snapshot.sequence == 0 ? .surplus : isWhole ? .differs : .damaged
            findings.note(.row(table: Tables.snapshots, key: snapshot.key), reason)
        }
        return findings
    }
}
