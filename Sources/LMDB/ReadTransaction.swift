internal import CLMDB

/// What can be read in a transaction of either kind.
///
/// The bytes it gives lie in the map itself: nothing is copied. They are borrowed from the transaction, so that the
/// compiler ends them before it ends, or before it writes. A span or a cursor with a name lives to the end of its
/// block: before the transaction writes on or commits, give it a block of its own (`if let`, `do`), or no name.
/// A generic function reads in both:
///
///     func head(_ transaction: borrowing some ReadableTransaction & ~Copyable) throws(LMDBError) -> UInt64?
package protocol ReadableTransaction: ~Copyable {
    /// The value of a key, or nil when it is not there.
    ///
    /// Costs a walk down the tree, some 200 ns when its pages are in memory.
    /// Throws `.badValueSize` for a key of 0 or more than 511 bytes.
    @_lifetime(borrow self)
    func value(for key: Span<UInt8>, in database: Database) throws(LMDBError) -> Span<UInt8>?

    /// A cursor, standing on no entry yet.
    @_lifetime(borrow self)
    func cursor(in database: Database) throws(LMDBError) -> Cursor

    /// How large a database is; costs no walk.
    func statistics(of database: Database) throws(LMDBError) -> Statistics

    /// For a reader the number of the last transaction it sees; for a writer its own number.
    var identifier: Int { get }
}

/// How large a database is.
package struct Statistics: Sendable, Hashable {
    /// The size of a page, in bytes.
    package var pageSize: Int
    /// How many pages lie on the way from the root to a value.
    package var depth: Int
    /// How many pages lead to others.
    package var branchPages: Int
    /// How many pages hold entries.
    package var leafPages: Int
    /// How many pages hold values too long for a leaf.
    package var overflowPages: Int
    /// How many entries there are.
    package var entries: Int
}

/// A snapshot of the file: it ends when the value goes away.
///
/// It may be held by any thread, one at a time.
package struct ReadTransaction: ~Copyable, ReadableTransaction {
    private let transaction: OpenTransaction

    init(_ transaction: consuming OpenTransaction) {
        self.transaction = transaction
    }

    @_lifetime(borrow self)
    package func value(for key: Span<UInt8>, in database: Database) throws(LMDBError) -> Span<UInt8>? {
        try transaction.value(for: key, in: database)
    }

    @_lifetime(borrow self)
    package func cursor(in database: Database) throws(LMDBError) -> Cursor {
        try transaction.cursor(in: database)
    }

    package func statistics(of database: Database) throws(LMDBError) -> Statistics {
        try transaction.statistics(of: database)
    }

    package var identifier: Int { transaction.identifier }
}

extension OpenTransaction {
    @_lifetime(borrow self)
    func value(for key: Span<UInt8>, in database: Database) throws(LMDBError) -> Span<UInt8>? {
        // LMDB itself would say that a key too long is not there.
        guard key.count <= Library.longestKey else { throw .badValueSize }
        var value = unsafe MDB_val()
        let code = unsafe key.withUnsafeBufferPointer { bytes in
            var key = unsafe MDB_val(bytes)
            return unsafe mdb_get(handle, database.index, &key, &value)
        }
        if code == MDB_NOTFOUND { return nil }
        try check(code)
        return unsafe _overrideLifetime(value.bytes.span, borrowing: self)
    }

    @_lifetime(borrow self)
    func cursor(in database: Database) throws(LMDBError) -> Cursor {
        try Cursor(self, database)
    }

    func statistics(of database: Database) throws(LMDBError) -> Statistics {
        var status = MDB_stat()
        unsafe try check(mdb_stat(handle, database.index, &status))
        return Statistics(
            pageSize: Int(status.ms_psize), depth: Int(status.ms_depth), branchPages: status.ms_branch_pages,
            leafPages: status.ms_leaf_pages, overflowPages: status.ms_overflow_pages, entries: status.ms_entries)
    }

    var identifier: Int { unsafe mdb_txn_id(handle) }
}

extension MDB_val {
    /// Names bytes for a call that only reads them, and while they are borrowed.
    @unsafe init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }

    /// The bytes named, which live as long as LMDB says; empty ones may lie anywhere.
    @unsafe var bytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: mv_data?.assumingMemoryBound(to: UInt8.self), count: mv_size)
    }
}
