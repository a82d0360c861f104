internal import Host
package import LMDB

extension EventHeader {
    /// Puts back what a frame leaves out, from the frames that hold it whole.
    ///
    /// Nil where a neighbour is damaged: the event's text can be served, its header cannot be proven.
    /// The caller compares `id` with the frame's.
    ///
    /// With `trusting` the ids of neighbours are taken as they are known, or lie there unchecked: quicker, and good
    /// only if the header then hashes to the frame's id.
    package init?(
        resolving frame: Frame, bytes: Span<UInt8>, origins: inout Origins,
        trusting known: Neighbours? = nil,
        in transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) {
        guard let origin = try origins.origin(of: frame, in: transaction, log) else { return nil }
        kind = frame.kind
        schema = frame.schema
        criticality = frame.criticality
        diary = origin.diary
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
            guard let held = try transaction.identifier(of: holder, trusting: known, log) else { return nil }
            previous = held
        }
        if let object = known?.object {
            self.object = object
        } else {
            guard let object = try transaction.object(of: frame, bytes: bytes, log) else { return nil }
            self.object = object
        }
        parents = []
        for parent in frame.parents(in: bytes) {
            switch parent {
            case .none: break
            case .offset(let start): parents.append(Digest(bytes, at: start))
            case .sequence(let holder):
                guard let held = try transaction.identifier(of: holder, trusting: known, log) else { return nil }
                parents.append(held)
            }
        }
        commit = frame.storedCommit ?? Self.commit(toPayload: [UInt8](copying: bytes.extracting(frame.payload)))
    }
}

/// What is known of a frame's neighbours by whoever has just walked past them.
package struct Neighbours {
    /// The frame visited before.
    var last: (sequence: UInt64, id: Digest)?
    /// The stream's newest event up to there.
    var parent: (sequence: UInt64, id: Digest)?
    /// The stream's identifier.
    var object: Identifier?
}

extension ReadableTransaction where Self: ~Copyable {
    /// The id of an event: of a sound frame, or as it lies there.
    fileprivate func identifier(
        of sequence: UInt64, trusting known: Neighbours?, _ log: LogState
    ) throws(EventStoreError) -> Digest? {
        guard let known else { return try soundFrame(sequence, log)?.id }
        if known.last?.sequence == sequence { return known.last?.id }
        if known.parent?.sequence == sequence { return known.parent?.id }
        guard let bytes = try frameBytes(sequence, log), bytes.count >= FrameLayout.minimum else { return nil }
        return Digest(bytes, at: FrameLayout.idOffset)
    }

    /// The stream an event belongs to; nil where neither the frame that names it nor the stream's row can be read.
    ///
    /// A row proves nothing by itself, but a header made with it either hashes to its id or does not.
    package func object(of frame: Frame, bytes: Span<UInt8>, _ log: LogState) throws(EventStoreError) -> Identifier? {
        switch frame.object {
        case .none: return .zero
        case .offset(let start): return Identifier(bytes, at: start)
        case .sequence(let holder):
            if let held = try frameBytes(holder, log), let frame = try? Frame(held, expecting: holder),
                case .offset(let start) = frame.object
            {
                return Identifier(held, at: start)
            }
            return try foldedRow(createdAt: holder, log)?.object
        }
    }
}
