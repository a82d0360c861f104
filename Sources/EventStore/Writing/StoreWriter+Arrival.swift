// When what a transaction writes comes into the file.

/// A clock that is at odds with the newest event: more than ten minutes before it, or more than 366 days after it.
///
/// No rule can see which of the two is wrong. Whoever writes is the best witness, and only now.
public struct ClockStep: Equatable, Sendable {
    /// What the clock shows, in microseconds since 1970 UTC.
    public var clock: Int64
    /// When the newest event came into the file, in the same unit.
    public var newest: Int64

    private static let longest: Int64 = 366 * 86_400_000_000

    /// Nil where they agree.
    package init?(to clock: Int64, from newest: Int64) {
        let (distance, isOver) = clock.subtractingReportingOverflow(newest)
        guard isOver || distance < -Bursts.tolerance || distance > Self.longest else { return nil }
        (self.clock, self.newest) = (clock, newest)
    }
}

extension StoreWriter {
    /// The time at which this transaction's events come into the file: one commit has one time.
    ///
    /// It is what the clock shows. A step back of less than ten minutes is not written down: then it is the time of the
    /// newest event. So where arrivals fall in a log, a clock has leapt.
    mutating func arrival(at clock: Int64) throws(EventStoreError) -> Int64 {
        if let arrival { return arrival }
        var time = clock
        if let newest = try newestArrival() {
            if newest > clock, Bursts.isSoon(newest, after: clock) { time = newest }
            clockStep = ClockStep(to: clock, from: newest)
        }
        arrival = time
        return time
    }

    /// When the newest event that can be read came into the file; nil if there is none.
    mutating func newestArrival() throws(EventStoreError) -> Int64? {
        if let lastArrival { return lastArrival }
        lastArrival = try view.newestSound()?.arrivedAt
        return lastArrival
    }

    /// Notes when the event came that is being recorded. A fall is noted in the meta record by the same commit, so that
    /// whoever reads knows whether a bisection can be right.
    mutating func noteArrival(_ arrivedAt: Int64) {
        if let lastArrival, arrivedAt < lastArrival, !log.meta.holdsFalls {
            log.meta.holdsFalls = true
        }
        lastArrival = arrivedAt
    }
}
