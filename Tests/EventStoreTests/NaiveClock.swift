import DiarylogTestSupport

/// The rule for times as it is written in FileFormat.md, "Time", with no thought of what it costs.
struct NaiveClock {
    /// Events that are not believed: from and to are the times between which they lie.
    struct Gap: Equatable {
        var from: Int64
        var to: Int64
        var events: Range<Int>
        var isLast: Bool
    }

    static let tenMinutes: Int64 = 600_000_000

    /// The time that never comes before another.
    static let never = Int64.min

    private(set) var times: [Int64] = []
    private(set) var gaps: [Gap] = []

    /// What a commit writes down.
    static func arrival(_ clock: Int64, after newest: Int64?) -> Int64 {
        if let newest, newest > clock, newest - clock < tenMinutes { return newest }
        return clock
    }

    init(_ arrivals: [Int64], now: Int64) {
        var bursts: [ClosedRange<Int>] = []
        for (index, arrival) in arrivals.enumerated() {
            if index > 0, (0..<Self.tenMinutes).contains(arrival - arrivals[index - 1]) {
                bursts[bursts.count - 1] = bursts[bursts.count - 1].lowerBound...index
            } else {
                bursts.append(index...index)
            }
        }
        var counts = [Int](repeating: 0, count: bursts.count)
        var back = [Int](repeating: -1, count: bursts.count)
        var best = -1
        for (b, burst) in bursts.enumerated() where arrivals[burst.upperBound] <= now + Self.tenMinutes {
            for a in stride(from: b - 1, through: 0, by: -1)
            where counts[a] > 0 && arrivals[bursts[a].upperBound] <= arrivals[burst.lowerBound] {
                if counts[a] > (back[b] < 0 ? 0 : counts[back[b]]) { back[b] = a }
            }
            counts[b] = 1 + (back[b] < 0 ? 0 : counts[back[b]])
            if best < 0 || counts[b] >= counts[best] { best = b }
        }
        var good: Set<Int> = []
        while best >= 0 {
            good.formUnion(bursts[best])
            best = back[best]
        }
        var index = 0
        while index < arrivals.count {
            if good.contains(index) {
                times.append(min(arrivals[index], now))
                index += 1
                continue
            }
            let next = (index..<arrivals.count).first { good.contains($0) }
            let (least, most) = (times.last ?? Self.never, next.map { min(arrivals[$0], now) } ?? now)
            let events = index..<(next ?? arrivals.count)
            gaps.append(Gap(from: least, to: most, events: events, isLast: next == nil))
            for event in events {
                times.append(max(times.last ?? Self.never, min(max(arrivals[event], least), most)))
            }
            index = events.upperBound
        }
    }

    /// How many events there are at an instant.
    func count(at instant: Int64) -> UInt64 { UInt64(times.filter { $0 <= instant }.count) }

    /// The events that make an answer about an instant uncertain.
    func doubt(at instant: Int64) -> Gap? {
        gaps.first { $0.from <= instant && (instant < $0.to || $0.isLast) }
    }
}

extension Chance {
    /// What a file's clock showed at its commits, in their order: sittings of a person, and a clock that leaps.
    mutating func clocks() -> [Int64] {
        let hour: Int64 = 3_600_000_000
        var truth: Int64 = 1_790_000_000_000_000
        var error: Int64 = 0
        var clocks: [Int64] = []
        let (leaps, smallest) = (below(5), [1_000_000, 60_000_000, hour, 24 * hour][below(4)])
        for _ in 0..<1 + below(14) {
            truth += Int64(below(Int(6 * 24 * hour)))
            if leaps > 0, isLucky(oneIn: 6 - leaps) {
                error = smallest << Int64(below(20)) * (isLucky(oneIn: 2) ? 1 : -1)
            } else if isLucky(oneIn: 2) {
                error = 0
            }
            for _ in 0..<1 + below(4) {
                clocks.append(max(0, truth + error + Int64(below(3) - 1) * 700_000))
                truth += isLucky(oneIn: 6) ? Int64(below(Int(hour))) : Int64(below(700_000_000))
            }
        }
        return clocks
    }

    /// Bursts that overlap, within an hour or two.
    private mutating func crowded() -> [Int64] {
        let step = Int64([60_000_000, 200_000_000, 700_000_000][below(3)])
        var time: Int64 = 1_790_000_000_000_000
        return (0..<1 + below(24)).map { _ in
            time += isLucky(oneIn: 3) ? Int64(below(40) - 20) * step : Int64(below(3)) * 200_000_000
            return time
        }
    }

    /// The same as they are written down.
    mutating func arrivals() -> [Int64] {
        (isLucky(oneIn: 3) ? crowded() : clocks()).reduce(into: []) {
            $0.append(NaiveClock.arrival($1, after: $0.last))
        }
    }
}
