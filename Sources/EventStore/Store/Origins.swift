internal import Host
package import LMDB

/// Diary, device and zone of the devices met so far, each read once from its device.begin.
///
/// Good for one transaction. A log has one origin for each place it was written in, so it stays small.
package struct Origins {
    struct Origin {
        var diary: Identifier
        var device: Identifier
        var offset: Int32
        var zone: [UInt8]
    }

    private var known: [UInt64: Origin] = [:]

    package init() {}

    /// The origin of a frame; nil where its device.begin is damaged.
    mutating func origin(
        of frame: Frame, in transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) -> Origin? {
        let sequence: UInt64
        switch frame.origin {
        case .sequence(let holder): sequence = holder
        case .offset: sequence = frame.sequence
        case .none: return nil
        }
        if let origin = known[sequence] { return origin }
        guard let bytes = try transaction.frameBytes(sequence, log) else { return nil }
        guard let origin = Self.read(bytes, sequence) else { return nil }
        known[sequence] = origin
        return origin
    }

    private static func read(_ bytes: Span<UInt8>, _ sequence: UInt64) -> Origin? {
        guard let frame = try? Frame(bytes, expecting: sequence), case .offset(let start) = frame.origin,
            let zone = frame.ownZone
        else { return nil }
        return Origin(
            diary: Identifier(bytes, at: start), device: Identifier(bytes, at: start + 16), offset: zone.offset,
            zone: [UInt8](copying: bytes.extracting(zone.name)))
    }

    /// Seconds east of UTC where the event was written; 0 where its origin is damaged.
    package mutating func offset(
        of frame: Frame, in transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) -> Int32 {
        if let zone = frame.ownZone { return zone.offset }
        return try origin(of: frame, in: transaction, log)?.offset ?? 0
    }

    /// The device that wrote the event; nil where its origin is damaged.
    package mutating func device(
        of frame: Frame, in transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) -> Identifier? {
        try origin(of: frame, in: transaction, log)?.device
    }
}
