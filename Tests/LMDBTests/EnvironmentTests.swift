import DiarylogLMDB
import DiarylogTestSupport
import Glibc
import Testing

/// Opening, sharing, copying and refusing.
@Suite("Environments", .timed) struct EnvironmentTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `the library names its version`() {
        #expect(Library.version.hasPrefix("LMDB 0.9."))
    }

    @Test func `a missing file is made for a writer, with mode 0600, and not for a reader`() throws {
        var options = Environment.Options()
        options.isReadOnly = true
        #expect(throws: LMDBError.missing) { try Environment.open(scratch.path, options) }
        #expect(throws: LMDBError.missing) { try Environment.open(scratch.folder("none/data")) }
        _ = try scratch.open()
        var status = stat()
        #expect(unsafe stat(scratch.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `a file of another kind is not a database`() throws {
        let file = unsafe open(scratch.path, O_CREAT | O_WRONLY, 0o600)
        close(file)
        var options = Environment.Options()
        options.isReadOnly = true
        #expect(throws: LMDBError.notADatabase) { try Environment.open(scratch.path, options) }
        let filled = unsafe open(scratch.path, O_WRONLY)
        let noise = [UInt8](repeating: 42, count: 9000)
        #expect(unsafe noise.withUnsafeBytes { unsafe write(filled, $0.baseAddress, $0.count) } == 9000)
        close(filled)
        #expect(throws: LMDBError.notADatabase) { try Environment.open(scratch.path, options) }
        #expect(throws: LMDBError.notADatabase) { try Environment.open(scratch.path) }
    }

    @Test("two opens of one file share an environment, by whatever path, and isolation outlives one of them")
    func shared() throws {
        let (environment, table) = try scratch.open()
        try environment.keep(["a": "old"], in: table)
        let link = scratch.folder("link")
        #expect(unsafe symlink(scratch.path, link) == 0)
        var other: Environment? = try Environment.open(link)
        #expect(other === environment)
        let reader = try environment.beginRead()
        other = nil
        // Were the reader's protection gone, its pages would be written over within a few commits.
        for round in 0..<20 { try environment.keep(["a": "new \(round)", "b": "\(round)"], in: table) }
        #expect(try text("a", in: table, of: reader) == "old")
    }

    @Test func `a closed file opens again as a new environment, with what was kept`() throws {
        weak var first: Environment?
        do {
            let (environment, table) = try scratch.open()
            first = environment
            try environment.keep(["a": "one"], in: table)
        }
        #expect(first == nil)
        let (environment, table) = try scratch.open()
        #expect(try environment.text("a", in: table) == "one")
    }

    @Test func `a transaction keeps its environment open`() throws {
        func reader() throws -> Transaction {
            let (environment, _) = try scratch.open()
            try environment.keep(["a": "one"], in: .main)
            return try environment.beginRead()
        }
        let transaction = try reader()
        #expect(try text("a", in: .main, of: transaction) == "one")
    }

    @Test func `who asks for more than the open environment promises is told it is busy`() throws {
        _ = try scratch.open()
        var options = Environment.Options()
        options.isReadOnly = true
        let reader = try Environment.open(scratch.path, options)
        #expect(throws: LMDBError.busy) { try Environment.open(scratch.path) }
        #expect(try Environment.open(scratch.path, options) === reader)
        #expect(throws: LMDBError.system(errno: EACCES)) { _ = try reader.beginWrite() }
    }

    @Test func `a missing database is nil unless it is made, and a reader finds those that were made`() throws {
        do {
            let environment = try Environment.open(scratch.path)
            #expect(try environment.databases(["a"], create: false) == [nil])
            let made = try environment.databases(["a", "b"], create: true)
            #expect(Set(made).count == 2 && !made.contains(nil) && !made.contains(.main))
            #expect(try environment.databases(["b", "a", "c"], create: false) == [made[1], made[0], nil])
            try environment.keep(["k": "v"], in: try #require(made[0]))
        }
        var options = Environment.Options()
        options.isReadOnly = true
        let environment = try Environment.open(scratch.path, options)
        let found = try environment.databases(["a", "c"], create: true)
        #expect(found[1] == nil)
        #expect(try environment.text("k", in: try #require(found[0])) == "v")
    }

    @Test func `a copy holds what was kept, and what cannot be written is said`() throws {
        let (environment, table) = try scratch.open()
        try environment.keep(["a": "one"], in: table)
        let path = scratch.folder("copy")
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try environment.copy(to: file)
        close(file)
        #expect(throws: LMDBError.system(errno: EBADF)) { try environment.copy(to: -1) }
        let (copy, copied) = try openTable(at: path)
        #expect(try copy.text("a", in: copied) == "one")
    }

    @Test func `a file built without waiting for the disk is whole after a sync`() throws {
        do {
            var options = Environment.Options()
            options.isDurable = false
            let environment = try Environment.open(scratch.path, options)
            try environment.keep(["a": "one"], in: .main)
            try environment.sync()
            #expect(throws: LMDBError.busy) { try Environment.open(scratch.path) }
        }
        #expect(try Environment.open(scratch.path).text("a", in: .main) == "one")
    }

    @Test func `a reader is listed while its transaction lasts, with the commit that it sees`() throws {
        let (environment, table) = try scratch.open()
        #expect(environment.deadReaders.isEmpty)
        #expect(try environment.readers().allSatisfy { $0.transaction == nil })
        var writer = try environment.beginWrite()
        let key: [UInt8] = [1]
        try writer.put(key.span, for: key.span, in: table)
        try writer.commit()
        let reader = try environment.beginRead()
        let slots = try environment.readers().filter { $0.transaction != nil }
        #expect(slots == [ReaderSlot(process: getpid(), transaction: reader.identifier, isOwn: true)])
        _ = consume reader
        #expect(try environment.readers().allSatisfy { $0.transaction == nil })
    }
}
