import DiarylogLMDB
import DiarylogTestSupport
import Glibc
import Testing

/// What a page that leads nowhere costs.
@Suite("A damaged page", .timed) struct DamageTests {
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

    @Test func `is said by each read that needs it, and the same transaction reads the rest`() throws {
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

    @Test func `is a node that says rows share a key: a read of it throws, and the process goes on`() throws {
        let (environment, table) = try scratch.open()
        var transaction = try environment.beginWrite()
        for number in 0..<300 { try transaction.put(bytes("value").span, for: Self.key(number).span, in: table) }
        let size = try transaction.statistics(of: table).pageSize
        try transaction.commit()
        let file = unsafe open(scratch.path, O_RDWR)
        defer { close(file) }
        var page = [UInt8](repeating: 0, count: size)
        var (number, found) = (2, 0)
        while unsafe pread(file, &page, size, number * size) == size {
            // The first node of each leaf of the table; that of its own record has another flag.
            let node = Int(page[16]) | Int(page[17]) << 8
            if page[10] == 2, page[11] == 0, page[12] > 16 || page[13] > 0, page[node + 4] == 0 {
                page[node + 4] |= 4
                #expect(unsafe pwrite(file, page, size, number * size) == size)
                found += 1
            }
            number += 1
        }
        #expect(found > 1)
        let reading = try environment.beginRead()
        var lost = 0
        for number in 0..<300 {
            do throws(LMDBError) {
                #expect(try reading.value(for: Self.key(number).span, in: table)?.count == 5)
            } catch {
                #expect(error == .corrupted)
                lost += 1
            }
        }
        #expect(lost > 0 && lost < 300)
        #expect(throws: LMDBError.corrupted) {
            var cursor = try reading.cursor(in: table)
            while try cursor.next() {}
        }
    }

    /// Bits of a page's header: dirty, loose, to be kept, and of its number.
    @Test(
        "is one that says it is in memory, or another page: no write ends the process, or loses what is there",
        arguments: [84, 94, 95, 0, 3])
    func header(bit: Int) throws {
        do {
            let (environment, table) = try scratch.open()
            var transaction = try environment.beginWrite()
            for number in 0..<Self.rows {
                try transaction.put(Self.value(number).span, for: Self.key(number).span, in: table)
            }
            try transaction.commit()
        }
        let file = unsafe open(scratch.path, O_RDWR)
        defer { close(file) }
        var page = [UInt8](repeating: 0, count: 4096)
        var (number, refused) = (2, 0)
        var leaves: [Int] = []
        while unsafe pread(file, &page, page.count, number * page.count) == page.count {
            // That of the unnamed table has one row.
            if page[10] == 2, page[11] == 0, page[12] > 18 || page[13] > 0 { leaves.append(number) }
            number += 1
        }
        for number in leaves {
            #expect(unsafe pread(file, &page, page.count, number * page.count) == page.count)
            var byte = page[bit / 8] ^ 1 << UInt8(bit % 8)
            let place = number * page.count + bit / 8
            #expect(unsafe pwrite(file, &byte, 1, place) == 1)
            let (environment, table) = try scratch.open()
            for row in stride(from: 0, to: Self.rows, by: 9) {
                for isDeleted in [false, true] {
                    var writing = try environment.beginWrite()
                    do throws(LMDBError) {
                        if isDeleted {
                            _ = try writing.delete(Self.key(row).span, in: table)
                        } else {
                            try writing.put(Self.value(row).span, for: Self.key(row).span, in: table)
                        }
                    } catch {
                        #expect(error == .corrupted)
                        refused += 1
                    }
                    _ = consume writing
                }
            }
            var writing = try environment.beginWrite()
            try writing.put(bytes("x").span, for: bytes("y").span, in: .main)
            try writing.commit()
            #expect(try damage(environment.beginRead(), table, up: true) == 0)
            byte = page[bit / 8]
            #expect(unsafe pwrite(file, &byte, 1, place) == 1)
        }
        #expect(refused > 100)
    }

    @Test func `is a meta page that claims what no file has: it is damaged, and the file does not grow`() throws {
        var size = 0
        do {
            let (environment, table) = try scratch.open()
            for number in 0..<3 {
                var transaction = try environment.beginWrite()
                try transaction.put(bytes("value").span, for: Self.key(number).span, in: table)
                try transaction.commit()
            }
            size = try environment.beginRead().statistics(of: table).pageSize
        }
        let file = unsafe open(scratch.path, O_RDWR)
        defer { close(file) }
        var status = stat()
        #expect(unsafe fstat(file, &status) == 0)
        let length = status.st_size
        // The last page, and the size of a page, in both meta pages.
        for (offset, bit) in [(136 + 3, UInt8(0x10)), (136 + 6, 1), (40 + 1, 0x10), (40, 1)] {
            var bytes: [UInt8] = [0, 0]
            for page in 0..<2 {
                #expect(unsafe pread(file, &bytes[page], 1, page * size + offset) == 1)
                var changed = bytes[page] ^ bit
                #expect(unsafe pwrite(file, &changed, 1, page * size + offset) == 1)
            }
            #expect(throws: LMDBError.self, "\(offset)") { _ = try scratch.open() }
            #expect(unsafe fstat(file, &status) == 0 && status.st_size == length)
            for page in 0..<2 { #expect(unsafe pwrite(file, &bytes[page], 1, page * size + offset) == 1) }
        }
        _ = try scratch.open()
    }

    @Test("is what stands behind the end of a file that was cut: no read ends the process, at whatever length")
    func cut() throws {
        var size = 0
        do {
            let (environment, table) = try scratch.open()
            // The pages that lead to the others are not the last ones in the file.
            for batch in 0..<10 {
                var transaction = try environment.beginWrite()
                for number in stride(from: batch, to: 300, by: 10) {
                    let value = [UInt8](repeating: UInt8(number & 0xFF), count: 100)
                    try transaction.put(value.span, for: Self.key(number).span, in: table)
                }
                try transaction.commit()
            }
            size = try environment.beginRead().statistics(of: table).pageSize * (environment.information.lastPage + 1)
        }
        var (opened, lost) = (0, 0)
        for length in stride(from: size - 1024, to: 8192, by: -3072) {
            // Half a page has rows of which nothing is left but their places, and LMDB has no sum of it: they may be
            // missing. What ends with a page is there or damaged.
            let whole = length.isMultiple(of: 4096)
            #expect(unsafe truncate(scratch.path, length) == 0)
            guard let (environment, table) = try? scratch.open() else { continue }
            opened += 1
            let transaction = try environment.beginRead()
            for number in 0..<300 {
                do throws(LMDBError) {
                    let first = try transaction.value(for: Self.key(number).span, in: table)?[0]
                    #expect(first == UInt8(number & 0xFF) || !whole && (first == nil || first == 0))
                } catch {
                    #expect(error == .corrupted)
                    lost += 1
                }
            }
        }
        // All at first, but where only a page was cut that nobody needs.
        #expect(opened > 0 && lost > 0)
    }

    @Test func `ends a walk that reaches it, and another walk of the same transaction goes on from beyond`() throws {
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

    @Test func `is not passed over where somebody has committed since: the transaction stays refused`() throws {
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

    @Test("ends no process where it is zeroed, and no walk early: each row is what it was, or said to be damaged")
    func zeroed() throws {
        let (environment, table) = try scratch.open()
        var writing = try environment.beginWrite()
        for number in 0..<Self.rows {
            try writing.put(Self.value(number).span, for: Self.key(number).span, in: table)
        }
        let size = try writing.statistics(of: table).pageSize
        try writing.commit()
        let file = unsafe open(scratch.path, O_RDWR)
        defer { close(file) }
        let zeros = [UInt8](repeating: 0, count: size)
        var page = zeros
        var (number, damaging) = (2, 0)
        while unsafe pread(file, &page, size, number * size) == size {
            // The pages of trees: branches and leaves.
            if page[10] == 1 || page[10] == 2 {
                #expect(unsafe pwrite(file, zeros, size, number * size) == size)
                let reading = try environment.beginRead()
                let writing = try environment.beginWrite()
                let readers = try damage(reading, table, up: true) + damage(reading, table, up: false)
                let writers = try damage(writing, table, up: true) + damage(writing, table, up: false)
                // A writer that has met damage is refused the rest.
                #expect((readers > 0) == (writers > 0))
                damaging += readers > 0 ? 1 : 0
                #expect(unsafe pwrite(file, page, size, number * size) == size)
            }
            number += 1
        }
        #expect(damaging > 20)
        #expect(try damage(environment.beginRead(), table, up: true) == 0)
    }

    private static let rows = 1000

    private static func value(_ number: Int) -> [UInt8] { bytes("value \(number)" + String(repeating: ".", count: 60)) }

    /// Walks a table up or down, goes on elsewhere where the walk ends, and looks rows up; returns how many of these
    /// reads said damage.
    private func damage(
        _ transaction: borrowing Transaction, _ table: Database, up isUp: Bool
    ) throws -> Int {
        var damaged = 0
        func note(_ read: () throws -> Void) throws {
            do { try read() } catch LMDBError.corrupted { damaged += 1 }
        }
        try note {
            var cursor = try transaction.cursor(in: table)
            try note {
                for step in 0..<Self.rows {
                    let number = isUp ? step : Self.rows - 1 - step
                    let isHere = isUp ? try cursor.next() : try cursor.previous()
                    #expect(isHere, "the walk ended at \(number)")
                    guard isHere else { return }
                    #expect(text(cursor.key) == text(Self.key(number).span))
                    #expect(text(cursor.value) == text(Self.value(number).span))
                }
                let isBeyond = isUp ? try cursor.next() : try cursor.previous()
                #expect(!isBeyond)
            }
            for number in stride(from: 0, to: Self.rows, by: 25) {
                try note {
                    let isHere = try cursor.seekAtOrBefore(Self.key(number).span)
                    #expect(isHere && text(cursor.key) == text(Self.key(number).span))
                }
                try note {
                    let found = try LMDBTests.text(text(Self.key(number).span), in: table, of: transaction)
                    #expect(found == text(Self.value(number).span))
                }
            }
        }
        return damaged
    }
}
