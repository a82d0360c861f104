internal import DiarylogCLMDB

/// A snapshot of the file to read from, or the one change in progress, depending on the call that began it.
///
/// The bytes it returns lie in the map itself: nothing is copied. They are borrowed from the transaction, so the
/// compiler does not let them outlive it or a write. A span or cursor that has a name lives to the end of its block:
/// before the transaction writes again or commits, give it a block of its own (`if let`, `do`), or no name.
///
/// A read transaction ends when the value goes away; any thread may hold it, one at a time. One that meets a damaged
/// page throws `.corrupted` and can still read the others. A write transaction stays
/// on the thread that began it and sees its own writes; `commit` keeps all of them, and dropping it keeps none.
@safe
package struct Transaction: ~Copyable {
    let handle: OpaquePointer
    let environment: Unmanaged<Environment>
    /// Whether it only reads: then it goes on after a damaged page.
    let isReading: Bool
    /// In bytes.
    let pageSize: Int
    /// Where the file lies in memory.
    let addresses: Range<UInt>

    init(_ environment: Environment, flags: Int32) throws(LMDBError) {
        isReading = flags & MDB_RDONLY != 0
        (pageSize, addresses) = (environment.pageSize, environment.addresses)
        var begun: OpaquePointer?
        try unsafe environment.beginning { unsafe mdb_txn_begin($0, nil, UInt32(flags), &begun) }
        guard let handle = unsafe begun else { throw .panicked }
        unsafe self.handle = handle
        unsafe self.environment = .passRetained(environment)
    }

    deinit {
        // In a forked child the transaction is the parent's: aborting it would free the parent's reader slot.
        if unsafe environment.takeUnretainedValue().isOwnProcess {
            unsafe mdb_txn_abort(handle)
        }
        unsafe environment.release()
    }

    /// Keeps all writes, or throws and keeps none; they are on disk when it returns, if the environment is durable.
    ///
    /// Costs two waits for the disk, or nothing if nothing was written. After `.system` with EIO or ENOSPC the
    /// environment may have panicked: close it and open it again to learn what was kept. A read transaction just ends.
    @available(*, noasync)
    package consuming func commit() throws(LMDBError) {
        guard unsafe environment.takeUnretainedValue().isOwnProcess else {
            _ = consume self
            throw .forked
        }
        // The C handle is gone afterwards, even if this throws.
        let code = unsafe mdb_txn_commit(handle)
        unsafe environment.release()
        discard self
        try check(code)
    }
}

extension Transaction {
    /// The value of a key, or nil if the key is not there.
    ///
    /// Costs a walk down the tree, some 200 ns if its pages are in memory. Throws `.badValueSize` for a key of 0 or
    /// more than 511 bytes.
    @_lifetime(borrow self)
    package func value(for key: Span<UInt8>, in database: Database) throws(LMDBError) -> Span<UInt8>? {
        // LMDB itself would report a key that is too long as missing.
        guard key.count <= Library.longestKey else { throw .badValueSize }
        var value = unsafe MDB_val()
        let code = unsafe key.withUnsafeBufferPointer { bytes in
            var key = unsafe MDB_val(bytes)
            return unsafe clmdb_get(handle, database.index, &key, &value)
        }
        if code == MDB_NOTFOUND { return nil }
        guard code == MDB_SUCCESS else {
            if isReading { unsafe goOn(handle, after: code) }
            throw LMDBError(code: code)
        }
        if isReading, unsafe !value.lies(inPagesOf: pageSize, from: addresses.lowerBound) { throw .corrupted }
        return unsafe _overrideLifetime(value.bytes.span, borrowing: self)
    }

    /// A new cursor, which stands on no entry yet.
    @_lifetime(borrow self)
    package func cursor(in database: Database) throws(LMDBError) -> Cursor {
        try Cursor(self, database)
    }

    /// The size of a database; costs no walk. Throws `.corrupted` where it would be larger than any file.
    package func statistics(of database: Database) throws(LMDBError) -> Statistics {
        var status = MDB_stat()
        unsafe try check(clmdb_stat(handle, database.index, &status))
        let counts = [status.ms_branch_pages, status.ms_leaf_pages, status.ms_overflow_pages, status.ms_entries]
        guard counts.allSatisfy({ $0 >> 47 == 0 }) else { throw .corrupted }
        return Statistics(
            pageSize: Int(status.ms_psize), depth: Int(status.ms_depth), branchPages: status.ms_branch_pages,
            leafPages: status.ms_leaf_pages, overflowPages: status.ms_overflow_pages, rows: status.ms_entries)
    }

    /// For a reader, the number of the last transaction it sees; for a writer, its own number.
    package var identifier: Int { unsafe mdb_txn_id(handle) }
}

/// The size of a database.
package struct Statistics: Sendable, Hashable {
    /// The size of a page, in bytes.
    package var pageSize: Int
    /// How many pages lie on the path from the root to a value.
    package var depth: Int
    /// How many pages lead to others.
    package var branchPages: Int
    /// How many pages hold entries.
    package var leafPages: Int
    /// How many pages hold values too long for a leaf.
    package var overflowPages: Int
    /// How many rows there are.
    package var rows: Int
}

extension MDB_val {
    /// Points to bytes, for a call that only reads them while they are borrowed.
    @unsafe init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }

    /// Whether it lies in the file, as that is in memory, and not in a page that a transaction has copied.
    @unsafe func isIn(_ addresses: Range<UInt>) -> Bool { unsafe addresses.contains(UInt(bitPattern: mv_data)) }

    /// The page of the file that it lies in, or whose value begins there. An empty value may end the page before.
    ///
    /// The file begins anywhere in memory: its pages may be larger than those of the machine.
    @unsafe func page(ofSize size: Int, from begin: UInt) -> UnsafeRawPointer? {
        unsafe UnsafeRawPointer(bitPattern: begin + (UInt(bitPattern: mv_data) - begin - 1) & ~UInt(size - 1))
    }

    /// Whether it lies in memory of a transaction's own, or in a page of the file that has the number of its place, and
    /// says only that it is a leaf, or begins a long value.
    @unsafe func hasSoundPage(ofSize size: Int, in addresses: Range<UInt>) -> Bool {
        guard unsafe isIn(addresses), let page = unsafe self.page(ofSize: size, from: addresses.lowerBound)
        else { return true }
        let flags = unsafe page.load(fromByteOffset: 10, as: UInt16.self)
        let place = (UInt(bitPattern: page) - addresses.lowerBound) / UInt(size)
        return unsafe (flags == 2 || flags == 4) && page.load(as: UInt.self) == place
    }

    /// Whether it lies where a key or a value of the map may: within a page, or behind the header of overflow pages, as
    /// far as they go. A damaged length leads elsewhere. What a transaction writes lies outside of the map.
    @unsafe func lies(inPagesOf size: Int, from begin: UInt) -> Bool {
        let offset = unsafe Int((UInt(bitPattern: mv_data) &- begin) & UInt(size - 1))
        if unsafe offset + mv_size <= size { return true }
        guard offset == PageLayout.header, let data = unsafe mv_data else { return false }
        let pages = unsafe (data - 4).load(as: UInt32.self)
        return unsafe mv_size <= Int(pages) * size - PageLayout.header
    }

    /// The bytes it points to, which live as long as LMDB says; empty ones may lie anywhere.
    @unsafe var bytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: mv_data?.assumingMemoryBound(to: UInt8.self), count: mv_size)
    }
}
