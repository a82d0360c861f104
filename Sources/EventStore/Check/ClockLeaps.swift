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

    package init() {}

    mutating func note(_ frame: Frame, after arrivedAt: Int64) {
        guard frame.arrivedAt < arrivedAt else { return }
        let (back, isOver) = arrivedAt.subtractingReportingOverflow(frame.arrivedAt)
        append(Leap(event: SequenceNumber(frame.sequence), back: isOver ? .max : back))
    }

    mutating func append(_ other: ClockLeaps) {
        let sum = count + other.count
        if let leap = other.farthest { append(leap) }
        count = sum
    }

    private mutating func append(_ leap: Leap) {
        count += 1
        if leap.back > farthest?.back ?? 0 { farthest = leap }
    }
}
