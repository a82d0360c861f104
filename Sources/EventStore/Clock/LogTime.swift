internal import Synchronization

// What an instant means in a log: the last event whose time is at or before it.

/// An instant, as an event of a log.
package struct Moment: Equatable, Sendable {
    /// The last event whose time is at or before the instant; 0 for none.
    package var sequence: UInt64
    /// The events around it whose times nobody can tell; nil if the answer is certain.
    package var doubt: ClockDoubt?

    package init(sequence: UInt64, doubt: ClockDoubt? = nil) { (self.sequence, self.doubt) = (sequence, doubt) }
}

/// The bursts of the log as far as they are known: a log in which no arrival falls needs none.
final class BurstMemory: Sendable {
    struct Known: Sendable {
        var generation: UInt32 = 0
        var head: UInt64 = 0
        var bursts = Bursts()
    }

    private let known = Mutex(Known())

    /// The bursts of a log; reads the events that have come since the last call.
    func bursts(of view: borrowing StoreView) throws(EventStoreError) -> Bursts {
        let meta = view.log.meta
        var found = known.withLock { $0 }
        if found.generation != meta.generation || found.head > view.log.head {
            found = Known(generation: meta.generation)
        }
        guard found.head < view.log.head else { return found.bursts }
        var bursts = found.bursts
        try view.forEachEvent(after: found.head) { frame, _ in
            bursts.append(frame.sequence, arrivedAt: frame.arrivedAt)
        }
        bursts.extend(to: view.log.head)
        (found.bursts, found.head) = (bursts, view.log.head)
        let whole = found
        known.withLock { $0 = whole }
        return bursts
    }
}

extension Store {
    /// What an instant means in a log, by the clock of a reader; both are microseconds since 1970 UTC.
    ///
    /// In a log in which no arrival falls, a bisection of about log2(head) reads. Otherwise the first call reads all
    /// events, and later ones those that have come since.
    package func moment(
        _ instant: Int64, now: Int64, in view: borrowing StoreView
    ) throws(EventStoreError) -> Moment {
        guard view.log.head > 0 else { return Moment(sequence: 0) }
        if try view.isOrderly(at: now) {
            if instant >= now { return Moment(sequence: view.log.head) }
            return Moment(sequence: try view.lastEvent(arrivedBy: instant, in: 1...view.log.head))
        }
        let times = BelievedTimes(try bursts.bursts(of: view), now: now)
        if instant >= now { return Moment(sequence: view.log.head, doubt: times.doubtAtNow) }
        let (position, doubt) = times.position(of: instant)
        return switch position {
        case .event(let sequence): Moment(sequence: sequence, doubt: doubt)
        case .within(let range): Moment(sequence: try view.lastEvent(arrivedBy: instant, in: range), doubt: doubt)
        }
    }
}

extension StoreView {
    /// Whether no arrival falls, and none lies so far after now that it cannot be.
    fileprivate func isOrderly(at now: Int64) throws(EventStoreError) -> Bool {
        if log.meta.holdsFalls { return false }
        guard let newest = try newestSound() else { return true }
        return newest.arrivedAt <= Bursts.latest(at: now)
    }

    /// The last event of a range that came at or before an instant, or the one before the range. Among its events no
    /// arrival falls; damaged ones count with what precedes them.
    fileprivate func lastEvent(
        arrivedBy instant: Int64, in range: ClosedRange<UInt64>
    ) throws(EventStoreError) -> UInt64 {
        var (low, high) = (range.lowerBound - 1, range.upperBound)
        while low < high {
            let middle = low + (high - low + 1) / 2
            guard let frame = try newestSound(upTo: middle, above: low) else {
                low = middle
                continue
            }
            if frame.arrivedAt <= instant { low = middle } else { high = frame.sequence - 1 }
        }
        return low
    }

    /// The newest event that can be read, of those up to a number and above another; nil if there is none.
    func newestSound(upTo last: UInt64? = nil, above floor: UInt64 = 0) throws(EventStoreError) -> Frame? {
        var sequence = last ?? log.head
        while sequence > floor {
            if let frame = try soundFrame(sequence) { return frame }
            sequence -= 1
        }
        return nil
    }
}
