import DiarylogLMDB
import DiarylogTestSupport
import Testing

/// What a transaction keeps, and what it sees.
@Suite("Transactions", .timed) struct TransactionTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a committed transaction is seen by the next reader`() throws {
        let (environment, table) = try scratch.open()
        try environment.keep(["a": "one"], in: table)
        #expect(try environment.text("a", in: table) == "one")
        #expect(try environment.text("b", in: table) == nil)
    }

    @Test func `a dropped transaction leaves nothing, and the next writer may begin`() throws {
        let (environment, table) = try scratch.open()
        do {
            var transaction = try environment.beginWrite()
            try transaction.put(bytes("one").span, for: bytes("a").span, in: table)
        }
        #expect(try environment.text("a", in: table) == nil)
        try environment.keep(["b": "two"], in: table)
        #expect(try environment.text("b", in: table) == "two")
    }

    @Test func `a writer reads its own writes through the same function as a reader`() throws {
        let (environment, table) = try scratch.open()
        var transaction = try environment.beginWrite()
        try transaction.put(bytes("one").span, for: bytes("a").span, in: table)
        #expect(try text("a", in: table, of: transaction) == "one")
        #expect(try environment.text("a", in: table) == nil)
        try transaction.commit()
    }

    @Test func `an empty value is read back empty, by key and by cursor`() throws {
        let (environment, table) = try scratch.open()
        try environment.keep(["a": ""], in: table)
        let transaction = try environment.beginRead()
        let count = try transaction.value(for: bytes("a").span, in: table)?.count
        #expect(count == 0)
        var cursor = try transaction.cursor(in: table)
        let found = try cursor.first()
        #expect(found && cursor.value.isEmpty)
    }

    @Test func `a value of many pages is read back whole`() throws {
        let (environment, table) = try scratch.open()
        let long = String(repeating: "diary ", count: 100_000)
        try environment.keep(["a": long], in: table)
        #expect(try environment.text("a", in: table) == long)
    }

    @Test("a key of 0 or 512 bytes is refused, one of 1 or 511 is taken", arguments: [0, 1, 511, 512])
    func keySizes(count: Int) throws {
        let (environment, table) = try scratch.open()
        let key = [UInt8](repeating: 7, count: count)
        var transaction = try environment.beginWrite()
        if (1...511).contains(count) {
            try transaction.put(bytes("one").span, for: key.span, in: table)
            let isThere = try transaction.value(for: key.span, in: table) != nil
            #expect(isThere)
            #expect(try transaction.delete(key.span, in: table))
        } else {
            #expect(throws: LMDBError.badValueSize) { try transaction.put(key.span, for: key.span, in: table) }
            #expect(throws: LMDBError.badValueSize) { _ = try transaction.value(for: key.span, in: table) }
            #expect(throws: LMDBError.badValueSize) { _ = try transaction.delete(key.span, in: table) }
        }
        try transaction.commit()
    }

    @Test func `insert keeps what is there, put replaces it, delete tells whether it was there`() throws {
        let (environment, table) = try scratch.open()
        var transaction = try environment.beginWrite()
        #expect(try transaction.insert(bytes("one").span, for: bytes("a").span, in: table))
        #expect(try !transaction.insert(bytes("two").span, for: bytes("a").span, in: table))
        #expect(try text("a", in: table, of: transaction) == "one")
        try transaction.put(bytes("three").span, for: bytes("a").span, in: table)
        #expect(try text("a", in: table, of: transaction) == "three")
        #expect(try transaction.delete(bytes("a").span, in: table))
        #expect(try !transaction.delete(bytes("a").span, in: table))
        try transaction.commit()
    }

    @Test func `an appending put takes only a key greater than all others`() throws {
        let (environment, table) = try scratch.open()
        var transaction = try environment.beginWrite()
        try transaction.put(bytes("one").span, for: bytes("b").span, in: table, appending: true)
        try transaction.put(bytes("two").span, for: bytes("c").span, in: table, appending: true)
        #expect(throws: LMDBError.keyExists) {
            try transaction.put(bytes("three").span, for: bytes("a").span, in: table, appending: true)
        }
        try transaction.commit()
        #expect(try environment.text("c", in: table) == "two")
    }

    @Test func `removing all empties a database and keeps it`() throws {
        let (environment, table) = try scratch.open()
        try environment.keep(["a": "one", "b": "two"], in: table)
        var transaction = try environment.beginWrite()
        #expect(try transaction.statistics(of: table).rows == 2)
        try transaction.removeAll(in: table)
        #expect(try transaction.statistics(of: table).rows == 0)
        try transaction.put(bytes("three").span, for: bytes("c").span, in: table)
        try transaction.commit()
        #expect(try environment.text("c", in: table) == "three")
        #expect(try environment.text("a", in: table) == nil)
    }

    @Test func `a reader keeps its snapshot while a writer commits`() throws {
        let (environment, table) = try scratch.open()
        try environment.keep(["a": "old"], in: table)
        let reader = try environment.beginRead()
        try environment.keep(["a": "new", "b": "more"], in: table)
        #expect(try text("a", in: table, of: reader) == "old")
        #expect(try text("b", in: table, of: reader) == nil)
        #expect(try environment.text("a", in: table) == "new")
        #expect(reader.identifier + 1 == environment.information.lastTransaction)
    }
}
