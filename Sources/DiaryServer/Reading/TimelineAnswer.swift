internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange
internal import Synchronization

// The steps of the slider: where each operation ends, and when it came into the file.

/// The operations from the first on, as far as somebody asked: they never change.
struct TimelineSteps {
    /// How often the diary had been replaced when they were read.
    var replacements = 0
    /// The last event of each operation, and when it came, in microseconds since 1970 UTC.
    var ends: [(event: UInt64, arrivedAt: Int64)] = []
}

extension DiaryServer {
    /// How many operations are read in one transaction.
    private static let portion = 1_000

    func timeline(_ call: inout Call) throws -> JSONValue {
        let after = try call.items.takeNumber("after", in: 0...UInt64(Int64.max)) ?? 0
        let head = try diary.resolve(.head).rawValue
        let ends = try steps(to: head, diary.replacements)
        let times = diary.times(ofArrivals: ends.map(\.arrivedAt))
        var lengths: [JSONValue] = []
        var seconds: [JSONValue] = []
        var last: (event: UInt64, second: Int64) = (after, 0)
        for (end, time) in zip(ends, times) where end.event > after && end.event <= head {
            let second = floorDivide(time, 1_000_000)
            lengths.append(.number(end.event - last.event))
            seconds.append(.number(second - last.second))
            last = (end.event, second)
        }
        return [
            "after": .number(after), "head": .number(head), "lengths": .array(lengths), "seconds": .array(seconds),
        ]
    }

    /// The ends of all operations up to the head: those known already, and what has come since, read backwards.
    private func steps(
        to head: UInt64, _ replacements: Int
    ) throws -> [(event: UInt64, arrivedAt: Int64)] {
        var known = timeline.withLock { steps in
            if steps.replacements != replacements { steps = TimelineSteps(replacements: replacements) }
            return steps.ends
        }
        let start = known.last?.event ?? 0
        guard head > start else { return known }
        var found: [(event: UInt64, arrivedAt: Int64)] = []
        var next = head
        while next > start {
            let asked = SequenceNumber(next)
            let page = try diary.operations(limit: Self.portion, at: .event(asked))
            for operation in page where operation.last.rawValue > start {
                found.append((operation.last.rawValue, operation.arrivedAt))
            }
            guard page.count == Self.portion, let last = page.last else { break }
            next = last.first.rawValue - 1
        }
        known += found.reversed()
        let whole = known
        timeline.withLock { steps in
            if steps.replacements == replacements, steps.ends.count < whole.count { steps.ends = whole }
        }
        return whole
    }
}
