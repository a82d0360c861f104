internal import Host

/// Walks a part of a log and checks what every event says of its place: that it is there and sound, that versions,
/// chains, operations and parents go on, and that the tables `devices` and `keys` have it. No hash is computed.
///
/// Goes on after each finding. An event beside one that cannot be read is not blamed for it. Some 0.4 µs an event; in
/// memory 8 bytes an event, and some 100 for each stream that the part meets.
package struct LogCheck: Sendable {
    package private(set) var findings = CheckFindings()
    package private(set) var events: UInt64 = 0
    private(set) var keys = KeySum()
    /// The first eight bytes of each id.
    private(set) var identifiers: [UInt64] = []
    package private(set) var leaps = ClockLeaps()
    /// What the meta record must know: the greatest lamport number, and whether an event binds the store.
    private(set) var lamport: UInt64 = 0
    private(set) var holdsBindingEvents = false

    private var origins = Origins()
    /// The origin of the event before, which the next one nearly always shares.
    private var origin: (sequence: UInt64, device: DeviceID)?
    /// The event with the number before; nil if it cannot be read.
    private var before: Step?
    /// When the event before came into the file.
    private var arrivedAt = Int64.min
    private var streams: [UInt64: (sequence: UInt64, version: UInt64)] = [:]
    private var devices: [DeviceID: Link] = [:]
    /// The device of the event before, and that event: it lies here until another device's comes.
    private var current: (device: DeviceID, link: Link)?
    private var runs: DeviceTable.Walk
    /// The last event that the tables must have.
    private let flushed: UInt64

    /// What the next event must fit.
    private struct Step {
        var index: UInt32
        var count: UInt32

        /// Whether its operation goes on.
        var isOpen: Bool { index + 1 < count }
    }

    /// A device's newest event so far.
    private struct Link {
        var sequence: UInt64
        var number: UInt64
        var lamport: UInt64
    }

    /// Checks a part; `report` is called after every 8,192 events.
    package init(
        _ range: ClosedRange<UInt64>, _ table: DeviceTable, _ view: borrowing StoreView,
        _ report: () -> Void = {}
    ) throws(EventStoreError) {
        runs = DeviceTable.Walk(table, from: range.lowerBound)
        flushed = table.flushed
        identifiers.reserveCapacity(Int(clamping: range.count))
        if range.lowerBound > 1, let frame = try view.reachableFrame(range.lowerBound - 1) {
            before = Step(index: frame.operationIndex, count: frame.operationCount)
            arrivedAt = frame.arrivedAt
        }
        try view.forEachFrame(in: range) { (sequence, bytes) throws(EventStoreError) in
            events += 1
            if events & 8191 == 0 { report() }
            guard let bytes else {
                findings.note(sequence, .missing)
                before = nil
                return true
            }
            if let frame = try? Frame(bytes, expecting: sequence) {
                try visit(frame, bytes, view)
                before = Step(index: frame.operationIndex, count: frame.operationCount)
            } else {
                visit(unreadable: bytes, sequence)
                before = nil
            }
            return true
        }
        if range.upperBound == table.head, before?.isOpen == true { findings.note(table.head, .operation) }
        (streams, devices, origins) = ([:], [:], Origins())
    }

    /// A part of one event, to which no page of LMDB's leads any more.
    init(unreachable sequence: UInt64, _ table: DeviceTable) {
        runs = DeviceTable.Walk(table, from: sequence)
        (flushed, events) = (table.flushed, 1)
        findings.note(sequence, .damaged)
    }

    private mutating func visit(unreadable bytes: Span<UInt8>, _ sequence: UInt64) {
        guard let hole = EventHole(bytes, at: sequence) else { return findings.note(sequence, .damaged) }
        findings.note(sequence, .hole)
        runs.visit(sequence, hole.device, hole.deviceSequence, &findings)
    }

    private mutating func visit(
        _ frame: Frame, _ bytes: Span<UInt8>, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        identifiers.append(bytes.littleEndian(at: FrameLayout.idOffset))
        if frame.sequence <= flushed {
            if let code = frame.key?.code { keys.add(code, frame.sequence) }
            lamport = max(lamport, frame.lamport)
            if frame.bindsStore { holdsBindingEvents = true }
        }
        leaps.note(frame, after: arrivedAt)
        arrivedAt = frame.arrivedAt
        if let before, before.isOpen || frame.operationIndex > 0,
            frame.operationIndex != before.index + 1 || frame.operationCount != before.count
        {
            findings.note(frame.sequence, .operation)
        }
        if let device = try device(of: frame, bytes, view) {
            runs.visit(frame.sequence, device, frame.deviceSequence, &findings)
            if try !follows(frame, device, view) { findings.note(frame.sequence, .chain) }
        }
        if try !continuesStream(frame, view) { findings.note(frame.sequence, .stream) }
        if frame.ownParents != nil, try !hasParents(frame, bytes, view) { findings.note(frame.sequence, .parent) }
    }

    private mutating func device(
        of frame: Frame, _ bytes: Span<UInt8>, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DeviceID? {
        if case .sequence(let holder) = frame.origin, let origin, origin.sequence == holder { return origin.device }
        guard let device = try origins.device(of: frame, in: bytes, view) else { return nil }
        switch frame.origin {
        case .sequence(let holder): origin = (holder, device)
        case .offset: origin = (frame.sequence, device)
        case .none: break
        }
        return device
    }

    /// Whether an event is its device's event after the one that it names; also if that one cannot be read.
    private mutating func follows(
        _ frame: Frame, _ device: DeviceID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        if let current, current.device != device { devices[current.device] = current.link }
        let last = current?.device == device ? current?.link : devices[device]
        let link = Link(sequence: frame.sequence, number: frame.deviceSequence, lamport: frame.lamport)
        current = (device, link)
        switch frame.previous {
        case .none: return frame.deviceSequence == 1
        case .offset: return true
        case .sequence(let holder):
            if let last, last.sequence == holder {
                return last.number + 1 == frame.deviceSequence && last.lamport < frame.lamport
            }
            // The first event of this part, or one after a fork.
            guard let named = try view.reachableFrame(holder) else { return holder > 0 }
            guard named.deviceSequence + 1 == frame.deviceSequence, named.lamport < frame.lamport else { return false }
            let other = try origins.device(of: named, in: view)
            return other == nil || other == device
        }
    }

    /// Whether an event continues its stream where it says, with the next version; also if that event cannot be read.
    private mutating func continuesStream(
        _ frame: Frame, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        let previous = frame.previousInStream
        guard frame.object != .none else { return frame.version == 0 && previous == 0 }
        guard frame.jump <= previous else { return false }
        guard let create = frame.create else { return true }
        let last = streams[create]
        streams[create] = (frame.sequence, frame.version)
        guard previous > 0 else { return last == nil && frame.version == 1 }
        if let last, last.sequence >= previous {
            return last.sequence == previous && last.version + 1 == frame.version
        }
        guard let named = try view.reachableFrame(previous) else { return true }
        return named.version + 1 == frame.version && (named.create ?? create) == create
    }

    /// Whether the listed parents are events of the same stream, as far as they can be read.
    private func hasParents(
        _ frame: Frame, _ bytes: Span<UInt8>, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        for parent in frame.parents(in: bytes) {
            guard case .sequence(let holder) = parent else {
                // An id alone: beside a hole, an event that this log does not hold can be what it stands for.
                if view.log.meta.holdsGaps { continue }
                return false
            }
            guard let named = try view.reachableFrame(holder) else { continue }
            guard named.object != .none, named.lamport < frame.lamport else { return false }
            // Beside a hole, events of one stream may each have to say which it is.
            if !view.log.meta.holdsGaps, let create = frame.create, let other = named.create, create != other {
                return false
            }
        }
        return true
    }
}

extension StoreView {
    /// The frame under a number; nil if it is not sound, or no page leads to it.
    fileprivate func reachableFrame(_ sequence: UInt64) throws(EventStoreError) -> Frame? {
        do throws(EventStoreError) { return try soundFrame(sequence) } catch .damaged { return nil } catch {
            throw error
        }
    }
}

extension Frame {
    /// The event that began its stream here; nil for an event of the store, and for one that repeats the identifier
    /// because that event could not be read.
    fileprivate var create: UInt64? {
        switch object {
        case .none: nil
        case .sequence(let holder): holder
        case .offset: previousInStream == 0 ? sequence : nil
        }
    }
}
