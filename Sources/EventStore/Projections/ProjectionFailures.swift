internal import DiarylogHost

// What a projection could not apply, event by event: the table `failures`.
//
//     name of the checkpoint | 00 | version u16be | seq u64be  ->  the reason, UTF-8, at most 200 bytes

/// An event that a projection could not apply.
public struct ProjectionFailure: Equatable, Sendable {
    /// The event's number.
    public let sequence: SequenceNumber
    /// Why, in the projection's own words.
    public let reason: String
}

/// Whose failures: the tables of a projection, or the store's own.
struct FailureOwner {
    private let prefix: [UInt8]

    /// The store's own tables: rows of streams, and what finds them.
    static let streams = FailureOwner(name: Meta.streams, version: 1)

    init(_ projection: ProjectionTables) { self.init(name: projection.name, version: projection.version) }

    private init(name: String, version: UInt16) {
        var writer = ByteWriter(capacity: 64)
        writer.append(Array(name.utf8))
        writer.uint8(0)
        writer.uint8(UInt8(truncatingIfNeeded: version >> 8))
        writer.uint8(UInt8(truncatingIfNeeded: version))
        prefix = writer.bytes
    }

    fileprivate func key(_ sequence: UInt64? = nil) -> [UInt8] {
        guard let sequence else { return prefix }
        var writer = ByteWriter(capacity: prefix.count + 8)
        writer.append(prefix)
        writer.bigEndian(sequence)
        return writer.bytes
    }
}

extension StoreWriter {
    mutating func noteFailure(
        of owner: FailureOwner, at sequence: UInt64, _ reason: String
    ) throws(EventStoreError) {
        let key = owner.key(sequence)
        let value = Array(reason.utf8.prefix(200))
        try view.put(value.span, for: key.span, in: log.tables.failures)
    }

    /// Notes that an event cannot be read while it is flushed: no row takes it up, and every answer says so from now
    /// on.
    mutating func noteUnreadable(_ sequence: UInt64) throws(EventStoreError) {
        log.meta.holdsDamage = true
        log.damage.note(event: sequence)
        try noteFailure(of: .streams, at: sequence, "the event cannot be read")
    }
}

extension StoreView {
    /// Notes the events up to `limit` that could not be read when they were flushed: they are in no row.
    ///
    /// The meta record says whether there are any, so it costs nothing where there are none.
    package func noteUnreadable(through limit: UInt64) throws(EventStoreError) {
        guard log.meta.holdsDamage, !log.metaIsDerived else { return }
        for failure in try failures(of: .streams, limit: .max) where failure.sequence.rawValue <= limit {
            log.damage.note(event: failure.sequence.rawValue)
        }
    }
}

extension StoreView {
    /// The events that a projection could not apply, oldest first.
    func failures(
        of owner: FailureOwner, limit: Int
    ) throws(EventStoreError) -> [ProjectionFailure] {
        let prefix = owner.key()
        var found: [ProjectionFailure] = []
        var cursor = try cursor(in: log.tables.failures)
        var isHere = try cursor.seek(prefix.span)
        while isHere, found.count < limit, cursor.key.count == prefix.count + 8,
            cursor.key.extracting(0..<prefix.count).isEqual(to: prefix.span)
        {
            let reason = String(decoding: [UInt8](copying: cursor.value), as: UTF8.self)
            found.append(
                ProjectionFailure(
                    sequence: SequenceNumber(cursor.key.bigEndian(at: prefix.count)), reason: reason))
            isHere = try cursor.next()
        }
        return found
    }
}
