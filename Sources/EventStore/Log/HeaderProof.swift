internal import Host

/// Whether the header of a sound frame hashes to the frame's id, told without making the header: its canonical bytes
/// are written from the frame and its neighbours straight into memory that is used again.
///
/// Where this does not prove it, `EventHeader` is made and says what is wrong. Some 0.6 µs an event.
struct HeaderProof: ~Copyable {
    /// What a proven header says, as the events around it need it.
    struct Claim: Equatable {
        var object: StreamID
        var device: DeviceID
        var deviceSequence: UInt64
        var previous: Digest

        init(object: StreamID, device: DeviceID, deviceSequence: UInt64, previous: Digest) {
            (self.object, self.device, self.deviceSequence, self.previous) = (object, device, deviceSequence, previous)
        }

        init(_ header: EventHeader) {
            self.init(
                object: header.object, device: header.device, deviceSequence: header.deviceSequence,
                previous: header.previous)
        }
    }

    private var bytes = FlatBytes()

    /// What the header says, with its neighbours' ids as they are known or lie there; nil if it is not proven by them.
    mutating func claim(
        of frame: Frame, _ frameBytes: Span<UInt8>, _ origin: Origins.Origin, trusting known: Neighbours,
        in view: borrowing StoreView
    ) throws(EventStoreError) -> Claim? {
        let previous: Digest
        switch frame.previous {
        case .none: previous = .zero
        case .offset(let start): previous = Digest(frameBytes, at: start)
        case .sequence(let holder):
            guard let held = try view.identifier(of: holder, trusting: known) else { return nil }
            previous = held
        }
        var object = known.object
        if object == nil { object = try view.object(of: frame, bytes: frameBytes) }
        guard let object else { return nil }
        bytes.removeAll()
        bytes.append(
            CanonicalStart(
                kind: frame.kind, schema: frame.schema, criticality: frame.criticality, store: origin.store,
                device: origin.device, deviceSequence: frame.deviceSequence, previous: previous,
                lamport: frame.lamport, wall: frame.wall, offset: frame.ownZone?.offset ?? origin.offset))
        if let zone = frame.ownZone {
            bytes.append(UInt8(truncatingIfNeeded: zone.name.count))
            bytes.append(frameBytes.extracting(zone.name))
        } else {
            bytes.append(UInt8(truncatingIfNeeded: origin.zone.count))
            bytes.append(origin.zone.span)
        }
        bytes.append(object)
        guard try appendParents(of: frame, frameBytes, trusting: known, in: view) else { return nil }
        bytes.append(
            CanonicalEnd(
                operationIndex: frame.operationIndex, operationCount: frame.operationCount,
                operation: frame.operation, key: frame.key,
                bodyLength: UInt32(truncatingIfNeeded: frame.bodyLength),
                payloadHash: frame.storedPayloadHash
                    ?? EventHeader.payloadHash(of: frameBytes.extracting(frame.payload))))
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: frame.trailer.count))
        bytes.append(frameBytes.extracting(frame.trailer))
        guard EventHeader.id(ofCanonical: bytes.span) == frame.id else { return nil }
        return Claim(object: object, device: origin.device, deviceSequence: frame.deviceSequence, previous: previous)
    }

    private mutating func appendParents(
        of frame: Frame, _ frameBytes: Span<UInt8>, trusting known: Neighbours, in view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        guard frame.ownParents != nil else {
            // The stream's event before is the only one, if there is one.
            let before = frame.previousInStream
            bytes.append(littleEndian: before == 0 ? 0 : 1 as UInt16)
            guard before > 0 else { return true }
            guard let held = try view.identifier(of: before, trusting: known) else { return false }
            bytes.append(held)
            return true
        }
        let parents = frame.parents(in: frameBytes)
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: parents.count))
        for parent in parents {
            switch parent {
            case .none: return false
            case .offset(let start): bytes.append(Digest(frameBytes, at: start))
            case .sequence(let holder):
                guard let held = try view.identifier(of: holder, trusting: known) else { return false }
                bytes.append(held)
            }
        }
        return true
    }
}
