import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import EventStore
import Testing

/// What a commit writes, counted by the kernel: the same on every machine, whatever else it does.
@Suite("The cost of a change", .timed, .serialized) struct CostTests {
    @Test("is two pages while the tail fits in one, three after, and up to two more where that splits")
    func tail() async throws {
        // In a process of its own: the counters are those of all its threads.
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let folder = try Folder()
            try report(measure(try makeStore(at: folder("store")), changes: 2000))
        }
        let cost = try #require(Cost(result?.standardErrorContent ?? []))
        print("bytes written a change, small log: \(cost)")
        #expect(cost.mean <= 20 << 10)
        #expect(cost.most <= 160 << 10)
        #expect(cost.mostInTail <= 5 * 4096 + 200)
        #expect(cost.medianInTail <= 3 * 4096 + 200)
    }

    @Test func `grows little with the log`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let folder = try Folder()
            try fill(try makeStore(at: folder("batches")), events: 100_000)
            // What batches leave behind is a long list of free pages, which every commit writes anew until it is gone.
            try FileSystem.makeDirectory(folder("store"))
            try Environment.open(StorePaths.generation(1, folder("batches")))
                .copy(to: StorePaths.generation(1, folder("store")))
            let store = try Store(opening: folder("store"))
            try store.append([Counter.open(stream(999_999), 1)], in: context(1))
            try report(measure(store, changes: 2000))
        }
        let cost = try #require(Cost(result?.standardErrorContent ?? []))
        print("bytes written a change, 100,000 events: \(cost)")
        #expect(cost.mean <= 24 << 10)
        #expect(cost.most <= 256 << 10)
        #expect(cost.medianInTail <= 3 * 4096 + 200)
    }
}

/// The bytes that changes of one event of some 400 bytes write.
private struct Cost {
    var mean: UInt64 = 0
    var most: UInt64 = 0
    var mostInTail: UInt64 = 0
    var medianInTail: UInt64 = 0

    init() {}

    /// Reads what `report` wrote.
    init?(_ text: [UInt8]) {
        let numbers = String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { UInt64($0) }
        guard numbers.count == 4 else { return nil }
        (mean, most, mostInTail, medianInTail) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }
}

private func report(_ cost: Cost) throws {
    for number in [cost.mean, cost.most, cost.mostInTail, cost.medianInTail] {
        try StandardStream.error.write("\(number) ")
    }
}

private func measure(_ store: Store, changes: UInt64) throws -> Cost {
    var cost = Cost()
    var tail: [UInt64] = []
    for number in 0..<Int(changes) {
        var event = Counter.open(stream(1_000_000 + number), 1)
        event.body += [UInt8](repeating: UInt8(number & 255), count: 400)
        let before = try ProcessCounters.currentThread().writtenBytes
        try store.append([event], in: context(number))
        let written = try ProcessCounters.currentThread().writtenBytes - before
        cost.mean += written
        cost.most = max(cost.most, written)
        let log = try store.beginRead().view.log
        if log.head > log.meta.flushed { tail.append(written) }
    }
    cost.mean /= changes
    tail.sort()
    cost.mostInTail = tail.last ?? 0
    cost.medianInTail = tail[tail.count / 2]
    return cost
}

/// Many events, in batches.
private func fill(_ store: Store, events: Int) throws(EventStoreError) {
    var number = 0
    while number < events {
        var batch: [EventData] = []
        for _ in 0..<1000 {
            var event = Counter.open(stream(number), 1)
            event.body += [UInt8](repeating: UInt8(number & 255), count: 400)
            batch.append(event)
            number += 1
        }
        try store.append(batch, in: context(number))
    }
}
