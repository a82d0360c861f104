// A copy of the log without the payloads of some streams. Its frames say what follows from what was in them, such as
// counters and marks; so every event is imported once more, as from another device, and nothing is copied.

extension GenerationCopy {
    /// Imports the next whole operations of the original, up to some megabytes, without those payloads; returns how
    /// many events they were.
    ///
    /// Throws `damagedEvents` for one that cannot be read or proven: it may be such a stream's.
    func takeOverForgetting(
        from original: borrowing StoreView, after last: UInt64
    ) throws(EventStoreError) -> UInt64 {
        let meta = original.log.meta
        var records: [Record] = []
        var bytes = 0
        while last + UInt64(records.count) < original.log.head, bytes < Self.portion || records.last?.isEnd == false {
            let record = try Record(original, last + UInt64(records.count) + 1, forgetting: forgotten)
            bytes += record.bytes
            records.append(record)
        }
        guard !records.isEmpty else { return 0 }
        try store.write { writer in
            for (index, record) in records.enumerated() {
                let sequence = SequenceNumber(last + UInt64(index) + 1)
                let answer =
                    switch record.record {
                    case .event(let event): try writer.offer(event, arrivedAt: record.arrivedAt, record: 0)
                    case .hole(let hole): try writer.importHole(hole, record: 0)
                    }
                guard answer == .accepted else { throw EventStoreError.damagedEvents([sequence]) }
            }
            writer.adopt(meta, withPayloadsMissing: true)
        }
        return UInt64(records.count)
    }
}

/// An event of the original, as it is imported.
private struct Record {
    var record: LogRecord
    var arrivedAt: Int64
    /// Whether an operation ends with it.
    var isEnd: Bool
    var bytes: Int

    init(
        _ view: borrowing StoreView, _ sequence: UInt64, forgetting objects: Set<StreamID>
    ) throws(EventStoreError) {
        let portable = try view.record(sequence)
        arrivedAt = portable.frame?.arrivedAt ?? 0
        switch portable.record {
        case .event(var event):
            guard let header = try? EventHeader(canonical: event.header.span) else {
                throw .damagedEvents([SequenceNumber(sequence)])
            }
            // An event with an empty body has nothing to blank. The event that forgets a stream is one.
            if header.bodyLength > 0, objects.contains(header.object) { event.payload = nil }
            isEnd = header.operationIndex + 1 == header.operationCount
            bytes = event.header.count + (event.payload?.count ?? 0)
            record = .event(event)
        case .hole(let hole):
            // One that is only damaged may hold bytes that are to be forgotten, and others that could be mended.
            guard let frame = try view.frameCopy(sequence), EventHole(frame.span, at: sequence) != nil else {
                throw .damagedEvents([SequenceNumber(sequence)])
            }
            isEnd = true
            bytes = frame.count
            record = .hole(hole)
        case nil: throw .damagedEvents([SequenceNumber(sequence)])
        }
    }
}
