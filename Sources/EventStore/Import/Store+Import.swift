// Operations from elsewhere are taken into a log, batch by batch.

/// An operation as it was offered, and what became of it.
public struct OfferedOperation: Equatable, Sendable {
    /// The numbers of its records among those that were offered, from 0.
    public var events: [Int]
    /// What became of it.
    public var answer: OperationAnswer
}

extension Store {
    /// Imports what it can of a log from elsewhere, whose records may come in any order and several times; `report`
    /// receives each operation once it is answered.
    ///
    /// An operation is accepted whole or not at all, after what it follows. A batch of them is a transaction; it ends
    /// where it is full. Events without payload must have the event that says why in their batch. If an operation turns
    /// out wrong after its first event was written, the batch is begun again without it and half as large; one that
    /// went well is followed by one twice as large. Events whose positions holes keep are put there afterwards, in a
    /// new file: see `fillHoles`. What is not accepted yet is offered again as long as anything else was.
    ///
    /// A batch is full with so many events, or 8 MiB: a writer of this store waits for one at most.
    package func importLog(
        _ read: ForeignLog, arrivedAt: Int64, batch most: Int = ImportBatch.usual,
        _ report: (OfferedOperation) -> Void
    ) throws(EventStoreError) {
        let outline = try LogOutline(read)
        var waiting = LogOrder(outline).operations
        var refused: [Int: OperationAnswer] = [:]
        func finish(_ operation: Int32, _ answer: OperationAnswer) {
            let records = outline.records(of: operation)
            if answer != .accepted, answer != .known { for record in records { refused[record] = answer } }
            report(OfferedOperation(events: records, answer: answer))
        }
        var size = most
        var hasTaken = true
        while hasTaken, !waiting.isEmpty {
            hasTaken = false
            var left: [(operation: Int32, answer: OperationAnswer)] = []
            var late: [LateEvent] = []
            func note(_ operation: Int32, _ answer: OperationAnswer) {
                if answer == .accepted { hasTaken = true }
                if case .notYet = answer { left.append((operation, answer)) } else { finish(operation, answer) }
            }
            var done = 0
            while done < waiting.count {
                let batch = try importBatch(waiting[done...], of: outline, read, size: &size, arrivedAt: arrivedAt)
                size = min(most, 2 * size)
                let isLate = Set(batch.late.map(\.record))
                for (operation, answer) in zip(waiting[done...], batch.answers) where !isLate.contains(Int(operation)) {
                    note(operation, answer)
                }
                done += batch.answers.count
                late += batch.late
            }
            let answers = fillings(with: late, arrivedAt: arrivedAt)
            for operation in Set(late.map(\.record)).sorted() { note(Int32(operation), answers[operation] ?? .known) }
            waiting = left.map(\.operation)
            if !hasTaken { for (operation, answer) in left { finish(operation, answer) } }
        }
        for (line, other) in outline.repeats {
            report(OfferedOperation(events: [line], answer: refused[other] ?? .known))
        }
    }

    /// Imports events that are in memory, as `importLog` does, and returns what became of each operation, in the order
    /// in which their first events were given.
    package func importEvents(_ events: [PortableEvent], arrivedAt: Int64) throws(EventStoreError) -> [OfferedOperation]
    {
        var operations: [OfferedOperation] = []
        try importLog({ $0 < events.count ? .event(events[$0]) : nil }, arrivedAt: arrivedAt) { operations.append($0) }
        return operations.sorted { ($0.events.first ?? 0) < ($1.events.first ?? 0) }
    }

    /// Imports operations from the first on, until the batch is full; returns what became of those. The batch has at
    /// most half as many events after each operation that turns out wrong: so many of them cost a pass over what they
    /// stand in, and not each of them one over the batch.
    private func importBatch(
        _ operations: ArraySlice<Int32>, of outline: LogOutline, _ read: ForeignLog, size: inout Int, arrivedAt: Int64
    ) throws(EventStoreError) -> (answers: [OperationAnswer], late: [LateEvent]) {
        var answered: [Int: OperationAnswer] = [:]
        while true {
            var setbacks: [Int: OperationAnswer] = [:]
            do throws(EventStoreError) {
                let room = size
                return try write { writer in
                    setbacks = [:]
                    let answers = try writer.importBatch(
                        operations, of: outline, read, answered, &setbacks, size: room, arrivedAt: arrivedAt)
                    return (answers, writer.imported.late)
                }
            } catch {
                guard !setbacks.isEmpty else { throw error }
                answered.merge(setbacks) { _, new in new }
                size = max(1, size / 2)
            }
        }
    }

    /// What became of the operations of late events. If the disk or another writer prevents filling the holes, their
    /// answer is `notYet`; what was accepted before stays accepted.
    private func fillings(with late: [LateEvent], arrivedAt: Int64) -> [Int: OperationAnswer] {
        if late.isEmpty { return [:] }
        do throws(EventStoreError) {
            return try fillHoles(with: late, arrivedAt: arrivedAt)
        } catch {
            return Dictionary(late.map { ($0.record, .notYet(EventNeeds())) }) { first, _ in first }
        }
    }
}

/// How much is imported in one transaction.
package struct ImportBatch {
    private let size: Int
    private var records = 0
    private var bytes = 0

    /// Events.
    package static let usual = 4_096

    init(size: Int = usual) { self.size = size }

    mutating func note(_ record: LogRecord) {
        records += 1
        if case .event(let event) = record { bytes += event.header.count + (event.payload?.count ?? 0) }
    }

    var isFull: Bool { records >= size || bytes >= 8 << 20 }
}

extension StoreWriter {
    /// Imports the operations that are not answered, until the batch is full. If one was written that cannot stay,
    /// throws, with the operations at fault in `setbacks`. They are named by their first records.
    fileprivate mutating func importBatch(
        _ operations: ArraySlice<Int32>, of outline: LogOutline, _ read: ForeignLog, _ answered: [Int: OperationAnswer],
        _ setbacks: inout [Int: OperationAnswer], size: Int, arrivedAt: Int64
    ) throws(EventStoreError) -> [OperationAnswer] {
        let arrivedAt = try arrival(at: arrivedAt)
        var batch = ImportBatch(size: size)
        var answers: [OperationAnswer] = []
        for operation in operations {
            // Each stream that lacks a payload costs a look.
            if batch.isFull, imported.withoutPayload.isEmpty || answers.count.isMultiple(of: 256),
                try payloadsMissingWithoutReason().isEmpty
            {
                break
            }
            if let answer = answered[Int(operation)] {
                answers.append(answer)
                continue
            }
            let answer = try importOperation(operation, of: outline, read, &batch, arrivedAt: arrivedAt)
            if answer != .accepted, imported.unfinished != nil {
                setbacks[Int(operation)] = answer == .known ? .never(EventRefusal(.operation, .otherwise)) : answer
                throw .refused(record: Int(operation) + 1, answer)
            }
            answers.append(answer)
        }
        let needed = EventNeeds(payload: true)
        for operation in try payloadsMissingWithoutReason() { setbacks[operation] = .notYet(needed) }
        if let operation = setbacks.keys.min() { throw .refused(record: operation + 1, .notYet(needed)) }
        return answers
    }

    /// Imports one operation and returns its answer; if only its first events were written, `imported.unfinished` says
    /// so.
    private mutating func importOperation(
        _ operation: Int32, of outline: LogOutline, _ read: ForeignLog, _ batch: inout ImportBatch, arrivedAt: Int64
    ) throws(EventStoreError) -> OperationAnswer {
        let lines = outline.records(of: operation)
        let lacking = outline.lacking(in: lines)
        var answer = OperationAnswer.known
        for line in lines {
            let record = try outline.record(line, read)
            batch.note(record)
            let one: OperationAnswer
            switch record {
            case .hole(let hole):
                if outline.stores != [log.meta.store], try !isHere(hole.device) { return .notYet(EventNeeds()) }
                one = try importHole(hole, record: Int(operation))
                if one == .known, imported.unfinished == nil { continue }
            case .event(let event):
                if lacking > 0 { return try found(event) != nil ? .known : .notYet(EventNeeds(rest: lacking)) }
                one = try offer(event, arrivedAt: arrivedAt, record: Int(operation))
                if one == .known, imported.unfinished == nil {
                    for line in lines { try noteLate(outline.record(line, read), of: operation) }
                }
            }
            if one != .accepted { return one }
            answer = .accepted
        }
        return answer
    }

    /// Notes an event whose position a hole keeps.
    private mutating func noteLate(_ record: LogRecord, of operation: Int32) throws(EventStoreError) {
        guard case .event(let event) = record, let found = try found(event), found.isHole else { return }
        imported.late.append(LateEvent(sequence: found.sequence, event: event, record: Int(operation)))
    }

    /// Whether the log has an event of a device: a hole does not say which store it is of.
    private mutating func isHere(_ device: DeviceID) throws(EventStoreError) -> Bool {
        try openImports()
        return try importState(of: device).greatest > 0
    }

    /// An event as it stands in the log; nil if it is not there.
    private mutating func found(_ event: PortableEvent) throws(EventStoreError) -> KnownEvent? {
        guard let header = try? EventHeader(canonical: event.header.span), header.store == log.meta.store else {
            return nil
        }
        return try stored(event.id, number: header.deviceSequence, of: header.device)
    }
}

extension LogOutline {
    /// How many events of an operation did not come.
    fileprivate func lacking(in records: [Int]) -> Int {
        guard let first = records.first, let last = records.last else { return 0 }
        if lines[first].index > 0, !lines[first].marks.contains(.hole) { return Int(lines[first].index) }
        return Int(lines[last].count) - Int(lines[last].index) - 1
    }
}
