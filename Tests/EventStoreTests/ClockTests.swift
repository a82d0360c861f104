import DiarylogTestSupport
import EventStore
import Testing

/// The laws of the clock, over random histories; `NaiveClock` is what each of them is compared with.
@Suite("The file's clock", .timed) struct ClockTests {
    private func bursts(_ arrivals: [Int64]) -> Bursts {
        var bursts = Bursts()
        for (index, arrival) in arrivals.enumerated() { bursts.append(UInt64(index) + 1, arrivedAt: arrival) }
        return bursts
    }

    /// What `Store.moment` makes of a position, over a log that is a list.
    private func moment(_ instant: Int64, _ arrivals: [Int64], now: Int64) -> Moment {
        let times = BelievedTimes(bursts(arrivals), now: now)
        if instant >= now { return Moment(sequence: UInt64(arrivals.count), doubt: times.doubtAtNow) }
        let (position, doubt) = times.position(of: instant)
        switch position {
        case .event(let sequence): return Moment(sequence: sequence, doubt: doubt)
        case .within(let range):
            let fitting = range.filter { arrivals[Int($0) - 1] <= instant }
            return Moment(sequence: fitting.last ?? range.lowerBound - 1, doubt: doubt)
        }
    }

    private func instants(_ arrivals: [Int64], _ chance: inout Chance, now: Int64) -> [Int64] {
        let around = arrivals.flatMap { [$0 - 1, $0, $0 + 1] }.shuffled(using: &chance).prefix(16)
        return around + [now - 1, now, now + 1, .min, .max] + (0..<8).map { _ in now - Int64(chance.below(1 << 52)) }
    }

    @Test func `gives every event the time, and every instant the event and the doubt, that the plain rule gives`() {
        var chance = Chance(for: "clock")
        for history in 0..<runs(debug: 1500) {
            let arrivals = chance.arrivals()
            let now =
                (chance.isLucky(oneIn: 4) ? arrivals[0] : arrivals[arrivals.count - 1])
                + Int64(chance.below(1 << 40)) - (1 << 38)
            let plain = NaiveClock(arrivals, now: now)
            let times = BelievedTimes.times(of: arrivals, now: now)
            #expect(times == plain.times, "history \(history): \(arrivals), now \(now)")
            for instant in instants(arrivals, &chance, now: now) {
                let found = moment(instant, arrivals, now: now)
                #expect(found.sequence == plain.count(at: instant), "history \(history) at \(instant)")
                let doubt = plain.doubt(at: instant)
                #expect(found.doubt?.first.rawValue == doubt.map { UInt64($0.events.lowerBound) + 1 })
                #expect(found.doubt?.last.rawValue == doubt.map { UInt64($0.events.upperBound) })
                #expect(found.doubt.map { $0.from ?? NaiveClock.never } == doubt?.from)
                #expect(found.doubt?.to == (doubt?.isLast == true ? nil : doubt?.to))
            }
            if times != plain.times { return }
        }
    }

    @Test func `(a) with no fall, an instant before now is the last event that came by then, and nothing is told`() {
        var chance = Chance(for: "honest clock")
        for _ in 0..<runs(debug: 300) {
            let arrivals = chance.arrivals().sorted()
            let now = arrivals[arrivals.count - 1] + Int64(chance.below(1 << 40))
            for instant in instants(arrivals, &chance, now: now) where instant < now {
                let found = moment(instant, arrivals, now: now)
                #expect(found.sequence == UInt64(arrivals.filter { $0 <= instant }.count) && found.doubt == nil)
            }
        }
    }

    @Test func `(b1) no answer is farther from the truth than the clocks were`() {
        var chance = Chance(for: "near clock")
        for _ in 0..<runs(debug: 300) {
            var (truth, clocks) = ([Int64](), [Int64]())
            var time: Int64 = 1_790_000_000_000_000
            let most = 1 << (20 + chance.below(24))
            for _ in 0..<1 + chance.below(30) {
                time += Int64(chance.below(1 << (30 + chance.below(10))))
                truth.append(time)
                clocks.append(time + Int64(chance.below(2 * most) - most))
            }
            let now = time + Int64(chance.below(1 << 40))
            let seen = now + Int64(chance.below(2 * most) - most)
            let far = zip(truth, clocks).map { abs($0 - $1) }.reduce(abs(now - seen)) { max($0, $1) }
            let arrivals = clocks.reduce(into: [Int64]()) { $0.append(NaiveClock.arrival($1, after: $0.last)) }
            for (time, truth) in zip(BelievedTimes.times(of: arrivals, now: seen), truth) where time > NaiveClock.never
            {
                #expect(abs(time - truth) <= far, "\(truth) \(arrivals) now \(seen)")
            }
        }
    }

    @Test(
        "(b2) bursts with wrong clocks that contradict more right ones than there are of them leave those their times")
    func outvoted() {
        var chance = Chance(for: "outvoted clock")
        var tried = 0
        for _ in 0..<runs(debug: 1500) {
            let hour: Int64 = 3_600_000_000
            var time: Int64 = 1_790_000_000_000_000
            var truth: [Int64] = []
            for _ in 0..<3 + chance.below(30) {
                time += hour + Int64(chance.below(Int(140 * hour)))
                truth.append(time)
            }
            let wrong = Set(truth.indices.filter { _ in chance.isLucky(oneIn: 7) })
            let errors = truth.indices.map { _ in
                (hour << Int64(chance.below(18))) * (chance.isLucky(oneIn: 2) ? 1 : -1)
            }
            let arrivals = truth.indices.map { wrong.contains($0) ? max(0, truth[$0] + errors[$0]) : truth[$0] }
            let isOutvoted = wrong.allSatisfy { bad in
                truth.indices.filter { right in
                    !wrong.contains(right)
                        && (right < bad ? arrivals[right] > arrivals[bad] : arrivals[right] < arrivals[bad])
                        && right != bad
                }.count > wrong.count
            }
            // Two bursts that follow each other within ten minutes would be one.
            let isApart = zip(arrivals, arrivals.dropFirst()).allSatisfy { abs($1 - $0) >= NaiveClock.tenMinutes }
            guard !wrong.isEmpty, isOutvoted, isApart else { continue }
            tried += 1
            let now = time + hour
            let times = BelievedTimes.times(of: arrivals, now: now)
            for index in truth.indices {
                let before = truth[..<index].indices.last { !wrong.contains($0) }.map { truth[$0] } ?? .min
                let after = truth[(index + 1)...].indices.first { !wrong.contains($0) }.map { truth[$0] } ?? now
                let isRight =
                    wrong.contains(index) ? (before...after).contains(times[index]) : times[index] == truth[index]
                #expect(isRight, "event \(index) of \(arrivals), truly \(truth)")
            }
        }
        #expect(tried > 20)
    }

    @Test func `(e) every instant from now on is the head, and a later instant is no earlier event`() {
        var chance = Chance(for: "rising clock")
        for _ in 0..<runs(debug: 300) {
            let arrivals = chance.arrivals()
            let now = arrivals[chance.below(arrivals.count)] + Int64(chance.below(1 << 41)) - (1 << 40)
            let found = instants(arrivals, &chance, now: now).sorted().map {
                ($0, moment($0, arrivals, now: now).sequence)
            }
            for (earlier, later) in zip(found, found.dropFirst()) { #expect(earlier.1 <= later.1) }
            for (instant, sequence) in found where instant >= now { #expect(sequence == UInt64(arrivals.count)) }
        }
    }
}
