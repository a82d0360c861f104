/// Where a device's clock went back, from one of its operations to the next.
///
/// That is no damage: clocks are set, and time zones do not enter. But what was written then lies elsewhere in time
/// than a person thinks, and points in time lead to clamps.
public struct ClockLeaps: Equatable, Sendable {
    /// An operation's first event whose clock showed an earlier time than that of its device's operation before.
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

    /// Clocks that are set by the network move by less.
    private static let smallest: Int64 = 60_000_000

    package init() {}

    mutating func note(_ frame: Frame, after wall: Int64) {
        let (back, isOver) = wall.subtractingReportingOverflow(frame.wall)
        guard !isOver, back >= Self.smallest else { return }
        count += 1
        if back > farthest?.back ?? 0 { farthest = Leap(event: SequenceNumber(frame.sequence), back: back) }
    }

    mutating func append(_ other: ClockLeaps) {
        count += other.count
        if let leap = other.farthest, leap.back > farthest?.back ?? 0 { farthest = leap }
    }
}
