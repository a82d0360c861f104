/// What was made of an exported log.
public struct AdoptedLog: Equatable, Sendable {
    /// How many events it has, each counted once.
    public var events = 0
    /// The numbers of the records that are holes, from 1; a hole whose event is there as well is none.
    public var holes: [UInt64] = []

    /// Nothing yet.
    public init() {}
}

extension StoreWriter {
    /// Imports a whole log into a store that is being made.
    ///
    /// Each event gets the arrival that its line states. If one line states none, all get the time that `LogOrder`
    /// shows. Throws
    /// `refused` with the number of the record that is not accepted.
    package mutating func adoptLog(_ read: ForeignLog, now: Int64) throws(EventStoreError) -> AdoptedLog {
        let outline = try LogOutline(read)
        let order = LogOrder(outline, .adopting(now: now))
        var adopted = AdoptedLog()
        for operation in order.operations {
            for line in outline.records(of: operation) {
                switch try outline.record(line, read) {
                case .event(let event):
                    let arrivedAt = order.arrival(of: operation) ?? event.arrivedAt ?? now
                    try importEvent(event, arrivedAt: arrivedAt, record: line + 1)
                    adopted.events += 1
                case .hole(let hole):
                    let answer = try importHole(hole, record: line + 1)
                    guard answer == .accepted else { throw .refused(record: line + 1, answer) }
                    adopted.holes.append(UInt64(line) + 1)
                }
            }
        }
        adopted.holes.sort()
        return adopted
    }
}
