internal import CLMDB

/// The one change in progress: all of it is kept by `commit`, and nothing if it is dropped.
///
/// It reads its own writes. It stays on the thread that began it. When a write throws anything but `.badValueSize` and
/// `.keyExists`, LMDB refuses the rest of the transaction: drop it.
package struct WriteTransaction: ~Copyable, ReadableTransaction {
    private let transaction: OpenTransaction

    init(_ transaction: consuming OpenTransaction) {
        self.transaction = transaction
    }

    /// Keeps everything, or throws and keeps nothing; on disk when it returns, if the environment is durable.
    ///
    /// Costs two waits for the disk, and nothing when nothing was written. `.system` with EIO or ENOSPC may leave the
    /// environment panicked: then it must be closed and opened again to learn what was kept.
    @available(*, noasync)
    package consuming func commit() throws(LMDBError) {
        try transaction.commit()
    }

    /// Sets the value of a key, whether it is there or not.
    ///
    /// `appending` says the key is greater than all others, which fills pages to the brim; it throws `.keyExists` if
    /// that is not so. Throws `.badValueSize` for a key of 0 or more than 511 bytes, and `.mapFull`.
    @available(*, noasync)
    package mutating func put(
        _ value: Span<UInt8>, for key: Span<UInt8>, in database: Database, appending: Bool = false
    ) throws(LMDBError) {
        try check(transaction.put(value, for: key, in: database, flags: appending ? MDB_APPEND : 0))
    }

    /// Sets the value of a key that is not there; false, and nothing done, if it is.
    @available(*, noasync)
    package mutating func insert(
        _ value: Span<UInt8>, for key: Span<UInt8>, in database: Database
    ) throws(LMDBError) -> Bool {
        let code = transaction.put(value, for: key, in: database, flags: MDB_NOOVERWRITE)
        if code == MDB_KEYEXIST { return false }
        try check(code)
        return true
    }

    /// Deletes a key and its value; false if it was not there.
    @available(*, noasync)
    package mutating func delete(_ key: Span<UInt8>, in database: Database) throws(LMDBError) -> Bool {
        guard key.count <= Library.longestKey else { throw .badValueSize }
        let code = unsafe key.withUnsafeBufferPointer { bytes in
            var key = unsafe MDB_val(bytes)
            return unsafe mdb_del(transaction.handle, database.index, &key, nil)
        }
        if code == MDB_NOTFOUND { return false }
        try check(code)
        return true
    }

    /// Deletes every entry of a database, and keeps the database.
    ///
    /// Costs a visit to each of its pages. Of `.main` it would delete the names of the others too, so that is refused.
    @available(*, noasync)
    package mutating func removeAll(in database: Database) throws(LMDBError) {
        precondition(database != .main, "the main database keeps the names of the others")
        unsafe try check(mdb_drop(transaction.handle, database.index, 0))
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
    /// Puts and gives the C code, for the caller to tell what is expected from what failed.
    fileprivate func put(_ value: Span<UInt8>, for key: Span<UInt8>, in database: Database, flags: Int32) -> Int32 {
        unsafe key.withUnsafeBufferPointer { key in
            unsafe value.withUnsafeBufferPointer { value in
                var key = unsafe MDB_val(key)
                var value = unsafe MDB_val(value)
                return unsafe mdb_put(handle, database.index, &key, &value, UInt32(flags))
            }
        }
    }
}
