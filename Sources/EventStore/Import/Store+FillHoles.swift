// Late events: events that arrive after all, for positions that holes have kept.

/// An event whose position in the log a hole keeps.
struct LateEvent {
    var sequence: UInt64
    var event: PortableEvent
    /// The index of its operation among those that were offered.
    var record: Int

    var id: Digest { EventHeader.id(ofCanonical: event.header) }
}

extension Store {
    /// Writes events at the positions that holes have kept for them, and returns what became of their operations.
    ///
    /// What follows a hole was computed without its event. So the whole log is rewritten in one transaction: each event
    /// is imported again under the number it had, with the late ones at their positions. This costs what importing an
    /// exported log costs. Streams may have other versions afterwards, and snapshots are gone.
    ///
    /// A late event is accepted if all the events it follows come before its position. None is accepted while the log
    /// has an event that is damaged, or cannot be proven, because only this file may still hold something of it. Then
    /// the answer names what is damaged.
    func fillHoles(with late: [LateEvent], arrivedAt: Int64) throws(EventStoreError) -> [Int: OperationAnswer] {
        var answers: [Int: OperationAnswer] = [:]
        var left: [UInt64: LateEvent] = [:]
        for event in late {
            // A second event for the same position can be accepted later, when it is offered again.
            if let other = left[event.sequence], other.id != event.id { answers[event.record] = .notYet(EventNeeds()) }
            if left[event.sequence] == nil { left[event.sequence] = event }
        }
        while !left.isEmpty {
            var attempt = RewrittenLog(left)
            do throws(EventStoreError) {
                try write { writer in
                    attempt = RewrittenLog(left)
                    let before = try beginRead()
                    try writer.rewriteLog(before, &attempt, arrivedAt: arrivedAt)
                    if attempt.obstacle != nil || attempt.filled == 0 {
                        throw EventStoreError.refused(record: 0, .known)
                    }
                }
                return answers.merging(attempt.answers) { mine, _ in mine }
            } catch {
                guard let obstacle = attempt.obstacle else {
                    // If no hole could be filled, nothing was to be kept; otherwise the commit failed.
                    guard attempt.isWhole, attempt.filled == 0 else { throw error }
                    return answers.merging(attempt.answers) { mine, _ in mine }
                }
                for record in obstacle.records { answers[record] = obstacle.answer }
                left = left.filter { !obstacle.records.contains($0.value.record) }
            }
        }
        return answers
    }
}

/// An attempt to rewrite a log with late events at the positions of holes.
private struct RewrittenLog {
    let late: [UInt64: LateEvent]
    /// What became of the operations of late events.
    var answers: [Int: OperationAnswer] = [:]
    var filled = 0
    /// What prevents the attempt from being committed: the operations at fault, and their answer.
    var obstacle: (records: Set<Int>, answer: OperationAnswer)?
    /// Whether it came to the log's end.
    var isWhole = false

    init(_ late: [UInt64: LateEvent]) { self.late = late }

    mutating func note(_ answer: OperationAnswer, _ event: LateEvent) {
        if answer == .accepted { filled += 1 }
        if answers[event.record] == nil || answers[event.record] == .accepted { answers[event.record] = answer }
    }

    /// Which operations' late events contradict an event that the log held before: the operations of its stream, or
    /// else of its device, or else all.
    func opponents(of portable: PortableEvent, at sequence: UInt64) -> Set<Int> {
        guard let header = try? EventHeader(canonical: portable.header.span) else {
            return Set(late.values.map(\.record))
        }
        func records(_ isOpponent: (EventHeader) -> Bool) -> Set<Int> {
            Set(
                late.values.filter { event in
                    guard event.sequence < sequence else { return false }
                    return (try? EventHeader(canonical: event.event.header.span)).map(isOpponent) ?? false
                }.map(\.record))
        }
        let ofStream = records { header.object != .zero && $0.object == header.object }
        let found = ofStream.isEmpty ? records { $0.device == header.device } : ofStream
        return found.isEmpty ? Set(late.values.map(\.record)) : found
    }
}

extension StoreWriter {
    /// Imports the log as it was before this transaction, with late events at the positions of holes.
    fileprivate mutating func rewriteLog(
        _ before: borrowing StoreReader, _ attempt: inout RewrittenLog, arrivedAt: Int64
    ) throws(EventStoreError) {
        let (meta, head) = (log.meta, before.view.log.head)
        try empty()
        for sequence in 1...max(head, 1) {
            let portable = try before.view.record(sequence)
            if case .event(let event) = portable.record {
                if let late = attempt.late[sequence] {
                    // Another import has filled the hole already.
                    attempt.note(event.header == late.event.header ? .known : .notYet(EventNeeds()), late)
                }
                let answer = try offer(event, arrivedAt: portable.frame?.arrivedAt ?? arrivedAt, record: 0)
                guard answer == .accepted else {
                    attempt.obstacle = (
                        attempt.opponents(of: event, at: sequence), .never(EventRefusal(.previous, .otherwise))
                    )
                    return
                }
                continue
            }
            guard let bytes = try before.view.frameCopy(sequence),
                let hole = EventHole(bytes.span, at: sequence)
            else {
                let damaged = try before.view.damagedIDs(from: sequence)
                let all = Set(attempt.late.values.map(\.record))
                attempt.obstacle = (all, .notYet(EventNeeds(events: damaged)))
                return
            }
            if let late = attempt.late[sequence] {
                let fits = hole.id == nil || hole.id == late.id
                // It comes between events of then, and with the time of the one before it no arrival falls.
                let then = try newestArrival() ?? arrivedAt
                let answer =
                    fits ? try offer(late.event, arrivedAt: then, record: late.record) : .notYet(EventNeeds())
                attempt.note(answer, late)
                if answer == .accepted { continue }
            }
            guard try importHole(hole, record: 0) == .accepted else {
                throw .damaged("a hole at event \(sequence) that has another's place")
            }
        }
        (log.meta.home, log.meta.own) = (meta.home, meta.own)
        log.meta.rewrites &+= 1
        attempt.isWhole = true
    }

    /// Removes all events and what follows from them; the store's device and secret stay.
    mutating func empty() throws(EventStoreError) {
        let tables = log.tables
        for sequence in log.meta.flushed..<log.head {
            let key = TableKey.tail(sequence + 1)
            _ = try view.delete(key.span, in: .main)
        }
        let kept = [tables.log, tables.streams, tables.ids, tables.devices, tables.keys]
        for table in kept + [tables.snapshots, tables.failures] + tables.projections.flatMap(\.tables) {
            try view.removeAll(in: table)
        }
        log.head = 0
        log.meta.flushed = 0
        (log.meta.lamport, log.meta.counters) = (0, Counters())
        (log.meta.holdsBindingEvents, log.meta.holdsGaps, log.meta.holdsFalls) = (false, false, false)
        (arrival, lastArrival) = (nil, nil)
        (runs, imported, activeProjections) = (DeviceRuns(), ImportState(), nil)
        (ordinals, device) = (nil, nil)
    }
}

extension StoreView {
    /// The ids, as far as they are known, of the events from `first` on that cannot be read and are not holes.
    fileprivate func damagedIDs(from first: UInt64) throws(EventStoreError) -> [Digest] {
        var ids: [Digest] = []
        for sequence in first...max(first, log.head) {
            guard case .hole(let hole)? = try record(sequence).record, let id = hole.id,
                let bytes = try frameCopy(sequence), EventHole(bytes.span, at: sequence) == nil
            else { continue }
            ids.append(id)
        }
        return ids
    }
}
