internal import DiarylogHost
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

    /// Checks every event up to the head. Reads each once; two SHA-256 and about 1 µs for each event.
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
        try view.forEachFrame(in: range) { sequence, bytes in
            events += 1
            if events & 4095 == 0 { report(events) }
            guard let bytes else {
                note(sequence, .missing)
                return true
            }
            guard let frame = try? Frame(bytes, expecting: sequence) else {
                try visit(unreadable: bytes, sequence)
                return true
            }
            try check(frame, bytes, view)
            return true
        }
        if let current { tips[current.device] = current.tip }
        current = nil
    }

    private mutating func visit(unreadable bytes: Span<UInt8>, _ sequence: UInt64) throws(EventStoreError) {
        if let hole = EventHole(bytes, at: sequence) {
            note(sequence, .hole)
            if let id = hole.id { setTip(of: hole.device, id, hole.deviceSequence) }
            return
        }
        note(sequence, .damaged)
        // Its header may be whole: then what follows it can be told.
        guard let header = FrameRemains(bytes, at: sequence)?.provenHeader else { return }
        setTip(of: header.device, header.id, header.deviceSequence)
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
        _ frame: Frame, _ bytes: Span<UInt8>, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        if !frame.hasItsPayload(in: bytes) { note(frame.sequence, .payloadMismatch) }
        let tip = tip(of: frame.device)
        // What follows names the id in this frame, whether it is right or not.
        setTip(of: frame.device, frame.id, frame.deviceSequence)
        guard frame.isProven(in: bytes) else { return note(frame.sequence, .headerMismatch) }
        if let tip {
            let follows = frame.previous == tip.id && frame.deviceSequence == tip.deviceSequence &+ 1
            if !follows, try !isVouched(frame, view) { note(frame.sequence, .brokenChain) }
        } else {
            firsts[frame.device] = Link(
                sequence: frame.sequence, previous: frame.previous, deviceSequence: frame.deviceSequence,
                isVouched: frame.deviceSequence > 1 ? try isVouched(frame, view) : false)
        }
    }

    /// Whether the event that a frame names as the one before is the device's event with the number before, as after a
    /// fork; also if that event cannot be read: it is reported itself.
    private func isVouched(_ frame: Frame, _ view: borrowing StoreView) throws(EventStoreError) -> Bool {
        try view.before(frame).isVouched
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

extension Store {
    /// Proves the log up to an event on several threads, each with a part of the log and a transaction of its own.
    ///
    /// Events are never changed, so the parts fit together however the log grows meanwhile. Each thread calls `report`
    /// with the number of events it has checked since its last call.
    package func checkChains(
        through head: UInt64, threads: Int, smallestPart: UInt64 = 4096,
        _ report: @escaping @Sendable (UInt64) -> Void = { _ in }
    ) throws(EventStoreError) -> ChainCheck {
        let count = UInt64(max(1, min(threads, Int(clamping: head / smallestPart))))
        let parts = Mutex<[Int: Result<ChainCheck, EventStoreError>]>([:])
        Threads.run(Int(count)) { number in
            let first = head * UInt64(number) / count + 1
            let last = head * UInt64(number + 1) / count
            let part: Result<ChainCheck, EventStoreError>
            do throws(EventStoreError) {
                let reader = try self.beginRead()
                var reported: UInt64 = 0
                part = .success(
                    try ChainCheck(first...max(last, first), reader.view) { events in
                        report(events - reported)
                        reported = events
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
