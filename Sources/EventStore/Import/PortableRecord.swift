/// An event of this log, in the form in which it travels.
package struct PortableRecord {
    /// Nil for an event that cannot be read.
    package var frame: Frame?
    /// The event, or the hole it leaves; nil if nobody can tell which device wrote it.
    package var record: LogRecord?
}

extension StoreView {
    /// What stands under a number and is sound: an event that is proven, or the hole that keeps its position; nil for
    /// anything else.
    func soundRecord(_ sequence: UInt64) throws(EventStoreError) -> LogRecord? {
        if case .event(let event)? = try record(sequence).record { return .event(event) }
        return try keptHole(sequence).map { .hole($0) }
    }

    /// An event in the form in which it travels. One that cannot be read, or whose header cannot be proven, becomes a
    /// hole.
    package func record(
        _ sequence: UInt64
    ) throws(EventStoreError) -> PortableRecord {
        guard let frame = try soundFrame(sequence), let bytes = try frameCopy(sequence) else {
            return PortableRecord(frame: nil, record: try hole(at: sequence).map { .hole($0) })
        }
        guard frame.isProven(in: bytes.span) else {
            var hole = try hole(at: sequence)
            hole?.reason = "cannot be proven"
            return PortableRecord(frame: frame, record: hole.map { .hole($0) })
        }
        let payload = frame.state == .whole ? Array(bytes[frame.payload]) : nil
        return PortableRecord(
            frame: frame,
            record: .event(
                PortableEvent(
                    header: Array(bytes[frame.header.bytes]), payload: payload, arrivedAt: frame.arrivedAt)))
    }
}
