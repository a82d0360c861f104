import DiarylogLMDB
import DiarylogTestSupport
import Glibc
import Testing

/// The map: the most that a file may grow to.
@Suite("The map", .timed) struct MapTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a file that would outgrow its map says so, keeps nothing of the transaction, and goes on`() throws {
        let (environment, table) = try scratch.open(mapSize: 1 << 20)
        #expect(throws: LMDBError.mapFull) { try fill(environment, table, kibibytes: 1500) }
        #expect(try environment.text("0", in: table) == nil)
        try environment.keep(["a": "one"], in: table)
        #expect(try environment.text("a", in: table) == "one")
    }

    @Test("a file that another process made larger than this one's map is refused with that reason")
    func outgrown() async throws {
        let (environment, table) = try scratch.open(mapSize: 1 << 20)
        try environment.keep(["a": "one"], in: table)
        let path = scratch.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let (environment, table) = try openTable(at: path, mapSize: 16 << 20)
            try fill(environment, table, kibibytes: 3000)
        }
        #expect(throws: LMDBError.mapResized) { _ = try environment.beginRead() }
        #expect(throws: LMDBError.mapResized) { _ = try environment.beginWrite() }
    }

    @Test(
        "a map the system refuses is halved until it is granted",
        .disabled(if: isSanitized, "a sanitizer takes more address space than the test leaves"))
    func refused() async {
        let path = scratch.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            var limit = rlimit(rlim_cur: 8 << 30, rlim_max: 8 << 30)
            precondition(unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
            let environment = try Environment.open(path)
            precondition(environment.information.mapSize == 4 << 30)
            try environment.keep(["a": "one"], in: .main)
            let kept = try environment.text("a", in: .main)
            precondition(kept == "one")
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
