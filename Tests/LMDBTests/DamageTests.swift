import DiarylogLMDB
import DiarylogTestSupport
import Glibc
import Testing

/// What a page that leads nowhere costs.
@Suite("A damaged page", .timed)
struct DamageTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static func key(_ number: Int) -> [UInt8] { bytes("key \(1000 + number)") }

    /// A table of some hundred rows on several leaves, whose first leaf, or the way to it, is then damaged.
    private func damaged() throws -> (Environment, Database) {
        let (environment, table) = try scratch.open()
        var transaction = try environment.beginWrite()
        for number in 0..<300 {
            let value = [UInt8](repeating: UInt8(number & 0xFF), count: 100)
            try transaction.put(value.span, for: Self.key(number).span, in: table)
        }
        let size = try transaction.statistics(of: table).pageSize
        try transaction.commit()
        let file = unsafe open(scratch.path, O_RDWR)
        defer { close(file) }
        var page = [UInt8](repeating: 0, count: size)
        var number = 2
        var found = 0
        while unsafe pread(file, &page, size, number * size) == size {
            // The flags of a branch page; its first node leads to the first leaf.
            if page[10] == 1, page[11] == 0 {
                let node = Int(page[16]) | Int(page[17]) << 8
                for byte in node..<node + 4 { page[byte] = 0x7F }
                #expect(unsafe pwrite(file, page, size, number * size) == size)
                found += 1
            }
            number += 1
        }
        #expect(found > 0)
        return (environment, table)
    }

    @Test("is said by each read that needs it, and the same transaction reads the rest")
    func rest() throws {
        let (environment, table) = try damaged()
        let transaction = try environment.beginRead()
        let before = transaction.identifier
        for _ in 0..<3 {
            #expect(throws: LMDBError.corrupted) {
                _ = try transaction.value(for: Self.key(0).span, in: table)?.count
            }
            let count = try transaction.value(for: Self.key(299).span, in: table)?.count
            #expect(count == 100)
        }
        #expect(transaction.identifier == before)
        #expect(try environment.checkReaders() == 0)
    }

    @Test("ends a walk that reaches it, and another walk of the same transaction goes on from beyond")
    func walk() throws {
        let (environment, table) = try damaged()
        let transaction = try environment.beginRead()
        var cursor = try transaction.cursor(in: table)
        #expect(throws: LMDBError.corrupted) { _ = try cursor.first() }
        var isHere = try cursor.seek(Self.key(200).span)
        var count = 0
        while isHere {
            count += 1
            isHere = try cursor.next()
        }
        #expect(count == 100)
        var second = try transaction.cursor(in: table)
        let isLast = try second.last()
        #expect(isLast && second.key.count == 8)
    }

    @Test("is not passed over where somebody has committed since: the transaction stays refused")
    func otherState() throws {
        let (environment, table) = try damaged()
        let transaction = try environment.beginRead()
        var writing = try environment.beginWrite()
        try writing.put(bytes("x").span, for: bytes("y").span, in: .main)
        try writing.commit()
        for number in [0, 299, 299] {
            #expect(throws: LMDBError.corrupted) {
                _ = try transaction.value(for: Self.key(number).span, in: table)?.count
            }
        }
        let fresh = try environment.beginRead()
        let count = try fresh.value(for: Self.key(299).span, in: table)?.count
        #expect(count == 100)
    }
}
