internal import DiarylogCLMDB

/// Writes, for a transaction begun with `beginWrite`; in one that reads, LMDB refuses each with EACCES.
///
/// If a write throws anything but `.badValueSize` or `.keyExists`, drop the transaction: LMDB refuses the rest of it.
extension Transaction {
    /// Sets the value of a key, whether the key is there or not.
    ///
    /// `appending` promises that the key is greater than all others, which fills pages completely; it throws
    /// `.keyExists` if that is not so. Throws `.badValueSize` for a key of 0 or more than 511 bytes, and `.mapFull`.
    @available(*, noasync)
    package mutating func put(
        _ value: Span<UInt8>, for key: Span<UInt8>, in database: Database, appending: Bool = false
    ) throws(LMDBError) {
        try check(put(value, for: key, in: database, flags: appending ? MDB_APPEND : 0))
    }

    /// Sets the value of a key that is not there; false, with nothing changed, if it is.
    @available(*, noasync)
    package mutating func insert(
        _ value: Span<UInt8>, for key: Span<UInt8>, in database: Database
    ) throws(LMDBError) -> Bool {
        let code = put(value, for: key, in: database, flags: MDB_NOOVERWRITE)
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
            return unsafe mdb_del(handle, database.index, &key, nil)
        }
        if code == MDB_NOTFOUND { return false }
        try check(code)
        return true
    }

    /// Deletes every entry of a database, but keeps the database.
    ///
    /// Costs a visit to each of its pages. Not allowed for `.main`, which holds the names of the other databases.
    @available(*, noasync)
    package mutating func removeAll(in database: Database) throws(LMDBError) {
        precondition(database != .main, "the main database keeps the names of the others")
        unsafe try check(mdb_drop(handle, database.index, 0))
    }

    /// Puts, and returns the C code, so that the caller can tell what is expected from what failed.
    private func put(_ value: Span<UInt8>, for key: Span<UInt8>, in database: Database, flags: Int32) -> Int32 {
        unsafe key.withUnsafeBufferPointer { key in
            unsafe value.withUnsafeBufferPointer { value in
                var key = unsafe MDB_val(key)
                var value = unsafe MDB_val(value)
                return unsafe mdb_put(handle, database.index, &key, &value, UInt32(flags))
            }
        }
    }
}
