internal import Host

/// The order and the times of an exported log of which a line does not say when it came: the chains of its devices
/// alone decide both, whatever order the lines came in. FileFormat.md, "Time", has the rule.
///
/// All of the log is in memory meanwhile.
struct AdoptedOrder {
    /// Each record, when it is said to have come, and the number of its line.
    private(set) var records: [(record: LogRecord, arrivedAt: Int64, line: Int)] = []

    /// An operation, or what is left of it: its records in the order of its device.
    private struct Operation {
        var records: [(record: LogRecord, line: Int)]
        var id: Digest
        var device: DeviceID
        /// The number of its last event among those of its device.
        var number: UInt64
        var lamport: UInt64
        /// What the device's clock showed; nil for a hole alone.
        var wall: Int64?
        /// The events that any of its own follows.
        var before: Set<Digest>
        var shown = Int64.min
    }

    private var operations: [Operation] = []
    private var owners: [Digest: Int] = [:]

    init(_ log: [LogRecord], now: Int64) {
        gather(log)
        show(now)
        operations.sort { left, right in
            if left.shown != right.shown { return left.shown < right.shown }
            if left.lamport != right.lamport { return left.lamport < right.lamport }
            if left.device != right.device { return left.device < right.device }
            return left.number != right.number ? left.number < right.number : left.id < right.id
        }
        for operation in operations {
            records += operation.records.map { ($0.record, operation.shown, $0.line) }
        }
    }

    /// Puts the records of each operation together, in the order of lamport numbers: so what an event follows is met
    /// before it. A hole goes with what its device wrote before it. An event that occurs twice is taken once.
    private mutating func gather(_ log: [LogRecord]) {
        var events: [(header: EventHeader, id: Digest, record: LogRecord, line: Int)] = []
        var holes: [DeviceID: [(hole: EventHole, line: Int)]] = [:]
        for (index, record) in log.enumerated() {
            let line = index + 1
            switch record {
            case .event(let event):
                // The door says what is wrong with a header that cannot be read.
                guard let header = try? EventHeader(canonical: event.header.span) else {
                    operations.append(
                        Operation(
                            records: [(record, line)], id: .zero, device: .zero, number: 0, lamport: 0, wall: nil,
                            before: []))
                    continue
                }
                events.append((header, EventHeader.id(ofCanonical: event.header), record, line))
            case .hole(let hole): holes[hole.device, default: []].append((hole, line))
            }
        }
        for device in holes.keys { holes[device]?.sort { $0.hole.deviceSequence > $1.hole.deviceSequence } }
        events.sort { ($0.header.lamport, $0.id) < ($1.header.lamport, $1.id) }
        var newest: [DeviceID: Int] = [:]
        for (header, id, record, line) in events where owners[id] == nil {
            while let (hole, line) = holes[header.device]?.last, hole.deviceSequence < header.deviceSequence {
                holes[header.device]?.removeLast()
                take(hole, line, &newest)
            }
            let known = owners[header.previous] ?? newest[header.device]
            if header.operationIndex > 0, let owner = known, operations[owner].device == header.device {
                operations[owner].records.append((record, line))
                operations[owner].number = header.deviceSequence
                operations[owner].before.formUnion(header.parents)
                owners[id] = owner
            } else {
                var before = Set(header.parents + [header.previous])
                if header.kind == StoreKind.deviceBegin, case .event(let event) = record, let body = event.body,
                    let begin = try? DeviceBegin(body.span)
                {
                    before.formUnion(begin.tips)
                }
                owners[id] = operations.count
                operations.append(
                    Operation(
                        records: [(record, line)], id: id, device: header.device, number: header.deviceSequence,
                        lamport: header.lamport, wall: header.wall, before: before))
            }
            newest[header.device] = owners[id]
        }
        for device in holes.keys.sorted() {
            while let (hole, line) = holes[device]?.popLast() { take(hole, line, &newest) }
        }
    }

    private mutating func take(_ hole: EventHole, _ line: Int, _ newest: inout [DeviceID: Int]) {
        if let owner = newest[hole.device] {
            operations[owner].records.append((.hole(hole), line))
            operations[owner].number = hole.deviceSequence
        } else {
            newest[hole.device] = operations.count
            operations.append(
                Operation(
                    records: [(.hole(hole), line)], id: hole.id ?? .zero, device: hole.device,
                    number: hole.deviceSequence,
                    lamport: 0, wall: nil, before: []))
        }
        if let id = hole.id { owners[id] = newest[hole.device] }
    }

    /// Gives each operation its time: that of its device's clock, mended, but not before that of anything it follows.
    private mutating func show(_ now: Int64) {
        var chains: [DeviceID: [Int]] = [:]
        for (index, operation) in operations.enumerated() where operation.wall != nil {
            chains[operation.device, default: []].append(index)
        }
        for chain in chains.values {
            let ordered = chain.sorted { left, right in
                let (one, other) = (operations[left], operations[right])
                return one.number != other.number ? one.number < other.number : one.id < other.id
            }
            let times = BelievedTimes.times(of: ordered.compactMap { operations[$0].wall }, now: now)
            for (index, time) in zip(ordered, times) { operations[index].shown = time }
        }
        // What comes before an operation has lesser lamport numbers, so it has its time already.
        for index in operations.indices {
            let own = operations[index]
            let before = own.before.compactMap { owners[$0] }.filter { $0 < index }
            operations[index].shown = min(now, before.reduce(own.shown) { max($0, operations[$1].shown) })
        }
    }
}

extension StoreWriter {
    /// Imports a whole log into a store that is being made, and returns how many events it has.
    ///
    /// Each event comes as of when its line says, in the order of the lines. If a line does not say it, all go by
    /// `AdoptedOrder`. Throws `refused` with the number of the record that is not accepted.
    package mutating func adoptLog(
        _ next: () throws(EventStoreError) -> LogRecord?, now: Int64
    ) throws(EventStoreError) -> Int {
        var (record, events) = (0, 0)
        while let line = try next() {
            record += 1
            if case .event(let event) = line {
                guard let arrivedAt = event.arrivedAt else {
                    return try adoptChains(after: record - 1, line, next, now: now)
                }
                try importEvent(event, arrivedAt: arrivedAt, record: record)
                events += 1
            } else if case .hole(let hole) = line {
                try importWhole(hole, record: record)
            }
        }
        return events
    }

    /// Begins again with what was imported already, the line that does not say when it came, and all that follow it.
    private mutating func adoptChains(
        after count: Int, _ line: LogRecord, _ next: () throws(EventStoreError) -> LogRecord?, now: Int64
    ) throws(EventStoreError) -> Int {
        var log: [LogRecord] = []
        for sequence in stride(from: 1, through: self.log.head, by: 1) {
            if let record = try view.record(sequence).record { log.append(record) }
        }
        log.append(line)
        while let line = try next() { log.append(line) }
        if self.log.head > 0 { try empty() }
        var events = 0
        for (record, arrivedAt, line) in AdoptedOrder(log, now: now).records {
            switch record {
            case .event(let event):
                try importEvent(event, arrivedAt: arrivedAt, record: line)
                events += 1
            case .hole(let hole): try importWhole(hole, record: line)
            }
        }
        return events
    }

    private mutating func importWhole(_ hole: EventHole, record: Int) throws(EventStoreError) {
        let answer = try importHole(hole, record: record)
        guard answer == .accepted else { throw .refused(record: record, answer) }
    }
}
