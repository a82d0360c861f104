// Writing a frame: the only code that gives an event the form it keeps.

/// Everything a frame holds, before it is encoded.
package struct UnencodedFrame {
    package let header: EventHeader
    /// The header's canonical bytes.
    package let canonical: [UInt8]
    package let id: Digest
    package var sequence: UInt64
    package var arrivedAt: Int64
    package var version: UInt64
    package var previousInStream: UInt64
    package var jump: UInt64
    package var counters: Counters
    /// The numbers of `header.parents`, 0 for one that the log does not hold; nil if the only parent is the stream's
    /// event before.
    package var parents: [UInt64]?
    package var marks: Frame.Marks = []
    /// Salt and body; nil for a blanked event.
    package var payload: [UInt8]?

    /// The frame's bytes, checksum in place.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter(capacity: FrameLayout.headerOffset + canonical.count + 24 + (payload?.count ?? 0))
        writer.littleEndian(FrameLayout.magic)
        writer.littleEndian(UInt32(0))
        writer.littleEndian(sequence)
        writer.littleEndian(arrivedAt)
        writer.uint8((payload == nil ? Frame.State.blanked : .whole).rawValue)
        writer.uint8(marks.rawValue)
        writer.uint8(0)
        writer.uint8(parents == nil ? 0 : 1)
        writer.littleEndian(UInt32(0))
        writer.append(id)
        writer.append(canonical)
        writer.varint(version)
        writer.varint(distance(to: previousInStream))
        writer.varint(distance(to: jump))
        writer.varint(counters.first)
        writer.varint(counters.second)
        for parent in parents ?? [] { writer.varint(distance(to: parent)) }
        if let payload { writer.append(payload) }
        writer.patch(UInt32(truncatingIfNeeded: writer.count), at: 4)
        let sum = FrameLayout.checksum(of: writer.bytes.span, sequence: sequence)
        writer.patch(sum, at: FrameLayout.checksumOffset)
        return writer.bytes
    }

    private func distance(to other: UInt64) -> UInt64 { other == 0 ? 0 : sequence - other }
}
