/// The bursts of a log: runs of events, each of which came into the file not before the one before it, and less than
/// ten minutes after it.
///
/// Bursts vote on which clock was right, so that five rows of one import do not outvote three days. A pass over a log
/// makes them, and what comes later continues them.
package struct Bursts: Equatable, Sendable {
    /// Times are microseconds since 1970 UTC, as the file's clock showed them.
    package struct Burst: Equatable, Sendable {
        package var first: UInt64
        package var last: UInt64
        package var from: Int64
        package var to: Int64
    }

    /// Clocks that differ by less agree.
    package static let tolerance: Int64 = 600_000_000

    package private(set) var all: [Burst] = []

    package init() {}

    /// Adds the next event. One that cannot be read is passed over: it belongs to those before it.
    package mutating func append(_ sequence: UInt64, arrivedAt: Int64) {
        append(Burst(first: sequence, last: sequence, from: arrivedAt, to: arrivedAt))
    }

    /// Adds the bursts of the events that follow.
    mutating func append(_ later: Bursts) { for burst in later.all { append(burst) } }

    private mutating func append(_ next: Burst) {
        if let last = all.last {
            if last.to <= next.from, Self.isSoon(next.from, after: last.to) {
                (all[all.count - 1].last, all[all.count - 1].to) = (next.last, next.to)
                return
            }
            all[all.count - 1].last = next.first - 1
        }
        all.append(next)
    }

    /// The log goes on to here, with events that cannot be read.
    mutating func extend(to sequence: UInt64) {
        if !all.isEmpty { all[all.count - 1].last = sequence }
    }

    /// Whether a time is less than ten minutes after an earlier one.
    static func isSoon(_ time: Int64, after earlier: Int64) -> Bool {
        let (distance, isOver) = time.subtractingReportingOverflow(earlier)
        return !isOver && distance < tolerance
    }

    /// The latest time that is not yet out of the question now.
    static func latest(at now: Int64) -> Int64 {
        let (latest, isOver) = now.addingReportingOverflow(tolerance)
        return isOver ? .max : latest
    }

    /// The indexes of the bursts that are believed. Only bursts that end no later than ten minutes after now count; of
    /// these the longest run whose times do not fall is believed, and of several such runs the latest.
    package func believed(at now: Int64) -> [Int] {
        let latest = Self.latest(at: now)
        var levels = RunLevels()
        var before = [Int](repeating: -1, count: all.count)
        for (index, burst) in all.enumerated() where burst.to <= latest {
            let level = levels.count(endingBy: burst.from)
            if level > 0 { before[index] = levels.latest(of: level, endingBy: burst.from) }
            levels.note(index, of: level + 1, endingAt: burst.to)
        }
        var run: [Int] = []
        var next = levels.latest
        while next >= 0 {
            run.append(next)
            next = before[next]
        }
        return run.reversed()
    }
}

/// The ends of the runs found so far, by their length: patience sorting, for a longest run of times that never fall. Of
/// two runs of one length, the one that ends at the later time is kept only if it also ends later in the log.
private struct RunLevels {
    private typealias End = (time: Int64, index: Int)

    /// For each length, the run that ends at the earliest time. These times never fall as runs get longer.
    private var earliest: [End] = []
    /// For the few lengths that have more, those with later times, which lie later in the log, too.
    private var others: [Int: [End]] = [:]

    /// The length of the longest run that ends at or before a time.
    func count(endingBy time: Int64) -> Int {
        var (low, high) = (0, earliest.count)
        while low < high {
            let middle = (low + high) / 2
            if earliest[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The index at which the latest of the runs of a length ends that end at or before a time.
    func latest(of length: Int, endingBy time: Int64) -> Int {
        others[length]?.last { $0.time <= time }?.index ?? earliest[length - 1].index
    }

    /// The index at which the latest of the longest runs ends; −1 if there is none.
    var latest: Int { others[earliest.count]?.last?.index ?? earliest.last?.index ?? -1 }

    mutating func note(_ index: Int, of length: Int, endingAt time: Int64) {
        if length > earliest.count { return earliest.append((time, index)) }
        var later = others[length] ?? []
        while let last = later.last, last.time >= time { later.removeLast() }
        if earliest[length - 1].time >= time {
            earliest[length - 1] = (time, index)
        } else {
            later.append((time, index))
        }
        others[length] = later.isEmpty ? nil : later
    }
}
