internal import DiarylogHost

/// Walks a part of a log and checks whether each event fits where it stands: it is there and sound, versions, chains,
/// operations and parents go on, and the tables `devices` and `keys` have it. No hash is computed.
///
/// Goes on after each finding. An event beside one that cannot be read is not blamed for it. Some 0.4 µs an event; in
/// memory 8 bytes an event, and some 100 for each stream that the part meets.
package struct LogCheck: Sendable {
    package private(set) var findings = CheckFindings()
    package private(set) var events: UInt64 = 0
    private(set) var keys = SetSum()
    /// The first eight bytes of each id.
    private(set) var identifiers: [UInt64] = []
    private(set) var bursts = Bursts()
    /// What the meta record must know: the greatest lamport number, and whether an event binds the store.
    private(set) var lamport: UInt64 = 0
    private(set) var holdsBindingEvents = false
    /// Events that a newer program wrote: neither the store nor the program knows their kind and schema. Not those that
    /// were blanked.
    private(set) var newer: UInt64 = 0

    /// The event with the number before; nil if it cannot be read.
    private var before: Step?
    private var streams: [StreamID: (sequence: UInt64, version: UInt64)] = [:]
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
        var id: Digest
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
        }
        try view.forEachFrame(in: range) { sequence, bytes in
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
        (streams, devices) = ([:], [:])
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
        if frame.state == .whole, view.log.model.isNewer(frame) { newer += 1 }
        bursts.take(frame.sequence, arrivedAt: frame.arrivedAt)
        if let before, before.isOpen || frame.operationIndex > 0,
            frame.operationIndex != before.index + 1 || frame.operationCount != before.count
        {
            findings.note(frame.sequence, .operation)
        }
        runs.visit(frame.sequence, frame.device, frame.deviceSequence, &findings)
        if try !follows(frame, view) { findings.note(frame.sequence, .chain) }
        if try !continuesStream(frame, view) { findings.note(frame.sequence, .stream) }
        if try !hasParents(frame, bytes, view) { findings.note(frame.sequence, .parent) }
    }

    /// Whether an event follows the event that it names in the chain of their device. Also true if the named event
    /// cannot be read.
    private mutating func follows(_ frame: Frame, _ view: borrowing StoreView) throws(EventStoreError) -> Bool {
        let device = frame.device
        if let current, current.device != device { devices[current.device] = current.link }
        let last = current?.device == device ? current?.link : devices[device]
        let link = Link(id: frame.id, number: frame.deviceSequence, lamport: frame.lamport)
        current = (device, link)
        if frame.previous == .zero { return frame.deviceSequence == 1 }
        if let last, last.id == frame.previous {
            return last.number + 1 == frame.deviceSequence && last.lamport < frame.lamport
        }
        // The first event of this part, or one after a fork or a damaged one.
        switch try view.before(frame) {
        case .named(let before): return before.lamport < frame.lamport
        case .unreadable: return true
        case .none: return false
        }
    }

    /// Whether an event continues its stream where it says, with the next version; also if that event cannot be read.
    private mutating func continuesStream(
        _ frame: Frame, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        let previous = frame.previousInStream
        guard frame.object != .zero else { return frame.version == 0 && previous == 0 }
        guard frame.jump <= previous else { return false }
        // What comes before the first event with which a stream can begin whose creation is a hole is of no row.
        if previous == 0, !view.log.model.begins(kind: frame.kind, schema: frame.schema) { return frame.version == 1 }
        let last = streams[frame.object]
        streams[frame.object] = (frame.sequence, frame.version)
        guard previous > 0 else { return last == nil && frame.version == 1 }
        if let last, last.sequence >= previous {
            return last.sequence == previous && last.version + 1 == frame.version
        }
        guard let named = try view.reachableFrame(previous) else { return true }
        return named.version + 1 == frame.version && named.object == frame.object
    }

    /// Whether the parents' numbers lead to the events that the header names, and these are of the same stream, as far
    /// as they can be read.
    private func hasParents(
        _ frame: Frame, _ bytes: Span<UInt8>, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        let numbers = frame.parents(in: bytes)
        guard numbers.count == frame.header.parentCount else { return false }
        for (index, number) in numbers.enumerated() {
            // Beside a hole, an event that this log does not hold can be what it stands for.
            if number == 0, view.log.meta.holdsGaps { continue }
            guard number > 0 else { return false }
            guard let named = try view.reachableFrame(number) else { continue }
            guard named.id == Digest(bytes, at: frame.header.parents.lowerBound + 32 * index),
                named.object == frame.object, named.lamport < frame.lamport
            else { return false }
        }
        return true
    }
}
