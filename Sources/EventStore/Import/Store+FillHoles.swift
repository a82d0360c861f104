// Late events: events that arrive after all, for positions that holes have kept.

/// An event whose position in the log a hole keeps.
struct LateEvent {
    var sequence: UInt64
    var event: PortableEvent
    /// The index of its operation among those that were offered.
    var record: Int

    var id: Digest { event.id }
}

extension Store {
    /// Writes events at the positions that holes have kept for them, and returns what became of their operations.
    ///
    /// What follows a hole was computed without its event. So the log is written anew into the next file, as `forget`
    /// does it: each event under the number it had, with the late ones at their positions. Streams may have other
    /// versions afterwards, and snapshots are gone.
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
            var filling = Filling(left, arrivedAt: arrivedAt)
            do throws(EventStoreError) {
                _ = try relog(
                    changing: { try filling.put($0, at: $1, &$2) }, end: { try filling.end(in: &$0) })
                note(Done(hasWritten: true))
                return answers.merging(filling.answers) { mine, _ in mine }
            } catch .damagedEvents {
                let needs = EventNeeds(events: try beginRead().view.damagedIDs())
                for event in left.values { answers[event.record] = .notYet(needs) }
                return answers
            } catch {
                if filling.isVain { return answers.merging(filling.answers) { mine, _ in mine } }
                guard let obstacle = filling.obstacle else { throw error }
                for record in obstacle.records { answers[record] = obstacle.answer }
                left = left.filter { !obstacle.records.contains($0.value.record) }
            }
        }
        return answers
    }
}

/// An attempt to write a log anew with late events at the positions of holes.
private struct Filling {
    let late: [UInt64: LateEvent]
    let arrivedAt: Int64
    /// What became of the operations of late events.
    private(set) var answers: [Int: OperationAnswer] = [:]
    private var filled: [LateEvent] = []
    /// What prevents the attempt from being kept: the operations at fault, and their answer.
    private(set) var obstacle: (records: Set<Int>, answer: OperationAnswer)?
    /// Whether it came to the log's end, and no hole could be filled.
    private(set) var isVain = false

    init(_ late: [UInt64: LateEvent], arrivedAt: Int64) { (self.late, self.arrivedAt) = (late, arrivedAt) }

    /// Puts a record into the new log, or the late event in the place of a hole.
    mutating func put(
        _ record: LogRecord, at sequence: UInt64, _ writer: inout StoreWriter
    ) throws(EventStoreError) {
        if let late = late[sequence] {
            let answer = try offer(late, inPlaceOf: record, &writer)
            note(answer, late)
            if answer == .accepted { return }
        }
        let answer = try writer.offer(record)
        if answer == .accepted { return }
        guard case .event(let event) = record, (try? event.proven()) != nil else {
            throw .damagedEvents([SequenceNumber(sequence)])
        }
        obstacle = (contradicting(event, at: sequence), .never(EventRefusal(.previous, .otherwise)))
        throw .refused(record: 0, answer)
    }

    private func offer(
        _ late: LateEvent, inPlaceOf record: LogRecord, _ writer: inout StoreWriter
    ) throws(EventStoreError) -> OperationAnswer {
        switch record {
        case .event(let event):
            // Another import has filled the hole already.
            return event.header == late.event.header ? .known : .notYet(EventNeeds())
        case .hole(let hole):
            guard hole.id == nil || hole.id == late.id else { return .notYet(EventNeeds()) }
            // It comes between events of then, and with the time of the one before it no arrival falls.
            let then = try writer.newestArrival() ?? arrivedAt
            return try writer.offer(late.event, arrivedAt: then, record: late.record)
        }
    }

    private mutating func note(_ answer: OperationAnswer, _ event: LateEvent) {
        if answer == .accepted { filled.append(event) }
        if answers[event.record] == nil || answers[event.record] == .accepted { answers[event.record] = answer }
    }

    /// Throws if nothing is to be kept of the new log, which is whole: nothing was filled, or an event came without its
    /// payload though its stream was not forgotten.
    mutating func end(in writer: inout StoreWriter) throws(EventStoreError) {
        let answer = OperationAnswer.notYet(EventNeeds(payload: true))
        var unfounded: Set<Int> = []
        for late in filled where late.event.payload == nil {
            guard let header = try? EventHeader(canonical: late.event.header.span) else { continue }
            let row = try writer.view.stream(header.object)
            if row.map({ writer.log.model.isForgotten($0) }) != true { unfounded.insert(late.record) }
        }
        if !unfounded.isEmpty { obstacle = (unfounded, answer) }
        isVain = filled.isEmpty
        if isVain || obstacle != nil { throw .refused(record: 0, answer) }
    }

    /// Which operations' late events contradict an event that the log held before: the operations of its stream, or
    /// else of its device, or else all.
    func contradicting(_ portable: PortableEvent, at sequence: UInt64) -> Set<Int> {
        guard let header = try? EventHeader(canonical: portable.header.span) else {
            return Set(late.values.map(\.record))
        }
        func records(_ contradicts: (EventHeader) -> Bool) -> Set<Int> {
            Set(
                late.values.filter { event in
                    guard event.sequence < sequence else { return false }
                    return (try? EventHeader(canonical: event.event.header.span)).map(contradicts) ?? false
                }.map(\.record))
        }
        let ofStream = records { header.object != .zero && $0.object == header.object }
        let found = ofStream.isEmpty ? records { $0.device == header.device } : ofStream
        return found.isEmpty ? Set(late.values.map(\.record)) : found
    }
}

extension StoreView {
    /// The ids, as far as they are known, of the events that cannot be read or proven and are not holes.
    fileprivate func damagedIDs() throws(EventStoreError) -> [Digest] {
        var ids: [Digest] = []
        for sequence in stride(from: 1, through: log.head, by: 1) {
            guard case .hole(let hole)? = try record(sequence).record, let id = hole.id,
                try keptHole(sequence) == nil
            else { continue }
            ids.append(id)
        }
        return ids
    }
}
