internal import DiarylogCLMDB

/// A position in a database that moves over its entries in the order of their keys.
///
///     before the start ── entry ── entry ── entry ── past the end
///
/// Each move returns whether the cursor now stands on an entry. A move off an end leaves it there, and `next` or
/// `previous` comes back from it; a new cursor goes to the first entry by `next` and to the last by `previous`. It is
/// borrowed from its transaction, so a write ends it; its key and value are borrowed from it, so a move ends them.
/// Making one costs an allocation; moving costs none, some 30 ns a step.
@safe
package struct Cursor: ~Copyable, ~Escapable {
    private var handle: OpaquePointer
    /// Whether its transaction only reads.
    private let isReading: Bool
    private let pageSize: Int
    private let addresses: Range<UInt>
    private var position = Position.nowhere
    private var foundKey = unsafe MDB_val()
    private var foundValue = unsafe MDB_val()

    private enum Position: BitwiseCopyable {
        case nowhere, beforeStart, entry, pastEnd
    }

    @_lifetime(borrow transaction)
    init(_ transaction: borrowing Transaction, _ database: Database) throws(LMDBError) {
        var opened: OpaquePointer?
        let code = unsafe clmdb_cursor_open(transaction.handle, database.index, &opened)
        if code != MDB_SUCCESS, transaction.isReading { unsafe goOn(transaction.handle, after: code) }
        try check(code)
        guard let handle = unsafe opened else { throw .panicked }
        unsafe self.handle = handle
        (isReading, pageSize) = (transaction.isReading, transaction.pageSize)
        addresses = transaction.addresses
    }

    deinit {
        unsafe mdb_cursor_close(handle)
    }

    /// The key of the current entry.
    package var key: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            precondition(position == .entry, "a key is read only after a move that answered true")
            return unsafe _overrideLifetime(foundKey.bytes.span, borrowing: self)
        }
    }

    /// The value of the current entry.
    package var value: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            precondition(position == .entry, "a value is read only after a move that answered true")
            return unsafe _overrideLifetime(foundValue.bytes.span, borrowing: self)
        }
    }

    /// Goes to the least key; false if there is none.
    @_lifetime(self: copy self)
    package mutating func first() throws(LMDBError) -> Bool {
        try move(MDB_FIRST, missing: .pastEnd)
    }

    /// Goes to the greatest key; false if there is none.
    @_lifetime(self: copy self)
    package mutating func last() throws(LMDBError) -> Bool {
        try move(MDB_LAST, missing: .beforeStart)
    }

    /// Goes to the next greater key. A new cursor goes to the first key; a cursor past the last key stays there.
    @_lifetime(self: copy self)
    package mutating func next() throws(LMDBError) -> Bool {
        switch position {
        case .entry: try move(MDB_NEXT, missing: .pastEnd)
        case .nowhere, .beforeStart: try first()
        case .pastEnd: false
        }
    }

    /// Goes to the next lesser key. A new cursor goes to the last key; a cursor before the first key stays there.
    @_lifetime(self: copy self)
    package mutating func previous() throws(LMDBError) -> Bool {
        switch position {
        case .entry: try move(MDB_PREV, missing: .beforeStart)
        case .nowhere, .pastEnd: try last()
        case .beforeStart: false
        }
    }

    /// Goes to the least key that is `key` or greater; an empty `key` leads to the first.
    @_lifetime(self: copy self)
    package mutating func seek(_ key: Span<UInt8>) throws(LMDBError) -> Bool {
        // LMDB accepts no empty key, though every key is greater than it.
        if key.isEmpty { return try first() }
        return try move(MDB_SET_RANGE, missing: .pastEnd, to: key)
    }

    /// Goes to the greatest key that is strictly less than `key`.
    @_lifetime(self: copy self)
    package mutating func seekBefore(_ key: Span<UInt8>) throws(LMDBError) -> Bool {
        // If no key is `key` or greater, the cursor stands past the end, and `previous` leads to the last one.
        _ = try seek(key)
        return try previous()
    }

    /// Goes to the greatest key that is `key` or less.
    @_lifetime(self: copy self)
    package mutating func seekAtOrBefore(_ key: Span<UInt8>) throws(LMDBError) -> Bool {
        if try seek(key), stands(on: key) { return true }
        return try previous()
    }

    /// Makes a move of LMDB; if there is no entry, the cursor is then where `missing` says.
    @_lifetime(self: copy self)
    private mutating func move(
        _ operation: MDB_cursor_op, missing: Position, to sought: Span<UInt8> = Span()
    ) throws(LMDBError) -> Bool {
        var value = unsafe MDB_val()
        let (code, key) = unsafe sought.withUnsafeBufferPointer { bytes in
            var key = unsafe MDB_val(bytes)
            let code = unsafe clmdb_cursor_get(handle, &key, &value, operation)
            return unsafe (code, key)
        }
        if code == MDB_SUCCESS {
            let begin = addresses.lowerBound
            let isWithin =
                unsafe !isReading
                || key.lies(inPagesOf: pageSize, from: begin)
                    && value.lies(inPagesOf: pageSize, from: begin)
            if !isWithin {
                position = .nowhere
                throw .corrupted
            }
            unsafe foundKey = key
            unsafe foundValue = value
            position = .entry
            return true
        }
        position = code == MDB_NOTFOUND ? missing : .nowhere
        if code == MDB_NOTFOUND { return false }
        if isReading { unsafe goOn(mdb_cursor_txn(handle), after: code) }
        begin()
        throw LMDBError(code: code)
    }

    /// Begins anew after a move that failed: LMDB's own cursor may stand on a page that is none.
    @_lifetime(self: copy self)
    private mutating func begin() {
        var opened: OpaquePointer?
        let code = unsafe clmdb_cursor_open(mdb_cursor_txn(handle), mdb_cursor_dbi(handle), &opened)
        guard code == MDB_SUCCESS, let fresh = unsafe opened else { return }
        unsafe mdb_cursor_close(handle)
        unsafe handle = fresh
    }

    /// Throws `.corrupted` where the page of the current entry, or that of its value, says of itself what only a page
    /// in memory says, or that it is another. To be asked before a write changes it.
    func checkPage() throws(LMDBError) {
        guard unsafe foundKey.hasSoundPage(ofSize: pageSize, in: addresses),
            unsafe foundValue.hasSoundPage(ofSize: pageSize, in: addresses)
        else { throw .corrupted }
    }

    /// Checks the page of the file behind or before that of the current entry, for a write that may empty that one.
    @_lifetime(self: copy self)
    mutating func checkNeighbour(isBehind: Bool) throws(LMDBError) {
        let begin = addresses.lowerBound
        let page = unsafe foundKey.isIn(addresses) ? foundKey.page(ofSize: pageSize, from: begin) : nil
        // No page has more rows. Those that are in memory are passed by.
        for _ in 0..<pageSize / 8 {
            guard isBehind ? try next() : try previous() else { return }
            let isOther = unsafe foundKey.isIn(addresses) && foundKey.page(ofSize: pageSize, from: begin) != page
            if isOther { return try checkPage() }
        }
    }

    /// Whether the current entry has exactly this key.
    func stands(on key: Span<UInt8>) -> Bool {
        unsafe key.withUnsafeBufferPointer { key in
            unsafe key.elementsEqual(foundKey.bytes)
        }
    }
}
