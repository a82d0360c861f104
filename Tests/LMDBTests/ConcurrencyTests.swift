import DiarylogLMDB
import DiarylogTestSupport
import Glibc
import Testing

/// Many threads at once, and a fork.
@Suite("Concurrency", .timed) struct ConcurrencyTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a thousand tasks read and write, and nothing is lost or torn`() async throws {
        let (environment, table) = try scratch.open()
        try environment.keep(["left": "0", "right": "0"], in: table)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    if number.isMultiple(of: 2) {
                        try count(environment, table, number)
                    } else {
                        try compare(environment, table)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try environment.text("left", in: table) == "500")
    }

    @Test func `a file opened and closed by many threads at once is open at most once, and nothing is lost`() throws {
        let path = scratch.path
        let workers = (0..<4).map { _ in
            Worker {
                for _ in 0..<100 {
                    do {
                        // The moment between the last release and the closing is short: come by often.
                        for _ in 0..<20 { _ = try Environment.open(path) }
                        let (environment, table) = try openTable(at: path)
                        try count(environment, table, 0)
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        for worker in workers { worker.join() }
        let (environment, table) = try openTable(at: path)
        #expect(try environment.text("left", in: table) == "400")
        #expect(environment.information.readers <= 5)
    }

    @Test func `a forked child is refused, and leaves the parent's transactions alone`() async {
        let path = scratch.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try forkAndUse(path)
        }
    }
}

/// Counts one up in two places.
private func count(_ environment: Environment, _ table: Database, _ number: Int) throws {
    var transaction = try environment.beginWrite()
    let next = "\((Int(try text("left", in: table, of: transaction) ?? "0") ?? 0) + 1)"
    try transaction.put(bytes(next).span, for: bytes("left").span, in: table)
    try transaction.put([UInt8](repeating: 1, count: 1000).span, for: bytes("\(number)").span, in: table)
    try transaction.put(bytes(next).span, for: bytes("right").span, in: table)
    try transaction.commit()
}

/// Demands that the two counts agree.
private func compare(_ environment: Environment, _ table: Database) throws {
    let transaction = try environment.beginRead()
    let left = try text("left", in: table, of: transaction)
    #expect(try text("right", in: table, of: transaction) == left)
}

/// Forks with a reader open; the child exits with 0 if it is refused, and then the parent's snapshot must be whole.
private func forkAndUse(_ path: String) throws {
    // Swift hides fork, for good reasons: this is what happens to those who find it.
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = unsafe dlsym(nil, "fork") else { throw Absent() }
    let fork = unsafe unsafeBitCast(symbol, to: Fork.self)

    let (environment, table) = try openTable(at: path)
    try environment.keep(["a": "old"], in: table)
    let reader = try environment.beginRead()
    let child = fork()
    if child == 0 {
        var refusals = 0
        do { _ = try environment.beginRead() } catch { refusals += error == .forked ? 1 : 0 }
        do { _ = try environment.beginWrite() } catch { refusals += error == .forked ? 1 : 0 }
        do { _ = try Environment.open(path) } catch { refusals += error == .forked ? 1 : 0 }
        _ = consume reader
        _exit(refusals == 3 ? 0 : 1)
    }
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
    precondition(status == 0, "the child is refused three times")
    for round in 0..<20 { try environment.keep(["a": "new \(round)", "b": "\(round)"], in: table) }
    let seen = try text("a", in: table, of: reader)
    precondition(seen == "old", "the parent's snapshot is whole")
}
