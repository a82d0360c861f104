import Benchmark
import DiaryEngine
import DiaryModel
import DiarylogFiller
import EventStore

/// Single functions on a diary of 100,000 seeded events in memory, with the counters of the benchmark package.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .cpuTotal, .syscalls, .throughput], warmupIterations: 3, maxDuration: .seconds(2))

    let path = "/dev/shm/diarylog-functions-\(UInt32.random(in: 0...UInt32.max))"
    let diary = try? prepared(at: path)
    guard let diary, let head = try? diary.resolve(.head).rawValue else { return }
    let points: [(String, DiaryPoint)] = [
        ("now", .head), ("as of 50 %", .event(SequenceNumber(head / 2))),
        ("as of 1 %", .event(SequenceNumber(head / 100))),
    ]
    for (name, point) in points {
        Benchmark("list of 20, \(name)") { benchmark in
            var request = ListRequest()
            (request.limit, request.point) = (20, point)
            for _ in benchmark.scaledIterations { blackHole(try diary.list(request)) }
        }
    }
    Benchmark("show, as of 50 %") { benchmark in
        guard let entry = try diary.list().entries.last else { return }
        for _ in benchmark.scaledIterations {
            blackHole(try diary.entry(entry.id, at: .event(SequenceNumber(head / 2))))
        }
    }
    Benchmark("count, as of 50 %") { benchmark in
        for _ in benchmark.scaledIterations { blackHole(try diary.totals(at: .event(SequenceNumber(head / 2)))) }
    }
    Benchmark("durable add") { benchmark in
        var filler = Filler(seed: UInt64(benchmark.currentIteration) + 7)
        for _ in benchmark.scaledIterations { blackHole(try diary.add(filler.content(), in: filler.context())) }
    }
    Benchmark("replay of 100,000 events", configuration: .init(maxDuration: .seconds(5))) { _ in
        blackHole(try diary.replay(to: .event(SequenceNumber(head))))
    }
}

private func prepared(at path: String) throws -> Diary {
    var filler = Filler(seed: 1)
    let context = filler.context()
    try Diary.create(at: path) { context }
    let diary = try Diary(at: path)
    try filler.fill(diary, events: 100_000)
    return diary
}
