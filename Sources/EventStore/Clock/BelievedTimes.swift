/// The times of a log's events by this file alone, as its clock is believed at a reader's now: FormatStore.md, "Time".
///
/// A believed event has the time at which it came. Any other has that time, limited to between the time of the event
/// before it and that of the next believed one, or now. So no time falls, and none is after now.
package struct BelievedTimes: Sendable {
    private let bursts: [Bursts.Burst]
    private let believed: [Int]
    private let now: Int64

    package init(_ bursts: Bursts, now: Int64) {
        (self.bursts, self.now) = (bursts.all, now)
        believed = bursts.believed(at: now)
    }

    /// Where the last event lies whose time is at or before an instant.
    package enum Position: Equatable {
        /// It is this one; 0 for none.
        case event(UInt64)
        /// It is the last of these that came at or before the instant, or the one before them; among these no arrival
        /// falls.
        case within(ClosedRange<UInt64>)
    }

    /// The position of an instant before now, and what is not certain about it.
    package func position(of instant: Int64) -> (Position, ClockDoubt?) {
        let count = startedBelieved(by: instant)
        let start = count > 0 ? believed[count - 1] + 1 : 0
        if start > 0, bursts[start - 1].to > instant {
            return (.within(bursts[start - 1].first...bursts[start - 1].last), nil)
        }
        let end = count < believed.count ? believed[count] : bursts.count
        let doubt = doubt(after: count)
        for burst in bursts[start..<end] where burst.to > instant {
            return (.within(burst.first...burst.last), doubt)
        }
        if end > 0 { return (.event(bursts[end - 1].last), doubt) }
        return (.event((bursts.first?.first ?? 1) - 1), doubt)
    }

    /// What is not certain at now and after it: what lies behind the last burst that is believed.
    package var doubtAtNow: ClockDoubt? { doubt(after: believed.count) }

    /// The runs of events that are not believed, in their order.
    package var doubts: [ClockDoubt] { (0...believed.count).compactMap { doubt(after: $0) } }

    /// How many believed bursts have begun at or before an instant.
    private func startedBelieved(by instant: Int64) -> Int {
        var (low, high) = (0, believed.count)
        while low < high {
            let middle = (low + high) / 2
            if bursts[believed[middle]].from <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// What lies between two believed bursts, after so many of them; nil if there is nothing.
    private func doubt(after count: Int) -> ClockDoubt? {
        let start = count > 0 ? believed[count - 1] + 1 : 0
        let next = count < believed.count ? bursts[believed[count]] : nil
        let end = count < believed.count ? believed[count] : bursts.count
        guard start < end else { return nil }
        let last = start > 0 ? bursts[start - 1] : nil
        return ClockDoubt(
            first: SequenceNumber(bursts[start].first), last: SequenceNumber(bursts[end - 1].last),
            from: last.map { min($0.to, now) }, to: next.map { min($0.from, now) })
    }

    /// The times of things whose arrivals are given in the order of the log.
    package static func times(of arrivals: [Int64], now: Int64) -> [Int64] {
        var bursts = Bursts()
        for (index, arrival) in arrivals.enumerated() { bursts.append(UInt64(index), arrivedAt: arrival) }
        var times = arrivals.map { min($0, now) }
        for doubt in BelievedTimes(bursts, now: now).doubts {
            var least = doubt.from ?? .min
            for index in Int(doubt.first.rawValue)...Int(doubt.last.rawValue) {
                least = max(least, min(arrivals[index], doubt.to ?? now))
                times[index] = least
            }
        }
        return times
    }
}

/// Events in the log whose times are not believed, and the certain ones around them.
public struct ClockDoubt: Equatable, Sendable {
    /// The first event that is not believed.
    public var first: SequenceNumber
    /// The last one.
    public var last: SequenceNumber
    /// The time of the believed event before them, in microseconds since 1970 UTC; nil if there is none.
    public var from: Int64?
    /// The time of the believed event behind them, in the same unit; nil if there is none.
    public var to: Int64?

    package init(first: SequenceNumber, last: SequenceNumber, from: Int64?, to: Int64?) {
        (self.first, self.last, self.from, self.to) = (first, last, from, to)
    }

    /// The believed event before them; 0 is the log before its first event.
    public var after: SequenceNumber { first.before }
    /// The believed event behind them; nil if there is none.
    public var before: SequenceNumber? { to == nil ? nil : SequenceNumber(last.rawValue + 1) }
}
