internal import Host
internal import LMDB

// Events that come after all, for places that holes have kept.

/// An event whose place in the log a hole keeps.
struct LateEvent {
    var sequence: UInt64
    var event: PortableEvent
    /// The place of its operation among those that were offered.
    var record: Int
}

extension EventStore {
    /// Puts events into the places that holes have kept for them, and says what became of their operations.
    ///
    /// What follows a hole was folded without it. So the whole log is taken over anew, in one transaction: each event
    /// by the one door, under the number it had, the late ones in their places. That costs what making the log of an
    /// export costs. Versions of entries may be other numbers afterwards; projections lag and are built anew, and
    /// snapshots are gone.
    ///
    /// A late event is taken where all it follows stand before its place, and where no other entry loses by it what is
    /// known of damaged events only here; else it is not yet taken, and the answer names those events.
    func fillHoles(with late: [LateEvent], arrivedAt: Int64) throws(EventStoreError) -> [Int: OperationAnswer] {
        var answers: [Int: OperationAnswer] = [:]
        while true {
            var left: [UInt64: LateEvent] = [:]
            for event in late where answers[event.record] == nil { left[event.sequence] = event }
            if left.isEmpty { return answers }
            var setback: (records: Set<Int>, answer: OperationAnswer)?
            do throws(EventStoreError) {
                try write { (writer) throws(EventStoreError) in
                    setback = nil
                    let before = try beginRead()
                    setback = try writer.takeAnew(before, with: left, arrivedAt: arrivedAt)
                    if let setback { throw .refused(record: 0, setback.answer) }
                }
                for event in left.values { answers[event.record] = .taken }
            } catch {
                guard let setback else { throw error }
                for record in setback.records { answers[record] = setback.answer }
            }
        }
    }
}

extension StoreWriter {
    /// Takes over the log as it stood before this transaction, with late events in the places of holes.
    ///
    /// Where that cannot be: the operations that stand in the way, and what becomes of them. Then nothing may be kept.
    fileprivate mutating func takeAnew(
        _ before: borrowing StoreReader, with late: [UInt64: LateEvent], arrivedAt: Int64
    ) throws(EventStoreError) -> (records: Set<Int>, answer: OperationAnswer)? {
        let all = Set(late.values.map(\.record))
        let (meta, head) = (log.meta, before.log.head)
        try empty()
        var origins = Origins()
        var damaged: [Digest] = []
        for sequence in 1...head {
            if let event = late[sequence] {
                let answer = try offer(event.event, arrivedAt: arrivedAt, record: event.record)
                if answer != .taken { return ([event.record], answer) }
                continue
            }
            let standing = try before.transaction.record(sequence, &origins, before.log)
            switch standing.record {
            case .event(let event):
                let answer = try offer(event, arrivedAt: standing.frame?.arrivedAt ?? arrivedAt, record: 0)
                // What was taken while nobody could tell turns out wrong: as it stands, the log has no room for both.
                if answer != .taken { return (all, .never(EventRefusal(.previous, .otherwise))) }
            case .hole(let hole):
                if try take(hole, record: 0) != .taken { return (all, .notYet(EventNeeds(events: damaged))) }
                if let id = hole.id { damaged.append(id) }
            case nil:
                try takeUnread(before.transaction.frameCopy(sequence, before.log), at: sequence)
            }
        }
        (log.meta.home, log.meta.homes, log.meta.tip) = (meta.home, meta.homes, meta.tip)
        let filled = Set(late.values.compactMap { try? EventHeader(canonical: $0.event.header.span).object })
        if try lacks(anythingOf: before, but: filled) { return (all, .notYet(EventNeeds(events: damaged))) }
        return nil
    }

    /// Removes all events and what follows from them; who writes, and the diary's secret, stay.
    private mutating func empty() throws(EventStoreError) {
        let tables = log.tables
        do throws(LMDBError) {
            for sequence in log.meta.folded..<log.head {
                let key = TableKey.tail(sequence + 1)
                _ = try transaction.delete(key.span, in: .main)
            }
            let kept = [tables.log, tables.streams, tables.ids, tables.devices, tables.keys]
            for table in kept + [tables.snapshots, tables.failures].compactMap(\.self) {
                try transaction.removeAll(in: table)
            }
        } catch {
            throw EventStoreError(error)
        }
        log.head = 0
        log.meta.folded = 0
        log.meta.lamport = 0
        log.meta.holdsBindingEvents = false
        log.meta.checkpoints = []
        (origins, runs, arrivals, followers) = (Origins(), DeviceRuns(), Arrivals(), [])
        (ordinals, tip, identity, metaIsDirty) = (nil, nil, nil, true)
    }

    /// Keeps the bytes of an event that nobody can say anything of, or the gap where it stood.
    private mutating func takeUnread(_ bytes: [UInt8]?, at sequence: UInt64) throws(EventStoreError) {
        try openArrivals()
        noteRecorded(sequence, .zero)
        if let bytes {
            try fold(bytes, sequence)
        } else {
            log.meta.folded = sequence
        }
    }

    /// Whether a stream that was there is not, or stands otherwise; `filled` may.
    private mutating func lacks(
        anythingOf before: borrowing StoreReader, but filled: Set<Identifier>
    ) throws(EventStoreError) -> Bool {
        try runs.flush(to: &transaction, log.tables)
        let tail = try before.transaction.tail(before.log)
        for ordinal in try 0..<before.transaction.foldedStreams(before.log) {
            guard var row = try? before.transaction.foldedRow(ordinal: ordinal + 1, before.log) else { continue }
            if let change = tail.change(ofOrdinal: ordinal + 1) { row = change.after }
            if filled.contains(row.object) { continue }
            if try transaction.foldedRow(of: row.object, log)?.state != row.state { return true }
        }
        return false
    }
}
