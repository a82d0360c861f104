// A store is made of an exported log, in a folder beside its place.

/// What was made of an exported log.
public struct AdoptedLog: Equatable, Sendable {
    /// How many events it has, each counted once.
    public var events = 0
    /// The numbers of the records that are holes, from 1; a hole whose event is there as well is none.
    public var holes: [UInt64] = []

    /// Nothing yet.
    public init() {}
}

extension Store {
    /// Makes a store at a path of a whole log from elsewhere, as `create` makes one: whole, or not at all.
    ///
    /// Each event gets the arrival that its line states. If one line states none, all get the time that `LogOrder`
    /// shows. Throws `refused` with the number of the record that is not accepted. Held are some 200 bytes a record,
    /// and one transaction of 4,096 records or 8 MiB.
    package static func adopt(
        _ read: ForeignLog, at path: String, model: any StreamModel, now: Int64, allowingNetwork: Bool = false
    ) throws(EventStoreError) -> AdoptedLog {
        let place = try NewPlace(path, allowingNetwork: allowingNetwork)
        let log = AdoptableLog(try LogOutline(read), now: now)
        guard log.summary.events > 0 else { throw .unacceptable(record: 1, reason: "there is no event") }
        try create(
            at: place, model: model, of: UInt64(log.places.count), read: { try log.record(at: $0, read) },
            put: { record, place, writer in
                let number = log.number(at: place)
                let answer = try writer.offer(record, number: number)
                guard answer == .accepted else { throw EventStoreError.refused(record: number, answer) }
            })
        return log.summary
    }
}

/// A log from elsewhere, in the order in which a new store takes it.
private struct AdoptableLog {
    /// The records of all operations, one behind the other, each with the first one of its operation.
    private(set) var places: [(record: Int32, operation: Int32)] = []
    private(set) var summary = AdoptedLog()
    private let outline: LogOutline
    private let order: LogOrder
    private let now: Int64

    init(_ outline: LogOutline, now: Int64) {
        order = LogOrder(outline, now: now)
        (self.outline, self.now) = (outline, now)
        places.reserveCapacity(outline.lines.count)
        for operation in order.operations {
            for record in outline.records(of: operation) {
                places.append((Int32(record), operation))
                if outline.lines[record].marks.contains(.hole) {
                    summary.holes.append(UInt64(record) + 1)
                } else {
                    summary.events += 1
                }
            }
        }
        summary.holes.sort()
    }

    /// The number of the record at a place, both from 1.
    func number(at place: UInt64) -> Int { Int(places[Int(place) - 1].record) + 1 }

    /// The record at a place, with the time at which it came.
    func record(at place: UInt64, _ read: ForeignLog) throws(EventStoreError) -> LogRecord {
        let (record, operation) = places[Int(place) - 1]
        let found = try outline.record(Int(record), read)
        guard case .event(var event) = found else { return found }
        event.arrivedAt = order.arrival(of: operation) ?? event.arrivedAt ?? now
        return .event(event)
    }
}
