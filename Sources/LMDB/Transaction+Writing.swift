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
        try checkPages(around: key, in: database)
        try check(put(value, for: key, in: database, flags: appending ? MDB_APPEND : 0))
    }

    /// Sets the value of a key that is not there; false, with nothing changed, if it is.
    @available(*, noasync)
    package mutating func insert(
        _ value: Span<UInt8>, for key: Span<UInt8>, in database: Database
    ) throws(LMDBError) -> Bool {
        try checkPages(around: key, in: database)
        let code = put(value, for: key, in: database, flags: MDB_NOOVERWRITE)
        if code == MDB_KEYEXIST { return false }
        try check(code)
        return true
    }

    /// Deletes a key and its value; false if it was not there.
    @available(*, noasync)
    package mutating func delete(_ key: Span<UInt8>, in database: Database) throws(LMDBError) -> Bool {
        guard key.count <= Library.longestKey else { throw .badValueSize }
        try checkPages(around: key, in: database, deleting: true)
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

    /// Throws `.corrupted` where a leaf that a write to a key changes says of itself what only a page in memory says.
    ///
    /// LMDB believes it. A page of the file that says it is dirty is written to where it lies, which ends the process;
    /// one that says it is to be kept, or is loose, is copied with that bit, and the copy is never written: its rows
    /// are lost without a word. Of one with another's number the other is given up, though it is in use. A write cannot
    /// be left halfway as a read can (`CLMDB`): cursors on its stack stand in the transaction's list, and aborting that
    /// frees them; not to abort it would keep the lock of all writers. So it does not begin. Costs some 0.3 µs. Branch
    /// pages are not looked at here.
    private func checkPages(
        around key: Span<UInt8>, in database: Database, deleting: Bool = false
    ) throws(LMDBError) {
        if isReading { return }
        var cursor = try cursor(in: database)
        if try cursor.seek(key) {
            try cursor.checkPage()
            if deleting {
                // A page that has too little left takes from the one beside it, or becomes one with it.
                try cursor.checkNeighbour(isBehind: true)
                if try cursor.seek(key) { try cursor.checkNeighbour(isBehind: false) }
                return
            }
            if cursor.stands(on: key) { return }
        }
        // A key that is not there may go behind the last one of the page before.
        if try cursor.previous() { try cursor.checkPage() }
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
