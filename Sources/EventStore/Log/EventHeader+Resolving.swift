internal import Host

extension EventHeader {
    /// Restores what a frame leaves out, from the frames that hold it whole.
    ///
    /// Nil if a neighbour is damaged: then the event's body can be served, but its header cannot be proven. The caller
    /// compares `id` with the frame's.
    ///
    /// With `trusting`, the ids of neighbours are used as they are known, or as they lie there unchecked: this is
    /// quicker, and valid only if the header then hashes to the frame's id.
    package init?(
        resolving frame: Frame, bytes: Span<UInt8>, origins: inout Origins,
        trusting known: Neighbours? = nil,
        in view: borrowing StoreView
    ) throws(EventStoreError) {
        guard let origin = try origins.origin(of: frame, in: view) else { return nil }
        try self.init(resolving: frame, bytes: bytes, origin, trusting: known, in: view)
    }

    /// Restores a header with an origin that is known, or guessed.
    init?(
        resolving frame: Frame, bytes: Span<UInt8>, _ origin: Origins.Origin, trusting known: Neighbours?,
        in view: borrowing StoreView
    ) throws(EventStoreError) {
        kind = frame.kind
        schema = frame.schema
        criticality = frame.criticality
        store = origin.store
        device = origin.device
        deviceSequence = frame.deviceSequence
        lamport = frame.lamport
        wall = frame.wall
        offset = frame.ownZone?.offset ?? origin.offset
        zone = frame.ownZone.map { [UInt8](copying: bytes.extracting($0.name)) } ?? origin.zone
        operationIndex = frame.operationIndex
        operationCount = frame.operationCount
        operation = frame.operation
        key = frame.key
        bodyLength = UInt32(truncatingIfNeeded: frame.bodyLength)
        trailer = [UInt8](copying: bytes.extracting(frame.trailer))
        switch frame.previous {
        case .none: previous = .zero
        case .offset(let start): previous = Digest(bytes, at: start)
        case .sequence(let holder):
            guard let held = try view.identifier(of: holder, trusting: known) else { return nil }
            previous = held
        }
        if let object = known?.object {
            self.object = object
        } else {
            var object = try view.object(of: frame, bytes: bytes)
            if object == nil, known != nil { object = try view.lyingObject(of: frame) }
            guard let object else { return nil }
            self.object = object
        }
        parents = []
        for parent in frame.parents(in: bytes) {
            switch parent {
            case .none: break
            case .offset(let start): parents.append(Digest(bytes, at: start))
            case .sequence(let holder):
                guard let held = try view.identifier(of: holder, trusting: known) else { return nil }
                parents.append(held)
            }
        }
        payloadHash = frame.storedPayloadHash ?? Self.payloadHash(of: bytes.extracting(frame.payload))
    }
}

extension EventHeader {
    /// The header that hashes to a sound frame's id; nil if what is left of its neighbours does not give one.
    ///
    /// The ids of neighbours are used as they lie there. If the header does not fit, the damaged neighbours are tried
    /// once more, with the ids that the rest of their bytes hash to.
    package static func proven(
        _ frame: Frame, bytes: Span<UInt8>, origins: inout Origins, trusting known: Neighbours = Neighbours(),
        in view: borrowing StoreView
    ) throws(EventStoreError) -> EventHeader? {
        for isMending in [false, true] {
            var known = isMending ? Neighbours() : known
            known.isMending = isMending
            let header = try EventHeader(
                resolving: frame, bytes: bytes, origins: &origins, trusting: known, in: view)
            if let header, header.id == frame.id { return header }
        }
        return nil
    }
}

/// What a walk that has just passed a frame's neighbours knows of them.
package struct Neighbours {
    /// The frame visited before.
    var last: (sequence: UInt64, id: Digest)?
    /// The stream's newest event up to there.
    var parent: (sequence: UInt64, id: Digest)?
    /// The stream's identifier.
    var object: StreamID?
    /// Whether the ids of damaged frames are computed from what is left of them.
    var isMending = false

    package init(
        last: (sequence: UInt64, id: Digest)? = nil, parent: (sequence: UInt64, id: Digest)? = nil,
        object: StreamID? = nil
    ) {
        self.last = last
        self.parent = parent
        self.object = object
    }
}

extension StoreView {
    /// The id of an event: that of a sound frame only, or with `trusting` as it is known or lies there.
    func identifier(
        of sequence: UInt64, trusting known: Neighbours?
    ) throws(EventStoreError) -> Digest? {
        guard let known else { return try soundFrame(sequence)?.id }
        if known.last?.sequence == sequence { return known.last?.id }
        if known.parent?.sequence == sequence { return known.parent?.id }
        guard let bytes = try frameBytes(sequence), bytes.count >= FrameLayout.minimum else { return nil }
        if known.isMending, let mended = try mendedIdentifier(sequence, bytes) { return mended }
        return Digest(bytes, at: FrameLayout.idOffset)
    }

    /// The id that the header of a damaged frame hashes to, read as it lies; nil for a sound frame.
    private func mendedIdentifier(
        _ sequence: UInt64, _ bytes: Span<UInt8>
    ) throws(EventStoreError) -> Digest? {
        guard (try? Frame(bytes, expecting: sequence)) == nil,
            let frame = try? Frame(damaged: bytes, expecting: sequence)
        else { return nil }
        // A substitute for an anchor resolves headers in turn, so it may not be used here.
        let origin =
            if case .offset = frame.origin { Origins.Origin(frame, bytes) } else {
                try Origins.lying(of: frame, in: self)
            }
        guard let origin else { return nil }
        return try EventHeader(
            resolving: frame, bytes: bytes, origin, trusting: Neighbours(), in: self)?.id
    }

    /// The stream's identifier as it lies in a damaged frame.
    fileprivate func lyingObject(of frame: Frame) throws(EventStoreError) -> StreamID? {
        guard case .sequence(let holder) = frame.object, let bytes = try frameBytes(holder),
            let frame = try? Frame(damaged: bytes, expecting: holder), case .offset(let start) = frame.object
        else { return nil }
        return StreamID(bytes, at: start)
    }

    /// The stream an event belongs to; nil if neither the frame that names it nor the stream's row can be read.
    ///
    /// A row proves nothing by itself, but a header made with it either hashes to its id or does not.
    package func object(of frame: Frame, bytes: Span<UInt8>) throws(EventStoreError) -> StreamID? {
        switch frame.object {
        case .none: return .zero
        case .offset(let start): return StreamID(bytes, at: start)
        case .sequence(let holder):
            if let held = try frameBytes(holder), let frame = try? Frame(held, expecting: holder),
                case .offset(let start) = frame.object
            {
                return StreamID(held, at: start)
            }
            return try storedRow(createdAt: holder)?.object
        }
    }
}
