internal import Host

// What a projection could not apply, event by event: the table `failures`.
//
//     name | 00 | version u16be | slot u8 | seq u64be  ->  the reason, UTF-8, at most 200 bytes

/// An event that a projection could not apply.
public struct ProjectionFailure: Equatable, Sendable {
    /// The event's number.
    public let sequence: SequenceNumber
    /// Why, in the projection's own words.
    public let reason: String
}

extension TableProjection {
    fileprivate func failureKey(_ slot: ProjectionSlot, _ sequence: UInt64?) -> [UInt8] {
        var writer = ByteWriter(capacity: 64)
        writer.append(Array(name.utf8))
        writer.uint8(0)
        writer.uint8(UInt8(truncatingIfNeeded: version >> 8))
        writer.uint8(UInt8(truncatingIfNeeded: version))
        writer.uint8(UInt8(slot.rawValue))
        if let sequence { writer.bigEndian(sequence) }
        return writer.bytes
    }
}

extension StoreWriter {
    mutating func noteFailure(
        of projection: any TableProjection, _ slot: ProjectionSlot, at sequence: UInt64, _ reason: String
    ) throws(EventStoreError) {
        guard let table = log.tables.failures else { return }
        let key = projection.failureKey(slot, sequence)
        let value = Array(reason.utf8.prefix(200))
        try view.put(value.span, for: key.span, in: table)
    }

    mutating func forgetFailures(
        of projection: any TableProjection, _ slot: ProjectionSlot
    ) throws(EventStoreError) {
        guard let table = log.tables.failures else { return }
        for failure in try view.failures(of: projection, slot, limit: .max) {
            let key = projection.failureKey(slot, failure.sequence.rawValue)
            _ = try view.delete(key.span, in: table)
        }
    }
}

extension StoreView {
    /// The events that a projection could not apply, oldest first.
    func failures(
        of projection: any TableProjection, _ slot: ProjectionSlot, limit: Int
    ) throws(EventStoreError) -> [ProjectionFailure] {
        guard let table = log.tables.failures else { return [] }
        let prefix = projection.failureKey(slot, nil)
        var found: [ProjectionFailure] = []
        var cursor = try cursor(in: table)
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
