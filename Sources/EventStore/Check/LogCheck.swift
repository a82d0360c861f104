internal import DiarylogHost

/// Walks a part of a log and checks that each event is there and sound and follows its device's event before; and what
/// else is asked of it.
///
/// Goes on after each finding. An event beside one that cannot be read is not blamed for it.
package struct LogCheck: Sendable {
    /// What is asked of each event.
    package struct Questions: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Whether it fits where it stands: version, operation and parents go on, and the tables `devices` and `keys`
        /// have it. Some 0.4 µs an event; in memory 8 bytes an event, and some 100 for each stream of the part.
        package static let place = Questions(rawValue: 1 << 0)
        /// Whether its header hashes to its id, and its payload is the one that the header commits to. Some 1 µs.
        package static let proof = Questions(rawValue: 1 << 1)
    }

    package private(set) var findings: CheckFindings
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
    /// The first event of each device whose event before lies in an earlier part.
    fileprivate private(set) var firsts: [DeviceID: Frame] = [:]
    /// The newest event of each device.
    fileprivate private(set) var devices: [DeviceID: Link] = [:]
    /// The device of the event before, and that event: it lies here until another device's comes.
    private var current: (device: DeviceID, link: Link)?
    private var runs: DeviceTable.Walk
    /// The last event that the tables must have.
    private let flushed: UInt64
    private let questions: Questions

    /// What the next event must fit.
    private struct Step {
        var index: UInt32
        var count: UInt32

        /// Whether its operation goes on.
        var isOpen: Bool { index + 1 < count }
    }

    /// A device's newest event so far.
    fileprivate struct Link {
        var id: Digest
        var number: UInt64
        /// Nil if it cannot be read.
        var lamport: UInt64?

        /// Whether an event follows this one, or the one that it names: after a fork, or a damaged event, that is
        /// another one.
        func isFollowed(by frame: Frame, _ view: borrowing StoreView) throws(EventStoreError) -> Bool {
            if id == frame.previous { return number &+ 1 == frame.deviceSequence && (lamport ?? 0) < frame.lamport }
            return try view.follows(frame)
        }
    }

    /// Checks a part; `report` is called after every 8,192 events. Of `most` findings it says what they are.
    package init(
        _ range: ClosedRange<UInt64>, _ table: DeviceTable, _ view: borrowing StoreView, _ questions: Questions,
        most: Int = CheckFindings.most, _ report: () -> Void = {}
    ) throws(EventStoreError) {
        runs = DeviceTable.Walk(table, from: range.lowerBound)
        (flushed, self.questions, findings) = (table.flushed, questions, CheckFindings(most: most))
        let ofPlace = questions.contains(.place)
        if ofPlace { identifiers.reserveCapacity(Int(clamping: range.count)) }
        if ofPlace, range.lowerBound > 1, let frame = try view.reachableFrame(range.lowerBound - 1) {
            before = Step(index: frame.operationIndex, count: frame.operationCount)
        }
        try view.forEachPlace(in: range) { sequence, bytes, isMisplaced in
            events += 1
            if events & 8191 == 0 { report() }
            guard let bytes else {
                findings.note(sequence, .missing)
                before = nil
                return true
            }
            // Whoever looks for it does not find it.
            if isMisplaced { findings.note(sequence, .missing) }
            if let frame = try? Frame(bytes, expecting: sequence) {
                try visit(frame, bytes, view)
                before = Step(index: frame.operationIndex, count: frame.operationCount)
            } else {
                visit(unreadable: bytes, sequence)
                before = nil
            }
            return true
        }
        if ofPlace, range.upperBound == table.head, before?.isOpen == true { findings.note(table.head, .operation) }
        streams = [:]
        if let current { devices[current.device] = current.link }
    }

    /// A part of one event, to which no page of LMDB's leads any more.
    init(unreachable sequence: UInt64, _ table: DeviceTable) {
        runs = DeviceTable.Walk(table, from: sequence)
        (flushed, events, questions, findings) = (table.flushed, 1, [], CheckFindings())
        findings.note(sequence, .damaged)
    }

    private mutating func visit(unreadable bytes: Span<UInt8>, _ sequence: UInt64) {
        if let hole = EventHole(bytes, at: sequence) {
            findings.note(sequence, .hole)
            runs.visit(sequence, hole.device, hole.deviceSequence, &findings)
            if let id = hole.id { setLink(of: hole.device, Link(id: id, number: hole.deviceSequence)) }
            return
        }
        findings.note(sequence, .damaged)
        // Its header may be whole: then what follows it can be told.
        guard let header = FrameRemains(bytes, at: sequence)?.provenHeader else { return }
        setLink(of: header.device, Link(id: header.id, number: header.deviceSequence, lamport: header.lamport))
    }

    private mutating func visit(
        _ frame: Frame, _ bytes: Span<UInt8>, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let isOfProof = questions.contains(.proof)
        if isOfProof, !frame.hasItsPayload(in: bytes) { findings.note(frame.sequence, .payload) }
        let isProven = !isOfProof || frame.isProven(in: bytes)
        if !isProven { findings.note(frame.sequence, .header) }
        // What follows an event names the id in its frame, whether it is right or not.
        if try !follows(frame, isProven: isProven, view) { findings.note(frame.sequence, .chain) }
        if questions.contains(.place) { try checkPlace(of: frame, bytes, view) }
    }

    private mutating func checkPlace(
        of frame: Frame, _ bytes: Span<UInt8>, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        identifiers.append(bytes.littleEndian(at: FrameLayout.idOffset))
        if frame.sequence <= flushed {
            try KeyRow.forEach(of: frame) { (row) throws(EventStoreError) in keys.add(row) }
            lamport = max(lamport, frame.lamport)
            if frame.bindsStore { holdsBindingEvents = true }
        }
        if frame.state == .whole, view.log.model.isNewer(frame) { newer += 1 }
        bursts.append(frame.sequence, arrivedAt: frame.arrivedAt)
        if let before, before.isOpen || frame.operationIndex > 0,
            frame.operationIndex != before.index + 1 || frame.operationCount != before.count
        {
            findings.note(frame.sequence, .operation)
        }
        runs.visit(frame.sequence, frame.device, frame.deviceSequence, &findings)
        if try !continuesStream(frame, view) { findings.note(frame.sequence, .stream) }
        if try !hasParents(frame, bytes, view) { findings.note(frame.sequence, .parent) }
    }

    /// Whether an event follows the event that it names in the chain of their device. Also true if the named event
    /// cannot be read, or lies in an earlier part, and of an event that is not proven.
    private mutating func follows(
        _ frame: Frame, isProven: Bool, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        let last = link(of: frame.device)
        setLink(of: frame.device, Link(id: frame.id, number: frame.deviceSequence, lamport: frame.lamport))
        guard isProven else { return true }
        if frame.previous == .zero { return frame.deviceSequence == 1 }
        if let last { return try last.isFollowed(by: frame, view) }
        firsts[frame.device] = frame
        return true
    }

    private func link(of device: DeviceID) -> Link? {
        if let current, current.device == device { return current.link }
        return devices[device]
    }

    private mutating func setLink(of device: DeviceID, _ link: Link) {
        if let current, current.device != device { devices[current.device] = current.link }
        current = (device, link)
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

/// The devices' chains from part to part of a log.
struct ChainJoint {
    private var devices: [DeviceID: LogCheck.Link] = [:]

    /// What is wrong where a part begins that follows those joined so far.
    mutating func join(_ part: LogCheck, _ view: borrowing StoreView) throws(EventStoreError) -> CheckFindings {
        var findings = CheckFindings()
        for (device, first) in part.firsts {
            let link = devices[device]
            let follows = if let link { try link.isFollowed(by: first, view) } else { try view.follows(first) }
            if !follows { findings.note(first.sequence, .chain) }
        }
        devices.merge(part.devices) { $1 }
        return findings
    }
}

extension StoreView {
    /// Whether the event that a frame names as its device's event before is that; also if it cannot be read.
    fileprivate func follows(_ frame: Frame) throws(EventStoreError) -> Bool {
        switch try before(frame) {
        case .named(let before): before.lamport < frame.lamport
        case .unreadable: true
        case .none: false
        }
    }
}
