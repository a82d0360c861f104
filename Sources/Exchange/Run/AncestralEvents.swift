internal import EventStore

/// Those events of a spool whose ancestors are all in it, and whose operations are whole.
///
/// Held are some 150 bytes an event.
struct AncestralEvents {
    /// Their numbers in the spool, ascending.
    private(set) var records: [Int] = []

    private struct Line {
        var id: Digest
        var follows: [Digest]
        /// The device's event with which its operation begins.
        var device: DeviceID
        var operation: UInt64
        var count: UInt32
    }

    private struct Operation: Hashable {
        var device: DeviceID
        var start: UInt64
    }

    init(of spool: borrowing EventSpool) throws(EventStoreError) {
        var lines: [Line?] = []
        do {
            while case .event(let event)? = try spool.record(lines.count) { lines.append(Self.line(event)) }
        } catch { throw EventStoreError(error) }
        var left = Set(lines.indices.filter { lines[$0] != nil })
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            let ids = Set(left.compactMap { lines[$0]?.id })
            var parts: [Operation: Set<Digest>] = [:]
            for index in left {
                guard let line = lines[index] else { continue }
                parts[Operation(device: line.device, start: line.operation), default: []].insert(line.id)
            }
            for index in left {
                guard let line = lines[index] else { continue }
                let operation = parts[Operation(device: line.device, start: line.operation)] ?? []
                if line.follows.allSatisfy(ids.contains), operation.count >= Int(line.count) { continue }
                left.remove(index)
                hasChanged = true
            }
        }
        records = left.sorted()
    }

    private static func line(_ event: PortableEvent) -> Line? {
        let bytes = event.header
        guard let header = try? EventHeader(canonical: bytes.span) else { return nil }
        var follows = header.parents
        if header.previous != .zero { follows.append(header.previous) }
        if let payload = event.payload, payload.count > EventLimits.salt, header.deviceSequence == 1 {
            let body = Array(payload.dropFirst(EventLimits.salt))
            if let begin = try? DeviceBegin(body.span) { follows += begin.tips }
        }
        return Line(
            id: EventHeader.id(ofCanonical: bytes), follows: follows, device: header.device,
            operation: header.deviceSequence - UInt64(header.operationIndex), count: header.operationCount)
    }
}
