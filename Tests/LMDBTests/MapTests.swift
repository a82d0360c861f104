import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import Glibc
import Synchronization
import Testing

/// The map that becomes too small: for our own writes, or by those of another process.
@Suite("The map", .timed)
struct MapTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test("a full map says so and keeps nothing, and after growing the same transaction fits")
    func growing() throws {
        let (environment, table) = try scratch.open(mapSize: 1 << 20)
        #expect(throws: LMDBError.mapFull) { try fill(environment, table, kibibytes: 1500) }
        #expect(try environment.text("0", in: table) == nil)
        try environment.grow()
        #expect(environment.information.mapSize == 2 << 20)
        try fill(environment, table, kibibytes: 1500)
        #expect(try environment.text("1499", in: table)?.utf8.count == 1000)
        #expect(environment.information.lastPage > 1 << 8)
    }

    @Test("a map another process grew is adopted by the next transaction", arguments: [false, true])
    func adopting(writing: Bool) async throws {
        let (environment, table) = try scratch.open(mapSize: 1 << 20)
        try environment.keep(["a": "one"], in: table)
        try await fillInAnotherProcess()
        try readAfterwards(environment, table, writing: writing)
    }

    private func readAfterwards(_ environment: Environment, _ table: Database, writing: Bool) throws {
        if writing { try environment.keep(["a": "two"], in: table) }
        #expect(try environment.text("a", in: table) == (writing ? "two" : "one"))
        #expect(try environment.text("2999", in: table)?.utf8.count == 1000)
        #expect(environment.information.mapSize == 4 << 20)
    }

    @Test("a thread that keeps the old map alive is told, and goes on when it has ended its transaction")
    func adoptingTooEarly() async throws {
        let (environment, table) = try scratch.open(mapSize: 1 << 20)
        try environment.keep(["a": "one"], in: table)
        let isReading = Flag(), isFilled = Flag()
        let reader = Worker {
            do {
                do {
                    let outer = try environment.beginRead()
                    isReading.raise()
                    isFilled.wait()
                    #expect(throws: LMDBError.mapResized) { _ = try environment.beginRead() }
                    #expect(try text("a", in: table, of: outer) == "one")
                }
                #expect(try environment.text("2999", in: table) != nil)
            } catch {
                Issue.record(error)
            }
        }
        isReading.wait()
        try await fillInAnotherProcess()
        isFilled.raise()
        reader.join()
    }

    private func fillInAnotherProcess() async throws {
        let path = scratch.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let (environment, table) = try openTable(at: path, mapSize: 16 << 20)
            try fill(environment, table, kibibytes: 3000)
        }
    }

    /// Runs a body while the map's growing waits for a reader, and then lets it grow.
    private func whileGrowingWaits(
        _ body: (borrowing Transaction, Environment, Database) throws -> Void
    ) throws {
        let (environment, table) = try scratch.open(mapSize: 1 << 20)
        try environment.keep(["a": "one"], in: table)
        let grower: Worker
        do {
            let reader = try environment.beginRead()
            let thread = Atomic(0)
            grower = Worker {
                thread.store((try? stateOfThread("/proc/thread-self").number) ?? 0, ordering: .releasing)
                try? environment.grow()
            }
            try eventually("growing waits for the reader") {
                let number = thread.load(ordering: .acquiring)
                return try number != 0 && stateOfThread("/proc/self/task/\(number)").isAsleep
            }
            try body(reader, environment, table)
            // The map is as it was while somebody is inside.
            #expect(environment.information.mapSize == 1 << 20)
        }
        grower.join()
        #expect(environment.information.mapSize == 2 << 20)
    }

    @Test("growing waits for the transactions of others, holds new ones back, and lets a thread inside begin another")
    func resizeLock() throws {
        try whileGrowingWaits { (outer, environment, table) throws in
            for _ in 0..<50 {
                #expect(try environment.text("a", in: table) == "one")
            }
            #expect(try text("a", in: table, of: outer) == "one")
        }
    }

    @Test("threads that work for a reader begin to read beside it while growing waits, and others are held back")
    func joining() throws {
        let others = Atomic(0)
        var other: Worker?
        try whileGrowingWaits { (reader, environment, table) throws in
            let read = Atomic(0)
            let pass = reader.readPass
            other = Worker {
                if (try? environment.text("a", in: table)) == "one" { others.add(1, ordering: .relaxed) }
            }
            Worker {
                pass.join {
                    if (try? environment.text("a", in: table)) == "one" { read.add(1, ordering: .relaxed) }
                }
            }.join()
            // Lets the other one come to where it is held back; nothing counts it before the map has grown.
            usleep(20_000)
            #expect(read.load(ordering: .relaxed) == 1)
            #expect(others.load(ordering: .relaxed) == 0)
        }
        other?.join()
        #expect(others.load(ordering: .relaxed) == 1)
    }

    @Test(
        "a map the system refuses is halved until it is granted, and one that cannot grow goes on as it is",
        .disabled(if: isSanitized, "a sanitizer takes more address space than the test leaves"))
    func refused() async {
        let path = scratch.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            var limit = rlimit(rlim_cur: 8 << 30, rlim_max: 8 << 30)
            precondition(unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
            let environment = try Environment.open(path)
            precondition(environment.information.mapSize == 4 << 30)
            precondition((try? environment.grow()) == nil)
            try environment.keep(["a": "one"], in: .main)
            let kept = try environment.text("a", in: .main)
            precondition(kept == "one")
            precondition(environment.information.mapSize == 4 << 30)
        }
    }
}

/// Whether the tests run under the thread or the address sanitizer.
private var isSanitized: Bool {
    unsafe dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}

/// Writes entries of some 1 KiB each, in one transaction.
private func fill(_ environment: Environment, _ table: Database, kibibytes: Int) throws {
    var transaction = try environment.beginWrite()
    let value = [UInt8](repeating: 46, count: 1000)
    for number in 0..<kibibytes {
        try transaction.put(value.span, for: bytes("\(number)").span, in: table)
    }
    try transaction.commit()
}

/// A thread's number, and whether it waits for something: the state stands behind the name in parentheses.
private func stateOfThread(_ folder: String) throws -> (number: Int, isAsleep: Bool) {
    let words = String(decoding: try FileSystem.read(folder + "/stat"), as: UTF8.self)
    let state = words.lastIndex(of: ")").map { words[$0...].dropFirst(2).first }
    return (Int(words.prefix { $0 != " " }) ?? 0, state == "S")
}
