internal import DiaryEngine
internal import EventStore

/// Those records of a spool whose ancestors are all in it, and whose operations are whole. A hole stands for its event.
/// An event without its payload is left out where the forgetting that took that away is not there.
///
/// Held are some 150 bytes an event.
struct AncestralEvents {
    /// Their numbers in the spool, ascending.
    private(set) var records: [Int] = []

    private struct Line {
        /// Zero for a hole whose event's id is lost.
        var id: Digest
        /// Its place among its device's events.
        var place: Place
        var previous = Digest.zero
        var follows: [Digest] = []
        /// The entry that it forgets, and the one whose forgetting it needs.
        var forgets: EntryID?
        var needs: EntryID?
        /// The numbers of its operation.
        var operation: Range<UInt64>
    }

    private struct Place: Hashable {
        var device: DeviceID
        var number: UInt64
    }

    init(of spool: borrowing EventSpool) throws(EventStoreError) {
        var lines: [Line?] = []
        do {
            while let record = try spool.record(lines.count) { lines.append(Self.line(record)) }
        } catch { throw EventStoreError(error) }
        var left = Set(lines.indices.filter { lines[$0] != nil })
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            let ids = Set(left.compactMap { lines[$0]?.id })
            let places = Set(left.compactMap { lines[$0]?.place })
            let nameless = Set(left.compactMap { lines[$0]?.id == .zero ? lines[$0]?.place : nil })
            let forgotten = Set(left.compactMap { lines[$0]?.forgets })
            for index in left {
                guard let line = lines[index] else { continue }
                let device = line.place.device
                let isChained =
                    line.previous == .zero || ids.contains(line.previous)
                    || nameless.contains(Place(device: device, number: line.place.number - 1))
                let isWhole = line.operation.allSatisfy { places.contains(Place(device: device, number: $0)) }
                let isToldWhy = line.needs.map(forgotten.contains) ?? true
                if isChained, isWhole, isToldWhy, line.follows.allSatisfy(ids.contains) { continue }
                left.remove(index)
                hasChanged = true
            }
        }
        records = left.sorted()
    }

    private static func line(_ record: LogRecord) -> Line? {
        let event: PortableEvent
        switch record {
        case .event(let found): event = found
        case .hole(let hole):
            guard hole.deviceSequence < EventLimits.lamport else { return nil }
            return Line(
                id: hole.id ?? .zero, place: Place(device: hole.device, number: hole.deviceSequence),
                operation: hole.deviceSequence..<hole.deviceSequence + 1)
        }
        let bytes = event.header
        // Nobody has judged it yet: it may claim any numbers.
        guard let header = try? EventHeader(canonical: bytes.span), header.deviceSequence < EventLimits.lamport,
            UInt64(header.operationIndex) < header.deviceSequence
        else { return nil }
        var follows = header.parents
        if let payload = event.payload, payload.count > EventLimits.salt, header.deviceSequence == 1 {
            let body = Array(payload.dropFirst(EventLimits.salt))
            if let begin = try? DeviceBegin(body.span) { follows += begin.continued }
        }
        let start = header.deviceSequence - UInt64(header.operationIndex)
        return Line(
            id: EventHeader.id(ofCanonical: bytes),
            place: Place(device: header.device, number: header.deviceSequence), previous: header.previous,
            follows: follows, forgets: event.forgottenEntry,
            needs: event.payload == nil && header.bodyLength > 0 ? header.object : nil,
            operation: start..<start + UInt64(header.operationCount))
    }
}
