import DiarylogTestSupport
import EventStore
import Testing

@Suite("The log in time", .timed) struct TimeTests {
    @Test("a stream's last event as of any event is that of a plain walk", arguments: seeds(2))
    func asOf(seed: UInt64) throws {
        var trial = try Trial(100, seed: seed)
        let reader = try trial.store.beginRead()
        for object in trial.objects.shuffled(using: &trial.chance).prefix(25) {
            let row = try #require(try reader.view.stream(object))
            var expected: UInt64?
            for (index, fact) in trial.facts.enumerated() {
                if fact.object == object { expected = UInt64(index + 1) }
                let found = try reader.view.lastEvent(
                    of: row, notAfter: UInt64(index + 1))
                #expect(found == expected)
            }
        }
    }

    @Test func `a version of a long stream is found in few steps`() throws {
        let folder = try Folder()
        let store = try makeStore(at: folder("store"))
        let one = stream(1)
        var events = [Counter.open(one, 0)]
        for version in 1..<5000 { events.append(Counter.add(one, 1, after: UInt64(version))) }
        try store.append(events, in: context(1))
        let reader = try store.beginRead()
        let row = try #require(try reader.view.stream(one))
        var most = 0
        for limit in row.create...row.head {
            var (sequence, steps) = (row.head, 0)
            while sequence > limit {
                let frame = try #require(try reader.view.soundFrame(sequence))
                sequence = frame.jump > limit ? frame.jump : frame.previousInStream
                steps += 1
            }
            most = max(most, steps)
            if limit % 97 == 0 {
                let found = try reader.view.lastEvent(
                    of: row, notAfter: limit)
                #expect(found == limit)
            }
        }
        #expect(most <= 3 * 13, "5,000 versions are 13 bits")
    }

    @Test(
        "an instant means the event that the plain rule finds, while the log grows, with clocks that leap and without",
        arguments: seeds(2), [false, true])
    func instants(seed: UInt64, leaps: Bool) throws {
        var trial = try with(Trial(seed: seed)) { $0.leaps = leaps }
        for round in 0..<80 {
            try trial.step()
            guard round % 16 == 15 else { continue }
            let now = trial.wall + Int64(trial.chance.below(3) - 1) * 4_000_000_000
            let arrivals = trial.facts.map(\.arrivedAt)
            let plain = NaiveClock(arrivals, now: now)
            var instants = trial.facts.flatMap { [$0.wall - 1, $0.wall, $0.arrivedAt, $0.arrivedAt + 1] }
            instants += [.min, .max, 0, now - 1, now]
            for store in [trial.store, try Store(opening: trial.folder("store"))] {
                let reader = try store.beginRead()
                for instant in instants {
                    let found = try store.moment(instant, now: now, in: reader.view)
                    #expect(found.sequence == plain.count(at: instant))
                    #expect((found.doubt != nil) == (plain.doubt(at: instant) != nil))
                }
            }
            let falls = zip(arrivals, arrivals.dropFirst()).filter { $0 > $1 }.count
            let check = try trial.store.check(isDeep: false, threads: 2, slice: 7)
            #expect(ClockLeaps(check.bursts).count == falls && check.findings.isEmpty)
            #expect(leaps || falls == 0)
        }
    }

    @Test("a clock that is set back by less than ten minutes is not written down, and one set back by more is")
    func setBack() throws {
        let folder = try Folder()
        let store = try makeStore(at: folder("store"))
        let minute: Int64 = 60_000_000
        var expected: [Int64] = [1_700_000_000_000_000]
        for (number, minutes) in ([100, 91, 90, 200, 191, 195, 190] as [Int64]).enumerated() {
            let wall = 1_700_000_000_000_000 + minutes * minute
            try store.append([Counter.open(stream(number + 1), 1)], in: context(number + 1, wall: wall))
            expected.append(NaiveClock.arrival(wall, after: expected.last))
        }
        let reader = try store.beginRead()
        let found = try (1...8).map { try #require(try reader.view.soundFrame($0)).arrivedAt }
        #expect(found == expected && reader.view.log.meta.holdsFalls)
        #expect(try #require(try reader.view.soundFrame(3)).wall == 1_700_000_000_000_000 + 91 * minute)
        // The commit that fell is known to whoever opens the store, before the tail is flushed.
        #expect(reader.view.log.meta.flushed == 0)
    }

    @Test("what one commit writes has one time, and says where the clock is at odds with the newest event")
    func oneCommit() throws {
        let folder = try Folder()
        let store = try makeStore(at: folder("store"))
        let day: Int64 = 86_400_000_000
        try store.write { writer in
            for number in 1...3 {
                var moment = context(number, wall: 1_700_000_000_000_000 + Int64(number) * day)
                try writer.begin(EventHeader.Operation(command: 7), count: 1, in: &moment)
                try writer.append(Counter.open(stream(number), 1))
            }
        }
        let reader = try store.beginRead()
        let times = try (2...4).map { try #require(try reader.view.soundFrame($0)).arrivedAt }
        #expect(Set(times) == [1_700_000_000_000_000 + day])
        _ = consume reader
        #expect(store.clockStep == nil)
        let last = 1_700_000_000_000_000 + day
        let odd = [-600_000_001, -600_000_000, 366 * day, 366 * day + 1].map { (step: Int64) in
            ClockStep(to: last + step, from: last) != nil
        }
        #expect(odd == [true, false, false, true])
        try store.append([Counter.open(stream(9), 1)], in: context(9, wall: last + 400 * day))
        #expect(store.clockStep?.newest == last && store.clockStep?.clock == last + 400 * day)
    }

    @Test("(f) in a log without a fall, no commit and no import changes an answer about a time before it")
    func lasting() throws {
        var trial = try Trial(40, seed: 7)
        let shared = try trial.store.timed()
        let there = try Store.made(of: shared, at: trial.folder("there"))
        // The other device's clock is a year ahead.
        for number in 1...30 {
            let wall = trial.wall + 31_536_000_000_000 + Int64(number)
            try there.append([Counter.open(stream(number), 1)], in: context(number, wall: wall))
        }
        let foreign = try there.portable(after: UInt64(shared.count)).map(\.event)
        var known: [Int64: UInt64] = [:]
        for round in 0..<30 {
            trial.wall += 3_600_000_000
            if round == 0 {
                try trial.store.importEvents(Array(foreign[0...1]), arrivedAt: trial.wall).forEach {
                    #expect($0.answer == .accepted)
                }
            } else {
                let answers = try trial.store.importEvents(
                    [foreign[round + 1]].filter { _ in round < 29 }, arrivedAt: trial.wall)
                #expect(answers.allSatisfy { $0.answer == .accepted })
            }
            let now = trial.wall + 1
            let reader = try trial.store.beginRead()
            for (instant, sequence) in known {
                #expect(try trial.store.moment(instant, now: now, in: reader.view) == Moment(sequence: sequence))
            }
            known[trial.wall] = try trial.store.moment(trial.wall, now: now, in: reader.view).sequence
        }
        #expect(Set(known.values).count > 25)
    }
}
