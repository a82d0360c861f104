/// An event of a log as it travels.
package struct StandingRecord {
    /// Nil for an event that cannot be read.
    package var frame: Frame?
    /// The event, or the hole it leaves; nil where nobody can tell whose it was.
    package var record: LogRecord?
}

extension StoreView {
    /// An event as it travels. One that cannot be read, or that what is left of its neighbours does not prove, is a
    /// hole.
    package func record(
        _ sequence: UInt64, _ origins: inout Origins
    ) throws(EventStoreError) -> StandingRecord {
        guard let frame = try soundFrame(sequence), let bytes = try frameCopy(sequence) else {
            return StandingRecord(frame: nil, record: try hole(at: sequence).map { .hole($0) })
        }
        guard let header = try EventHeader.proven(frame, bytes: bytes.span, origins: &origins, in: self) else {
            var hole = try hole(at: sequence)
            hole?.reason = "cannot be proven"
            return StandingRecord(frame: frame, record: hole.map { .hole($0) })
        }
        let payload = frame.state == .whole ? Array(bytes[frame.payload]) : nil
        return StandingRecord(
            frame: frame, record: .event(PortableEvent(header: header.canonicalBytes, payload: payload)))
    }
}
