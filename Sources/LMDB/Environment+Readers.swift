internal import DiarylogCLMDB
internal import Glibc

/// A slot of LMDB's reader table that is in use.
package struct ReaderSlot: Sendable, Hashable {
    /// The process that holds it.
    package var process: Int32
    /// The number of the last transaction that it sees; nil if it holds no transaction now.
    package var transaction: Int?
    /// Whether it is this process.
    package var isOwn: Bool

    package init(process: Int32, transaction: Int?, isOwn: Bool) {
        (self.process, self.transaction, self.isOwn) = (process, transaction, isOwn)
    }
}

extension Environment {
    /// The readers of all processes.
    ///
    /// One that sees an old transaction keeps all pages in the file that were freed since. Costs some microseconds.
    package func readers() throws(LMDBError) -> [ReaderSlot] {
        try requireOwnProcess()
        return unsafe Self.readers(handle)
    }

    /// The readers as LMDB lists them: a line for each, with process, thread and transaction, below a heading.
    static func readers(_ handle: OpaquePointer) -> [ReaderSlot] {
        let list = ReaderList()
        let context = unsafe Unmanaged.passUnretained(list).toOpaque()
        // What the call returns says nothing that its lines do not.
        unsafe mdb_reader_list(
            handle,
            { line, context in
                if let line = unsafe line, let context = unsafe context {
                    unsafe Unmanaged<ReaderList>.fromOpaque(context).takeUnretainedValue()
                        .text += String(cString: line)
                }
                return 0
            }, context)
        let own = getpid()
        return list.text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 3, let process = Int32(words[0]) else { return nil }
            return ReaderSlot(process: process, transaction: Int(words[2]), isOwn: process == own)
        }
    }

    private final class ReaderList {
        var text = ""
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
