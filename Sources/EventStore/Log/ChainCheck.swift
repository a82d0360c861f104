internal import Host
internal import Synchronization

/// Walks a log, or a part of it, and proves it: every frame is sound, every header hashes to its id, every payload is
/// the one its header commits to, and the events of every device form an unbroken chain.
package struct ChainCheck: Sendable {
    /// Something that does not hold, at an event.
    package struct Problem: Equatable, Sendable {
        package enum Reason: String, Sendable {
            case missing
            case damaged
            case hole = "was lost before this log was made"
            case unprovable
            case headerMismatch = "header does not hash to its id"
            case payloadMismatch = "payload is not what its header commits to"
            case brokenChain = "does not follow its device's event before"
        }
        package var sequence: UInt64
        package var reason: Reason

        package init(sequence: UInt64, reason: Reason) {
            self.sequence = sequence
            self.reason = reason
        }
    }

    /// Where a device's chain stands.
    private struct Tip: Sendable {
        var id: Digest
        var deviceSequence: UInt64
    }

    /// An event of a device, as its neighbours in the chain see it.
    private struct Link: Sendable {
        var sequence: UInt64
        /// The id it names as the one before.
        var previous: Digest
        var deviceSequence: UInt64
        /// Whether the event whose id it names is the device's event with the number before. In a forked chain several
        /// events follow one.
        var isVouched: Bool
    }

    package private(set) var events: UInt64 = 0
    package private(set) var problems: [Problem] = []
    private var tips: [DeviceID: Tip] = [:]
    /// The device of the event before, and that event's place in its chain; it lies here until another device's comes.
    private var current: (device: DeviceID, tip: Tip)?
    /// The first event seen of each device; its predecessor lies before this part.
    private var firsts: [DeviceID: Link] = [:]
    /// The frame visited last, which the next one often names.
    private var last: (sequence: UInt64, id: Digest)?
    /// Streams met in this part: their identifier, and their newest event so far.
    private var streams: [(object: StreamID, sequence: UInt64, id: Digest)] = []
    /// One plus the place in `streams` of a stream that began in this part, by its first event, counted from the
    /// part's; 0 for none. Of streams that began before, by the number of that event.
    private var places: [UInt32] = []
    private var earlier: [UInt64: UInt32] = [:]
    private var start: UInt64 = 0
    /// The anchor that the event before named, which the next one nearly always shares.
    private var anchor: (sequence: UInt64, origin: Origins.Origin)?

    /// Checks every event up to the head. Reads each once; two SHA-256 and about 1.5 µs for each event.
    package init(
        _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard view.log.head > 0 else {
            self.init()
            return
        }
        try self.init(1...view.log.head, view)
        begin()
    }

    private init() {}

    /// Notes that nothing precedes this part.
    mutating func begin() { join(ChainCheck()) }

    /// Checks a part of the log; `join` checks what its first events follow.
    ///
    /// `report` is called after every 4,096 events, with their number so far.
    package init(
        _ range: ClosedRange<UInt64>, _ view: borrowing StoreView,
        _ report: (UInt64) -> Void = { _ in }
    ) throws(EventStoreError) {
        var origins = Origins()
        var proof = HeaderProof()
        start = range.lowerBound
        places = [UInt32](repeating: 0, count: range.count)
        try view.forEachFrame(in: range) { (sequence, bytes) throws(EventStoreError) in
            events += 1
            if events & 4095 == 0 { report(events) }
            guard let bytes else {
                note(sequence, .missing)
                return true
            }
            guard let frame = try? Frame(bytes, expecting: sequence) else {
                if let hole = EventHole(bytes, at: sequence) {
                    note(sequence, .hole)
                    if let id = hole.id { setTip(of: hole.device, id, hole.deviceSequence) }
                } else {
                    note(sequence, .damaged)
                }
                return true
            }
            try check(frame, bytes, view, &proof, &origins)
            last = (sequence, frame.id)
            return true
        }
        if let current { tips[current.device] = current.tip }
        (streams, places, earlier, anchor, current) = ([], [], [:], nil, nil)
    }

    private func tip(of device: DeviceID) -> Tip? {
        if let current, current.device == device { return current.tip }
        return tips[device]
    }

    private mutating func setTip(of device: DeviceID, _ id: Digest, _ deviceSequence: UInt64) {
        if let current, current.device != device { tips[current.device] = current.tip }
        current = (device, Tip(id: id, deviceSequence: deviceSequence))
    }

    private mutating func check(
        _ frame: Frame, _ bytes: Span<UInt8>, _ view: borrowing StoreView, _ proof: inout HeaderProof,
        _ origins: inout Origins
    ) throws(EventStoreError) {
        let sequence = frame.sequence
        guard let (header, isProven) = try claim(of: frame, bytes, view, &proof, &origins) else {
            // Its own position in the chain is known all the same, so what follows can be checked against it.
            if let device = try origins.device(of: frame, in: view) {
                setTip(of: device, frame.id, frame.deviceSequence)
            }
            return note(sequence, .unprovable)
        }
        if frame.state == .whole, let stored = frame.storedPayloadHash,
            stored != EventHeader.payloadHash(of: bytes.extracting(frame.payload))
        {
            note(sequence, .payloadMismatch)
        }
        let tip = tip(of: header.device)
        // What follows names the id in this frame, whether it is right or not.
        setTip(of: header.device, frame.id, header.deviceSequence)
        guard isProven else { return note(sequence, .headerMismatch) }
        // The event that it names is damaged, and is reported itself; the id that lies there has just been proven.
        if case .sequence(let holder) = frame.previous, holder != last?.sequence,
            try view.soundFrame(holder) == nil
        {
            return
        }
        if let tip {
            if header.previous != tip.id || header.deviceSequence != tip.deviceSequence &+ 1,
                try !isVouched(frame, header, view, &origins)
            {
                note(sequence, .brokenChain)
            }
        } else {
            firsts[header.device] = Link(
                sequence: sequence, previous: header.previous, deviceSequence: header.deviceSequence,
                isVouched: try isVouched(frame, header, view, &origins))
        }
    }

    /// Whether the event that a frame names as the one before is the device's event with the number before.
    private func isVouched(
        _ frame: Frame, _ header: HeaderProof.Claim, _ view: borrowing StoreView, _ origins: inout Origins
    ) throws(EventStoreError) -> Bool {
        guard case .sequence(let holder) = frame.previous, let before = try view.soundFrame(holder),
            before.deviceSequence &+ 1 == header.deviceSequence
        else { return false }
        return try origins.device(of: before, in: view) == header.device
    }

    /// What the header says, resolved with ids as they lie in the neighbours, even in damaged ones: if it hashes to the
    /// frame's id, they are right. Otherwise it is resolved from sound neighbours only. Says, too, whether it hashes to
    /// the id.
    private mutating func claim(
        of frame: Frame, _ bytes: Span<UInt8>, _ view: borrowing StoreView, _ proof: inout HeaderProof,
        _ origins: inout Origins
    ) throws(EventStoreError) -> (claim: HeaderProof.Claim, isProven: Bool)? {
        var known = Neighbours(last: last)
        var create = frame.sequence
        if case .sequence(let holder) = frame.object { create = holder }
        let place = place(of: create)
        if case .sequence = frame.object, place > 0 {
            let stream = streams[Int(place) - 1]
            known.object = stream.object
            known.parent = (stream.sequence, stream.id)
        }
        if let origin = try origin(of: frame, view, &origins),
            let claim = try proof.claim(of: frame, bytes, origin, trusting: known, in: view)
        {
            note(frame, create, place, claim.object)
            return (claim, true)
        }
        let proven = try EventHeader.proven(frame, bytes: bytes, origins: &origins, trusting: known, in: view)
        if let proven {
            note(frame, create, place, proven.object)
            return (HeaderProof.Claim(proven), true)
        }
        guard let header = try EventHeader(resolving: frame, bytes: bytes, origins: &origins, in: view) else {
            return nil
        }
        return (HeaderProof.Claim(header), header.id == frame.id)
    }

    private mutating func origin(
        of frame: Frame, _ view: borrowing StoreView, _ origins: inout Origins
    ) throws(EventStoreError) -> Origins.Origin? {
        guard case .sequence(let sequence) = frame.origin else { return try origins.origin(of: frame, in: view) }
        if let anchor, anchor.sequence == sequence { return anchor.origin }
        guard let origin = try origins.origin(of: frame, in: view) else { return nil }
        anchor = (sequence, origin)
        return origin
    }

    private func place(of create: UInt64) -> UInt32 {
        create >= start ? places[Int(create - start)] : earlier[create] ?? 0
    }

    /// Notes a proven event as its stream's newest.
    private mutating func note(_ frame: Frame, _ create: UInt64, _ place: UInt32, _ object: StreamID) {
        guard frame.object != .none else { return }
        let newest = (object, frame.sequence, frame.id)
        if place > 0 {
            streams[Int(place) - 1] = newest
            return
        }
        streams.append(newest)
        let own = UInt32(truncatingIfNeeded: streams.count)
        if create >= start { places[Int(create - start)] = own } else { earlier[create] = own }
    }

    /// Joins the part that precedes this one; before the first part comes an empty one.
    package mutating func join(_ before: ChainCheck) {
        for (device, first) in firsts {
            let tip = before.tips[device]
            if first.isVouched { continue }
            if first.previous != tip?.id ?? .zero || first.deviceSequence != (tip?.deviceSequence ?? 0) &+ 1 {
                note(first.sequence, .brokenChain)
            }
        }
        firsts = before.firsts
        tips.merge(before.tips) { own, _ in own }
        events += before.events
        problems = (before.problems + problems).sorted { $0.sequence < $1.sequence }
    }

    private mutating func note(_ sequence: UInt64, _ reason: Problem.Reason) {
        problems.append(Problem(sequence: sequence, reason: reason))
    }
}

extension EventStore {
    /// Proves the log up to an event on several threads, each with a part of the log and a transaction of its own.
    ///
    /// Events are never changed, so the parts fit together however the log grows meanwhile. Each thread calls `report`
    /// with the number of events it has checked since its last call.
    package func checkChains(
        through head: UInt64, threads: Int, smallestPart: UInt64 = 4096, _ report: @Sendable (UInt64) -> Void = { _ in }
    ) throws(EventStoreError) -> ChainCheck {
        let count = UInt64(max(1, min(threads, Int(clamping: head / smallestPart))))
        let parts = Mutex<[Int: Result<ChainCheck, EventStoreError>]>([:])
        Threads.run(Int(count)) { number in
            let first = head * UInt64(number) / count + 1
            let last = head * UInt64(number + 1) / count
            let part: Result<ChainCheck, EventStoreError>
            do throws(EventStoreError) {
                let reader = try beginRead()
                var told: UInt64 = 0
                part = .success(
                    try ChainCheck(first...max(last, first), reader.view) { events in
                        report(events - told)
                        told = events
                    })
            } catch {
                part = .failure(error)
            }
            parts.withLock { $0[number] = part }
        }
        var whole: ChainCheck?
        for number in 0..<Int(count) {
            guard var part = try parts.withLock({ $0[number] })?.get() else { continue }
            if let whole { part.join(whole) }
            whole = part
        }
        guard var whole else { throw .storage("nothing was checked") }
        whole.begin()
        return whole
    }
}
