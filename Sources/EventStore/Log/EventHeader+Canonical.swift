// The canonical bytes of a header: fixed widths, little-endian, and only one way to write each header.

extension EventHeader {
    /// The header's canonical bytes, which are hashed for its id.
    package var canonicalBytes: [UInt8] {
        var writer = ByteWriter(capacity: 192 + 32 * parents.count + zone.count + trailer.count)
        writer.uint8(1)
        writer.uint8(1)
        writer.littleEndian(kind)
        writer.littleEndian(schema)
        writer.uint8(criticality.rawValue)
        writer.append(store)
        writer.append(device)
        writer.littleEndian(deviceSequence)
        writer.append(previous)
        writer.littleEndian(lamport)
        writer.littleEndian(wall)
        writer.littleEndian(offset)
        writer.uint8(UInt8(truncatingIfNeeded: zone.count))
        writer.append(zone)
        writer.append(object)
        writer.littleEndian(UInt16(truncatingIfNeeded: parents.count))
        for parent in parents { writer.append(parent) }
        writer.littleEndian(operationIndex)
        writer.littleEndian(operationCount)
        if operationIndex == 0 {
            let operation = operation ?? Operation(command: 0)
            writer.uint8(operation.command)
            writer.uint8(operation.attended ? 1 : 0)
            writer.uint8(operation.undoRole.rawValue)
            writer.uint8(operation.target == nil ? 0 : 1)
            if let target = operation.target { writer.append(target) }
        }
        writer.uint8(key?.kind.rawValue ?? 0)
        if let key { writer.append(key.code) }
        writer.littleEndian(bodyLength)
        writer.append(payloadHash)
        writer.littleEndian(UInt16(truncatingIfNeeded: trailer.count))
        writer.append(trailer)
        return writer.bytes
    }
}
