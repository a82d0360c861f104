internal import CLMDB
internal import Glibc

extension Environment {
    /// A read transaction in progress, of any process.
    package struct Reader: Hashable, Sendable {
        /// The process that reads.
        package let process: Int32
        /// The number of the last transaction that it sees.
        package let transaction: Int
    }

    /// The read transactions in progress, in all processes; a slot of a process that died may be among them until
    /// `checkReaders`. Reads the lock file's table: no system call.
    package func readers() throws(LMDBError) -> [Reader] {
        try requireOwnProcess()
        let lines = Lines()
        let code = unsafe mdb_reader_list(
            handle,
            { text, context in
                if let text = unsafe text, let context = unsafe context {
                    let line = unsafe String(cString: text)
                    unsafe Unmanaged<Lines>.fromOpaque(context).takeUnretainedValue().all.append(line)
                }
                return 0
            }, Unmanaged.passUnretained(lines).toOpaque())
        if code < 0 { throw LMDBError(code: code) }
        // A line has the process, the thread in hexadecimal, and the transaction, or "-".
        return lines.all.compactMap { line in
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count == 3, let process = Int32(words[0]), let transaction = Int(words[2]) else { return nil }
            return Reader(process: process, transaction: transaction)
        }
    }

    private final class Lines {
        var all: [String] = []
    }
}

extension Transaction {
    /// How many pages were freed by the transactions after one: those that a reader of that one keeps from being used
    /// again. A walk over the list of free pages; only for a transaction that reads.
    package func pagesFreed(after transaction: Int) throws(LMDBError) -> Int {
        // Database 0 is LMDB's own: under the number of a transaction, the count of the pages it freed, and the pages.
        var cursor = try cursor(in: Database(index: 0))
        var pages = 0
        while try cursor.next() {
            guard cursor.key.count == 8, cursor.value.count >= 8 else { continue }
            if Int(Self.number(cursor.key)) > transaction { pages += Int(Self.number(cursor.value)) }
        }
        return pages
    }

    /// A native word of eight bytes.
    private static func number(_ bytes: Span<UInt8>) -> UInt64 {
        var number: UInt64 = 0
        for index in 0..<8 { number |= UInt64(bytes[index]) << (8 * UInt64(index)) }
        return number
    }
}
