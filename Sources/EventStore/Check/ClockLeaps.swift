/// Where the file's clock went back, from one event to the next.
///
/// That is no damage: clocks are set, and time zones do not enter. But then not every event can be believed to have
/// come when that clock said: see `BelievedTimes`.
public struct ClockLeaps: Equatable, Sendable {
    /// An event that came, by the file's clock, before the event that stands before it.
    public struct Leap: Equatable, Sendable {
        /// The event.
        public var event: SequenceNumber
        /// How far the clock went back, in microseconds.
        public var back: Int64
    }

    /// How many there are.
    public private(set) var count = 0
    /// The farthest of them; nil for none.
    public private(set) var farthest: Leap?

    /// None.
    package init() {}

    /// A burst never falls, so each leap lies between two of them.
    package init(_ bursts: Bursts) {
        for (before, burst) in zip(bursts.all, bursts.all.dropFirst()) where burst.from < before.to {
            count += 1
            let (back, isOver) = before.to.subtractingReportingOverflow(burst.from)
            let leap = Leap(event: SequenceNumber(burst.first), back: isOver ? .max : back)
            if leap.back > farthest?.back ?? 0 { farthest = leap }
        }
    }
}
