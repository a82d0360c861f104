import EventStore
import Host
import Testing

/// What a commit writes, counted by the kernel: the same on every machine, whatever else it does.
@Suite("The cost of a change", .serialized)
struct CostTests {
    @Test("is three pages in the tail, and few more on average in a large log")
    func bytesWritten() async throws {
        // In a process of its own: the counters are those of all its threads.
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let folder = try Folder()
            let store = try makeStore(at: folder("store"))
            try fill(store, events: 100_000)
            let cost = try measure(store, changes: 2000)
            for number in [cost.mean, cost.most, cost.mostInTail] { try StandardStream.error.write("\(number) ") }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let numbers = text.split(separator: " ").compactMap { UInt64($0) }
        try #require(numbers.count == 3)
        #expect(numbers[0] <= 24 << 10, "on average")
        #expect(numbers[1] <= 256 << 10, "at most, with a fold")
        #expect(numbers[2] <= 3 * 4096 + 200, "at most, in the tail")
        print("bytes written a change: mean \(numbers[0]), most \(numbers[1]), most in the tail \(numbers[2])")
    }
}

/// The bytes that changes of one event of some 400 bytes write.
private struct Cost {
    var mean: UInt64 = 0
    var most: UInt64 = 0
    var mostInTail: UInt64 = 0
}

private func measure(_ store: EventStore, changes: UInt64) throws -> Cost {
    var cost = Cost()
    for number in 0..<Int(changes) {
        var event = Counter.open(stream(1_000_000 + number), 1)
        event.body += [UInt8](repeating: UInt8(number & 255), count: 400)
        let before = try ProcessCounters.current().writtenBytes
        try store.append([event], on: occasion(number))
        let written = try ProcessCounters.current().writtenBytes - before
        cost.mean += written
        cost.most = max(cost.most, written)
        let log = try store.beginRead().log
        if log.head > log.meta.folded { cost.mostInTail = max(cost.mostInTail, written) }
    }
    cost.mean /= changes
    return cost
}

/// Many events, in batches.
private func fill(_ store: EventStore, events: Int) throws(EventStoreError) {
    var number = 0
    while number < events {
        var batch: [EventData] = []
        for _ in 0..<1000 {
            var event = Counter.open(stream(number), 1)
            event.body += [UInt8](repeating: UInt8(number & 255), count: 400)
            batch.append(event)
            number += 1
        }
        try store.append(batch, on: occasion(number))
    }
}
