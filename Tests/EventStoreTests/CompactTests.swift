import DiarylogHost
import DiarylogTestSupport
import EventStore
import Glibc
import Testing

@Suite("Compacting", .timed) struct CompactTests: OfPlace {
    let place: Place

    init() throws { place = try Place(2...60) }

    private func generation(_ store: Store) throws -> UInt32 { try store.beginRead().view.log.meta.generation }

    @Test func `leaves every event and row as it was, in the next generation, and the old file is gone`() throws {
        let (frames, tables) = (try store.frames(), try store.tables())
        let reading = try Store(opening: path)
        _ = try reading.head
        let done = try store.compact()
        #expect(done.after <= done.before && done.followed == 0 && done.held > .zero)
        #expect(try files() == ["lock", "log-000002.mdb"])
        for handle in [store, reading, try Store(opening: path)] {
            #expect(try handle.frames() == frames && generation(handle) == 2)
            #expect(try differences(handle.tables(), tables) == [])
            #expect(try handle.problems() == [])
        }
        try reading.openStream(100)
        #expect(try store.head == 61)
        #expect(try store.row(of: stream(100)) != nil)
    }

    @Test func `another handle finds the new file, also if it rebuilds before it reads`() throws {
        let other = try Store(opening: path)
        _ = try store.compact()
        try other.rebuild()
        #expect(try other.head == store.head && other.problems() == [])
    }

    @Test func `gives back the room of what was deleted`() throws {
        let big = Counter.data(Counter.opened, stream(900), .noStream, Array(repeating: 7, count: 1 << 20))
        try store.append([big], in: context(900))
        for round in 0..<4 {
            try store.append((0..<200).map { Counter.open(stream(1000 + 200 * round + $0), 1) }, in: context(round))
        }
        let number = try store.beginRead().view.log.meta.generation
        try store.takeSnapshot(of: KindCounts.self, flushingTail: true)
        try store.pruneSnapshots(all: true)
        let done = try store.compact()
        #expect(done.after < done.before - 16_384, "\(done)")
        #expect(try FileSystem.size(of: StorePaths.generation(number + 1, path)) == done.after)
        try store.rebuild()
        #expect(try FileSystem.size(of: StorePaths.generation(number + 2, path)) <= done.after, "none is left to give")
    }

    @Test func `takes over what is written while it copies, in every table`() throws {
        let other = try Store(opening: path)
        let steps: [GenerationStep] = [.copied, .followed, .proven]
        let done = try store.compact { step in
            guard let position = steps.firstIndex(of: step) else { return }
            for number in 0..<40 {
                try other.append(
                    [Counter.open(stream(5000 + 100 * position + number), Int64(number))], in: context(number))
            }
        }
        #expect(done.followed == 120)
        #expect(try store.head == 180 && other.head == 180)
        #expect(try store.problems() == [])
        // A mirror has every event imported, one after the other.
        var mirror = try Mirror(of: store, at: folder("mirror"))
        try mirror.catchUp()
        #expect(try mirror.store.frames() == store.frames())
        try store.write { writer in try writer.flushTail() }
        #expect(try differences(store.tables(), mirror.store.tables()) == [])
    }

    @Test func `loses nothing that other threads append all the while, and they never see it go back`() throws {
        let isDone = Flag()
        let workers = (0..<2).map { number in
            let (path, isDone) = (path, isDone)
            return Worker {
                do {
                    let handle = try Store(opening: path)
                    var (count, seen): (Int, UInt64) = (0, 0)
                    while !isDone.isRaised || count < 50 {
                        let receipt = try handle.append(
                            [Counter.open(stream(10_000 * (number + 1) + count), 1)], in: context(count))
                        #expect(receipt.last.rawValue > seen)
                        seen = receipt.last.rawValue
                        count += 1
                        #expect(try handle.row(of: stream(10_000 * (number + 1) + count - 1)) != nil)
                    }
                    for past in 0..<count {
                        #expect(try handle.row(of: stream(10_000 * (number + 1) + past)) != nil)
                    }
                } catch {
                    Issue.record("\(error)")
                }
            }
        }
        for _ in 0..<6 { _ = try store.compact() }
        isDone.raise()
        for worker in workers { worker.join() }
        #expect(try generation(store) == 7)
        #expect(try files() == ["lock", "log-000007.mdb"])
        #expect(try store.problems() == [])
    }

    @Test(
        "killed after any step, the store has every event, and the next change clears up",
        arguments: GenerationStep.allCases)
    func killed(step: GenerationStep) async throws {
        let (frames, tables) = (try store.frames(), try store.tables())
        let following = try Store(opening: path)
        _ = try following.head
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, step = step as GenerationStep] in
            try compact(path, killedAfter: step)
        }
        try check(following, after: step, frames, tables)
    }

    private func check(
        _ following: Store, after step: GenerationStep, _ frames: [[UInt8]], _ tables: [String: [[UInt8]]]
    ) throws {
        let isNew = [.committed, .removed].contains(step)
        for handle in [store, following, try Store(opening: path)] {
            #expect(try handle.frames() == frames && differences(handle.tables(), tables) == [])
            #expect(try generation(handle) == (isNew ? 2 : 1))
        }
        try following.openStream(77)
        try following.removeLeftovers()
        #expect(try files() == ["lock", isNew ? "log-000002.mdb" : "log-000001.mdb"])
        _ = try store.compact()
        #expect(try store.head == 61 && following.head == 61)
        #expect(try store.problems() == [])
    }

    @Test func `a leftover is not touched while a change is being made`() throws {
        let other = try Store(opening: path, patience: 30)
        _ = try store.compact { step in
            guard step == .proven else { return }
            try other.removeLeftovers()
            #expect(storeError { _ = try other.compact() } == .busy)
        }
        #expect(try store.head == 60 && generation(other) == 2)
    }

    @Test("refuses where events are damaged, and changes nothing; told to, it goes on and keeps their bytes")
    func damaged() throws {
        try tamper(store, at: 7) { $0[100] ^= 1 }
        let frames = try store.frames()
        #expect(storeError { _ = try store.compact() } == .damagedEvents([7]))
        #expect(try files() == ["lock", "log-000001.mdb"])
        _ = try store.compact(acceptingDamage: true)
        #expect(try store.frames() == frames && generation(store) == 2)
    }

    @Test("a process that reads on an old state is named once it keeps too much from being used again")
    func slowReader() async throws {
        async let ended = #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            try readUntilTold(path)
        }
        // While it holds no thread: the other process is begun by a task, which wants one.
        try await eventually("the other process reads") { () async throws in
            try FileSystem.kind(of: path + "/reading") == .file
        }
        try checkSlowReader()
        _ = await ended
    }

    private func checkSlowReader() throws {
        #expect(try store.slowReader(over: 1 << 30) == nil)
        let big = Array(repeating: UInt8(7), count: 1 << 18)
        for number in 0..<8 {
            try store.append(
                [Counter.data(Counter.opened, stream(7000 + number), .noStream, big)], in: context(number))
            try store.takeSnapshot(of: KindCounts.self, flushingTail: true)
            try store.pruneSnapshots(all: true)
        }
        let reader = try store.slowReader(over: 50_000)
        #expect(reader.map { $0.process != getpid() && $0.bytes > 50_000 } == true, "\(String(describing: reader))")
        let nothing: [UInt8] = []
        try FileSystem.write(nothing.span, to: path + "/told")
    }

    @Test func `keeps frames that are missing missing`() throws {
        try tamper(store, at: 9) { $0 = [] }
        _ = try store.compact(acceptingDamage: true) { step in
            guard step == .copied else { return }
            try store.openStreams(90...109)
        }
        #expect(try store.head == 80)
        #expect(try store.frames()[8] == [])
        #expect(try store.problems().map(\.event).contains(9))
    }
}

/// Compacts a store, and ends this process at once after a step.
private func compact(_ path: String, killedAfter step: GenerationStep) throws {
    let store = try Store(opening: path)
    _ = try store.compact { reached in
        if reached == step { raise(SIGKILL) }
    }
}

/// Reads a store and says so, until told to end; then ends this process at once.
private func readUntilTold(_ path: String) throws {
    let store = try Store(opening: path)
    let reader = try store.beginRead()
    let nothing: [UInt8] = []
    try FileSystem.write(nothing.span, to: path + "/reading")
    try eventually("it is told to end") { try FileSystem.kind(of: path + "/told") == .file }
    _ = consume reader
    raise(SIGKILL)
}
