internal import Host

/// An operation as it was offered, and what became of it.
public struct OfferedOperation: Equatable, Sendable {
    /// The indexes of its events among those that were offered, from 0.
    public var events: Range<Int>
    /// What became of it.
    public var answer: OperationAnswer
}

extension EventStore {
    /// Imports what it can of a batch of operations, in one transaction, and answers for each, in their order.
    ///
    /// An operation is accepted whole or not at all. If one turns out wrong after its first event was written, the
    /// batch is begun again without it: each such operation costs a pass over the batch. Events whose positions holes
    /// keep are written there afterwards, in a transaction of their own: see `fillHoles`.
    package func importEvents(_ events: [PortableEvent], arrivedAt: Int64) throws(EventStoreError) -> [OfferedOperation]
    {
        let operations = OperationGroups(events).ranges
        var settled: [Int: OperationAnswer] = [:]
        while true {
            var setbacks: [Int: OperationAnswer] = [:]
            do throws(EventStoreError) {
                var late: [LateEvent] = []
                var answers = try write { (writer) throws(EventStoreError) in
                    setbacks = [:]
                    let answers = try writer.importEvents(events, operations, settled, &setbacks, arrivedAt: arrivedAt)
                    late = writer.imported.late
                    return answers
                }
                for (index, answer) in fillings(with: late, arrivedAt: arrivedAt) { answers[index] = answer }
                return zip(operations, answers).map { OfferedOperation(events: $0, answer: $1) }
            } catch {
                guard !setbacks.isEmpty else { throw error }
                settled.merge(setbacks) { _, new in new }
            }
        }
    }
}

extension EventStore {
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

extension StoreWriter {
    /// Imports the operations that are not settled. If one was written that cannot stay, throws, with the operations at
    /// fault in `setbacks`.
    fileprivate mutating func importEvents(
        _ events: [PortableEvent], _ operations: [Range<Int>], _ settled: [Int: OperationAnswer],
        _ setbacks: inout [Int: OperationAnswer], arrivedAt: Int64
    ) throws(EventStoreError) -> [OperationAnswer] {
        let arrivedAt = try arrival(at: arrivedAt)
        var answers: [OperationAnswer] = []
        for (index, range) in operations.enumerated() {
            if let answer = settled[index] {
                answers.append(answer)
                continue
            }
            let answer = try importOperation(events[range], index, arrivedAt: arrivedAt)
            if answer != .accepted, imported.unfinished != nil {
                setbacks[index] = answer == .known ? .never(EventRefusal(.operation, .otherwise)) : answer
                throw .refused(record: range.lowerBound + 1, answer)
            }
            answers.append(answer)
        }
        let bare = EventNeeds(payload: true)
        for index in try unforgotten() { setbacks[index] = .notYet(bare) }
        if let index = setbacks.keys.min() {
            throw .refused(record: operations[index].lowerBound + 1, .notYet(bare))
        }
        return answers
    }

    /// Imports one operation and returns its answer; if only its first events were written, `imported.unfinished` says
    /// so.
    private mutating func importOperation(
        _ events: ArraySlice<PortableEvent>, _ index: Int, arrivedAt: Int64
    ) throws(EventStoreError) -> OperationAnswer {
        if let rest = OperationGroups.missing(in: events), rest > 0 {
            if let first = events.first, try isHere(first) { return .known }
            return .notYet(EventNeeds(rest: rest))
        }
        for event in events {
            let answer = try offer(event, arrivedAt: arrivedAt, record: index)
            if answer == .known, imported.unfinished == nil { try noteLate(events, record: index) }
            if answer != .accepted { return answer }
        }
        return .accepted
    }

    /// Notes those events of an operation whose positions holes keep.
    private mutating func noteLate(_ events: ArraySlice<PortableEvent>, record: Int) throws(EventStoreError) {
        for event in events {
            guard let standing = try standing(event), standing.isHole else { continue }
            imported.late.append(LateEvent(sequence: standing.sequence, event: event, record: record))
        }
    }

    /// Whether an event is in the log; then all of its operation is.
    private mutating func isHere(_ event: PortableEvent) throws(EventStoreError) -> Bool {
        try standing(event) != nil
    }

    /// An event as it stands in the log; nil if it is not there.
    private mutating func standing(_ event: PortableEvent) throws(EventStoreError) -> StandingEvent? {
        guard let header = try? EventHeader(canonical: event.header.span), header.store == log.meta.store else {
            return nil
        }
        try flushTail()
        try runs.flush(to: &view, log.tables)
        let device = try view.arriving(header.device)
        return try view.event(
            EventHeader.id(ofCanonical: event.header), number: header.deviceSequence, of: header.device,
            isForked: device.isForked)
    }
}

/// Events split into operations: each goes on as long as its events follow each other.
struct OperationGroups {
    private(set) var ranges: [Range<Int>] = []

    init(_ events: [PortableEvent]) {
        var last: EventHeader?
        for (index, event) in events.enumerated() {
            let header = try? EventHeader(canonical: event.header.span)
            if let header, let before = last, let range = ranges.last, Self.goesOn(header, before, events[index - 1]) {
                ranges[ranges.count - 1] = range.lowerBound..<index + 1
            } else {
                ranges.append(index..<index + 1)
            }
            last = header
        }
    }

    private static func goesOn(_ header: EventHeader, _ before: EventHeader, _ event: PortableEvent) -> Bool {
        header.operationIndex > 0 && header.operationIndex - 1 == before.operationIndex
            && header.operationCount == before.operationCount && header.device == before.device
            && header.previous == EventHeader.id(ofCanonical: event.header)
    }

    /// How many events of an operation did not come; nil if that cannot be told.
    static func missing(in events: ArraySlice<PortableEvent>) -> Int? {
        guard let bytes = events.first?.header, let header = try? EventHeader(canonical: bytes.span) else { return nil }
        guard header.operationIndex == 0 else { return Int(header.operationIndex) }
        return Int(header.operationCount) - events.count
    }
}
