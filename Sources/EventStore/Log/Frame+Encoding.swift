internal import Host

// Writing a frame: the only code that gives an event the form it keeps.

/// Everything a frame holds, before it is encoded.
package struct FrameDraft {
    package var header: EventHeader
    package var id: Digest
    package var sequence: UInt64
    package var arrivedAt: Int64
    package var clamp: Int64
    package var state: Frame.State
    package var keyframeSteps: UInt8
    package var version: UInt64
    package var previousInStream: UInt64
    package var jump: UInt64
    package var counters: Counters
    /// The frame that holds store and device whole; nil: this one.
    package var origin: UInt64?
    /// Whether zone and offset are those of the origin.
    package var sharesZone: Bool
    /// The log's secret, if this frame is to hold it.
    package var secret: [UInt8]?
    /// The frame whose id `header.previous` is; nil if there is none, or the log does not hold it.
    package var previous: UInt64?
    /// The frame that holds the stream's identifier; nil if it is this one, or the object is zero.
    package var objectHolder: UInt64?
    /// The frames of `header.parents`, 0 for one that the log does not hold; nil if the only parent is the stream's
    /// event before.
    package var parents: [UInt64]?
    package var marks: Frame.Marks = []
    /// Salt and body; empty for a blanked event.
    package var payload: [UInt8]

    /// The frame's bytes, checksum in place.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter(capacity: 160 + payload.count)
        var flags: FrameLayout.Flags = []
        if origin == nil { flags.insert(.originWhole) }
        if !sharesZone { flags.insert(.ownZone) }
        if header.previous == .zero {
            flags.insert(.previousNone)
        } else if previous == nil {
            flags.insert(.previousWhole)
        }
        if header.object == .zero {
            flags.insert(.objectNone)
        } else if objectHolder == nil {
            flags.insert(.objectWhole)
        }
        if secret != nil { flags.insert(.secret) }
        if parents != nil { flags.insert(.ownParents) }
        if header.operationCount > 1 { flags.insert(.operationNumbers) }
        if header.key != nil { flags.insert(.keyed) }
        if state == .blanked { flags.insert(.payloadHashStored) }
        if !header.trailer.isEmpty { flags.insert(.trailer) }

        writer.littleEndian(FrameLayout.magic)
        writer.littleEndian(UInt32(0))
        writer.littleEndian(sequence)
        writer.littleEndian(arrivedAt)
        writer.uint8(state.rawValue)
        writer.uint8(marks.rawValue)
        writer.append([0, 0])
        writer.littleEndian(clamp)
        writer.littleEndian(UInt32(0))
        writer.append(id)
        writer.littleEndian(flags.rawValue)
        writer.littleEndian(header.kind)
        writer.littleEndian(header.schema)
        writer.uint8(header.criticality.rawValue)
        writer.uint8(keyframeSteps)
        writer.varint(version)
        writer.varint(distance(to: previousInStream))
        writer.varint(distance(to: jump))
        writer.varint(counters.first)
        writer.varint(counters.second)
        writer.varint(header.deviceSequence)
        writer.varint(header.lamport)
        writer.signedVarint(header.wall &- arrivedAt)
        if let origin {
            writer.varint(distance(to: origin))
        } else {
            writer.append(header.store)
            writer.append(header.device)
        }
        if !sharesZone {
            writer.signedVarint(Int64(header.offset))
            writer.uint8(UInt8(truncatingIfNeeded: header.zone.count))
            writer.append(header.zone)
        }
        if let secret { writer.append(secret) }
        if flags.contains(.previousWhole) { writer.append(header.previous) }
        if header.previous != .zero, let previous { writer.varint(distance(to: previous)) }
        if flags.contains(.objectWhole) { writer.append(header.object) }
        if header.object != .zero, let objectHolder { writer.varint(distance(to: objectHolder)) }
        if let parents {
            writer.varint(header.parents.count)
            for (id, holder) in zip(header.parents, parents) {
                writer.varint(distance(to: holder))
                if holder == 0 { writer.append(id) }
            }
        }
        if header.operationCount > 1 {
            writer.varint(header.operationIndex)
            writer.varint(header.operationCount)
        }
        if header.operationIndex == 0 {
            let operation = header.operation ?? EventHeader.Operation(command: 0)
            writer.uint8(operation.command)
            writer.uint8(operation.attended ? 1 : 0)
            writer.uint8(operation.acts.rawValue)
            writer.uint8(operation.target == nil ? 0 : 1)
            if let target = operation.target { writer.append(target) }
        }
        if let key = header.key {
            writer.uint8(key.kind.rawValue)
            writer.append(key.code)
        }
        if state == .blanked { writer.append(header.payloadHash) }
        if !header.trailer.isEmpty {
            writer.littleEndian(UInt16(truncatingIfNeeded: header.trailer.count))
            writer.append(header.trailer)
        }
        writer.varint(header.bodyLength)
        writer.append(payload)
        writer.patch(UInt32(truncatingIfNeeded: writer.count), at: 4)
        let sum = FrameLayout.checksum(of: writer.bytes.span, sequence: sequence)
        writer.patch(sum, at: FrameLayout.checksumOffset)
        return writer.bytes
    }

    private func distance(to other: UInt64) -> UInt64 { other == 0 ? 0 : sequence - other }
}
